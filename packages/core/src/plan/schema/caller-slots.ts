// Roles of an application → PostgreSQL roles for callers. A caller with a usual set of roles runs under a PostgreSQL
// role of its own, a slot. Its policies contain no role checks, which PostgreSQL would prepare again at every
// execution. Each database assigns its own sets to slots, because roles belong to the whole server.

import type { Model } from '../../model/model.ts'

/** The PostgreSQL role for callers without a slot. It cannot log in, and all databases of a server share it. */
export const CALLER_ROLE = 'ninefold_caller'

/** The slots; each database gives them their meaning. */
export const CALLER_SLOTS: readonly string[] = [1, 2, 3, 4, 5, 6, 7, 8].map((number) => `${CALLER_ROLE}_${number}`)

/** A canonical text of a set of roles, as statements pass it. */
export function rolesText(roles: Iterable<string>): string {
  return JSON.stringify([...new Set(roles)].sort())
}

/** The usual sets: each single given role, alone or with the role of everybody who has signed up. */
export function usualRoles({ roles: { roles } }: Model): readonly ReadonlySet<string>[] {
  const whole = roles.map(({ name, includes }) => [name, ...includes])
  const signedUp = roles.flatMap(({ isGivenBySigningUp }, index) => (isGivenBySigningUp ? (whole[index] ?? []) : []))
  const given = whole.filter((_, index) => roles[index]?.isGuest === false).map((each) => [...each, ...signedUp])
  const sets = [...whole.filter((_, index) => roles[index]?.isGuest), signedUp, ...given, ...whole]
  const found = new Map(sets.filter(({ length }) => length > 0).map((each) => [rolesText(each), new Set(each)]))
  return [...found.values()].slice(0, CALLER_SLOTS.length)
}
