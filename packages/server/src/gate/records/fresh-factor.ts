// Step-up authentication: changes that could lead to account takeover require a recently shown second factor, if the
// user has one.

import type { RecordValue } from '@ninefold/core/expression/expression.ts'
import { signInOf } from '@ninefold/core/model/users/sign-in-of.ts'
import type { Executor } from '../../store/driver/database.ts'
import { hasPasskey } from '../../store/tables/users/passkeys.ts'
import { hasFactor, isFactorFresh } from '../../store/tables/users/second-factors.ts'
import type { Application } from '../context/application.ts'
import type { Caller } from '../context/caller.ts'
import { refused } from '../context/refusal.ts'
import { signedInUser } from '../context/signed-in-user.ts'

/** Second factors of a user: an authenticator app, and passkeys where the text has them. */
export interface FactorsOfUser {
  readonly app: boolean
  readonly passkey: boolean
}

export async function factorsOfUser(
  { model }: Pick<Application, 'model'>,
  executor: Executor,
  userId: string,
): Promise<FactorsOfUser> {
  const hasPasskeys = signInOf(model.roles)?.hasPasskeys === true
  return {
    app: await hasFactor(executor, userId),
    passkey: hasPasskeys && (await hasPasskey(executor, userId)),
  }
}

/** Long enough to fill in a form after the code. */
export const FRESH_FACTOR_MS = 10 * 60_000

/** A caller without a session, such as by a link, has proven their identity in another way. */
export async function refuseWithoutFreshFactor(
  { model }: Pick<Application, 'model'>,
  executor: Executor,
  { me, token }: Pick<Caller, 'me' | 'token'>,
): Promise<void> {
  if (signInOf(model.roles)?.secondFactor == null || me === null || token === null) return
  if (!(await hasSome({ model }, executor, me))) return
  if (!(await isFactorFresh(executor, token, FRESH_FACTOR_MS))) throw refused('second factor needed')
}

async function hasSome(application: Pick<Application, 'model'>, executor: Executor, me: RecordValue): Promise<boolean> {
  const { app, passkey } = await factorsOfUser(application, executor, String(me.id))
  return app || passkey
}

/** For a call that states it. API keys and HTTP Basic cannot show a second factor. */
export async function refuseUnlessFactorIsFresh(
  application: Pick<Application, 'model'>,
  executor: Executor,
  caller: Pick<Caller, 'me' | 'token' | 'isSessionOver' | 'owing'>,
): Promise<void> {
  const me = signedInUser(caller)
  const { token } = caller
  if (token !== null && (await isFactorFresh(executor, token, FRESH_FACTOR_MS))) return
  // Only users with a second factor are asked for it.
  if (token === null || !(await hasSome(application, executor, me)))
    throw refused('forbidden', 'second factor', ['second factor missing'])
  throw refused('second factor needed')
}
