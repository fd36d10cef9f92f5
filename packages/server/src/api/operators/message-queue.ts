// `GET /_ninefold/operation/messages.json`: pending and failed messages. `POST …/messages/:id/again` and `…/give-up`:
// an operator retries or abandons one, which is written to the audit log.

import {
  MESSAGES_AT_ONCE,
  type MessagesPage,
  type MessageState,
  type OperatorMessage,
} from '@ninefold/core/contract/wire/operators.ts'
import { refused } from '../../gate/context/refusal.ts'
import {
  giveMessageUp,
  queuedMessages,
  type QueuedMessage,
  queueLengths,
  type QueuePlace,
  tryMessageAgain,
} from '../../store/tables/operation/message-queue.ts'
import type { Exchange } from '../http/exchange.ts'
import { refuseOtherParameters } from '../http/list-query.ts'
import { isUuid } from '../http/uuid.ts'
import { type OperatorWork, workOn } from './operator-work.ts'

/** The name of a message in the audit log. Names of entities begin with a capital, so they cannot collide. */
export const MESSAGE_AUDITED = 'message'
const PLACE = /^([0-9]{1,15})-([0-9a-f-]{36})$/
const ERROR_LENGTH_MAX = 300

export async function operatorMessages({ application, query }: Exchange): Promise<MessagesPage> {
  refuseOtherParameters(query, ['state', 'after'])
  const state = stateIn(query['state'])
  const after = placeIn(query['after'])
  const { database } = application
  return database.read(async (transaction) => {
    const nowMs = database.nowMs()
    const found = await queuedMessages(transaction, { state, after, take: MESSAGES_AT_ONCE + 1, nowMs })
    const messages = found.slice(0, MESSAGES_AT_ONCE)
    const last = messages.at(-1)
    return {
      messages: messages.map(toldMessage),
      next: found.length > messages.length && last !== undefined ? `${last.createdAtMs}-${last.id}` : null,
      lengths: await queueLengths(transaction),
    }
  })
}

/**
 * For a message that is being sent, was sent, or does not exist, the answer is the same: nothing can be done with it.
 */
export function workOnMessage(exchange: Exchange, does: OperatorWork): Promise<void> {
  return workOn(exchange, does, MESSAGE_AUDITED, does === 'again' ? tryMessageAgain : giveMessageUp)
}

function toldMessage(message: QueuedMessage): OperatorMessage {
  const { id, name, way, attempts, createdAtMs, nextTryAtMs, isTaken } = message
  return {
    id,
    name,
    way,
    receiver: shortened(message.receiver),
    attempts,
    writtenAt: new Date(createdAtMs).toISOString(),
    nextTryAt: nextTryAtMs === null || isTaken ? null : new Date(nextTryAtMs).toISOString(),
    lastError: toldError(message),
    isBeingSent: isTaken,
  }
}

/**
 * Enough to find a wrong address without identifying the person: the first letter and the domain of an e-mail address;
 * the scheme and host of a webhook, whose path and query may hold a secret.
 */
function shortened(receiver: string): string {
  const place = /^(https?:\/\/)(?:[^/?#@]*@)?([^/?#]*)/i.exec(receiver)
  if (place !== null) return `${place[1]}${place[2]}/…`
  const at = receiver.lastIndexOf('@')
  const [first = ''] = receiver
  return at <= 0 ? `${first}…` : `${first}…${receiver.slice(at)}`
}

const ADDRESS = /[^\s<>"'(),:;@]+@[^\s<>"'(),:;@]+/g
const LINK = /https?:\/\/[^\s<>"']+/gi

/** Other servers repeat addresses in their error texts, so they are cut out. */
function toldError({ lastError, receiver }: QueuedMessage): string | null {
  if (lastError === null) return null
  return lastError
    .replaceAll(receiver, shortened(receiver))
    .replace(LINK, shortened)
    .replace(ADDRESS, shortened)
    .slice(0, ERROR_LENGTH_MAX)
}

function stateIn(sent: Exchange['query'][string]): MessageState {
  if (sent === undefined || sent === 'waiting') return 'waiting'
  if (sent !== 'failed') throw refused('wrong type', 'state')
  return sent
}

function placeIn(sent: Exchange['query'][string]): QueuePlace | null {
  if (sent === undefined || sent === '') return null
  const [, createdAtMs, id] = typeof sent === 'string' ? (PLACE.exec(sent) ?? []) : []
  if (createdAtMs === undefined || id === undefined || !isUuid(id) || Number(createdAtMs) > MOMENT_MAX)
    throw refused('wrong type', 'after')
  return { createdAtMs: Number(createdAtMs), id }
}

/** The end of the year 9999. */
const MOMENT_MAX = 253_402_300_799_999
