// Creating, changing and deleting one record, by reference/3-entities to 6-roles: fields, rules, rights. `Writing` is a
// request in progress; refusing throws, and its copy of the store is discarded.

import type { ValueType } from '../expression/expression.ts'
import type { Entity } from '../model/entities.ts'
import { entityNamed, fieldNamed } from '../model/find.ts'
import type { Model } from '../model/model.ts'
import { fieldValueType } from '../model/paths.ts'
import type { Rule } from '../model/validation.ts'
import type { Effect } from '../model/states.ts'
import { setClocks } from './clocks.ts'
import { begin } from './creations.ts'
import { evaluate, holds, type Surroundings, valueOfField, withNames } from './evaluate.ts'
import { keepFields } from './constraints/field-constraints.ts'
import { keepChanges } from './histories/kept-changes.ts'
import { enforceQuotas } from './constraints/limits.ts'
import { sendMessage } from './messages.ts'
import { NotCovered } from './not-covered.ts'
import { codeRecord, numberRecord, nameRecord } from './sequences-and-slugs.ts'
import { putAside } from './soft-deletion.ts'
import { inputReason, reasonOf, Refused, refusedAs } from './refusals/refusal.ts'
import { type Caller, covers, eyesOf, isForbidden, mayEver, permissionsFor, surroundingsOf } from './rights.ts'
import { addRecord, type Datum, isReference, type Reference, type Store } from './store.ts'
import { eraseTenant, followMemberships } from './users/tenants.ts'
import { isSame } from './values/values.ts'

export interface Writing {
  readonly model: Model
  readonly store: Store
  readonly caller: Caller
  /** Bindings of the steps. */
  readonly names: ReadonlyMap<string, Datum>
  /** Does a transition of a record as an effect (transition.ts, which itself creates records). */
  readonly doEffect: (writing: Writing, record: Reference, transition: string) => void
  /** Records whose transitions are in progress: their steps may write locked fields. */
  readonly inTransition?: readonly Reference[]
}

export type Values = Readonly<Record<string, Datum>>

/** `given`: the caller's values, which need a permission. `set`: values of the text. */
export interface FieldValues {
  readonly given: Values
  readonly set: Values
}

export type Moment =
  | { readonly kind: 'create' | 'change' | 'delete' }
  | { readonly kind: 'transition'; readonly transition: string }

export function around({ model, store, caller, names }: Writing): Surroundings {
  return surroundingsOf(model, store, caller, names)
}

/** The same for one who reads of it: with the rights of the caller. */
export function readerOf(writing: Writing): Surroundings {
  const scope = around(writing)
  return { ...scope, eyes: eyesOf(writing.caller, scope) }
}

/** `isOwn`: the product's own work, without permissions. */
export function createRecord(
  writing: Writing,
  entity: Entity,
  { given, set }: FieldValues,
  isOwn: boolean,
  isInCall = false,
): Reference {
  const { model, store } = writing
  const asked = !isOwn && writing.caller.isProduct !== true
  if (asked) {
    if (!mayEver(entity.name, 'create', around(writing))) throw refusedAs('forbidden')
    refuseForbidden(writing, entity, 'create', Object.keys(given))
    refuseUnseen(writing, given)
  }
  const record = addRecord(store, entity.name, initialValues(model, entity))
  const values = store.records.get(record.id)?.values ?? {}
  Object.assign(values, given, set)
  Object.assign(values, ofEveryRecord(writing, entity))
  const about = withNames(around(writing), { this: record })
  const supply = (isSaid: (field: string) => boolean): void => {
    for (const field of entity.fields) {
      if (field.default !== null && !isSaid(field.name)) values[field.name] = evaluate(field.default, about)
    }
  }
  const isStated = (field: string): boolean => field in given || field in set
  supply(isStated)
  const begun = begin(about, entity, record, { caller: writing.caller, isOwn, isInCall })
  // A default that reads a field of the row uses the row's value.
  Object.assign(values, begun.set)
  supply((field) => isStated(field) || field in begun.set)
  numberRecord(writing, entity, values)
  codeRecord(store, entity, values)
  nameRecord(writing, entity, record, values, null)
  keepFields(around(writing), entity, record, Object.keys(given))
  keepChanges(writing, record, null, values)
  keepRules(writing, record, null, { kind: 'create' }, Object.keys(values))
  if (asked && !covers(permissionsFor(record, 'create', around(writing)), Object.keys(given)))
    throw refusedAs('forbidden')
  followMemberships(writing)
  enforceQuotas(writing, record, null)
  setClocks(around(writing), record)
  for (const effect of begun.effects) followCreation(writing, record, effect)
  return record
}

/** Built-in values of a new record, if the entity has these fields. */
function ofEveryRecord({ store, caller }: Writing, entity: Entity): Values {
  const noted: Values = { version: 1, createdAt: store.nowMs, updatedAt: store.nowMs, createdBy: caller.me }
  return Object.fromEntries(Object.entries(noted).filter(([name]) => isNoted(entity, name)))
}

/** Each change increments the version. */
export function countedOn(store: Store, entity: Entity, { version }: Values): Values {
  return {
    ...(isNoted(entity, 'version') ? { version: Number(version) + 1 } : {}),
    ...(isNoted(entity, 'updatedAt') ? { updatedAt: store.nowMs } : {}),
  }
}

function isNoted({ fields }: Entity, name: string): boolean {
  return fields.some((field) => field.isBuiltIn && field.name === name)
}

function followCreation(writing: Writing, record: Reference, effect: Effect): void {
  const about = withNames(around(writing), { this: record, [nameOf(record)]: record })
  if (effect.kind === 'do') {
    const meant = relatedRecords(record, effect.relation, around(writing)).filter((each) =>
      holds(effect.where, withNames(around(writing), { this: each })),
    )
    // An earlier transition may have deleted it.
    for (const each of meant) if (writing.store.records.has(each.id)) writing.doEffect(writing, each, effect.transition)
  }
  if (effect.kind === 'send') sendMessage(writing.model, about, effect.sending)
  if (effect.kind === 'record')
    createRecord(writing, entityNamed(writing.model, effect.entity), { given: {}, set: setIn(effect, about) }, true)
}

/** The fields of a record that an effect creates. */
export function setIn({ sets }: Extract<Effect, { kind: 'record' }>, about: Surroundings): Values {
  return Object.fromEntries(
    sets.flatMap((each) => (each.kind === 'set' ? [[each.field, evaluate(each.value, about)]] : [])),
  )
}

/** The records of a field, to many or to one. */
export function relatedRecords(record: Reference, field: string, around: Surroundings): readonly Reference[] {
  const value = valueOfField(record, field, around)
  if (value === null) return []
  return Array.isArray(value) ? (value as readonly Reference[]) : [value as Reference]
}

/** `purchaseOrder` for a PurchaseOrder. */
export function nameOf({ entity }: Reference): string {
  return entity.charAt(0).toLowerCase() + entity.slice(1)
}

function initialValues(model: Model, entity: Entity): Values {
  return Object.fromEntries(
    entity.fields.flatMap(({ name, type, computed }): [string, Datum][] => {
      if (computed !== null || type.kind === 'inverse') return []
      if (type.kind === 'state') return [[name, machineFor(model, entity.name, name).initial]]
      if (type.kind === 'collection') return type.via === null && type.through === null ? [[name, []]] : []
      if (type.kind === 'identifier') return []
      if (type.kind === 'choices') return [[name, []]]
      if (type.kind === 'file') throw new NotCovered('files')
      return [[name, null]]
    }),
  )
}

function machineFor(model: Model, entity: string, field: string) {
  const machine = model.states.machines.find((each) => each.entity === entity && each.field === field)
  if (machine === undefined) throw new Error(`${entity}.${field} has no states.`)
  return machine
}

/** `version`: the version that was seen. Missing: any. */
export function changeRecord(
  writing: Writing,
  record: Reference,
  { given, set }: FieldValues,
  isOwn: boolean,
  version?: number,
): void {
  const { model, store } = writing
  const entity = entityNamed(model, record.entity)
  const stored = store.records.get(record.id)
  if (stored === undefined) throw refusedAs('not found')
  refuseOther(writing, record, version)
  const asked = !isOwn && writing.caller.isProduct !== true
  const held = permissionsFor(record, 'change', around(writing))
  const fields = Object.keys(given)
  if (asked) {
    refuseForbidden(writing, entity, 'change', fields)
    if (!covers(held, fields)) throw refusedAs('forbidden')
  }
  if (!isOwn) refuseLocked(writing, record, [...fields, ...Object.keys(set)])
  const before = { ...stored.values }
  for (const name of fields) {
    const type = typeOf(writing.model, entity.name, name)
    if (fieldNamed(entity, name).isSetOnce && !isSame(type, before[name] ?? null, given[name] ?? null))
      throw refusedAs('forbidden', name)
  }
  if (asked) refuseUnseen(writing, given)
  Object.assign(stored.values, given, set, countedOn(store, entity, before))
  nameRecord(writing, entity, record, stored.values, before)
  keepFields(around(writing), entity, record, Object.keys(given))
  keepChanges(writing, record, before, stored.values)
  keepRules(writing, record, before, { kind: 'change' }, [...fields, ...Object.keys(set)])
  const after = permissionsFor(record, 'change', around(writing))
  const still = held.filter((row) => row.mayHandOver || after.includes(row))
  if (asked && !covers(still, fields)) throw refusedAs('forbidden')
  enforceQuotas(writing, record, before)
  setClocks(around(writing), record)
}

/** Fields that the record's state locks. */
export function refuseLocked(
  { model, store, inTransition = [] }: Writing,
  record: Reference,
  fields: readonly string[],
): void {
  if (inTransition.some(({ id }) => id === record.id)) return
  const values = store.records.get(record.id)?.values ?? {}
  const locked = model.states.machines.flatMap(({ entity, field, states }) => {
    const state = entity === record.entity ? states.find(({ name }) => name === values[field]) : undefined
    return state?.locks?.fields ?? []
  })
  const field = fields.find((name) => locked.includes(name))
  if (field !== undefined) throw refusedAs('wrong state', field)
}

/**
 * Refuses another version than the one that was seen. For a caller who may not see the version, every version is
 * another one.
 */
export function refuseOther(writing: Writing, record: Reference, version: number | null | undefined): void {
  const values = writing.store.records.get(record.id)?.values ?? {}
  if (version === undefined || version === null || !('version' in values)) return
  const eyes = eyesOf(writing.caller, around(writing))
  const isSeen = eyes === null || eyes.seesField(record, 'version')
  if (values['version'] !== version || !isSeen) throw refusedAs('stale')
}

export function deleteRecord(writing: Writing, record: Reference, isOwn: boolean, version?: number): void {
  const { model, store, caller } = writing
  if (!store.records.has(record.id)) throw refusedAs('not found')
  refuseOther(writing, record, version)
  if (!isOwn && caller.isProduct !== true) {
    if (isForbidden(model, record.entity, 'delete', null)) throw refusedAs('forbidden')
    if (permissionsFor(record, 'delete', around(writing)).length === 0) throw refusedAs('forbidden')
  }
  const gone = goingWith(writing, record)
  for (const each of gone) keepRules(writing, each, store.records.get(each.id)?.values ?? null, { kind: 'delete' }, [])
  putAside(model, store, record, gone)
  const ids = new Set(gone.map(({ id }) => id))
  const goes = gone.map((each) => ({ each, values: store.records.get(each.id)?.values ?? null }))
  for (const id of ids) store.records.delete(id)
  for (const { each, values } of goes) keepChanges(writing, each, values, null)
  for (const other of store.records.values()) {
    const before = { ...other.values }
    for (const field of entityNamed(model, other.entity).fields) {
      const value = other.values[field.name]
      if (Array.isArray(value)) {
        other.values[field.name] = (value as readonly Reference[]).filter(({ id }) => !ids.has(id))
      }
      if (!isReference(value) || !ids.has(value.id)) continue
      if (field.onDeletion !== 'cleared on deletion') throw refusedAs('in use')
      other.values[field.name] = null
    }
    keepChanges(writing, other, before, other.values)
  }
  followMemberships(writing)
  eraseTenant(writing, record)
  // A record's history is deleted with it.
  store.changes.splice(0, Infinity, ...store.changes.filter((change) => !ids.has(change.record.id)))
}

/** The record and its cascade. */
function goingWith({ model, store }: Writing, record: Reference): Reference[] {
  const gone: Reference[] = [record]
  for (const each of gone) {
    for (const { entity, id, values } of store.records.values()) {
      const isPart = entityNamed(model, entity).fields.some((field) => {
        const value = values[field.name]
        return field.onDeletion === 'deleted together' && isReference(value) && value.id === each.id
      })
      if (isPart && !gone.some((known) => known.id === id)) gone.push({ entity, id })
    }
  }
  return gone
}

/** Broken rules are reported together. */
export function keepRules(
  writing: Writing,
  record: Reference,
  before: Values | null,
  moment: Moment,
  written: readonly string[],
): void {
  const scope: Surroundings = {
    ...withNames(around(writing), { this: record, old: before === null ? null : record }),
    ...(before === null ? {} : { old: before }),
  }
  const now = writing.store.records.get(record.id)?.values ?? {}
  const broken = writing.model.validation.rules.filter(
    (rule) =>
      rule.entity === record.entity &&
      isAskedAt(writing.model, rule, moment, before, now, written) &&
      !(before === null && saysOld(rule)) &&
      holds(rule.condition, scope) &&
      !holds(rule.holds, scope),
  )
  if (broken.length > 0) {
    const reader = withNames(readerOf(writing), { this: record })
    throw new Refused(broken.map(({ otherwise }) => reasonOf(reader, otherwise)))
  }
}

function isAskedAt(
  model: Model,
  { when, entity }: Rule,
  moment: Moment,
  before: Values | null,
  now: Values,
  written: readonly string[],
): boolean {
  switch (when.kind) {
    case 'always':
      return moment.kind !== 'delete'
    case 'create':
    case 'change':
    case 'delete':
      return when.kind === moment.kind
    case 'field changes':
      return (
        moment.kind !== 'delete' &&
        (before === null || written.includes(when.field)) &&
        !isSame(typeOf(model, entity, when.field), before?.[when.field] ?? null, now[when.field] ?? null)
      )
    case 'transition':
      return moment.kind === 'transition' && moment.transition === when.transition
  }
}

/** A new record has no former values. */
function saysOld(rule: Rule): boolean {
  return JSON.stringify([rule.condition, rule.holds]).includes('"kind":"variable","name":"old"')
}

function refuseForbidden(
  { model }: Writing,
  entity: Entity,
  action: 'create' | 'change',
  fields: readonly string[],
): void {
  const isRefused =
    isForbidden(model, entity.name, action, null) ||
    fields.some((field) => isForbidden(model, entity.name, action, field))
  if (isRefused) throw refusedAs('forbidden')
}

/** A hidden record in an input counts as missing. */
function refuseUnseen(writing: Writing, given: Values): void {
  const eyes = eyesOf(writing.caller, around(writing))
  const isSeen = (record: Reference): boolean =>
    eyes === null ? writing.store.records.has(record.id) : eyes.sees(record)
  const isUnseen = (each: Datum): boolean => isReference(each) && !isSeen(each)
  const fields = Object.entries(given).filter(([, value]) =>
    (Array.isArray(value) ? (value as readonly Datum[]) : [value]).some(isUnseen),
  )
  if (fields.length > 0) throw new Refused(fields.map(([name]) => inputReason({ code: 'not found' }, name)))
}

function typeOf(model: Model, entity: string, field: string): ValueType {
  return fieldValueType(model, entity, fieldNamed(entityNamed(model, entity), field))
}
