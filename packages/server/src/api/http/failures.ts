// A failed request → its answer. Every failure has a code. A temporary one says when to retry. A defect is logged whole
// and answered without its details.

import type { Reason } from '@ninefold/core/contract/words/reasons.ts'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Application } from '../../gate/context/application.ts'
import { constraintRefusal } from '../../gate/records/constraint-refusal.ts'
import { Refusal, refused } from '../../gate/context/refusal.ts'
import { isOfSuperseded } from '../../gate/records/superseded-schema.ts'
import {
  isDatabaseAway,
  isEndedStatement,
  isOfMovingTenant,
  isOutOfRoom,
  onlyAtHome,
} from '../../store/driver/failures.ts'
import { TransactionBusy } from '../../store/driver/retries.ts'
import { FileStoreAway } from '../../store/files/file-store.ts'
import { MEDIA_TYPES } from '@ninefold/core/model/wire.ts'
import { pathOf } from './methods.ts'
import { problemOf, sendProblem } from './refusals.ts'

export async function answerFailure(
  application: Application,
  cause: unknown,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<FastifyReply> {
  const refusal = await refusalOf(application, cause, request).catch((failure: unknown) => {
    if (!isDatabaseAway(failure)) throw failure
    return passing('database away')
  })
  application.development?.refuses(refusal)
  if (refusal.retryAfterSeconds !== null) reply.header('retry-after', String(refusal.retryAfterSeconds))
  const problem = problemOf(application.model, refusal, request)
  // RFC 9110: an answer 415 names the accepted types. Those of a PATCH are in `Accept-Patch`.
  const { acceptedTypes } = request.routeOptions.config
  if (problem.status === 415 && acceptedTypes !== undefined && request.method !== 'PATCH')
    reply.header('accept', acceptedTypes.join(', '))
  return sendProblem(application, request, reply, problem)
}

async function refusalOf(application: Application, cause: unknown, request: FastifyRequest): Promise<Refusal> {
  if (cause instanceof Refusal) return cause
  const early = refusalOfRequest(cause, request)
  if (early !== null) return early
  const away = refusalWhileAway(cause)
  if (away !== null) {
    const { refusal, words } = away
    if (words !== null) request.log.warn({ err: cause, call: pathOf(request) }, words)
    return refusal
  }
  if (await isOfSuperseded(application, cause)) {
    request.log.warn({ err: cause, call: pathOf(request) }, 'The tables are those of another version now.')
    return superseded()
  }
  const beyondHome = onlyAtHome(cause)
  if (beyondHome !== null)
    return refused('wrong state', null, [beyondHome === 'new tenant' ? 'begins at home' : 'address stays'])
  const broken = constraintRefusal(application, cause)
  if (broken !== null) return broken
  request.log.error({ err: cause, call: pathOf(request) }, 'A request failed.')
  return refused('unexpected')
}

/** Missing: a route of the product itself. */
function pleaseSend(types: readonly string[] = [MEDIA_TYPES.JSON]): Reason {
  return types.includes(ANY_TYPE) ? ['send file'] : ['send as', types.join(', ')]
}

const ANY_TYPE = '*/*'

/** Fastify's own errors: a body that is too large, not JSON or of another type; an address that cannot be decoded. */
function refusalOfRequest(cause: unknown, { routeOptions }: FastifyRequest): Refusal | null {
  const sent = property(cause, 'statusCode')
  const status = typeof sent === 'number' ? sent : null
  if (status === 413)
    return refused('body too large', 'body', ['request too large', routeOptions.bodyLimit / 1_048_576])
  if (property(cause, 'code') === 'FST_ERR_BAD_URL')
    return refused('body not readable', 'address', ['address not readable'])
  if (status === 415)
    return refused('media type not supported', 'content-type', pleaseSend(routeOptions.config.acceptedTypes))
  return status !== null && status >= 400 && status < 500 ? refused('body not readable') : null
}

/** `words`: for the operator; null: the metrics report it. */
function refusalWhileAway(cause: unknown): { readonly refusal: Refusal; readonly words: string | null } | null {
  if (cause instanceof TransactionBusy || isEndedStatement(cause)) return { refusal: passing('busy'), words: null }
  if (isDatabaseAway(cause)) return { refusal: passing('database away'), words: 'The database does not answer.' }
  if (isOfMovingTenant(cause)) return { refusal: passing('busy', 1, ['tenant moves']), words: null }
  if (isOutOfRoom(cause)) return { refusal: outOfRoom(), words: 'The database has no room for more.' }
  if (cause instanceof FileStoreAway)
    return { refusal: passing('busy'), words: 'The place for files does not answer, or has no room.' }
  return null
}

/** The next process may already answer. */
export function superseded(): Refusal {
  return passing('busy', 1, ['newer version'])
}

/** An operator has to free disk space first. */
function outOfRoom(): Refusal {
  return passing('busy', 30, ['no room'])
}

function passing(error: 'busy' | 'database away', afterSeconds = 1, reason: Reason | null = null): Refusal {
  return new Refusal(refused(error, null, reason).items, afterSeconds)
}

function property(cause: unknown, name: string): unknown {
  return typeof cause === 'object' && cause !== null && name in cause
    ? (cause as Record<string, unknown>)[name]
    : undefined
}
