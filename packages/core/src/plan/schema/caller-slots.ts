// Roles of an application → roles of PostgreSQL under which callers ask. A caller with a usual set of roles runs under
// a PostgreSQL role of its own, a slot, whose policies need no question about roles: PostgreSQL prepares each question
// of a policy again whenever a statement runs. Which slot is whose is each database's own matter: slots are one for a
// server.

import type { Model } from '../../model/model.ts'

/** The role of callers whose set of roles has no slot. It is nobody's login, and one for all databases of a server. */
export const CALLER_ROLE = 'ninefold_caller'

/** The same, each with no meaning beside what a database gives it. */
export const CALLER_SLOTS: readonly string[] = [1, 2, 3, 4, 5, 6, 7, 8].map((number) => `${CALLER_ROLE}_${number}`)

/** Equal for equal sets, in the form in which a statement is told them. */
export function rolesText(roles: Iterable<string>): string {
  return JSON.stringify([...new Set(roles)].sort())
}

/** Of whoever has been given one role, and of whoever has it beside the one of everybody who has signed up. */
export function usualRoles({ roles: { roles } }: Model): readonly ReadonlySet<string>[] {
  const whole = roles.map(({ name, includes }) => [name, ...includes])
  const signedUp = roles.flatMap(({ isGivenBySigningUp }, index) => (isGivenBySigningUp ? (whole[index] ?? []) : []))
  const given = whole.filter((_, index) => roles[index]?.isGuest === false).map((each) => [...each, ...signedUp])
  const sets = [...whole.filter((_, index) => roles[index]?.isGuest), signedUp, ...given, ...whole]
  const found = new Map(sets.filter(({ length }) => length > 0).map((each) => [rolesText(each), new Set(each)]))
  return [...found.values()].slice(0, CALLER_SLOTS.length)
}
