// Parts of a record's page that a browser is told of, beside what app.ts says.

import type { MadeLabel } from '../../model/screens.ts'

/** What every action has. */
export interface AppActionParts {
  readonly key: string
  readonly label: string
  readonly made?: MadeLabel
  readonly progress?: AppProgress
}

/**
 * Where a step takes its record on the way to its end. `field`: the key of the state among the values of a row. `left`: by the
 * state that it is in, how many steps are left afterwards; states from which it leads away from the end are missing.
 */
export interface AppProgress {
  readonly field: string
  readonly left: Readonly<Record<string, number>>
}

/** What is written at the foot of a list. `action`: the key of the call; `text`: the name of the input that is the text. */
export interface AppComposer {
  readonly action: string
  readonly text: string
}

/** When a record was made, and by whom. What its reader may not see is left out; `by` null: it says nobody. */
export interface Beginning {
  readonly at?: string
  readonly by?: string | null
}
