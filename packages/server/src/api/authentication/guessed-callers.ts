// Somebody who came before with the same session → they are taken for who they were then, and what they ask is done at
// once, with one round trip less: the database judges the guess before anything of it. Nothing is decided by a guess.
// A request that cannot be done at once, or is refused, is asked again by whoever they are now.

import { signInOf } from '@ninefold/core/model/users/sign-in-of.ts'
import type { FastifyRequest } from 'fastify'
import type { Application } from '../../gate/context/application.ts'
import type { Guess } from '../../gate/context/caller-cache.ts'
import { Refusal } from '../../gate/context/refusal.ts'
import { isRefusedByDatabase } from '../../store/driver/database.ts'
import { MoreThanAtOnce } from '../http/exchange.ts'
import { isByAgent } from './agent-callers.ts'
import { callerFound } from './authentication.ts'
import { tokenOf } from './session-token.ts'

/** Null: they are not known, or who they are takes more than their session to know. Once judged they are known. */
export async function guessedCaller({ model, known }: Application, request: FastifyRequest): Promise<Guess | null> {
  const caller = await callerFound(request)
  if (caller !== null) return { caller, bindings: {} }
  // A remembered caller has all roles of the user, and an agent fewer.
  if (isByAgent(request)) return null
  const signIn = signInOf(model.roles)
  const token = signIn === null ? null : tokenOf(signIn, request)
  return token === null ? null : known.find(token)
}

/** Null: the guess was wrong, or the database had something else against it, and nothing was done. */
export async function unlessJudgedWrong<Result>(work: () => Promise<Result>): Promise<Result | null> {
  try {
    return await work()
  } catch (cause) {
    if (isRefusedByDatabase(cause)) return null
    throw cause
  }
}

/** Null: it was not done. The caller is looked up, and the request is done, or refused, with the caller's present rights. */
export function unlessRefused<Result>(work: () => Promise<Result>): Promise<Result | null> {
  return unlessJudgedWrong(work).catch((cause: unknown) => {
    if (cause instanceof Refusal || cause instanceof MoreThanAtOnce) return null
    throw cause
  })
}
