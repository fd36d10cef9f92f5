// A cached session → a guessed caller. The request runs at once for the caller that the session had before, which saves
// a round trip. The same statement verifies the guess in the database before it does anything. A guess never decides: a
// request that cannot be done in one statement, or is refused, runs again with the caller looked up.

import { signInOf } from '@ninefold/core/model/users/sign-in-of.ts'
import type { FastifyRequest } from 'fastify'
import type { Application } from '../../gate/context/application.ts'
import type { Guess } from '../../gate/context/caller-cache.ts'
import { Refusal } from '../../gate/context/refusal.ts'
import { isRefusedByDatabase } from '../../store/driver/failures.ts'
import { MoreThanAtOnce } from '../http/exchange.ts'
import { isByAgent } from './agent-callers.ts'
import { callerFound } from './authentication.ts'
import { tokenOf } from './session-token.ts'

/** Null: no cached caller for this session, or finding the caller takes more than the session. */
export function cachedCaller({ model, known }: Application, request: FastifyRequest): Guess | null {
  const caller = callerFound(request)
  if (caller !== null) return { caller, bindings: {} }
  // The cached caller has all roles of the user; an agent has fewer.
  if (isByAgent(request)) return null
  const signIn = signInOf(model.roles)
  const token = signIn === null ? null : tokenOf(signIn, request)
  return token === null ? null : known.find(token)
}

/** Null: the guess was wrong, or the database refused for another reason. Nothing was done. */
export function unlessJudgedWrong<Result>(work: () => Promise<Result>): Promise<Result | null> {
  return nullIf(isRefusedByDatabase, work)
}

/**
 * Null: nothing was done. The request then runs with the caller looked up, and is done or refused by their present
 * rights.
 */
export function unlessRefused<Result>(work: () => Promise<Result>): Promise<Result | null> {
  return nullIf(
    (cause) => isRefusedByDatabase(cause) || cause instanceof Refusal || cause instanceof MoreThanAtOnce,
    work,
  )
}

async function nullIf<Result>(
  isExpected: (cause: unknown) => boolean,
  work: () => Promise<Result>,
): Promise<Result | null> {
  try {
    return await work()
  } catch (cause) {
    if (isExpected(cause)) return null
    throw cause
  }
}
