// Somebody who came before with the same session → they are taken for who they were then, and what they ask is done at
// once, with one round trip less: the database judges the guess before anything of it. Nothing is decided by a guess.
// What cannot be done at once, or is refused, is asked again by whoever they are now.

import { signInOf } from '@ninefold/core/model/sign-in-of.ts'
import type { FastifyRequest } from 'fastify'
import type { Application } from '../gate/application.ts'
import { type Caller, callerWith } from '../gate/caller.ts'
import { Refusal } from '../gate/refusal.ts'
import { type Bindings, isRefusedByDatabase, JUDGED_BY } from '../store/database.ts'
import { judgesSession } from '../store/sessions.ts'
import { MoreThanAtOnce } from './exchange.ts'
import { tokenOf, userRecord } from './roles.ts'

export interface Guess {
  readonly caller: Caller
  /** With them every statement is judged. */
  readonly bindings: Bindings
}

/** Null: they are not known, or who they are takes more than their session to know. */
export function guessedCaller({ model, sessions, development }: Application, request: FastifyRequest): Guess | null {
  const signIn = signInOf(model.roles)
  if (signIn === null || development !== undefined || model.roles.roles.some(({ when }) => when.length > 0)) return null
  const token = tokenOf(signIn, request)
  const user = token === null ? null : sessions.find(token)
  if (token === null || user === null) return null
  return {
    caller: callerWith(model, userRecord(model, signIn, user.userId), user.roles, token),
    bindings: { [JUDGED_BY]: judgesSession(token, user, signIn.session) },
  }
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

/** Null: it was not done. Whoever asks is looked up, and it is done, or said why not, for whoever they are now. */
export function unlessRefused<Result>(work: () => Promise<Result>): Promise<Result | null> {
  return unlessJudgedWrong(work).catch((cause: unknown) => {
    if (cause instanceof Refusal || cause instanceof MoreThanAtOnce) return null
    throw cause
  })
}
