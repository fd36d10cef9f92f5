// Unique fields of point 3 against the rights of point 6: N335 if a role may write a unique value without seeing all of
// them, because a refusal reveals that it exists. The sign-in identifier is excluded, because people who sign up have
// to learn that it is taken.

import { diagnostic } from '../../diagnostic/diagnostic.ts'
import type { Entity, Field } from '../../model/entities.ts'
import { MADE_BY_PRODUCT } from '../../model/field-types.ts'
import { signInOf } from '../../model/users/sign-in-of.ts'
import { type CallerRoles, grantsOf, isForbidden, isReached, seesOfAll } from '../../rights/roles.ts'
import { enumerated } from '../../text/enumeration.ts'
import { leastRoles, type Considering } from '../considering.ts'

export function noteUniqueOfHidden(of: Considering): void {
  const signIn = signInOf(of.model.roles)
  // Without sign-in, all callers are the same.
  if (signIn === null) return
  for (const entity of of.model.entities.entities)
    for (const field of entity.fields) {
      if (field.unique === null || MADE_BY_PRODUCT.includes(field.type.kind)) continue
      if (entity.name === signIn.entity && field.name === signIn.identifier) continue
      const telling = of.model.roles.roles
        .map(({ name, isGuest }) => ({
          name,
          caller: { roles: of.included.get(name) ?? new Set([name]), isSignedIn: !isGuest },
        }))
        .filter(({ caller }) => mayWrite(of, caller, entity, field) && !seesAll(of, caller, entity, field))
        .map(({ name }) => name)
      report(of, entity, field, telling)
    }
}

/** Changing records that the role never sees is reported by N607. */
function mayWrite({ model }: Considering, caller: CallerRoles, { name }: Entity, field: Field): boolean {
  return (['create', 'change'] as const).some(
    (action) =>
      !isForbidden(model, name, action, field.name) &&
      (action === 'create' || isReached(model, caller, name, 'see')) &&
      grantsOf(model, caller, name, action).some(({ permission }) => permission.fields.includes(field.name)),
  )
}

function seesAll({ model }: Considering, caller: CallerRoles, { name }: Entity, field: Field): boolean {
  return seesOfAll(model, caller, name, field.name)
}

function report(of: Considering, entity: Entity, field: Field, telling: readonly string[]): void {
  const first = leastRoles(of, telling)
  if (first.length === 0) return
  const names = enumerated(first)
  const span = of.checking.entities.get(entity.name)?.fields.get(field.name)?.draft?.name.span ?? field.span
  of.found.push(
    diagnostic('N335', span, names, field.name, entity.name).withHint(
      `Let ${names} see "${field.name}" of each ${entity.name}, or take it out of the Fields that ${names} may write. As it is, one caller is refused so at most 60 times in a quarter of an hour.`,
    ),
  )
}
