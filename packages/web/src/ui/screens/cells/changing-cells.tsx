// In-place editing of cells: one cell is open at a time, and the others show their expected values.

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
  /** Undefined: no cell can be edited. */
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

/** The value of an editable cell, or its editor while it is open. */
export function ChangeableCell({ children, ...cell }: CellInPlace & { readonly children: ReactNode }) {
  const { row, column } = cell
  const changing = useChangingCells()
  if (changing === null || inputOfCell(changing.changes, row, column) === null) return children
  const isWaiting = changing.shown(row, column) !== undefined || undefined
  // A click on a link follows the link, so its editor opens from a button beside it.
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
        // By keyboard, Enter and F2 on the cell do the same.
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

/** Edit button beside a link that opens the row, because a click on the link opens the row. */
export function ChangingLink(cell: CellInPlace) {
  const { row, column } = cell
  const changing = useChangingCells()
  if (changing === null || inputOfCell(changing.changes, row, column) === null) return null
  return (
    <>
      <button
        type="button"
        className={styles.pencil}
        // By keyboard, F2 on the link does the same; the cell announces it to screen readers.
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

/** Edit button beside a value outside a table; it takes the focus. */
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

/** Starts editing by keyboard; returns false if the cell cannot be edited. */
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
