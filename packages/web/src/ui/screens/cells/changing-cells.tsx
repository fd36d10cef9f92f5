// Cells that can be changed in place: one at a time is open, and the others show what they will be.

import { IconPencil } from '@tabler/icons-react'
import { Suspense, useMemo, useRef, useState, type ReactNode } from 'react'
import type { AppScreen, RowData } from '@ninefold/core/contract/wire/app.ts'
import type { AppColumn } from '@ninefold/core/contract/wire/display.ts'
import type { AppCellChanges } from '@ninefold/core/contract/record-page/app-parts.ts'
import { lazyPart } from '../../connection/lazy-part.tsx'
import { ChangingCellsContext, inputOfCell, useChangingCells, type CellPlace } from './cell-changes.ts'
import { words } from '../../words/words.ts'
import styles from './cell-editor.module.css'

const CellEditor = lazyPart(() => import('./cell-editor.tsx'), { missingAs: 'line' })

interface ChangingProps {
  /** Undefined: nothing is changed in place. */
  readonly changes: AppCellChanges | undefined
  readonly children: ReactNode
}

export function ChangingCells({ changes, children }: ChangingProps) {
  const [open, setOpen] = useState<CellPlace | null>(null)
  const openNow = useRef<CellPlace | null>(null)
  const [values, setValues] = useState<ReadonlyMap<string, unknown>>(new Map())
  const changing = useMemo(
    () =>
      changes === undefined
        ? null
        : {
            changes,
            open,
            isOpen: (place: CellPlace) => openNow.current !== null && keyOf(openNow.current) === keyOf(place),
            begin: (row: RowData, column: AppColumn) => {
              openNow.current = { row: row.id, column: column.key }
              setOpen(openNow.current)
            },
            end: () => {
              openNow.current = null
              setOpen(null)
            },
            shown: (row: RowData, column: AppColumn) => values.get(keyOf({ row: row.id, column: column.key })),
            show: (place: CellPlace, value: unknown) =>
              setValues((before) => new Map([...before, [keyOf(place), value]])),
            forget: (place: CellPlace) =>
              setValues((before) => new Map([...before].filter(([key]) => key !== keyOf(place)))),
          },
    [changes, open, values],
  )
  return <ChangingCellsContext value={changing}>{children}</ChangingCellsContext>
}

function keyOf({ row, column }: CellPlace): string {
  return `${row} ${column}`
}

export interface CellInPlace {
  readonly screen: AppScreen
  readonly column: AppColumn
  readonly row: RowData
  /** Title of the row. */
  readonly name: string
}

/** The value of a cell that can be changed, and what changes it, while it is. */
export function ChangeableCell({ children, ...cell }: CellInPlace & { readonly children: ReactNode }) {
  const { row, column } = cell
  const changing = useChangingCells()
  if (changing === null || inputOfCell(changing.changes, row, column) === null) return children
  const isWaiting = changing.shown(row, column) !== undefined || undefined
  // A link by itself is followed by a click, and changed beside it.
  if (isLink(column) && !isNothing(row.values[column.key]))
    return (
      <>
        <span data-waiting={isWaiting}>{children}</span>
        <ChangingLink {...cell} />
      </>
    )
  return (
    <>
      <Editor {...cell} />
      <span
        className={styles.value}
        data-waiting={isWaiting}
        // The keyboard has the cell itself: Enter and F2 on it do the same.
        role="presentation"
        onClick={() => changing.begin(row, column)}
      >
        {children}
      </span>
    </>
  )
}

function isLink({ display }: AppColumn): boolean {
  const { kind } = display.kind === 'list' ? display.of : display
  return kind === 'file' || kind === 'email' || kind === 'url'
}

function isNothing(value: unknown): boolean {
  return value === null || value === undefined || value === '' || (Array.isArray(value) && value.length === 0)
}

/** Beside a link that opens the row: a click on that is taken. */
export function ChangingLink(cell: CellInPlace) {
  const { row, column } = cell
  const changing = useChangingCells()
  if (changing === null || inputOfCell(changing.changes, row, column) === null) return null
  return (
    <>
      <button
        type="button"
        className={styles.pencil}
        // The keyboard has F2 on the link; a screen reader is told so by the cell.
        tabIndex={-1}
        aria-hidden="true"
        data-aside
        onClick={() => changing.begin(row, column)}
      >
        <IconPencil size={14} />
      </button>
      <Editor {...cell} />
    </>
  )
}

/** Beside what is no cell of a table: the keyboard comes to it. */
export function ChangingButton(cell: CellInPlace) {
  const { row, column } = cell
  const changing = useChangingCells()
  if (changing === null || inputOfCell(changing.changes, row, column) === null) return null
  return (
    <>
      <button
        type="button"
        className={styles.pencil}
        data-changes={column.key}
        data-alone
        aria-haspopup="dialog"
        aria-label={words.records.change(column.label)}
        onClick={() => changing.begin(row, column)}
      >
        <IconPencil size={14} aria-hidden="true" />
      </button>
      <Editor {...cell} />
    </>
  )
}

export function Editor(cell: CellInPlace) {
  const changing = useChangingCells()
  const { row, column } = cell
  const input = inputOfCell(changing?.changes, row, column)
  if (input === null || changing?.open?.row !== row.id || changing.open.column !== column.key) return null
  return (
    <Suspense fallback={null}>
      <CellEditor {...cell} input={input} />
    </Suspense>
  )
}

/** By the keyboard: false where there is nothing to change. */
export function useCellBeginning(
  rows: readonly RowData[],
  columns: readonly AppColumn[],
): (row: string, column: string) => boolean {
  const changing = useChangingCells()
  return (rowId, columnKey) => {
    const row = rows.find(({ id }) => id === rowId)
    const column = columns.find(({ key }) => key === columnKey)
    if (changing === null || row === undefined || column === undefined) return false
    if (inputOfCell(changing.changes, row, column) === null) return false
    changing.begin(row, column)
    return true
  }
}
