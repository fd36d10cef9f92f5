// Permissions of two models → gained and lost rights. Conditions are compared by implication, so that a rewritten condition is not a change.

import type { Expression } from '../../expression/expression.ts'
import { anyOf, isFalse, isTrue } from '../../expression/conditions.ts'
import type { Entity } from '../../model/entities.ts'
import { isOtherSide } from '../../model/field-types.ts'
import type { Model } from '../../model/model.ts'
import type { Permission, PermissionAction } from '../../model/roles.ts'
import { implies } from '../../predicate/decide.ts'
import { formulaOf, NOTHING_ELSE_KNOWN } from '../../predicate/formula-of.ts'
import {
  type CallerRoles,
  grantedFields,
  grantsOf,
  isForbidden,
  permittedRecords,
  visibleField,
  visibleRecords,
} from '../../rights/roles.ts'
import { isSameMeaning, listed } from '../meaning.ts'
import { nameOf } from './performers.ts'
import { exchanged, type Said } from './sentences.ts'

export function rightsSaid(before: Model, after: Model): Said[] {
  const kept = after.roles.roles.filter(({ name }) => before.roles.roles.some((role) => role.name === name))
  const rights = kept.flatMap(({ name }) => rightsOf(name, before, after)).map((sentence): Said => ['review', sentence])
  const said = [...rights, ...handedOver(before, after), ...prohibitions(before, after)]
  return said.length > 0 || isSameMeaning(before.roles.permissions, after.roles.permissions)
    ? said
    : [['safe', 'The permissions are written otherwise: no role gains or loses by it.']]
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
      ...orOtherRecords(seeing(role, entity, before, after), role, entity, 'see', before, after),
      ...orOtherRecords(givingFields(role, entity, 'create', before, after), role, entity, 'create', before, after),
      ...orOtherRecords(givingFields(role, entity, 'change', before, after), role, entity, 'change', before, after),
      ...withoutFields(role, entity, 'delete', 'delete', before, after),
      ...withoutFields(role, entity, 'give roles', 'give roles to', before, after),
      ...withoutFields(role, entity, 'invite', 'invite', before, after),
      ...withoutFields(role, entity, 'suspend', 'suspend', before, after),
      ...withoutFields(role, entity, 'forget', 'forget', before, after),
      ...linking(role, entity, 'add', before, after),
      ...linking(role, entity, 'remove', before, after),
    ])
}

/** If fields and records are unchanged, a field of other records may still have changed. */
function orOtherRecords(
  said: readonly string[],
  role: string,
  { name, fields }: Entity,
  action: 'see' | 'create' | 'change',
  before: Model,
  after: Model,
): readonly string[] {
  if (said.length > 0) return said
  const where = (model: Model, field: string): Expression => {
    if (isForbidden(model, name, action, null) || isForbidden(model, name, action, field)) return anyOf([])
    const grants = grantsOf(model, callerOf(model, role), name, action)
    return anyOf(grants.flatMap(({ permission, condition }) => (permission.fields.includes(field) ? condition : [])))
  }
  const others = fields.filter(
    (field) => !isOtherSide(field.type) && change(where(before, field.name), where(after, field.name)) !== 'same',
  )
  const places = others.map((field) => `${name}.${field.name}`)
  return places.length === 0 ? [] : [`${role} may now ${action} ${listed(places)} of other records than before.`]
}

function withoutFields(
  role: string,
  { name }: Entity,
  action: PermissionAction,
  verb: string,
  before: Model,
  after: Model,
): string[] {
  const old = permittedRecords(before, callerOf(before, role), name, action)
  return recordsSentence(role, verb, name, old, permittedRecords(after, callerOf(after, role), name, action))
}

function linking(
  role: string,
  { name, fields }: Entity,
  action: 'add' | 'remove',
  before: Model,
  after: Model,
): string[] {
  const where = (model: Model, relation: string): Expression => {
    if (isForbidden(model, name, action, null) || isForbidden(model, name, action, relation)) return anyOf([])
    const grants = grantsOf(model, callerOf(model, role), name, action)
    return anyOf(grants.flatMap(({ permission, condition }) => (permission.relation === relation ? condition : [])))
  }
  const verb = action === 'add' ? 'add to' : 'remove from'
  return fields
    .filter(({ type }) => type.kind === 'collection')
    .flatMap((field) => {
      const [old, now] = [where(before, field.name), where(after, field.name)]
      return recordsSentence(role, `${verb} ${field.name} of`, name, old, now)
    })
}

/** Conditions of rows that need not hold after a change. */
function handedOver(before: Model, after: Model): Said[] {
  const [old, now] = [before, after].map((model) =>
    model.roles.permissions.flatMap((permission) =>
      permission.mayHandOver && permission.who !== null ? [`${nameOf(permission.who)} may ${handing(permission)}`] : [],
    ),
  )
  const { gone, made } = exchanged([...new Set(old)], [...new Set(now)])
  return [
    ...made.map((words): Said => ['review', `${words}, so that the condition need not hold afterwards.`]),
    ...gone.map((words): Said => ['review', `No longer: ${words}. The condition has to hold afterwards.`]),
  ]
}

function handing({ entity }: Permission): string {
  return `hand a ${entity} over`
}

/** Prohibitions override grants; the effect on each role is reported separately. */
function prohibitions(before: Model, after: Model): Said[] {
  const of = (model: Model): string[] =>
    model.roles.permissions.flatMap(({ isForbidden: isNobody, actions, entity, fields, isEveryField }) =>
      isNobody
        ? actions.map((action) => `${action} ${isEveryField ? `a ${entity}` : `${listed(fields)} of a ${entity}`}`)
        : [],
    )
  const { gone, made } = exchanged(of(before), of(after))
  return [
    ...made.map((words): Said => ['safe', `Nobody may ${words}, whatever other rows say.`]),
    ...gone.map((words): Said => [
      'review',
      `It is not forbidden to everybody any more to ${words}: a role may be permitted it.`,
    ]),
  ]
}

type Change = 'same' | 'wider' | 'narrower' | 'other'

export function change(before: Expression, after: Expression): Change {
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

/** Among visible records: 0 if the field is never visible, 1 for some, 2 for all. */
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
