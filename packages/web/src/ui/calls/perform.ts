// How a call is made from a screen.

import type { RowData } from '@ninefold/core/contract/wire/app.ts'
import type { Done } from '../../client/query/undo.ts'
import type { CallingAction, ChosenParameters } from '../../client/actions.ts'

export type Perform = (
  action: CallingAction,
  row: RowData | null,
  chosen: ChosenParameters,
  body: unknown,
  /** Of the record as the form or the page has shown it. */
  version?: number | string,
  /** Given where there may be a way back, which is offered then. */
  done?: Done,
  /** What became of it is seen where it was done, so that nothing is said. */
  isSeen?: boolean,
) => Promise<void>
