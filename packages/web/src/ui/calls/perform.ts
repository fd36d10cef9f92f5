// An action that a person has started, as it is sent: what forms, questions and buttons call.

import type { RowData } from '@ninefold/core/contract/wire/app.ts'
import type { CallingAction, ChosenParameters } from '../../client/actions.ts'
import type { Done } from '../../client/query/undo.ts'

export interface Performed {
  readonly action: CallingAction
  readonly row: RowData | null
  readonly chosen?: ChosenParameters
  readonly body: unknown
  /** Of the record as the form or the page has shown it. */
  readonly version?: number | string | undefined
  /** Given where there may be a way back, which is offered then. */
  readonly done?: Done | undefined
  /** The result is visible where the action was started, so that no notice appears. */
  readonly isSeen?: boolean
  /** Called when the server has accepted the request, before the page follows it up. */
  readonly accepted?: () => void
}

export type Perform = (performed: Performed) => Promise<void>
