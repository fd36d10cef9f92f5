// The table at the text's cursor, as cells below the text. It follows the cursor.

import { Button } from '@mantine/core'
import { useEffect, useRef } from 'react'
import type { Document } from '@ninefold/core/service/document.ts'
import { type EditedTable, tableAt } from '@ninefold/core/service/table-edits.ts'
import { TableGrid, type TextHistory } from './table-grid.tsx'
import { tableWords } from './table-words.ts'
import styles from './editor.module.css'

interface TablePanelProps {
  readonly document: Document
  readonly offset: number
  readonly history: TextHistory
  /** Scrolls to a position of the text. */
  readonly show: (offset: number) => void
  readonly close: () => void
}

export function TablePanel({ document, offset, history, show, close }: TablePanelProps) {
  const table = tableAt(document, offset)
  const start = table?.heading.span.start
  const latest = useRef(show)
  useEffect(() => {
    latest.current = show
  })
  // The cells shrink the text and may cover their own lines, so scroll once they are laid out.
  useEffect(() => {
    if (start === undefined) return undefined
    const frame = requestAnimationFrame(() => latest.current(start))
    return () => cancelAnimationFrame(frame)
  }, [start])
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
            // Another table gets a new component.
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

/** The heading above, with the first column if there are several tables. */
export function titleOf({ text }: Document, { heading, columns }: EditedTable): string {
  const words = text.slice(heading.words.start, heading.words.end).trim()
  const isOnly = heading.blocks.filter(({ kind }) => kind === 'table').length === 1
  return isOnly ? words : `${words}, ${columns[0] ?? ''}`
}
