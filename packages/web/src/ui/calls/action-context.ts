// Lets a button anywhere on the page start an action.

import { createContext, useContext } from 'react'
import type { Changed } from '../../client/query/undo.ts'
import type { AppScreen, RowData } from '@ninefold/core/contract/wire/app.ts'
import type { AppAction } from '@ninefold/core/contract/wire/actions.ts'
import type { AppCellChanges } from '@ninefold/core/contract/record-page/app-parts.ts'
import type { InputField } from '@ninefold/core/contract/wire/inputs.ts'

/** An action that may have inputs. */
export type FormAction = Extract<AppAction, { kind: 'call' }>

export interface Asked {
  readonly inputs: readonly InputField[]
  readonly changes: AppCellChanges
}

export interface StartedAction {
  readonly screen: AppScreen
  readonly action: AppAction
  readonly row: RowData | null
  /** Its label here, if it differs from the text's. */
  readonly label?: string
  /** The record of the page on which it was started. */
  readonly page?: RowData | null
  /** Initial values by input, which replace the form's own. */
  readonly begins?: Readonly<Record<string, InputField['initial']>>
  /** Missing values of the record, with the change that sets them. */
  readonly asks?: Asked
  /** Given in advance, so that no form is shown. */
  readonly body?: Readonly<Record<string, unknown>>
  /** Changed values of the row, and the undo. */
  readonly changed?: Changed
  /** The person sees what it has done, and undoes it in the same way: no notice says so. */
  readonly isSeen?: true
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
