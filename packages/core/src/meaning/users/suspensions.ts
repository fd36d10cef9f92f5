// Users who are suspended: they do not get in, and nothing of theirs is lost (reference/6-roles, People).

import { refusedAs } from '../refusals/refusal.ts'
import { eyesOf, isForbidden, permissionsFor, refusedGuest } from '../rights.ts'
import { managesPeople, rolesFrom } from '../roles.ts'
import type { Reference } from '../store.ts'
import { around, type Writing } from '../write.ts'

/** `user` null: there is nobody of that name. */
export function suspend(writing: Writing, user: Reference | null, isSuspended: boolean): void {
  const { model, store, caller } = writing
  if (caller.me === null) throw refusedGuest(caller)
  if (!managesPeople(writing)) throw refusedAs('forbidden')
  const eyes = eyesOf(caller, around(writing))
  if (user === null || (eyes !== null && !(eyes.sees(user) && eyes.seesField(user, 'id')))) throw refusedAs('not found')
  const isPermitted =
    !isForbidden(model, user.entity, 'suspend', null) &&
    permissionsFor(user, 'suspend', around(writing)).length > 0 &&
    !hasHigherRole(writing, user)
  if (!isPermitted || (isSuspended && user.id === caller.me.id)) throw refusedAs('forbidden')
  if (isSuspended) store.suspended.add(user.id)
  else store.suspended.delete(user.id)
}

/** A caller suspends or restores only users whose given roles the caller may take. */
function hasHigherRole(writing: Writing, user: Reference): boolean {
  const { model, store, caller } = writing
  if (caller.me?.id === user.id) return false
  const gives = rolesFrom(writing)
  return model.roles.roles.some(
    ({ name, givenBy }) => store.roles.get(user.id)?.has(name) === true && givenBy.length > 0 && !gives.includes(name),
  )
}
