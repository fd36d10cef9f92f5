// How a button anywhere on the page starts an action.

import { createContext, useContext } from 'react'
import type { Changed } from '../../client/query/undo.ts'
import type { AppScreen, RowData } from '@ninefold/core/contract/wire/app.ts'
import type { AppAction } from '@ninefold/core/contract/wire/actions.ts'
import type { AppCellChanges } from '@ninefold/core/contract/record-page/app-parts.ts'
import type { InputField } from '@ninefold/core/contract/wire/inputs.ts'

/** An action that may have something to fill in. */
export type FormAction = Extract<AppAction, { kind: 'call' }>

export interface Asked {
  readonly inputs: readonly InputField[]
  readonly changes: AppCellChanges
}

export interface StartedAction {
  readonly screen: AppScreen
  readonly action: AppAction
  readonly row: RowData | null
  /** Its name here, where that is not the label of the text. */
  readonly label?: string
  /** Of the page on which it was started. */
  readonly page?: RowData | null
  /** Initial values of the form, by the names of its inputs, in place of its own. */
  readonly begins?: Readonly<Record<string, InputField['initial']>>
  /** Values that it needs first, and the change that gives them. */
  readonly asks?: Asked
  /** Given already, so that nothing is asked. */
  readonly body?: Readonly<Record<string, unknown>>
  /** Values of the row that differ by that, and the way back. */
  readonly changed?: Changed
}

export interface Acting {
  readonly act: (started: StartedAction) => void
  readonly isActing: (actionKey: string, row: RowData | null) => boolean
}

export const ActingContext = createContext<Acting | null>(null)

export function useAct(): Acting {
  const acting = useContext(ActingContext)
  if (acting === null) throw new Error('An action was drawn outside the page that runs actions.')
  return acting
}
