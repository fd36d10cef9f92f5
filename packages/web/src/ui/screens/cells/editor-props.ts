// Properties of a cell's editor, from the cell to the entered value.

import type { AppScreen, FormData, RowData } from '@ninefold/core/contract/wire/app.ts'
import type { AppColumn } from '@ninefold/core/contract/wire/display.ts'
import type { AppCellChanges } from '@ninefold/core/contract/record-page/app-parts.ts'
import type { InputField } from '@ninefold/core/contract/wire/inputs.ts'

export interface EditorProps {
  readonly screen: AppScreen
  readonly column: AppColumn
  readonly row: RowData
  readonly input: InputField
  /** The title of the row. */
  readonly name: string
}

export interface PresentProps extends EditorProps {
  readonly end: () => void
  readonly setAway: (isAway: boolean) => void
}

export interface EditingProps extends PresentProps {
  readonly changes: AppCellChanges
  readonly data: FormData
  /** Fetches the present data again. */
  readonly again: () => Promise<FormData>
}
