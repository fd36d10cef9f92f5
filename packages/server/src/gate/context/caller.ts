// The caller: the roles that plans depend on, and the values that statements get.

import type { RecordValue } from '@ninefold/core/expression/expression.ts'
import { PUBLIC_ADDRESS } from '@ninefold/core/expression/request-address.ts'
import type { Model } from '@ninefold/core/model/model.ts'
import { rolesText } from '@ninefold/core/plan/schema/caller-slots.ts'
import { CHANGED_BY_CLOCK } from '@ninefold/core/plan/schema/kept-changes.ts'
import { TENANT_OF_ADDRESS } from '@ninefold/core/plan/sql/current-tenant.ts'
import { CALLER_ROLES } from '@ninefold/core/plan/sql/sql.ts'
import type { CallerRoles } from '@ninefold/core/rights/roles.ts'
import type { Bindings } from '../../store/driver/rows.ts'

export interface Caller extends CallerRoles {
  /** Null: not signed in. */
  readonly me: RecordValue | null
  /** The session token, if there is a session. */
  readonly token: string | null
  /** The API key of a program that acts for its user, with at most the key's rights. */
  readonly key?: CallerKey
  /** The request came through the Model Context Protocol. */
  readonly isAgent?: true
  /** The request had an expired session. */
  readonly isSessionOver?: true
  /** The session belongs to a user who has not agreed to the terms. The caller is a guest until then. */
  readonly owing?: { readonly userId: string; readonly token: string }
  /** The outside service that signed the request; such a caller has no user. */
  readonly service?: string
  /** True: deferred steps run in the caller's name, and the caller does not wait or read the result. */
  readonly isDeferred?: true
  /** The id of the tenant that the address of the request names; missing: the user's own choice. */
  readonly tenant?: string
  /** Equal for callers with the same plans. */
  readonly rolesKey: string
}

/** An API key. */
export interface CallerKey {
  readonly id: string
  /** The visible start of the key, by which its user recognises it. */
  readonly beginning: string
  readonly onlyReads: boolean
}

/** `given`: roles that were given to the user; included roles are added. */
export function callerWith(
  model: Model,
  me: RecordValue | null,
  given: readonly string[],
  token: string | null,
): Caller {
  const start = me === null ? model.roles.roles.filter(({ isGuest }) => isGuest).map(({ name }) => name) : given
  const roles = new Set(
    model.roles.roles.filter(({ name }) => start.includes(name)).flatMap(({ name, includes }) => [name, ...includes]),
  )
  return {
    me,
    token,
    roles,
    isSignedIn: me !== null,
    rolesKey: `${me === null ? 'guest' : 'user'} ${JSON.stringify([...roles].sort())}`,
  }
}

/** The product itself, for work by the clock: no user, and no rights are checked. */
export const THE_CLOCK: Caller = {
  me: null,
  token: null,
  roles: new Set(),
  isSignedIn: false,
  isClock: true,
  rolesKey: 'clock',
}

/** An outside service: no user and no roles. The steps of its call run as the product. */
export function serviceCaller(service: string): Caller {
  return { me: null, token: null, roles: new Set(), isSignedIn: false, service, rolesKey: 'service' }
}

/** The actor as the history records it; empty: a guest. A service's call is recorded as the product's. */
export function actorOf({ me, service, isClock = false }: Caller): string {
  if (isClock || service !== undefined) return CHANGED_BY_CLOCK
  return me === null ? '' : String(me.id)
}

/** The same caller with the product's rights, for a call that runs as the product. */
export function asProduct(caller: Caller): Caller {
  return { ...caller, isProduct: true, rolesKey: `product for ${caller.rolesKey}` }
}

/** The caller's user, for the gate and for row-level security behind it. */
export function callerBindings(caller: Caller): Bindings {
  return {
    me: caller.me,
    'session.token': caller.token,
    [CALLER_ROLES]: textOfRoles(caller),
    [TENANT_OF_ADDRESS]: caller.tenant ?? null,
  }
}

const rolesTexts = new WeakMap<ReadonlySet<string>, string>()

function textOfRoles({ roles }: Caller): string {
  let text = rolesTexts.get(roles)
  if (text === undefined) rolesTexts.set(roles, (text = rolesText(roles)))
  return text
}

/** Names that are bound in every call. */
export const BOUND_IN_EVERY_CALL: readonly string[] = [
  'me',
  'now',
  'today',
  'session.token',
  PUBLIC_ADDRESS,
  CALLER_ROLES,
  TENANT_OF_ADDRESS,
]

/** Bindings of every statement. Time is fixed once per call. */
export function baseBindings(caller: Caller, nowMs: number, today: string): Bindings {
  return Object.assign(callerBindings(caller), { now: nowMs, today })
}
