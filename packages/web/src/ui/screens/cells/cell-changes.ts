// In-place editing of table cells: the cell being edited, and the cells whose new value is on its way to the server.

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
  /** The cell being edited. Null: none. */
  readonly open: CellPlace | null
  /** Reads the current state, because the drawn component may be older. */
  readonly isOpen: (place: CellPlace) => boolean
  readonly begin: (row: RowData, column: AppColumn) => void
  /** Ends editing and returns the focus to the cell. */
  readonly end: () => void
  /** Value of a cell before the server has confirmed it (optimistic update); undefined: the row's own. */
  readonly shown: (row: RowData, column: AppColumn) => unknown
  readonly show: (place: CellPlace, value: unknown) => void
  readonly forget: (place: CellPlace) => void
}

export const ChangingCellsContext = createContext<ChangingCells | null>(null)

/** Null: cells cannot be edited here. */
export function useChangingCells(): ChangingCells | null {
  return useContext(ChangingCellsContext)
}

/** Returns the input that edits the cell, or null if the caller may not change it now. */
export function inputOfCell(changes: AppCellChanges | undefined, row: RowData, column: AppColumn): InputField | null {
  const name = changes?.columns[column.key]
  if (changes === undefined || name === undefined || row.changes?.[name] !== true) return null
  const isFound = changes.action.parameters.every(
    (parameter) => parameter.from === 'row' && row.keys[parameter.key] !== undefined,
  )
  return isFound ? (changes.action.form.find(({ path }) => path.join('.') === name) ?? null) : null
}
