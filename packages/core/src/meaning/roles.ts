// Giving roles: by signing up, and by those whom point 6 permits (reference/6-roles, Roles).

import type { Model } from '../model/model.ts'
import { signInOf } from '../model/users/sign-in-of.ts'
import { refusedAs } from './refusals/refusal.ts'
import {
  callerOf,
  eyesOf,
  isForbidden,
  mayEver,
  mayHold,
  permissionsFor,
  refusedGuest,
  surroundingsOf,
} from './rights.ts'
import type { Reference, Store } from './store.ts'
import { currentTenantOf, membershipIn } from './users/tenants.ts'
import { around, changeRecord, type Writing } from './write.ts'

/** A user created by a guest, or by a call for guests. */
export function signUp({ model, store, caller }: Writing, record: Reference, isOpenToGuests: boolean): void {
  const signIn = signInOf(model.roles)
  if (signIn === null || signIn.signUp === null || signIn.entity !== record.entity) return
  if (caller.me !== null && !isOpenToGuests) return
  const isFirst = [...store.roles.values()].every((held) => held.size === 0)
  const first = model.roles.roles.filter(({ isGivenToFirstUser }) => isFirst && isGivenToFirstUser)
  for (const role of [signIn.signUp.gives, ...first.map(({ name }) => name)]) give(store, record, role)
}

/** Tells whether a guest may create records of the entity, by its standard call. */
export function guestsMayCreate(model: Model, store: Store, entity: string): boolean {
  const guest = surroundingsOf(model, store, callerOf(model, store, null))
  return mayEver(entity, 'create', guest)
}

/** On the page for people and roles, a caller without any right to give roles learns nothing. */
export function changeRoleOf(writing: Writing, user: Reference | null, role: string, isGiven: boolean): void {
  if (writing.caller.me === null) throw refusedGuest(writing.caller)
  if (!managesPeople(writing)) throw refusedAs('forbidden')
  if (user === null || !isSeen(writing, user)) throw refusedAs('not found')
  changeRole(writing, user, role, isGiven)
}

/** A caller who may do nothing of it learns nothing of people. */
export function managesPeople(writing: Writing): boolean {
  const { model, caller } = writing
  const users = signInOf(model.roles)?.entity ?? ''
  const may = (action: 'suspend' | 'forget' | 'give roles' | 'invite'): boolean =>
    mayEver(users, action, around(writing))
  const has = (action: 'give roles' | 'invite'): boolean => may(action) && withinReach(writing, action).length > 0
  return caller.me !== null && (may('suspend') || may('forget') || has('give roles') || has('invite'))
}

function isSeen(writing: Writing, user: Reference): boolean {
  const eyes = eyesOf(writing.caller, around(writing))
  return eyes === null || (eyes.sees(user) && eyes.seesField(user, 'id'))
}

export function changeRole(writing: Writing, user: Reference, role: string, isGiven: boolean): void {
  const { model, store, caller } = writing
  if (!model.roles.roles.some(({ name }) => name === role)) throw refusedAs('not found', 'role')
  if (caller.isProduct !== true) {
    if (!rolesToGive(writing).includes(role)) throw refusedAs('forbidden')
    const isEverywhere = model.entities.tenancy !== null && !isPerTenant(writing, role)
    const rows = permissionsFor(user, 'give roles', around(writing)).filter(
      ({ isInEveryTenant }) => !isEverywhere || isInEveryTenant === true,
    )
    if (isForbidden(model, user.entity, 'give roles', null) || rows.length === 0) throw refusedAs('forbidden')
  }
  if (isPerTenant(writing, role)) changeRoleInTenant(writing, user, role, isGiven)
  else if (isGiven) give(store, user, role)
  else store.roles.get(user.id)?.delete(role)
}

/** The role of the membership in the caller's current tenant. One that others give is not taken by another one. */
function changeRoleInTenant(writing: Writing, user: Reference, role: string, isGiven: boolean): void {
  const { model, caller } = writing
  const { tenancy } = model.entities
  const own = membershipIn(writing, user, currentTenantOf(writing, caller))
  if (own === null || tenancy === null || tenancy.role === null) throw refusedAs('forbidden')
  const before = own.values[tenancy.role] ?? null
  const after = isGiven ? role : before === role ? null : before
  if (after === before) return
  if (caller.isProduct !== true && before !== null && !rolesToGive(writing).includes(String(before)))
    throw refusedAs('forbidden')
  const membership = { entity: tenancy.membership, id: own.id }
  changeRecord(writing, membership, { given: {}, set: { [tenancy.role]: after } }, true)
}

function isPerTenant({ model }: Writing, role: string): boolean {
  return model.roles.roles.some((each) => each.name === role && each.isPerTenant)
}

/** With tenants, a role that holds everywhere takes a row "in every tenant". */
export function rolesToGive(writing: Writing): string[] {
  return withinReach(writing, 'give roles')
}

function withinReach(writing: Writing, action: 'give roles' | 'invite'): string[] {
  const { model } = writing
  const users = signInOf(model.roles)?.entity ?? ''
  const isInEvery =
    model.entities.tenancy === null ||
    model.roles.permissions.some(
      (row) =>
        row.entity === users &&
        row.actions.includes(action) &&
        row.isInEveryTenant === true &&
        mayHold(row, around(writing)),
    )
  return rolesFrom(writing).filter((role) => isInEvery || isPerTenant(writing, role))
}

/** A conditional role is never given; a role of signing up may be given by everybody who may give roles. */
export function rolesFrom({ model, caller }: Writing): string[] {
  return model.roles.roles
    .filter(({ isGuest, isPerTenant, when, givenBy, isGivenBySigningUp }) => {
      if (isGuest || (when.length > 0 && !isPerTenant)) return false
      return givenBy.length === 0 ? isGivenBySigningUp : givenBy.some((giver) => caller.roles.has(giver))
    })
    .map(({ name }) => name)
}

function give(store: Store, user: Reference, role: string): void {
  const held = store.roles.get(user.id) ?? new Set()
  store.roles.set(user.id, held.add(role))
}
