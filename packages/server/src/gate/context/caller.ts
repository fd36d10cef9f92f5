// The caller: the roles that plans depend on, and the values that statements are given.

import type { RecordValue } from '@ninefold/core/expression/expression.ts'
import type { Model } from '@ninefold/core/model/model.ts'
import { rolesText } from '@ninefold/core/plan/schema/caller-slots.ts'
import { CHANGED_BY_CLOCK } from '@ninefold/core/plan/schema/kept-changes.ts'
import { CALLER_ROLES } from '@ninefold/core/plan/sql/sql.ts'
import type { CallerRoles } from '@ninefold/core/rights/roles.ts'
import type { Bindings } from '../../store/driver/rows.ts'

export interface Caller extends CallerRoles {
  /** Null: not signed in. */
  readonly me: RecordValue | null
  /** The session's token, when there is a session. */
  readonly token: string | null
  /** A program that asks for its user, and has not more than the key says. */
  readonly key?: CallerKey
  /** A program asks by the Model Context Protocol. */
  readonly isAgent?: true
  /** They have come with a session that does not hold any more. */
  readonly isSessionOver?: true
  /** The outside service whose signature the request has, and that is nobody else. */
  readonly service?: string
  /** Equal for callers whose plans are the same. */
  readonly rolesKey: string
}

/** The key of a program. */
export interface CallerKey {
  readonly id: string
  /** By which its user recognises it. */
  readonly beginning: string
  readonly onlyReads: boolean
}

/** `given`: roles that were given to the user; what they include counts too. */
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

/** The product itself, at its time: nobody is signed in, and no permission is asked. */
export const THE_CLOCK: Caller = {
  me: null,
  token: null,
  roles: new Set(),
  isSignedIn: false,
  isClock: true,
  rolesKey: 'clock',
}

/** An outside service: no user and no role. The steps of its call are the product's own doing. */
export function serviceCaller(service: string): Caller {
  return { me: null, token: null, roles: new Set(), isSignedIn: false, service, rolesKey: 'service' }
}

/** As the history of changes names whoever acts; empty: a guest. Nobody has changed what a service tells of but the product. */
export function actorOf({ me, service, isClock = false }: Caller): string {
  if (isClock || service !== undefined) return CHANGED_BY_CLOCK
  return me === null ? '' : String(me.id)
}

/** The same caller, in a call that runs as the product. */
export function asProduct(caller: Caller): Caller {
  return { ...caller, isProduct: true, rolesKey: `product for ${caller.rolesKey}` }
}

/** The user for whom they are taken, by the gate and by the wall behind it. */
export function callerBindings(caller: Caller): Bindings {
  return { me: caller.me, 'session.token': caller.token, [CALLER_ROLES]: rolesText(caller.roles) }
}

/** Names that are bound in every call, whatever its steps bind. */
export const BOUND_IN_EVERY_CALL: readonly string[] = ['me', 'now', 'today', 'session.token', CALLER_ROLES]

/** Names for every statement. Time is fixed once per call. */
export function baseBindings(caller: Caller, nowMs: number, today: string): Bindings {
  return { ...callerBindings(caller), now: nowMs, today }
}
