// Limits of point 9 on calls and on signing in: counted once the address and the method match, before the rest of the
// request is read.

import { operationKey, type Operation, presentKey } from '@ninefold/core/contract/calls/calls.ts'
import { limitHeadersOf, NAMES_OF_LIMIT_HEADERS, type UseLeft } from '@ninefold/core/contract/limit-headers.ts'
import { everyStep } from '@ninefold/core/model/steps/every-step.ts'
import type { Limit } from '@ninefold/core/model/limits.ts'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Application } from '../../gate/context/application.ts'
import type { Guess } from '../../gate/context/caller-cache.ts'
import { countUses, giveBackUses, limitsOfSigningIn, whoCounts } from '../../gate/calls/rate-limit-counters.ts'
import { isKeyTaken } from '../../store/tables/idempotency-keys.ts'
import { bindingsOf } from '../../gate/context/bindings.ts'
import { countedAddress } from '../http/client-address.ts'
import { cachedCaller, unlessJudgedWrong } from '../authentication/cached-sessions.ts'
import { callInTenant, keyOwner } from './idempotency.ts'
import { callerOf, noteCaller } from '../authentication/authentication.ts'

/** A call that checks a password counts as signing in, like the application's own form. */
export function limitsOfOperation(application: Application, operation: Operation): Limit[] {
  const key = presentKey(operation)
  const ofCall = application.model.limits.limits.filter(
    ({ on }) => on.kind === 'call' && (on.call === null || keyOfCall(on.call) === key),
  )
  const isSigningIn =
    operation.kind === 'stated' &&
    everyStep(operation.call.steps).some(({ action }) => action.kind === 'check password')
  return isSigningIn ? [...ofCall, ...limitsOfSigningIn(application)] : ofCall
}

/** Equal for calls whose addresses differ in names of parameters only. */
export function keyOfCall(call: string): string {
  const [method = '', path = ''] = call.split(' ')
  return operationKey({ method, path })
}

/** The counters that a request has used. */
const countedKeys = new WeakMap<FastifyRequest, readonly string[]>()

/**
 * Undefined where nothing is limited. `repeatable`: the name under which answers are stored by Idempotency-Key. A
 * repetition of an answered request is not counted, and always gets its answer.
 */
export function countedUse(
  application: Application,
  limits: readonly Limit[],
  repeatable: string | null = null,
): ((request: FastifyRequest, reply: FastifyReply) => Promise<void>)[] {
  if (limits.length === 0) return []
  const counted = async (request: FastifyRequest, reply: FastifyReply): Promise<void> => {
    const count = async ({ caller, bindings }: Guess): Promise<true> => {
      const concerned = limits.filter(
        ({ per }) => per.kind !== 'user' || per.role === null || caller.roles.has(per.role),
      )
      const executor = application.database
      const use = { application, executor, caller, bindings: { ...bindingsOf(application, caller), ...bindings } }
      const who = ({ per }: Limit): string => whoCounts(per, caller, countedAddress(request.ip))
      const uses: UseLeft[] = []
      const keys = await countUses(use, concerned, who, (left) => {
        // Tries to sign in are counted for a name, of which an answer says nothing.
        if (left.limit.on.kind === 'call') uses.push(left)
        tellUses(application, reply, uses)
      })
      countedKeys.set(request, [...(countedKeys.get(request) ?? []), ...keys])
      return true
    }
    const key = request.headers['idempotency-key']
    if (repeatable !== null && typeof key === 'string') {
      const caller = await callerOf(application, request)
      const call = await callInTenant({ application, caller, bindings: bindingsOf(application, caller) }, repeatable)
      const isRepeated = await isKeyTaken(application.database, { caller: keyOwner(caller), call, key })
      return isRepeated ? undefined : void (await count({ caller, bindings: {} }))
    }
    const guess = cachedCaller(application, request)
    if (guess !== null && (await unlessJudgedWrong(() => count(guess))) !== null)
      return noteCaller(request, guess.caller)
    await count({ caller: await callerOf(application, request), bindings: {} })
  }
  return [counted]
}

/** Headers of the answer, a refusal included. */
function tellUses({ model }: Application, reply: FastifyReply, uses: readonly UseLeft[]): void {
  for (const [name, value] of limitHeadersOf(model.limits.limitHeaders, uses, Date.now())) reply.header(name, value)
}

/**
 * Gives the use back to a repetition that arrived while the first request was still running, because only the first
 * one's answer shows that it is one.
 */
export async function giveBack(application: Application, request: FastifyRequest, reply: FastifyReply): Promise<void> {
  // They told of a use that there was not.
  for (const names of Object.values(NAMES_OF_LIMIT_HEADERS))
    for (const name of names) reply.removeHeader(name.toLowerCase())
  await giveBackUses(application.database, countedKeys.get(request) ?? [])
  countedKeys.delete(request)
}
