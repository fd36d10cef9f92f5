// A started action as it is sent by forms, confirmations and buttons.

import type { RowData } from '@ninefold/core/contract/wire/app.ts'
import type { CallingAction, ChosenParameters } from '@ninefold/core/contract/calls/action-address.ts'
import type { Done } from '../../client/query/undo.ts'

export interface Performed {
  readonly action: CallingAction
  readonly row: RowData | null
  readonly chosen?: ChosenParameters
  readonly body: unknown
  /** The version of the record that the form or page has shown. */
  readonly version?: number | string | undefined
  /** Set if an undo may be possible, which is then offered. */
  readonly done?: Done | undefined
  /** The result is visible in place, so no notice appears. */
  readonly isSeen?: boolean
  /** Called when the server has accepted the request, before the page handles the result. */
  readonly accepted?: () => void
}

export type Perform = (performed: Performed) => Promise<void>
