// Point 6 of two models → who may do more, and who less: conditions are compared by whether one implies the other, so
// that another way of writing the same is no difference.

import type { Expression } from '../expression/expression.ts'
import { anyOf, isFalse, isTrue } from '../expression/conditions.ts'
import type { Entity } from '../model/entities.ts'
import { isOtherSide } from '../model/field-types.ts'
import type { Model } from '../model/model.ts'
import { implies } from '../predicate/decide.ts'
import { formulaOf, NOTHING_ELSE_KNOWN } from '../predicate/formula-of.ts'
import {
  type CallerRoles,
  grantedFields,
  grantsOf,
  isForbidden,
  permittedRecords,
  visibleField,
  visibleRecords,
} from '../rights/roles.ts'
import type { SchemaChanges } from '../plan/schema-changes.ts'
import type { Difference } from './difference.ts'
import { compared, listed } from './meaning.ts'

export function compareRoles(before: Model, after: Model, changes: Pick<SchemaChanges, 'roles'>): Difference[] {
  const roles = compared(before.roles.roles, after.roles.roles, ({ name }) => name)
  const say = (sentence: string): Difference => ({ point: 'roles', kind: 'review', sentence })
  const contextual = compared(
    before.roles.contextualRoles,
    after.roles.contextualRoles,
    ({ name, entity }) => `${name} of ${entity}`,
  )
  const kept = after.roles.roles.filter(({ name }) => before.roles.roles.some((role) => role.name === name))
  return [
    ...changes.roles.map(({ from, to }): Difference => ({
      point: 'roles',
      kind: 'safe',
      sentence: `${from} is called ${to} now.`,
    })),
    ...roles.gone.map(({ name }) => say(`The role ${name} is gone: whoever had it keeps only their other roles.`)),
    ...roles.made.map(({ name }) => say(`The role ${name} is new.`)),
    ...roles.changed
      .filter(({ old, now }) => old.givenBy.join() !== now.givenBy.join())
      .map(({ now }) =>
        say(`The role ${now.name} is given by ${now.givenBy.length === 0 ? 'nobody' : listed(now.givenBy)} now.`),
      ),
    ...contextual.gone.map(({ name, entity }) => say(`Nobody is ${name} of a ${entity} any more.`)),
    ...contextual.made.map(({ name, entity }) => say(`${name} of a ${entity} is new.`)),
    ...kept.flatMap(({ name }) => rightsOf(name, before, after)).map(say),
  ]
}

function callerOf(model: Model, role: string): CallerRoles {
  const found = model.roles.roles.find(({ name }) => name === role)
  return { roles: new Set(found?.includes ?? [role]), isSignedIn: found?.isGuest !== true }
}

function rightsOf(role: string, before: Model, after: Model): string[] {
  const known = before.entities.entities.map(({ name }) => name)
  return after.entities.entities
    .filter(({ name }) => known.includes(name))
    .flatMap((entity) => [
      ...seeing(role, entity, before, after),
      ...givingFields(role, entity, 'create', before, after),
      ...givingFields(role, entity, 'change', before, after),
      ...deleting(role, entity, before, after),
    ])
}

type Change = 'same' | 'wider' | 'narrower' | 'other'

function change(before: Expression, after: Expression): Change {
  const [old, now] = [before, after].map((each) => formulaOf(each, NOTHING_ELSE_KNOWN))
  if (old === undefined || now === undefined) return 'other'
  const isWider = implies([old], now)
  const isNarrower = implies([now], old)
  if (isWider && isNarrower) return 'same'
  return isWider ? 'wider' : isNarrower ? 'narrower' : 'other'
}

function seeing(role: string, entity: Entity, before: Model, after: Model): string[] {
  const [then, now] = [callerOf(before, role), callerOf(after, role)]
  const { name } = entity
  const [old, next] = [visibleRecords(before, then, name), visibleRecords(after, now, name)]
  const records = recordsSentence(role, 'see', name, old, next)
  if (isFalse(old) || isFalse(next)) return records
  const known = before.entities.entities.find((each) => each.name === name)?.fields ?? []
  const fields = entity.fields.filter((field) => !field.isHidden && known.some((each) => each.name === field.name))
  const places = fields.map((field) => {
    const [a, b] = [visibleField(before, then, name, field.name), visibleField(after, now, name, field.name)]
    return { place: `${name}.${field.name}`, was: extent(old, a), is: extent(next, b) }
  })
  const more = places.filter(({ was, is }) => is > was).map(({ place }) => place)
  const less = places.filter(({ was, is }) => is < was).map(({ place }) => place)
  return [
    ...records,
    ...(more.length === 0 ? [] : [`${role} may now see ${listed(more)}.`]),
    ...(less.length === 0 ? [] : [`${role} may no longer see ${listed(less)}.`]),
  ]
}

/** Of the records that are seen: is the field never seen, of some, or of all? */
function extent(record: Expression, field: Expression): 0 | 1 | 2 {
  if (isFalse(field)) return 0
  const [whole, part] = [record, field].map((each) => formulaOf(each, NOTHING_ELSE_KNOWN))
  return whole !== undefined && part !== undefined && implies([whole], part) ? 2 : 1
}

function recordsSentence(role: string, verb: string, entity: string, old: Expression, now: Expression): string[] {
  if (isFalse(old) && isFalse(now)) return []
  if (isFalse(old)) return [`${role} may now ${verb} ${isTrue(now) ? 'every' : 'some'} ${entity}.`]
  if (isFalse(now)) return [`${role} may no longer ${verb} any ${entity}.`]
  switch (change(old, now)) {
    case 'same':
      return []
    case 'wider':
      return [`${role} may now ${verb} ${isTrue(now) ? `every ${entity}` : `more of ${entity}`}.`]
    case 'narrower':
      return [`${role} may now ${verb} less of ${entity}.`]
    case 'other':
      return [`${role} may now ${verb} others of ${entity} than before.`]
  }
}

function givingFields(
  role: string,
  entity: Entity,
  action: 'create' | 'change',
  before: Model,
  after: Model,
): string[] {
  const { name } = entity
  const [then, now] = [callerOf(before, role), callerOf(after, role)]
  const [old, next] = [grantedFields(before, then, name, action), grantedFields(after, now, name, action)]
  const isGiven = (field: string): boolean =>
    entity.fields.some((each) => each.name === field && !isOtherSide(each.type))
  const more = [...next].filter((field) => !old.has(field) && isGiven(field))
  const less = [...old].filter((field) => !next.has(field) && isGiven(field))
  const where = (model: Model, caller: CallerRoles): Expression =>
    isForbidden(model, name, action, null)
      ? anyOf([])
      : anyOf(grantsOf(model, caller, name, action).map(({ condition }) => condition))
  const places = (fields: readonly string[]): string => listed(fields.map((field) => `${name}.${field}`))
  const verb = action === 'create' ? 'give a new record' : 'change'
  return [
    ...recordsSentence(role, action, name, where(before, then), where(after, now)),
    ...(more.length === 0 || old.size === 0 ? [] : [`${role} may now ${verb} ${places(more)}.`]),
    ...(less.length === 0 || next.size === 0 ? [] : [`${role} may no longer ${verb} ${places(less)}.`]),
  ]
}

function deleting(role: string, { name }: Entity, before: Model, after: Model): string[] {
  const old = permittedRecords(before, callerOf(before, role), name, 'delete')
  return recordsSentence(role, 'delete', name, old, permittedRecords(after, callerOf(after, role), name, 'delete'))
}
