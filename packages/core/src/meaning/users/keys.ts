// API keys, which act for their users (reference/6-roles, API keys). Access by OAuth is a key, too.

import { signInOf } from '../../model/users/sign-in-of.ts'
import type { ApiKeyRules } from '../../model/roles.ts'
import type { Model } from '../../model/model.ts'
import { refusedAs } from '../refusals/refusal.ts'
import { type Caller, callerOf, refusedGuest } from '../rights.ts'
import type { Store } from '../store.ts'
import type { Writing } from '../write.ts'

export interface KeyToMake {
  /** The key's name in requests. */
  readonly name: string
  readonly roles: readonly string[]
  readonly onlyReads: boolean
  readonly isOfApp: boolean
  readonly days: number
}

const DAY_MS = 86_400_000
const KEYS_MAX = 50

export function makeKey({ model, store, caller }: Writing, { name, isOfApp, roles, onlyReads, days }: KeyToMake): void {
  const rules = rulesOf(model)
  if (rules === null) throw refusedAs('not found')
  if (caller.me === null) throw refusedGuest(caller)
  if (roles.length === 0) throw refusedAs('wrong type', 'roles')
  if (!roles.every((role) => rules.roles.includes(role) && caller.roles.has(role)))
    throw refusedAs('forbidden', 'roles')
  if (days < 1 || days > Math.floor(rules.lengthMaxMs / DAY_MS)) throw refusedAs('wrong type', 'days')
  const { me } = caller
  if (
    [...store.keys.values()].filter(({ user, endsMs }) => user.id === me.id && endsMs > store.nowMs).length >= KEYS_MAX
  )
    throw refusedAs('forbidden')
  store.keys.set(name, {
    user: me,
    roles,
    onlyReads,
    isOfApp,
    tenant: caller.tenant ?? null,
    endsMs: store.nowMs + days * DAY_MS,
  })
}

/** Persons revoke their own keys; an app's access is revoked elsewhere. */
export function endKey({ model, store, caller }: Writing, name: string): void {
  if (rulesOf(model) === null) throw refusedAs('not found')
  if (caller.me === null) throw refusedGuest(caller)
  const key = store.keys.get(name)
  if (key === undefined || key.isOfApp || key.user.id !== caller.me.id) throw refusedAs('not found')
  store.keys.delete(name)
}

/** Its user with those roles of the key that the user still has. It is valid at the address where it was made alone. */
export function callerByKey(
  model: Model,
  store: Store,
  { name, isRead, tenant }: { readonly name: string; readonly isRead: boolean; readonly tenant: string | undefined },
): Caller {
  const rules = rulesOf(model)
  const key = store.keys.get(name)
  const isThere = rules !== null && key !== undefined && key.endsMs > store.nowMs && store.records.has(key.user.id)
  if (!isThere || store.suspended.has(key.user.id) || key.tenant !== (tenant ?? null))
    throw refusedAs('session not valid')
  if (key.isOfApp && !rules.alsoByOAuth) throw refusedAs('session not valid')
  const { roles: has, ...asking } = callerOf(model, store, key.user, tenant)
  const roles = key.roles.filter((role) => has.has(role) && rules.roles.includes(role))
  if (roles.length === 0) throw refusedAs('session not valid')
  if (key.onlyReads && !isRead) throw refusedAs('forbidden')
  const all = model.roles.roles.filter((role) => roles.includes(role.name))
  return { ...asking, roles: new Set(all.flatMap((role) => [role.name, ...role.includes])), isByKey: true }
}

function rulesOf(model: Model): ApiKeyRules | null {
  return signInOf(model.roles)?.apiKeys ?? null
}
