// One filter of a list's query → a condition and its bindings. A filter is a value, several values, a range, a relative
// period, or empty; text filters can also search within the value.

import { isDate } from '@ninefold/core/contract/inputs/accept-value.ts'
import {
  CONTAINS,
  daysIn,
  denialIn,
  FILTER_VALUES_MAX,
  type FilterRange,
  ME,
  NO_VALUE,
  rangeIn,
  type Today,
  valuesIn,
} from '@ninefold/core/contract/inputs/list-filters.ts'
import { allOf, anyOf } from '@ninefold/core/expression/conditions.ts'
import type { Expression, Value } from '@ninefold/core/expression/expression.ts'
import { DAY_MS } from '@ninefold/core/expression/calendar.ts'
import { fromLocal, type TimeZone } from '@ninefold/core/expression/evaluate/time-zone.ts'
import { currencyPlaces } from '@ninefold/core/model/currencies.ts'
import type { Entity, Field } from '@ninefold/core/model/entities.ts'
import { fieldAtPath } from '@ninefold/core/model/paths.ts'
import { type FieldKind, WRITTEN_TEXT_KINDS } from '@ninefold/core/model/field-types.ts'
import { fieldNamed, machineOf } from '@ninefold/core/model/find.ts'
import {
  type Ends,
  equals,
  hasNoValue,
  includes,
  includesOneOf,
  isBetween,
  isMoneyOf,
  isNot,
  isOneOf,
  matches,
  overlapsEnds,
  matchesWords,
} from '@ninefold/core/rights/list-conditions.ts'
import type { Viewer } from '@ninefold/core/rights/readable.ts'
import type { MistypedWord } from '@ninefold/core/plan/read/fuzzy-search.ts'
import type { FoundByIndex } from '@ninefold/core/plan/read/search-candidates.ts'
import { queryValue } from './bodies.ts'
import type { Model } from '@ninefold/core/model/model.ts'

export interface Filter {
  readonly plan: FilterPlan
  readonly bindings: Readonly<Record<string, Value>>
}

/** A filter as its statement knows it; the values that it compares are bound. */
export type FilterPlan =
  /** Each bound word occurs in at least one of the fields. */
  | {
      readonly kind: 'words'
      readonly fields: readonly Field[]
      readonly variables: readonly string[]
      readonly mistyped: readonly MistypedWord[]
      /** Words that an index finds in the fields. */
      readonly sought?: FoundByIndex | null
    }
  | { readonly kind: 'part'; readonly field: Field; readonly variable: string }
  | ((
      | { readonly kind: 'value'; readonly field: Field; readonly variable: string }
      | { readonly kind: 'nothing'; readonly field: Field }
      | { readonly kind: 'several'; readonly field: Field; readonly variable: string; readonly orNothing: boolean }
    ) & {
      /** Negates the filter. */
      readonly isNot?: true
    })
  | { readonly kind: 'between'; readonly field: Field; readonly ends: Ends; readonly currency?: string }
  | { readonly kind: 'overlaps'; readonly field: Field; readonly ends: Ends }
  | { readonly kind: 'money'; readonly field: Field; readonly currency: string; readonly amount: string | null }
  /** All filters of at least one group must hold. */
  | { readonly kind: 'groups'; readonly groups: readonly (readonly FilterPlan[])[] }

export function filterConditions(viewer: Viewer, entity: Entity, filters: readonly FilterPlan[]): Expression[] {
  return filters.map((filter) => {
    const condition = filterCondition(viewer, entity, filter)
    return 'isNot' in filter ? isNot(viewer, entity, filter.field, condition) : condition
  })
}

function filterCondition(viewer: Viewer, entity: Entity, filter: FilterPlan): Expression {
  switch (filter.kind) {
    case 'words':
      return matchesWords(viewer, entity, filter.fields, filter.variables)
    case 'part':
      return matches(viewer, entity, [filter.field], filter.variable)
    case 'value':
      return (isOfSeveral(filter.field) ? includes : equals)(viewer, entity, filter.field, filter.variable)
    case 'nothing':
      return hasNoValue(viewer, entity, filter.field)
    case 'several': {
      const { field, variable, orNothing } = filter
      const among = (isOfSeveral(field) ? includesOneOf : isOneOf)(viewer, entity, field, variable)
      return orNothing ? anyOf([hasNoValue(viewer, entity, field), among]) : among
    }
    case 'between':
      return isBetween(viewer, entity, filter.field, filter.ends, filter.currency)
    case 'overlaps':
      return overlapsEnds(viewer, entity, filter.field, filter.ends)
    case 'money':
      return isMoneyOf(viewer, entity, filter.field, filter.currency, filter.amount)
    case 'groups':
      return anyOf(filter.groups.map((group) => allOf(filterConditions(viewer, entity, group))))
  }
}

function isOfSeveral({ type }: Field): boolean {
  return type.kind === 'collection' || type.kind === 'choices'
}

/** Time zone and present day of the request, for filters by days. */
export interface FilterPlace {
  readonly timeZone: TimeZone
  readonly today: Today
  /** The caller; null: a guest. */
  readonly me: { readonly entity: string; readonly id: Value } | null
}

interface Asked extends FilterPlace {
  readonly model: Model
  readonly entity: Entity
  readonly field: Field
  /** Prefix of the variables to which values of the filter are bound. */
  readonly variable: string
}

/** The field and the place of a filter in a query. */
export interface FilteredField extends Pick<Asked, 'model' | 'entity' | 'field'> {
  /** Prefix of its variables, so that groups of filters do not collide. */
  readonly group: string
}

/** Null: the text is not a valid filter. */
export function filterBy(place: FilterPlace, { group, ...filtered }: FilteredField, text: string): Filter | null {
  const { field } = filtered
  const asked: Asked = { ...place, ...filtered, variable: `${group}filter.${field.name}` }
  const { kind } = field.type
  if (isText(field)) return byValue(asked, text)
  if (text === NO_VALUE) return byNothing(asked)
  if (kind === 'date' || kind === 'date and time') return byDays(asked, text) ?? byMoments(asked, text)
  if (field.type.kind === 'period') return byTime(asked, field.type.of, text)
  if (field.type.kind === 'money' && field.type.currency === null) return byMoney(asked, text)
  if (RANGES.includes(kind)) return byRange(asked, text) ?? byValues(asked, text)
  return byValues(asked, text)
}

/** A filter for texts that contain this text; null: the field is not a text. */
export function filterByPart({ field, group }: FilteredField, text: string): Filter | null {
  if (!isSearchable(field)) return null
  const variable = `${group}filter.${field.name}${CONTAINS}`
  return { plan: { kind: 'part', field, variable }, bindings: { [variable]: text } }
}

/** Tells whether the field supports search within its text. */
export function isSearchable(field: Field): boolean {
  return isText(field) || field.type.kind === 'country' || field.type.kind === 'language'
}

/** In a text field any text is a value, so no other syntax applies. */
function isText({ type }: Field): boolean {
  return TEXTS.includes(type.kind) || (type.kind === 'sequence' && type.format !== null)
}

const TEXTS: readonly FieldKind[] = [...WRITTEN_TEXT_KINDS, 'time zone', 'colour', 'slug', 'random code']

const RANGES: readonly FieldKind[] = [
  'whole number',
  'decimal',
  'percent',
  'money',
  'time',
  'duration',
  'sequence',
  'version',
]

function byNothing({ field }: Asked): Filter {
  return { plan: { kind: 'nothing', field }, bindings: {} }
}

function byValue(asked: Asked, text: string): Filter | null {
  const { field, variable } = asked
  const value = valueOf(asked, text)
  return value === null ? null : { plan: { kind: 'value', field, variable }, bindings: { [variable]: value } }
}

/** `open,waiting,-`: one of the words, or empty; `!open,waiting`: none of them. */
function byValues(asked: Asked, text: string): Filter | null {
  const { type } = asked.field
  const known = type.kind === 'state' ? statesOf(asked) : 'values' in type ? type.values : []
  const { isNot: isDenied, of } = denialIn(text, known)
  const found = of === NO_VALUE ? byNothing(asked) : byOneOf(asked, of, known)
  return found === null || !isDenied ? found : { ...found, plan: { ...found.plan, isNot: true } as FilterPlan }
}

/** A single value uses equality, so that its index is used. */
function byOneOf(asked: Asked, text: string, known: readonly string[]): Filter | null {
  const { field, variable } = asked
  const texts = [...new Set(valuesIn(text, known))]
  if (texts.length > FILTER_VALUES_MAX) return null
  const [first = ''] = texts
  if (texts.length === 1) return byValue(asked, first)
  const values = texts.filter((each) => each !== NO_VALUE).map((each) => valueOf(asked, each))
  if (values.some((value) => value === null)) return null
  const orNothing = texts.includes(NO_VALUE)
  return { plan: { kind: 'several', field, variable, orNothing }, bindings: { [variable]: values } }
}

function statesOf({ model, entity, field }: Asked): readonly string[] {
  const { owner, name } = fieldAtPath(model, entity.name, field.name)
  return machineOf(model, owner, name)?.states.map((state) => state.name) ?? []
}

function valueOf(asked: Asked, text: string): Value {
  const { model, field } = asked
  const { type } = field
  switch (type.kind) {
    case 'reference':
    case 'collection': {
      const isMe = text === ME && asked.me?.entity === type.entity
      const id = isMe ? (asked.me?.id ?? null) : referencedId(model, type.entity, text)
      return id === null ? null : { id, fields: {} }
    }
    case 'state':
      return statesOf(asked).includes(text) ? text : null
    case 'choices':
      return type.values.includes(text) ? text : null
    default:
      return queryValue(type, text) ?? null
  }
}

/** `10..20`, `10..` or `..20`; the ends are values of the field. */
function byRange(asked: Asked, text: string): Filter | null {
  const range = rangeIn(text)
  if (range === null) return null
  const { type } = asked.field
  return between(asked, range, (end) => queryValue(type, end) ?? null, true)
}

type ValueOfEnd = (end: string, isUntil: boolean) => Value

function between(
  asked: Asked,
  range: FilterRange,
  valueOfEnd: ValueOfEnd,
  withUntil: boolean,
  currency?: string,
): Filter | null {
  const { field, variable } = asked
  const found = endsOf(asked, range, valueOfEnd, withUntil)
  if (found === null) return null
  const { ends, bindings } = found
  if (currency === undefined) return { plan: { kind: 'between', field, ends }, bindings }
  const name = `${variable}.currency`
  return { plan: { kind: 'between', field, ends, currency: name }, bindings: { ...bindings, [name]: currency } }
}

interface FoundEnds extends Pick<Filter, 'bindings'> {
  readonly ends: Ends
}

/** Null: an end is not a value of the field. */
function endsOf(
  { variable }: Asked,
  { from, until }: FilterRange,
  valueOfEnd: ValueOfEnd,
  withUntil: boolean,
): FoundEnds | null {
  const bindings: Record<string, Value> = {}
  for (const [name, end] of [
    ['from', from],
    ['until', until],
  ] as const) {
    if (end === null) continue
    const value = valueOfEnd(end, name === 'until')
    if (value === null) return null
    bindings[`${variable}.${name}`] = value
  }
  const ends = {
    from: from === null ? null : `${variable}.from`,
    until: until === null ? null : `${variable}.until`,
    withUntil,
  }
  return { ends, bindings }
}

/** `2026-01-31`, `2026-01-01..today`, `this-week`: whole days, including both ends. */
function byDays(asked: Asked, text: string): Filter | null {
  const days = daysIn(text, asked.today)
  if (days === null) return null
  if (asked.field.type.kind === 'date')
    return isDate(text) ? byValue(asked, text) : between(asked, days, (day) => day, true)
  return between(asked, days, (day, isUntil) => startOf(day, isUntil ? 1 : 0, asked.timeZone), false)
}

/**
 * Periods that overlap with days (both ends included) or with an interval of moments (end excluded), or that contain a
 * moment.
 */
function byTime(asked: Asked, of: 'date' | 'date and time', text: string): Filter | null {
  const { field } = asked
  const days = daysIn(text, asked.today)
  const found =
    days === null ? (of === 'date' ? null : momentsOf(asked, text)) : endsOf(asked, days, ...daysAs(of, asked.timeZone))
  return found === null ? null : { plan: { kind: 'overlaps', field, ends: found.ends }, bindings: found.bindings }
}

function daysAs(of: 'date' | 'date and time', timeZone: TimeZone): [ValueOfEnd, boolean] {
  if (of === 'date') return [(day) => day, true]
  return [(day, isUntil) => startOf(day, isUntil ? 1 : 0, timeZone), false]
}

function momentsOf(asked: Asked, text: string): FoundEnds | null {
  const range = rangeIn(text)
  const moment: ValueOfEnd = (end) => queryValue({ kind: 'date and time' }, end) ?? null
  return endsOf(asked, range ?? { from: text, until: text }, moment, range === null)
}

function startOf(day: string, daysLater: number, timeZone: TimeZone): number {
  return fromLocal(Date.parse(`${day}T00:00:00Z`) + daysLater * DAY_MS, timeZone)
}

/** `2026-01-31T10:00:00Z..2026-01-31T12:00:00Z`; an end without a time is a whole day. */
function byMoments(asked: Asked, text: string): Filter | null {
  const range = rangeIn(text)
  if (asked.field.type.kind === 'date') return null
  if (range === null) return byValue(asked, text)
  return between(asked, range, (end) => queryValue(asked.field.type, end) ?? null, true)
}

/** `EUR`, `9.90 EUR`, `9.90..20 EUR`. */
function byMoney(asked: Asked, text: string): Filter | null {
  const { field, variable } = asked
  const [, amount = null, currency = ''] = /^(?:([-0-9.]{1,120}) )?([A-Z]{3})$/.exec(text) ?? []
  if (currencyPlaces(currency) === null) return null
  const range = amount === null ? null : rangeIn(amount)
  const asAmount = (written: string): Value => (/^-?[0-9]{1,30}(\.[0-9]{1,20})?$/.test(written) ? written : null)
  if (range !== null) return between(asked, range, asAmount, true, currency)
  if (amount !== null && asAmount(amount) === null) return null
  const names = { currency: `${variable}.currency`, amount: `${variable}.amount` }
  return {
    plan: { kind: 'money', field, currency: names.currency, amount: amount === null ? null : names.amount },
    bindings: { [names.currency]: currency, ...(amount === null ? {} : { [names.amount]: amount }) },
  }
}

function referencedId(model: Model, entityName: string, text: string): Value {
  const entity = model.entities.entities.find(({ name }) => name === entityName)
  const id = entity === undefined ? null : fieldNamed(entity, 'id').type
  if (id?.kind === 'identifier' && id.form === 'counting') return /^[0-9]{1,15}$/.test(text) ? Number(text) : null
  return /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i.test(text) ? text.toLowerCase() : null
}
