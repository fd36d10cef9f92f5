// A standard list as reference/7-calls says: its filters, its order and its pages.

import * as build from '../expression/build.ts'
import type { ValueType } from '../expression/expression.ts'
import type { Entity, Field } from '../model/entities.ts'
import { WITHOUT_ORDER } from '../model/field-types.ts'
import { entityNamed, fieldNamed } from '../model/find.ts'
import { fieldOf } from '../model/paths.ts'
import { DAY_MS, dayOf, startOf } from './dates.ts'
import { evaluate, isShown, type Surroundings, withNames } from './evaluate.ts'
import { NotCovered } from './not-covered.ts'
import { Refused, refusedAs, type RefusalReason } from './refusal.ts'
import { mayEverSee } from './rights.ts'
import { type Datum, isIdentity, isReference, recordsOf, type Reference } from './store.ts'
import { compared, isSame } from './values.ts'

/** As it stands in the address. `after` is how many records came on the pages before. */
export type ListQuery = Readonly<Record<string, string>>

export interface ListOrder {
  readonly by: Field
  readonly isDescending: boolean
}

export interface Found {
  readonly record: Reference
  /** Equal for records that only their `id` sets in order. */
  readonly rank: number
}

export interface ListPage {
  readonly limit: number
  readonly after: number
}

const LIMIT_SUPPLIED = 20
const LIMIT_MAX = 100

/** Everything that the query finds, in its order. `foundBy`: the field that sets the order where nothing else does. */
export function foundIn(around: Surroundings, entityName: string, foundBy: string, query: ListQuery): Found[] {
  const entity = entityNamed(around.model, entityName)
  const { filters, order } = askedOf(around, entity, foundBy, query)
  const records = recordsOf(around.store, entityName)
    .map(({ id }): Reference => ({ entity: entityName, id }))
    .filter((record) => around.eyes === null || around.eyes.sees(record))
    .filter((record) => filters.every((isFound) => isFound(record)))
  const sorted = records
    .map((record) => ({ record, value: seenValue(around, entity, order.by, record) ?? null }))
    .sort((a, b) => comparedIn(around, entity, order, a.value, b.value))
  let rank = 0
  return sorted.map(({ record, value }, index) => {
    const before = sorted[index - 1]
    if (before !== undefined && comparedIn(around, entity, order, before.value, value) !== 0) rank++
    return { record, rank }
  })
}

export function pageOf({ limit, after = '0' }: ListQuery): ListPage {
  if (limit === undefined) return { limit: LIMIT_SUPPLIED, after: Number(after) }
  const number = /^[0-9]{1,4}$/.test(limit) ? Number(limit) : 0
  if (number < 1) throw refusedAs('wrong type')
  if (number > LIMIT_MAX) throw new Refused([{ code: 'too big', status: 422 }])
  return { limit: number, after: Number(after) }
}

type Filter = (record: Reference) => boolean

function askedOf(
  around: Surroundings,
  entity: Entity,
  foundBy: string,
  query: ListQuery,
): { readonly filters: readonly Filter[]; readonly order: ListOrder } {
  const filters: Filter[] = []
  const reasons: RefusalReason[] = []
  let order: ListOrder = { by: fieldNamed(entity, foundBy), isDescending: false }
  const refuse = (code: string): unknown => reasons.push({ code, status: 422 })
  for (const [name, text] of Object.entries(query)) {
    if (name === 'limit' || name === 'after') continue
    if (name === 'sort') {
      const by = comparableField(around, entity, text.replace(/^-/, ''))
      if (by === null || by.computed !== null || WITHOUT_ORDER.includes(by.type.kind)) refuse('wrong type')
      else order = { by, isDescending: text.startsWith('-') }
      continue
    }
    const field = comparableField(around, entity, name.replace(/\.contains$/, ''))
    const filter = field === null ? null : filterOf(around, entity, field, text, name.endsWith('.contains'))
    if (field === null) refuse('unknown input')
    else if (filter === null) refuse('wrong type')
    else filters.push(filter)
  }
  if (reasons.length > 0) throw new Refused(reasons)
  return { filters, order }
}

/** A field that the caller's roles may ever see. */
function comparableField(around: Surroundings, { name: entity, fields }: Entity, name: string): Field | null {
  const field = fields.find((each) => each.name === name)
  if (field === undefined || field.isHidden || ['file', 'secret text'].includes(field.type.kind)) return null
  return around.eyes === null || mayEverSee(entity, name, around) ? field : null
}

/** Undefined: the caller does not see the field of this record. */
function seenValue(around: Surroundings, entity: Entity, field: Field, record: Reference): Datum | undefined {
  const value = fieldOf(around.model, build.recordVariable('this', entity.name), entity.name, field)
  const about = withNames(around, { this: record })
  return isShown(value, about) ? evaluate(value, about) : undefined
}

function typeOf(around: Surroundings, entity: Entity, field: Field): ValueType {
  return fieldOf(around.model, build.recordVariable('this', entity.name), entity.name, field).type
}

/** What is empty, or not seen, comes last in either direction. */
function comparedIn(around: Surroundings, entity: Entity, { by, isDescending }: ListOrder, a: Datum, b: Datum): number {
  if (a === null || b === null) return Number(a === null) - Number(b === null)
  const forwards = compared(typeOf(around, entity, by), a, b)
  return isDescending ? -forwards : forwards
}

/** Null: the text is no filter of such a field. */
function filterOf(around: Surroundings, entity: Entity, field: Field, text: string, isPart: boolean): Filter | null {
  const type = typeOf(around, entity, field)
  const isKept = isPart ? partFilter(type, text) : valueFilter(type, text, around.store.nowMs)
  if (isKept === null) return null
  return (record) => {
    const value = seenValue(around, entity, field, record)
    return value !== undefined && isKept(value)
  }
}

type ValueFilter = (value: Datum) => boolean

function partFilter(type: ValueType, text: string): ValueFilter | null {
  if (type.kind !== 'text') return null
  return (value) => value !== null && String(value).toLowerCase().includes(text.toLowerCase())
}

function valueFilter(type: ValueType, text: string, nowMs: number): ValueFilter | null {
  if (type.kind === 'text') return (value) => value === text
  if (text === '-') return (value) => value === null
  switch (type.kind) {
    case 'integer':
      return (
        rangeFilter(type, text, (end) => (/^-?[0-9]{1,16}$/.test(end) ? Number(end) : null)) ?? wordFilter(type, text)
      )
    case 'boolean':
    case 'choice':
    case 'record':
      return wordFilter(type, text)
    case 'date':
      return rangeFilter(type, text, (end) => dayIn(end, nowMs)) ?? wordFilter(type, dayIn(text, nowMs) ?? '')
    case 'timestamp': {
      const [from, until] = text.includes('..') ? text.split('..') : [text, text]
      const ends = [from, until].map((end = '') => (end === '' ? end : dayIn(end, nowMs)))
      if (ends.includes(null) || ends.every((end) => end === '')) return momentFilter(type, text)
      const [first, last] = ends.map(String)
      return (value) =>
        value !== null &&
        (first === '' || Number(value) >= startOf(first ?? '')) &&
        (last === '' || Number(value) < startOf(last ?? '') + DAY_MS)
    }
    default:
      throw new NotCovered(`filters of ${type.kind}`)
  }
}

/** `open,waiting,-` */
function wordFilter(type: ValueType, text: string): ValueFilter | null {
  const words = text.split(',').map((word): Datum | undefined => (word === '-' ? null : valueOf(type, word)))
  if (words.includes(undefined)) return null
  return (value) =>
    words.some((word = null) => {
      if (isReference(value) && word !== null) return value.id === word
      return isSame(type, value, word)
    })
}

/** Undefined: no value of the type is written so. */
function valueOf(type: ValueType, word: string): Datum | undefined {
  switch (type.kind) {
    case 'integer':
      return /^-?[0-9]{1,16}$/.test(word) ? Number(word) : undefined
    case 'boolean':
      return word === 'true' ? true : word === 'false' ? false : undefined
    case 'choice':
      return type.values.includes(word) ? word : undefined
    case 'date':
      return dayIn(word, 0) === word ? word : undefined
    case 'record':
      return isIdentity(word) ? word : undefined
    default:
      return word
  }
}

/** `10..20`, `10..`, `..20`. Null: it is no range. */
function rangeFilter(type: ValueType, text: string, endOf: (end: string) => Datum): ValueFilter | null {
  const parts = text.split('..')
  if (parts.length !== 2 || parts.every((end) => end === '')) return null
  const [from = null, until = null] = parts.map((end) => (end === '' ? '' : endOf(end)))
  if (from === null || until === null) return null
  return (value) =>
    value !== null &&
    (from === '' || compared(type, value, from) >= 0) &&
    (until === '' || compared(type, value, until) <= 0)
}

function momentFilter(type: ValueType, text: string): ValueFilter | null {
  const momentOf = (end: string): number | null =>
    /^\d{4}-\d\d-\d\dT\d\d:\d\d(:\d\d(\.\d+)?)?Z$/.test(end) ? Date.parse(end) : null
  const moment = momentOf(text)
  return moment === null ? rangeFilter(type, text, momentOf) : (value) => value === moment
}

const MOVING_DAYS: Readonly<Record<string, number>> = { today: 0, yesterday: -1, tomorrow: 1 }

/** Null: it is no day. */
function dayIn(text: string, nowMs: number): string | null {
  const days = MOVING_DAYS[text]
  if (days !== undefined) return dayOf(nowMs + days * DAY_MS)
  if (/-(week|month|year|days)$/.test(text)) throw new NotCovered('weeks, months and years that move')
  const isDay = /^\d{4}-\d\d-\d\d$/.test(text) && !Number.isNaN(startOf(text)) && dayOf(startOf(text)) === text
  return isDay ? text : null
}
