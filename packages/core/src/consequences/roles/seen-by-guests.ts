// Permissions of point 6 → N669 if users of a role see fewer records than guests do: signing in then takes sight away,
// and calls for both answer that a record does not exist.

import { diagnostic } from '../../diagnostic/diagnostic.ts'
import { notOf } from '../../expression/conditions.ts'
import { type CallerRoles, visibleRecords } from '../../rights/roles.ts'
import { enumerated } from '../../text/enumeration.ts'
import { formula, isNever, leastRoles, type Considering } from '../considering.ts'

export function warnAboutSightOfGuests(of: Considering): void {
  const { roles } = of.model.roles
  const guests = roles.filter(({ isGuest }) => isGuest).flatMap(({ includes }) => includes)
  if (guests.length === 0) return
  const guest: CallerRoles = { roles: new Set(guests), isSignedIn: false }
  // Users who sign up have the role of signing up, whatever else they are given.
  const everybody = roles.filter(({ isGivenBySigningUp }) => isGivenBySigningUp).flatMap(({ includes }) => includes)
  const unseenBy = new Map<string, string[]>()
  for (const { name, includes, isGuest } of roles) {
    if (isGuest) continue
    const user: CallerRoles = { roles: new Set([...everybody, ...includes]), isSignedIn: true }
    const unseen = of.model.entities.entities.filter((entity) => seesLess(of, entity.name, user, guest))
    if (unseen.length > 0)
      unseenBy.set(
        name,
        unseen.map((entity) => entity.name),
      )
  }
  const told = leastRoles(of, [...unseenBy.keys()])
  const [guestRole = ''] = guests
  for (const { name, span } of roles) {
    const entities = told.includes(name) ? unseenBy.get(name) : undefined
    if (entities === undefined) continue
    of.found.push(
      diagnostic('N669', span, name, enumerated(entities)).withHint(
        `Write "${guestRole}" under Includes of "${name}", or give it a row of its own under Permissions.`,
      ),
    )
  }
}

function seesLess(of: Considering, entity: string, user: CallerRoles, guest: CallerRoles): boolean {
  const seen = formula(of, visibleRecords(of.model, guest, entity))
  if (seen === false) return false
  return !isNever(of, seen, formula(of, notOf(visibleRecords(of.model, user, entity))))
}
