// A bulk action for every row of a list, also of those that the page does not hold → requests of one part each, one after
// another. Only counts and the first refused rows are kept.

import type { CallingAction, ChosenParameters } from '@ninefold/core/contract/calls/action-address.ts'
import type { RefusedRow, BulkActionAnswer } from '@ninefold/core/contract/calls/bulk-actions.ts'
import { randomKey } from '../actions.ts'
import { request } from '../query/request.ts'
import { pause, untilAnswered } from '../query/retry-until-answered.ts'

export interface BulkActionRequest {
  /** The list's own address with its search and filters: `/_ninefold/screens/<key>/<block>/all?status=open`. */
  readonly address: string
  readonly action: CallingAction
  readonly chosen: ChosenParameters
  readonly body: unknown
  readonly tell: (done: BulkActionDone) => void
  readonly signal: AbortSignal
}

export interface BulkActionDone {
  readonly done: number
  readonly refused: number
  /** The first ones. */
  readonly shown: readonly RefusedRow[]
  /** Null: every row was visited. */
  readonly stoppedBy: unknown
}

const SHOWN_MAX = 100

export async function doBulkActionOnList({
  address,
  action,
  chosen,
  body,
  tell,
  signal,
}: BulkActionRequest): Promise<BulkActionDone> {
  let all: BulkActionDone = { done: 0, refused: 0, shown: [], stoppedBy: null }
  try {
    for (let after: string | null | undefined; after !== null;) {
      const sent = { action: action.key, chosen, body, ...(after === undefined || after === '' ? {} : { after }) }
      const options = { body: sent, idempotencyKey: randomKey(), signal }
      const part = await untilAnswered(
        () => request<BulkActionAnswer>('POST', address, options),
        signal,
        () => {},
      )
      all = {
        done: all.done + part.done,
        refused: all.refused + part.refused.length,
        shown: [...all.shown, ...part.refused].slice(0, SHOWN_MAX),
        stoppedBy: null,
      }
      tell(all)
      if (part.waitSeconds !== undefined) await pause(part.waitSeconds * 1000, signal)
      after = part.next
    }
    return all
  } catch (thrown) {
    return { ...all, stoppedBy: thrown }
  }
}
