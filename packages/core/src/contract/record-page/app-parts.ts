// Parts of a record's page in the browser, in addition to app.ts.

import type { AppAction, AppCallAction } from '../wire/actions.ts'
import type { Display } from '../wire/display.ts'

export interface AppHistory {
  readonly address: string
  readonly fields: readonly { readonly name: string; readonly label: string; readonly display: Display }[]
}

/** The composer at the foot of a list. `action`: the key of the call; `text`: the name of the text input. */
export interface AppComposer {
  readonly action: string
  readonly text: string
  /** Name of the input for users whom the text mentions with `@`. */
  readonly mentions?: string
}

/** Time and author of a record's creation. A part that the reader may not see is left out; `by` null: no author. */
export interface Beginning {
  readonly at?: string
  readonly by?: string | null
}

/** Cells that can be edited inline. */
export interface AppCellChanges {
  /**
   * Key of the screen that offers the change, or shows the record; with the action's key, it forms the address of
   * present values: FormData.
   */
  readonly screen: string
  readonly action: AppAction & AppCallAction
  /** The input of each column's cells, by column key. */
  readonly columns: Readonly<Record<string, string>>
}
