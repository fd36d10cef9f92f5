// A standard list by reference/7-calls: filters, order and pagination.

import * as build from '../../expression/build.ts'
import type { ValueType } from '../../expression/expression.ts'
import type { Entity, Field } from '../../model/entities.ts'
import { WITHOUT_ORDER } from '../../model/field-types.ts'
import { entityNamed, fieldNamed } from '../../model/find.ts'
import { WEEKDAYS } from '../../model/limits.ts'
import { fieldOf } from '../../model/paths.ts'
import { evaluate, isShown, type Surroundings, withNames } from '../evaluate.ts'
import { partFilter, valueFilter } from '../values/filters.ts'
import { takenValue } from '../values/inputs.ts'
import { Refused, refusedAs, type RefusalReason } from '../refusals/refusal.ts'
import { mayEverSee } from '../rights.ts'
import { byCreation, type Datum, isIdentity, recordsOf, type Reference } from '../store.ts'
import { compared } from '../values/values.ts'

/** As in the address. `after` is the number of records on earlier pages. */
export type ListQuery = Readonly<Record<string, string>>

export interface ListOrder {
  readonly by: Field
  readonly isDescending: boolean
}

export interface ListPage {
  readonly limit: number
  readonly after: number
}

const LIMIT_SUPPLIED = 20
const LIMIT_MAX = 100

/** All matches in order; equal ones in the order of creation. `foundBy`: the default sort field. */
export function foundIn(around: Surroundings, entityName: string, foundBy: string, query: ListQuery): Reference[] {
  const entity = entityNamed(around.model, entityName)
  const { filters, order } = askedOf(around, entity, foundBy, query)
  const records = recordsOf(around.store, entityName)
    .map(({ id }): Reference => ({ entity: entityName, id }))
    .filter((record) => around.eyes === null || around.eyes.sees(record))
    .filter((record) => filters.every((isFound) => isFound(record)))
  records.sort(byCreation(order.isDescending ? 'descending' : 'ascending'))
  // The order of creation is visible, even where ids are hidden.
  if (order.by.name === 'id') return records
  return records
    .map((record) => ({ record, value: seenValue(around, entity, order.by, record) ?? null }))
    .sort((a, b) => comparedIn(around, entity, order, a.value, b.value))
    .map(({ record }) => record)
}

export function pageOf({ limit, after = '0' }: ListQuery): ListPage {
  if (limit === undefined) return { limit: LIMIT_SUPPLIED, after: Number(after) }
  const number = /^[0-9]{1,4}$/.test(limit) ? Number(limit) : 0
  if (number < 1) throw refusedAs('wrong type', 'limit')
  if (number > LIMIT_MAX) throw new Refused([{ code: 'too big', status: 422, about: 'limit', limit: LIMIT_MAX }])
  return { limit: number, after: Number(after) }
}

export type Filter = (record: Reference) => boolean

function askedOf(
  around: Surroundings,
  entity: Entity,
  foundBy: string,
  query: ListQuery,
): { readonly filters: readonly Filter[]; readonly order: ListOrder } {
  const filters: Filter[] = []
  const reasons: RefusalReason[] = []
  let order: ListOrder = { by: orderOfMaking(entity, foundBy), isDescending: false }
  const refuse = (code: string, about: string): unknown => reasons.push({ code, status: 422, about })
  for (const [name, text] of Object.entries(query)) {
    if (name === 'limit' || name === 'after' || text === '') continue
    if (name === 'sort') {
      const by = comparableField(around, entity, text.replace(/^-/, ''))
      if (by === null || by.computed !== null || WITHOUT_ORDER.includes(by.type.kind)) refuse('wrong type', name)
      else order = { by, isDescending: text.startsWith('-') }
      continue
    }
    const field = comparableField(around, entity, name.replace(/\.contains$/, ''))
    const filter = field === null ? null : filterOf(around, entity, field, text, name.endsWith('.contains'))
    if (field === null) refuse('unknown input', name)
    else if (filter === null) refuse('wrong type', name)
    else filters.push(filter)
  }
  if (reasons.length > 0) throw new Refused(reasons)
  return { filters, order }
}

function orderOfMaking(entity: Entity, foundBy: string): Field {
  const key = fieldNamed(entity, foundBy)
  if (key.type.kind === 'sequence') return key
  return entity.fields.find(({ name, isBuiltIn }) => isBuiltIn && name === 'createdAt') ?? fieldNamed(entity, 'id')
}

/** A field that the caller's roles may see in some record. */
export function comparableField(around: Surroundings, { name: entity, fields }: Entity, name: string): Field | null {
  const field = fields.find((each) => each.name === name)
  if (field === undefined || field.isHidden || ['file', 'map', 'json', 'secret text'].includes(field.type.kind))
    return null
  return around.eyes === null || mayEverSee(entity, name, around) ? field : null
}

/** Undefined: hidden for this caller in this record. */
export function seenValue(around: Surroundings, entity: Entity, field: Field, record: Reference): Datum | undefined {
  const value = fieldOf(around.model, build.recordVariable('this', entity.name), entity.name, field)
  const about = withNames(around, { this: record })
  return isShown(value, about) ? evaluate(value, about) : undefined
}

function typeOf(around: Surroundings, entity: Entity, field: Field): ValueType {
  return fieldOf(around.model, build.recordVariable('this', entity.name), entity.name, field).type
}

/** Empty or hidden values come last in either direction. */
function comparedIn(around: Surroundings, entity: Entity, { by, isDescending }: ListOrder, a: Datum, b: Datum): number {
  if (a === null || b === null) return Number(a === null) - Number(b === null)
  const forwards = compared(typeOf(around, entity, by), a, b)
  return isDescending ? -forwards : forwards
}

/** Null: not a valid filter of such a field. */
export function filterOf(
  around: Surroundings,
  entity: Entity,
  field: Field,
  text: string,
  isPart: boolean,
): Filter | null {
  const type = typeOf(around, entity, field)
  const { model, store } = around
  const { weekStarts } = model.limits
  const read = (word: string): Datum | undefined => readAs(field, type, word)
  const place = {
    read,
    nowMs: store.nowMs,
    zone: store.zone,
    weekStarts: weekStarts === null ? 1 : WEEKDAYS.indexOf(weekStarts.day) + 1,
  }
  const isWord = field.type.kind === 'country' || field.type.kind === 'language'
  const isKept = isPart ? partFilter(type, text) : valueFilter(type, text, place, isWord)
  if (isKept === null) return null
  return (record) => {
    const value = seenValue(around, entity, field, record)
    return value !== undefined && isKept(value)
  }
}

/** Parses a sent value by the field's type. */
function readAs({ type: of, ...field }: Field, type: ValueType, word: string): Datum | undefined {
  const item = type.kind === 'list' ? type.of : type
  if (item.kind === 'record') return isIdentity(word) ? word : undefined
  if (item.kind === 'choice') return item.values.includes(word) ? word : undefined
  if (item.kind === 'boolean') return word === 'true' ? true : word === 'false' ? false : undefined
  const isNumber = item.kind === 'integer' || item.kind === 'duration'
  if (isNumber && !/^-?[0-9]{1,16}$/.test(word)) return undefined
  const bare = {
    ...field,
    type: of,
    isRequired: false,
    unique: null,
    min: null,
    max: null,
    pattern: null,
    isTrimmed: false,
  }
  const taken = takenValue(bare, isNumber ? Number(word) : word)
  return 'code' in taken ? undefined : taken.value
}

/** The number of the wanted page of a screen's list. */
export function pageNumberOf({ page = '1' }: ListQuery): number {
  const number = /^[0-9]{1,7}$/.test(page) ? Number(page) : 0
  if (number < 1) throw refusedAs('wrong type', 'page')
  return number
}
