// Step-up: what would take an account over asks whoever has a second factor to have shown it just now.

import { signInOf } from '@ninefold/core/model/users/sign-in-of.ts'
import type { Executor } from '../../store/driver/database.ts'
import { hasFactor, isFactorFresh } from '../../store/tables/users/second-factors.ts'
import type { Application } from '../context/application.ts'
import type { Caller } from '../context/caller.ts'
import { refused } from '../context/refusal.ts'

/** Long enough to fill in a form after it. */
export const FRESH_FACTOR_MS = 10 * 60_000

/** Somebody without a session has shown otherwise who they are, such as by a link. */
export async function refuseWithoutFreshFactor(
  { model }: Pick<Application, 'model'>,
  executor: Executor,
  { me, token }: Pick<Caller, 'me' | 'token'>,
): Promise<void> {
  if (signInOf(model.roles)?.secondFactor == null || me === null || token === null) return
  if (!(await hasFactor(executor, String(me.id)))) return
  if (!(await isFactorFresh(executor, token, FRESH_FACTOR_MS))) throw refused('second factor needed')
}

/** For a call that states it. Keys and passwords that come with each request show none. */
export async function refuseUnlessFactorIsFresh(
  executor: Executor,
  { me, token }: Pick<Caller, 'me' | 'token'>,
): Promise<void> {
  if (me === null) throw refused('not signed in')
  if (token !== null && (await isFactorFresh(executor, token, FRESH_FACTOR_MS))) return
  // Nobody is asked for a code who has no app for codes.
  if (token === null || !(await hasFactor(executor, String(me.id))))
    throw refused('forbidden', 'second factor', ['second factor missing'])
  throw refused('second factor needed')
}
