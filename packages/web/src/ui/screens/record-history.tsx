// What became of a record: who changed what, and when, the newest first.

import { Title } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import type { AppHistory } from '@ninefold/core/contract/app.ts'
import type { HistoryData } from '@ninefold/core/contract/record-history.ts'
import { historyQuery } from '../../client/queries.ts'
import { Moment, Value } from '../entities/cells.tsx'
import { words } from '../words.ts'
import styles from './record-history.module.css'

export function RecordHistory({ history, id }: { readonly history: AppHistory; readonly id: string }) {
  // The record itself says when it cannot be had; without its history it is still there to read.
  const { data } = useQuery(historyQuery(history, id))
  if (data === undefined || data.changes.length === 0) return null
  return (
    <section aria-label={words.screens.history}>
      <Title order={2} className={styles.heading}>
        {words.screens.history}
      </Title>
      <ol className={styles.changes}>
        {data.changes.map((change, index) => (
          // Changes only ever come on top, so a place counted from the end is always the same change.
          <li key={data.changes.length - index} className={styles.change}>
            <Change change={change} history={history} />
          </li>
        ))}
      </ol>
    </section>
  )
}

interface ChangeProps {
  readonly change: HistoryData['changes'][number]
  readonly history: AppHistory
}

function Change({ change: { field, at, by, isByProduct, before, after }, history }: ChangeProps) {
  const known = history.fields.find(({ name }) => name === field)
  const value = (shown: unknown) => (
    <Value
      value={shown}
      display={known?.display ?? { kind: 'text' }}
      label={known?.label ?? field}
      isCompact
      isName={false}
    />
  )
  return (
    <>
      <span className={styles.who}>{isByProduct ? words.screens.byProduct : (by ?? words.screens.somebody)}</span>
      <span className={styles.quiet}>{words.screens.changed(known?.label ?? field)}</span>
      <span className={styles.quiet}>{words.screens.from}</span>
      {value(before)}
      <span className={styles.quiet}>{words.screens.to}</span>
      {value(after)}
      <span className={styles.quiet}>
        <Moment value={at} />
      </span>
    </>
  )
}
