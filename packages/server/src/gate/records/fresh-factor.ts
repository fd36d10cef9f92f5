// Step-up authentication: changes that could lead to account takeover require a recently shown second factor, if the
// user has one.

import { signInOf } from '@ninefold/core/model/users/sign-in-of.ts'
import type { Executor } from '../../store/driver/database.ts'
import { hasFactor, isFactorFresh } from '../../store/tables/users/second-factors.ts'
import type { Application } from '../context/application.ts'
import type { Caller } from '../context/caller.ts'
import { refused } from '../context/refusal.ts'

/** Long enough to fill in a form after the code. */
export const FRESH_FACTOR_MS = 10 * 60_000

/** A caller without a session, such as by a link, has proven their identity in another way. */
export async function refuseWithoutFreshFactor(
  { model }: Pick<Application, 'model'>,
  executor: Executor,
  { me, token }: Pick<Caller, 'me' | 'token'>,
): Promise<void> {
  if (signInOf(model.roles)?.secondFactor == null || me === null || token === null) return
  if (!(await hasFactor(executor, String(me.id)))) return
  if (!(await isFactorFresh(executor, token, FRESH_FACTOR_MS))) throw refused('second factor needed')
}

/** For a call that states it. API keys and HTTP Basic cannot show a second factor. */
export async function refuseUnlessFactorIsFresh(
  executor: Executor,
  { me, token }: Pick<Caller, 'me' | 'token'>,
): Promise<void> {
  if (me === null) throw refused('not signed in')
  if (token !== null && (await isFactorFresh(executor, token, FRESH_FACTOR_MS))) return
  // Only users with an authenticator app are asked for a code.
  if (token === null || !(await hasFactor(executor, String(me.id))))
    throw refused('forbidden', 'second factor', ['second factor missing'])
  throw refused('second factor needed')
}
