// Banner while the device is offline: shown data is cached, and typed values are kept.

import { IconCloudOff } from '@tabler/icons-react'
import { useFormats } from '../formats.ts'
import { words } from '../words/words.ts'
import { useOfflineSince } from './connection.ts'
import styles from './connection.module.css'

export function OfflineBanner() {
  const since = useOfflineSince()
  const { timeOfDay } = useFormats()
  return (
    // Always rendered, because screen readers only announce changes of existing regions.
    <div role="status" className={styles.place}>
      {since !== null && (
        <p className={styles.banner}>
          <IconCloudOff size={16} aria-hidden="true" className={styles.icon} />
          <span>{words.connection.offlineBanner(timeOfDay(since))}</span>
        </p>
      )}
    </div>
  )
}
