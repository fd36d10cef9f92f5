// How a table's cells are changed where they stand: which one is being changed, and what those show whose new value is on its
// way to the server.

import { createContext, useContext } from 'react'
import type { RowData } from '@ninefold/core/contract/wire/app.ts'
import type { AppColumn } from '@ninefold/core/contract/wire/display.ts'
import type { AppCellChanges } from '@ninefold/core/contract/record-page/app-parts.ts'
import type { InputField } from '@ninefold/core/contract/wire/inputs.ts'

export interface CellPlace {
  readonly row: string
  readonly column: string
}

export interface ChangingCells {
  readonly changes: AppCellChanges
  /** The cell that is being changed; null: none is. */
  readonly open: CellPlace | null
  /** Asked at any time: what is drawn may be older. */
  readonly isOpen: (place: CellPlace) => boolean
  readonly begin: (row: RowData, column: AppColumn) => void
  /** Nothing is changed any more; the keyboard goes back to the cell. */
  readonly end: () => void
  /** Value of a cell before the server has confirmed it (optimistic update); undefined: the row's own. */
  readonly shown: (row: RowData, column: AppColumn) => unknown
  readonly show: (place: CellPlace, value: unknown) => void
  readonly forget: (place: CellPlace) => void
}

export const ChangingCellsContext = createContext<ChangingCells | null>(null)

/** Null: nothing is changed in place here. */
export function useChangingCells(): ChangingCells | null {
  return useContext(ChangingCellsContext)
}

/** The input that changes the cell; null: the caller may not change it, or not now. */
export function inputOfCell(changes: AppCellChanges | undefined, row: RowData, column: AppColumn): InputField | null {
  const name = changes?.columns[column.key]
  if (changes === undefined || name === undefined || row.changes?.[name] !== true) return null
  const isFound = changes.action.parameters.every(
    (parameter) => parameter.from === 'row' && row.keys[parameter.key] !== undefined,
  )
  return isFound ? (changes.action.form.find(({ path }) => path.join('.') === name) ?? null) : null
}
