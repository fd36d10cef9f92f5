// Rows as entries to read, one after another, for lists with a long text (comments, notes, history). On the page of a
// record with a history, its changes stand between the entries.

import { Entry } from '../../records/entry.tsx'
import { useRecordPage } from '../../records/record-page.ts'
import { Timeline } from '../../records/timeline.tsx'
import styles from '../../records/timeline.module.css'
import type { RowsProps } from './list-props.ts'

export function ListEntries({ screen, block, data, label }: RowsProps) {
  const page = useRecordPage()
  if (page?.timeline === block) return <Timeline {...{ screen, block, data, label, page }} />
  return (
    <ol className={styles.entries} aria-label={label}>
      {data.rows.map((row) => (
        <li key={row.id} className={styles.item}>
          <Entry screen={screen} block={block} row={row} />
        </li>
      ))}
    </ol>
  )
}
