// Indicator of live updates: discreet while they work, and prominent when they do not, because then the screen may be
// out of date.

import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { keepUpToDate } from '../../../client/query/live.ts'
import type { PresentAt } from '../../../client/records/present-people.ts'
import { useOfflineSince } from '../../connection/connection.ts'
import { useFormats } from '../../formats.ts'
import { PresentPeople } from '../../records/presence/present-people.tsx'
import { words } from '../../words/words.ts'
import styles from './live-sign.module.css'

/** Shorter interruptions are not shown. */
const PATIENCE_MS = 2_500

export default function LiveSign({ at }: { readonly at: PresentAt | null }) {
  const isLive = useKeptUpToDate()
  const since = useOfflineSince()
  const { timeOfDay } = useFormats()
  const says =
    since !== null
      ? words.connection.offlineSince(timeOfDay(since))
      : isLive
        ? words.screens.live
        : words.screens.notLive
  return (
    <>
      {at !== null && <PresentPeople {...at} />}
      <p className={styles.sign} data-lost={!isLive || since !== null || undefined} role="status">
        <span className={styles.dot} aria-hidden="true" />
        {says}
      </p>
    </>
  )
}

function useKeptUpToDate(): boolean {
  const client = useQueryClient()
  const [isLive, setLive] = useState(true)
  useEffect(() => {
    let patience: number | undefined
    const leave = keepUpToDate(client, {
      part: 'screen',
      connected: (isConnected) => {
        if (!isConnected) {
          // Further failed attempts belong to the same interruption.
          patience ??= window.setTimeout(() => setLive(false), PATIENCE_MS)
          return
        }
        window.clearTimeout(patience)
        patience = undefined
        setLive(true)
      },
    })
    return () => {
      window.clearTimeout(patience)
      leave()
    }
  }, [client])
  return isLive
}
