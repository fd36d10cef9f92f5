// A change of the address with which a user signs in, or to which links go, leads to the account: the next link by
// e-mail is the new owner's. So users who change their own have to have proven lately who they are.

import type { RecordValue } from '@ninefold/core/expression/expression.ts'
import type { Entity } from '@ninefold/core/model/entities.ts'
import { addressFields, signInOf } from '@ninefold/core/model/users/sign-in-of.ts'
import { bypassesPermissions } from '@ninefold/core/rights/roles.ts'
import { isFreshSession } from '../../store/tables/users/sessions.ts'
import { isFactorFresh } from '../../store/tables/users/second-factors.ts'
import { refused } from '../context/refusal.ts'
import type { Work } from '../context/work.ts'
import { FRESH_FACTOR_MS } from './fresh-factor.ts'
import { PROVEN_USER } from './own-password.ts'

/** Irreversible actions need a recent sign-in, so that a session left open cannot be misused. */
export const FRESH_MS = 15 * 60_000

/**
 * Called after the change, which its transaction takes back. A call that runs as the product does what its steps say,
 * and people who may change other users are not asked.
 */
export async function refuseUnprovenAddress(
  work: Work,
  entity: Entity,
  old: RecordValue,
  now: RecordValue,
): Promise<void> {
  const { application, caller, transaction, bindings } = work
  const { roles } = application.model
  if (signInOf(roles)?.entity !== entity.name || bypassesPermissions(caller)) return
  if (caller.me === null || String(caller.me.id) !== String(now.id)) return
  const field = addressFields(roles).find((name) => (old.fields[name] ?? null) !== (now.fields[name] ?? null))
  if (field === undefined || bindings[PROVEN_USER] === String(now.id)) return
  if (caller.key !== undefined) throw refused('forbidden', field, ['key changes address'])
  // HTTP Basic brings the password with each request; a key in a field of the user is one that the text hands out.
  if (caller.token === null) return
  if (await isFactorFresh(transaction, caller.token, FRESH_FACTOR_MS)) return
  if (!(await isFreshSession(transaction, caller.token, FRESH_MS))) throw refused('forbidden', field, ['sign in again'])
}
