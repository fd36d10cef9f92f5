// The table in which the cursor of the text stands, as cells below the text. It follows the cursor.

import { Button } from '@mantine/core'
import type { Document } from '@ninefold/core/service/document.ts'
import { type EditedTable, tableAt } from '@ninefold/core/service/table-edits.ts'
import { TableGrid, type TextHistory } from './table-grid.tsx'
import { tableWords } from './table-words.ts'
import styles from './editor.module.css'

interface TablePanelProps {
  readonly document: Document
  readonly offset: number
  readonly history: TextHistory
  readonly close: () => void
}

export function TablePanel({ document, offset, history, close }: TablePanelProps) {
  const table = tableAt(document, offset)
  const title = table === null ? tableWords.nowhere : titleOf(document, table)
  return (
    <section className={styles.tablePanel} aria-label={title}>
      <div className={styles.tableHead}>
        <h2>{title}</h2>
        <Button variant="default" size="compact-sm" onClick={close}>
          {tableWords.close}
        </Button>
      </div>
      {table !== null && (
        <>
          <TableGrid
            // Another table is another one to be in.
            key={table.heading.span.start}
            document={document}
            table={table}
            label={title}
            history={history}
            leave={close}
            start={{ row: 0, column: 0 }}
          />
          <p className={styles.tableKeys}>{tableWords.keys}</p>
        </>
      )}
    </section>
  )
}

/** The words of the heading above, and what is in the first column: a heading may have several tables. */
export function titleOf({ text }: Document, { heading, columns }: EditedTable): string {
  const words = text.slice(heading.words.start, heading.words.end).trim()
  return `${words}: ${columns[0] ?? ''}`
}
