// A table of the text as cells: each keystroke edits the text, with completions and diagnostics at the cell. The text
// is the only state, so undo is that of the editor.

import { ActionIcon, Button } from '@mantine/core'
import { IconArrowDown, IconArrowUp, IconPlus, IconX } from '@tabler/icons-react'
import { type KeyboardEvent, useEffect, useId, useRef } from 'react'
import type { Diagnostic, Edit } from '@ninefold/core/diagnostic/diagnostic.ts'
import type { Document } from '@ninefold/core/service/document.ts'
import {
  type CellPlace,
  type EditedTable,
  insertRow,
  moveRow,
  removeRow,
  writeCell,
} from '@ninefold/core/service/table-edits.ts'
import { TableCell } from './table-cell.tsx'
import { tableWords } from './table-words.ts'
import styles from './table-grid.module.css'

export interface TextHistory {
  readonly change: (edits: readonly Edit[]) => void
  readonly undo: () => void
  readonly redo: () => void
}

interface TableGridProps {
  readonly document: Document
  readonly table: EditedTable
  readonly label: string
  readonly history: TextHistory
  readonly leave?: () => void
  /** The initially focused cell. */
  readonly start?: CellPlace
}

export function TableGrid({ document, table, label, history, leave, start }: TableGridProps) {
  const place = useRef<HTMLTableElement>(null)
  const awaited = useRef<CellPlace | null>(start ?? null)
  const id = useId()
  const found = diagnosticsIn(document, table)
  // Focuses an added or moved row once the text contains it.
  useEffect(() => {
    if (awaited.current !== null && focusCell(place.current, awaited.current)) awaited.current = null
  })
  const does = (edit: Edit | null, next: CellPlace): void => {
    if (edit === null) return
    awaited.current = next
    history.change([edit])
  }
  const actions: RowActions = {
    add: (row) => does(insertRow(table, row), { row, column: 0 }),
    remove: (row) => does(removeRow(table, row), { row: Math.max(0, row - 1), column: 0 }),
    move: (row, by, column) => does(moveRow(document.text, table, row, by), { row: row + by, column }),
  }
  const pressed = (event: KeyboardEvent, at: CellPlace): void => {
    const act = keyAction(event, at, { table, actions, history, leave, go: (to) => focusCell(place.current, to) })
    if (act === null) return
    event.preventDefault()
    act()
  }
  return (
    <div className={styles.grid}>
      <div className={styles.scroll}>
        <table ref={place} className={styles.table} aria-label={label}>
          <thead>
            <tr>
              {table.columns.map((column, index) => (
                // Column names may be equal while somebody types.
                // oxlint-disable-next-line react/no-array-index-key
                <th key={index} scope="col">
                  {column}
                </th>
              ))}
              <td />
            </tr>
          </thead>
          <tbody>
            {table.rows.map((_, row) => (
              // Rows are keyed by index, because their text is what changes.
              // oxlint-disable-next-line react/no-array-index-key
              <Row key={row} {...{ row, document, table, found, id, history, actions, pressed }} />
            ))}
          </tbody>
        </table>
      </div>
      <div className={styles.below}>
        <Button
          variant="subtle"
          size="compact-sm"
          leftSection={<IconPlus size={14} aria-hidden="true" />}
          onClick={() => actions.add(table.rows.length)}
        >
          {tableWords.add}
        </Button>
      </div>
      <Findings found={found} id={id} history={history} />
    </div>
  )
}

interface RowProps {
  readonly row: number
  readonly document: Document
  readonly table: EditedTable
  readonly found: readonly FoundInTable[]
  readonly id: string
  readonly history: TextHistory
  readonly actions: RowActions
  readonly pressed: (event: KeyboardEvent, at: CellPlace) => void
}

function Row({ row, document, table, found, id, history, actions, pressed }: RowProps) {
  return (
    <tr>
      {table.rows[row]?.cells.map((cell, column) => (
        <TableCell
          // oxlint-disable-next-line react/no-array-index-key
          key={column}
          document={document}
          cell={cell}
          label={tableWords.cell(table.columns[column] ?? '', row + 1)}
          at={`${row} ${column}`}
          describedBy={describedBy(found, id, { row, column })}
          severity={found.find((each) => each.row === row && each.column === column)?.severity ?? null}
          write={(words) => changeBy(writeCell(table, { row, column }, words), history)}
          pressed={(event) => pressed(event, { row, column })}
        />
      ))}
      <td className={styles.actions}>
        <RowButtons row={row} count={table.rows.length} actions={actions} />
      </td>
    </tr>
  )
}

interface RowActions {
  readonly add: (row: number) => void
  readonly remove: (row: number) => void
  readonly move: (row: number, by: -1 | 1, column: number) => void
}

function RowButtons({
  row,
  count,
  actions,
}: {
  readonly row: number
  readonly count: number
  readonly actions: RowActions
}) {
  const buttons = [
    { name: tableWords.up, Icon: IconArrowUp, isOff: row === 0, act: () => actions.move(row, -1, 0) },
    { name: tableWords.down, Icon: IconArrowDown, isOff: row === count - 1, act: () => actions.move(row, 1, 0) },
    { name: tableWords.remove, Icon: IconX, isOff: false, act: () => actions.remove(row) },
  ]
  return (
    <div className={styles.buttons}>
      {buttons.map(({ name, Icon, isOff, act }) => (
        <ActionIcon
          key={name}
          variant="subtle"
          color="gray"
          size={22}
          // The keyboard has shortcuts for this, so the button is not a tab stop.
          tabIndex={-1}
          disabled={isOff}
          aria-label={`${name}: ${tableWords.row(row + 1)}`}
          title={name}
          onClick={act}
        >
          <Icon size={14} aria-hidden="true" />
        </ActionIcon>
      ))}
    </div>
  )
}

interface KeyContext {
  readonly table: EditedTable
  readonly actions: RowActions
  readonly history: TextHistory
  readonly leave: (() => void) | undefined
  readonly go: (to: CellPlace) => void
}

function keyAction(
  { key, altKey, ctrlKey, metaKey, shiftKey }: KeyboardEvent,
  { row, column }: CellPlace,
  { table, actions, history, leave, go }: KeyContext,
): (() => void) | null {
  const isCommand = ctrlKey || metaKey
  const isLast = row === table.rows.length - 1
  if (isCommand && key.toLowerCase() === 'z') return shiftKey ? history.redo : history.undo
  if (isCommand && key.toLowerCase() === 'y') return history.redo
  if (isCommand && key === 'Enter') return () => actions.add(row + 1)
  if (isCommand && (key === 'Backspace' || key === 'Delete') && shiftKey) return () => actions.remove(row)
  if (altKey && key === 'ArrowUp') return () => actions.move(row, -1, column)
  if (altKey && key === 'ArrowDown') return () => actions.move(row, 1, column)
  if (isCommand || altKey) return null
  if (key === 'Enter') return isLast ? () => actions.add(row + 1) : () => go({ row: row + 1, column })
  if (key === 'ArrowUp') return () => go({ row: row - 1, column })
  if (key === 'ArrowDown') return () => go({ row: row + 1, column })
  return key === 'Escape' && leave !== undefined ? leave : null
}

function focusCell(place: HTMLTableElement | null, { row, column }: CellPlace): boolean {
  const input = place?.querySelector<HTMLInputElement>(`input[data-cell="${row} ${column}"]`)
  if (input === null || input === undefined) return false
  input.focus()
  input.select()
  return true
}

function changeBy(edit: Edit | null, history: TextHistory): void {
  if (edit !== null) history.change([edit])
}

type FoundInTable = Diagnostic & { readonly row: number | null; readonly column: number | null }

/** Diagnostics of the table by cell. */
function diagnosticsIn({ compiled }: Document, table: EditedTable): FoundInTable[] {
  return compiled.diagnostics.flatMap((found): FoundInTable[] => {
    const { start } = found.span
    if (found.severity === 'note' || start < table.span.start || start > table.span.end) return []
    const row = table.rows.findIndex(({ span }) => span.start <= start && start <= span.end)
    const column = table.rows[row]?.cells.findIndex(({ span }) => span.start <= start && start <= span.end) ?? -1
    return [{ ...found, row: row < 0 ? null : row, column: row < 0 ? null : Math.max(0, column) }]
  })
}

function describedBy(found: readonly FoundInTable[], id: string, { row, column }: CellPlace): string | undefined {
  const own = found.flatMap((each, index) => (each.row === row && each.column === column ? [`${id}-${index}`] : []))
  return own.length === 0 ? undefined : own.join(' ')
}

interface FindingsProps {
  readonly found: readonly FoundInTable[]
  readonly id: string
  readonly history: TextHistory
}

function Findings({ found, id, history }: FindingsProps) {
  if (found.length === 0) return null
  return (
    <ul className={styles.findings}>
      {found.map((each, index) => (
        <li key={`${each.number} ${each.span.start} ${each.message}`} data-severity={each.severity}>
          <span id={`${id}-${index}`}>
            {each.row !== null && <span className={styles.where}>{tableWords.inRow(each.row + 1)}</span>} {each.message}
            {each.hint !== null && <span className={styles.hint}> {each.hint}</span>}
          </span>{' '}
          {each.fixes.map(({ title, edits }) => (
            <Button key={title} variant="default" size="compact-xs" onClick={() => history.change(edits)}>
              {title}
            </Button>
          ))}
        </li>
      ))}
    </ul>
  )
}
