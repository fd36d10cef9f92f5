// Giving roles: by signing up, and by those whom point 6 permits (reference/6-roles, Roles).

import type { Model } from '../model/model.ts'
import { signInOf } from '../model/users/sign-in-of.ts'
import { refusedAs } from './refusal.ts'
import { callerOf, eyesOf, isForbidden, mayEver, permissionsFor, refusedGuest, surroundingsOf } from './rights.ts'
import type { Reference, Store } from './store.ts'
import { around, type Writing } from './write.ts'

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
  const gives = rolesToGive(writing).length > 0
  return caller.me !== null && (may('suspend') || may('forget') || (gives && (may('give roles') || may('invite'))))
}

function isSeen(writing: Writing, user: Reference): boolean {
  const eyes = eyesOf(writing.caller, around(writing))
  return eyes === null || (eyes.sees(user) && eyes.seesField(user, 'id'))
}

export function changeRole(writing: Writing, user: Reference, role: string, isGiven: boolean): void {
  const { model, store, caller } = writing
  if (!model.roles.roles.some(({ name }) => name === role)) throw refusedAs('not found')
  if (caller.isProduct !== true) {
    if (!rolesToGive(writing).includes(role)) throw refusedAs('forbidden')
    const isPermitted =
      !isForbidden(model, user.entity, 'give roles', null) &&
      permissionsFor(user, 'give roles', around(writing)).length > 0
    if (!isPermitted) throw refusedAs('forbidden')
  }
  if (isGiven) give(store, user, role)
  else store.roles.get(user.id)?.delete(role)
}

/** A conditional role is never given; a role of signing up may be given by everybody who may give roles. */
export function rolesToGive({ model, caller }: Writing): string[] {
  return model.roles.roles
    .filter(({ isGuest, when, givenBy, isGivenBySigningUp }) => {
      if (isGuest || when.length > 0) return false
      return givenBy.length === 0 ? isGivenBySigningUp : givenBy.some((giver) => caller.roles.has(giver))
    })
    .map(({ name }) => name)
}

function give(store: Store, user: Reference, role: string): void {
  const held = store.roles.get(user.id) ?? new Set()
  store.roles.set(user.id, held.add(role))
}
