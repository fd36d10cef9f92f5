// A model → the fields and entities that the author's own rules read whatever the caller may see: validation, states,
// steps of calls, limits, uniqueness, permissions. Their results may reveal hidden data by the author's choice, so the
// compared worlds must not differ in them when people write.

import { signInOf } from '@ninefold/core/model/users/sign-in-of.ts'
import type { Field } from '@ninefold/core/model/entities.ts'
import type { Model } from '@ninefold/core/model/model.ts'

export interface AskedByRules {
  /** `Ticket.status` */
  readonly fields: ReadonlySet<string>
  /** Entities whose set of records matters. */
  readonly entities: ReadonlySet<string>
}

export function askedByRules(model: Model): AskedByRules {
  const fields = new Set<string>()
  const entities = new Set<string>()
  const signIn = signInOf(model.roles)
  // Every request looks up its user.
  if (signIn !== null) fields.add(`${signIn.entity}.${signIn.identifier}`).add(`${signIn.entity}.id`)
  const lists = listsOf(model)
  const see = (entity: string, field: string): void => {
    if (fields.has(`${entity}.${field}`)) return
    fields.add(`${entity}.${field}`)
    const of = lists.get(`${entity}.${field}`)
    for (const each of of?.fields ?? []) see(each.entity, each.field)
    for (const each of of?.entities ?? []) entities.add(each)
    const computed = model.entities.entities
      .find(({ name }) => name === entity)
      ?.fields.find(({ name }) => name === field)?.computed
    if (computed != null) look(computed.expression)
  }
  const look = (part: unknown): void => {
    if (typeof part !== 'object' || part === null) return
    if (Array.isArray(part)) return part.forEach(look)
    const { kind, entity, field } = part as Record<string, unknown>
    if (kind === 'field' && typeof entity === 'string' && typeof field === 'string') see(entity, field)
    if (kind === 'records' && typeof entity === 'string') entities.add(entity)
    Object.values(part).forEach(look)
  }
  const { roles, validation, states, calls, limits, entities: declared } = model
  look([roles.permissions, roles.roles, roles.contextualRoles, validation.rules, states, limits])
  look(calls.calls.map(({ steps, queries, inputs }) => [steps, queries, inputs]))
  for (const rule of validation.rulesOverRecords) {
    look(rule)
    entities.add(rule.entity)
  }
  for (const { entity, field } of states.machines) see(entity, field)
  for (const { name, fields: all, uniqueTogether } of declared.entities) {
    for (const { fields: together } of uniqueTogether) for (const field of together) see(name, field)
    look(uniqueTogether)
    for (const field of all) if (field.unique !== null || field.type.kind === 'slug') see(name, field.name)
    look(all.map(({ default: value }) => value))
  }
  return { fields, entities }
}

interface Behind {
  readonly fields: readonly { readonly entity: string; readonly field: string }[]
  readonly entities: readonly string[]
}

/** To-many fields, by `Team.members`, with their target records. */
function listsOf({ entities: { entities } }: Model): ReadonlyMap<string, Behind> {
  return new Map(
    entities.flatMap(({ name, fields }) => fields.map((field) => [`${name}.${field.name}`, behind(field)] as const)),
  )
}

function behind({ type }: Field): Behind {
  if (type.kind === 'inverse') return { fields: [{ entity: type.entity, field: type.via }], entities: [type.entity] }
  if (type.kind !== 'collection') return { fields: [], entities: [] }
  if (type.through !== null) {
    const { entity, own, other } = type.through
    return { fields: [own, other].map((field) => ({ entity, field })), entities: [entity, type.entity] }
  }
  const back = type.via === null ? [] : [{ entity: type.entity, field: type.via }]
  return { fields: back, entities: [type.entity] }
}
