// Above every page while this device has no network: what is shown is from then, and what is typed is kept.

import { IconCloudOff } from '@tabler/icons-react'
import { useFormats } from '../formats.ts'
import { words } from '../words/words.ts'
import { useOfflineSince } from './connection.ts'
import styles from './connection.module.css'

export function OfflineBanner() {
  const since = useOfflineSince()
  const { timeOfDay } = useFormats()
  return (
    // It is there before there is something to say: else nobody would be told.
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
