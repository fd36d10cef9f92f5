// History of a record, if no list of the page is ordered by time: who changed what, and when, newest first.

import { Title } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import type { AppHistory } from '@ninefold/core/contract/record-page/app-parts.ts'
import { historyQuery } from '../../client/query/queries.ts'
import { words } from '../words/words.ts'
import { ChangesLine } from './changes.tsx'
import styles from './changes.module.css'

export function RecordHistory({ history, id }: { readonly history: AppHistory; readonly id: string }) {
  // The record itself reports errors; without its history it is still readable.
  const { data } = useQuery(historyQuery(history, id))
  if (data === undefined || data.changes.length === 0) return null
  return (
    <section aria-label={words.records.history}>
      <Title order={2} className={styles.heading}>
        {words.records.history}
      </Title>
      <ol className={styles.changes}>
        {data.changes.map((change, index) => (
          // Changes are only added on top, so an index from the end is stable.
          <li key={data.changes.length - index}>
            <ChangesLine changes={[change]} history={history} />
          </li>
        ))}
      </ol>
    </section>
  )
}
