// Parts of a record's page that a browser is told of, beside what app.ts says.

import type { AppAction, AppCallAction } from '../wire/actions.ts'
import type { Display } from '../wire/display.ts'

export interface AppHistory {
  readonly address: string
  readonly fields: readonly { readonly name: string; readonly label: string; readonly display: Display }[]
}

/** Composer at the foot of a list. `action`: the key of the call; `text`: the name of the input that is the text. */
export interface AppComposer {
  readonly action: string
  readonly text: string
  /** Name of the input for users whom the text names behind an `@`. */
  readonly mentions?: string
}

/** When a record was made, and by whom. A part that its reader may not see is left out; `by` null: nobody. */
export interface Beginning {
  readonly at?: string
  readonly by?: string | null
}

/** Cells that can be changed where they stand. */
export interface AppCellChanges {
  /** The key of the screen that offers the change, or shows the record; with that of the action, the address of present values: FormData. */
  readonly screen: string
  readonly action: AppAction & AppCallAction
  /** By column key, the name of the input that its cells are changed by. */
  readonly columns: Readonly<Record<string, string>>
}
