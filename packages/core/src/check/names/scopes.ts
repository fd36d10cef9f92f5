// The position of an expression → its scope.

import type { Catalogue, Scope, ScopeVariable, ValueType } from '../../expression/expression.ts'
import { PUBLIC_ADDRESS } from '../../expression/request-address.ts'
import type { Draft } from '../../draft/draft.ts'
import type { PermissionAction } from '../../draft/roles.ts'
import { isTokenTold } from '../../model/users/session-carriers.ts'
import type { Names } from './names.ts'
import { statedPermissions } from '../roles/permission-rows.ts'

/** Whether there is a signed-in user. Guests have no `me`; if guests may be among the callers, `me` may be empty. */
export type Presence = 'always' | 'maybe' | 'never'

interface Surroundings {
  readonly draft: Draft
  readonly names: Names
  readonly catalogue: Catalogue
}

export function recordVariable(entity: string, isOptional = false): ScopeVariable {
  return { type: { kind: 'record', entity }, isOptional }
}

/** `now`, `today`, and `me` depending on the presence of a user. */
export function commonVariables(surroundings: Surroundings, me: Presence): Map<string, ScopeVariable> {
  const variables = new Map<string, ScopeVariable>([
    ['now', { type: { kind: 'timestamp' }, isOptional: false }],
    ['today', { type: { kind: 'date' }, isOptional: false }],
  ])
  const users = surroundings.draft.roles.signIn?.usersAre?.text
  if (me === 'never' || users === undefined) return variables
  // An unknown entity of users has its own diagnostic, so `me` is not reported again.
  const type: ValueType = surroundings.catalogue.entities.has(users)
    ? { kind: 'record', entity: users }
    : { kind: 'unknown' }
  return variables.set('me', { type, isOptional: me === 'maybe' })
}

/** `session.token`, where programs carry their session token themselves. A caller may have no session. */
export function sessionVariables({ draft }: Pick<Surroundings, 'draft'>): (readonly [string, ScopeVariable])[] {
  const isTold = isTokenTold(draft.roles.signIn?.session?.carriers ?? [])
  return isTold ? [['session.token', { type: { kind: 'text' }, isOptional: true }]] : []
}

/**
 * The application's own address. Answers may contain it, but it is never stored: without a stated one, the request
 * decides about it.
 */
export const ADDRESS_VARIABLE: readonly [string, ScopeVariable] = [
  PUBLIC_ADDRESS,
  { type: { kind: 'text' }, isOptional: false },
]

/** Bare names are fields of the record `this` of `entity`. */
export function recordScope(
  surroundings: Surroundings,
  entity: string,
  me: Presence,
  more: readonly (readonly [string, ScopeVariable])[] = [],
): Scope {
  const variables = commonVariables(surroundings, me).set('this', recordVariable(entity))
  for (const [name, variable] of more) variables.set(name, variable)
  return { variables, implicit: 'this', catalogue: surroundings.catalogue }
}

/** Whether guests can be among the performers of this action on the entity's records. */
export function presenceFor(
  surroundings: Surroundings,
  entity: string,
  actions: readonly PermissionAction[],
): Presence {
  const { draft, names } = surroundings
  if (names.guest === null) return 'always'
  const guests = rolesIncludedIn(names, names.guest)
  const mayGuest = statedPermissions(draft.roles, entity).some((permission) => {
    if (!permission.may.some(({ action }) => actions.includes(action))) return false
    const { who } = permission
    return who.kind !== 'nobody' && guests.has(plainRole(surroundings, who.role.text))
  })
  return mayGuest ? 'maybe' : 'always'
}

/** Clocks and schedules write without a caller. */
function writesByItself({ draft }: Surroundings): boolean {
  return draft.calls.schedules.length > 0 || draft.states.machines.some(({ clocks }) => clocks.length > 0)
}

/** Presence of a user when the entity's rules are checked, including writes by clocks and schedules. */
export function presenceOfWriters(
  surroundings: Surroundings,
  entity: string,
  actions: readonly PermissionAction[],
): Presence {
  return writesByItself(surroundings) ? 'maybe' : presenceFor(surroundings, entity, actions)
}

/**
 * Presence of a user when values are read: guests and clocks may read too. A computed field uses all data, so a guest
 * may learn from it about hidden records; a call that runs as the product shows its callers whatever it names.
 */
export function presenceOfReaders(surroundings: Surroundings): Presence {
  const { draft, names } = surroundings
  if (writesByItself(surroundings)) return 'maybe'
  if (names.guest === null) return 'always'
  const guests = rolesIncludedIn(names, names.guest)
  const isGuest = (role: string): boolean => guests.has(plainRole(surroundings, role))
  const isAnswered =
    draft.calls.calls.some(
      ({ runsAsProduct, who }) => runsAsProduct !== null && who.some(({ text }) => isGuest(text)),
    ) || draft.entities.entities.some(({ name }) => presenceFor(surroundings, name.text, ['see']) === 'maybe')
  return isAnswered ? 'maybe' : 'always'
}

/** The plain role behind a performer: a contextual role's "Must have". */
function plainRole({ draft, names }: Surroundings, role: string): string {
  if (names.roles.has(role)) return role
  return draft.roles.contextualRoles.find((contextual) => contextual.name.text === role)?.mustHave.text ?? role
}

/** The presence of a user, if one of these roles is required. */
export function presenceOfRoles(surroundings: Surroundings, roles: readonly string[]): Presence {
  const { names } = surroundings
  if (names.guest === null) return 'always'
  const guests = rolesIncludedIn(names, names.guest)
  const areGuests = roles.map((role) => guests.has(plainRole(surroundings, role)))
  if (areGuests.length > 0 && areGuests.every(Boolean) && onlyGuests(names, roles)) return 'never'
  return areGuests.some(Boolean) ? 'maybe' : 'always'
}

/** True if all of `roles` are roles of guests that no other role includes, so that no user is signed in. */
function onlyGuests(names: Names, roles: readonly string[]): boolean {
  return [...names.roles.keys()].every(
    (role) => roles.includes(role) || !roles.some((guest) => rolesIncludedIn(names, role).has(guest)),
  )
}

/** The role and every role that it includes, transitively. Cycles are handled. */
export function rolesIncludedIn(names: Names, role: string): Set<string> {
  const included = new Set<string>()
  const waiting = [role]
  for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
    if (included.has(next)) continue
    included.add(next)
    waiting.push(...(names.roles.get(next)?.includes.map(({ text }) => text) ?? []))
  }
  return included
}
