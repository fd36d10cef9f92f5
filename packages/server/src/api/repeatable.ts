// `Repeatable: with an Idempotency-Key`: a client that does not know whether its request arrived sends it again
// with the same key, and gets the answer of the first one.

import type { Call } from '@ninefold/core/model/calls.ts'
import type { CallAnswer } from '../gate/calls.ts'
import { refused, Refusal, inputRefusal } from '../gate/refusal.ts'
import type { Executor } from '../store/database.ts'
import { type KeyedRequest, keepAnswer, KeyUsedOtherwise, takeKey } from '../store/idempotency-keys.ts'
import type { Exchange } from './exchange.ts'

const KEY_LENGTH_MAX = 255

/** Null: the call is not repeatable, or the client does without it. */
export function keyedRequest({ caller, headers, parameters, body }: Exchange, call: Call): KeyedRequest | null {
  const key = headers['idempotency-key']
  if (call.repeatable?.kind !== 'by key' || key === undefined) return null
  if (key.length === 0 || key.length > KEY_LENGTH_MAX || !/^[\x21-\x7e]+$/.test(key))
    throw refused('body not readable', 'Idempotency-Key', 'The key is 1 to 255 visible characters.')
  return {
    caller: String(caller.me?.id ?? ''),
    call: `${call.method} ${call.path}`,
    key,
    content: JSON.stringify([parameters, body ?? null]),
  }
}

export async function answeredOnce(
  transaction: Executor,
  request: KeyedRequest | null,
  answer: () => Promise<CallAnswer>,
): Promise<CallAnswer> {
  if (request === null) return answer()
  const kept = await takeKey(transaction, request).catch((cause: unknown) => {
    if (!(cause instanceof KeyUsedOtherwise)) throw cause
    throw new Refusal([inputRefusal('wrong type', 'Idempotency-Key', null, 'This key was used for another request.')])
  })
  if (kept !== null) return kept
  const given = await answer()
  await keepAnswer(transaction, request, given)
  return given
}
