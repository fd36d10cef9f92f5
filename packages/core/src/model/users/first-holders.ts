// Roles whose first holder cannot be appointed inside the application, so the operator invites that person.

import type { Model } from '../model.ts'
import { reachable } from '../reachable.ts'
import { signInOf } from './sign-in-of.ts'

/** For each cycle of roles that only its own holders give, the role that is stated first. */
export function rolesWithoutFirstHolder({
  roles: { roles, ...signIn },
  entities,
}: Pick<Model, 'roles' | 'entities'>): string[] {
  const users = signInOf(signIn)
  if (users === null) return []
  const loaded = new Set(entities.referenceData.flatMap(({ rows }) => rows.flatMap((row) => row.roles)))
  const claimed = new Set(users.providers.flatMap((provider) => provider.roles.map(({ role }) => role)))
  const givenBySigningUp = new Set(users.providers.flatMap(({ signUp }) => signUp?.gives ?? []))
  const isOpen = users.signUp !== null || givenBySigningUp.size > 0
  const held = new Set(
    roles
      .filter(
        ({ name, isGuest, when, isGivenBySigningUp, isGivenToFirstUser }) =>
          isGuest ||
          when.length > 0 ||
          loaded.has(name) ||
          claimed.has(name) ||
          givenBySigningUp.has(name) ||
          (users.signUp !== null && isGivenBySigningUp) ||
          (isOpen && isGivenToFirstUser),
      )
      .map(({ name }) => name),
  )
  for (let before = -1; before !== held.size;) {
    before = held.size
    const holders = new Set(
      roles.filter(({ name }) => held.has(name)).flatMap(({ name, includes }) => [name, ...includes]),
    )
    for (const { name, givenBy } of roles) if (givenBy.some((giver) => holders.has(giver))) held.add(name)
  }
  const givers = new Map(roles.map(({ name, givenBy }) => [name, new Set(givenBy)]))
  const counted = new Set<string>()
  const found: string[] = []
  for (const { name } of roles) {
    const circle = reachable(name, givers)
    // A role that depends on a cycle without belonging to it is not the cause.
    if (held.has(name) || counted.has(name) || !circle.has(name)) continue
    for (const other of circle) counted.add(other)
    found.push(name)
  }
  return found
}

/** Roles that are given to persons everywhere, instead of depending on a condition, a tenant or on being a guest. */
export function rolesThatAreGiven({ roles }: Pick<Model, 'roles'>): string[] {
  return roles.roles.filter(({ isGuest, when }) => !isGuest && when.length === 0).map(({ name }) => name)
}

/** Roles that are given per tenant, to members of it. */
export function rolesPerTenant({ roles }: Pick<Model, 'roles'>): string[] {
  return roles.roles.filter(({ isPerTenant }) => isPerTenant).map(({ name }) => name)
}
