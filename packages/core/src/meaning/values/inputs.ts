// A sent value of a field → the value that it means, or the built-in error (reference/3-entities, Types;
// reference/8-errors).

import { currencyPlaces } from '../../model/currencies.ts'
import type { CheckedFieldType, Field } from '../../model/entities.ts'
import { TEXT_KINDS } from '../../model/field-types.ts'
import { dayMs, FIRST_MS, LAST_MS } from './dates.ts'
import { takenJson, takenMap } from './json.ts'
import { decimal } from './numbers.ts'
import type { Mistake } from '../refusals/mistakes.ts'
import { type Datum, isReference } from '../store.ts'

export type Taken = { readonly value: Datum } | Mistake

const TEXTS: readonly string[] = TEXT_KINDS
/** Maximum length of a unique text. */
const UNIQUE_LENGTH_MAX = 600

/** Parts of a field from which its limits are read. */
export type Limited = Pick<Field, 'type' | 'unique' | 'isRequired' | 'isTrimmed' | 'pattern' | 'min' | 'max'>

export function takenValue(field: Limited, sent: Datum): Taken {
  const { type } = field
  if (sent === null) return takenNothing(field)
  if (TEXTS.includes(type.kind)) return followsPattern(field, takenText(field, sent))
  switch (type.kind) {
    case 'whole number':
    case 'duration':
      return typeof sent === 'number' && Number.isSafeInteger(sent) ? within(field, sent) : { code: 'wrong type' }
    case 'decimal':
    case 'percent':
      return takenDecimal(field, sent, type.kind === 'decimal' ? type.places : null)
    case 'money':
      return type.currency === null ? takenAmount(type, sent) : takenDecimal(field, sent, currencyPlaces(type.currency))
    case 'rank':
      return takenText(field, sent)
    case 'yes/no':
      return typeof sent === 'boolean' ? { value: sent } : { code: 'wrong type' }
    case 'date':
      return isDay(sent) ? { value: sent } : { code: 'wrong type' }
    case 'time':
      if (typeof sent !== 'string' || !/^([01]\d|2[0-3]):[0-5]\d(:[0-5]\d)?$/.test(sent)) return { code: 'wrong type' }
      return { value: sent.length === 5 ? `${sent}:00` : sent }
    case 'date and time':
      return takenMoment(sent)
    case 'period':
      return takenPeriod(type.of, sent)
    case 'choice':
      return typeof sent === 'string' && type.values.includes(sent) ? { value: sent } : { code: 'wrong type' }
    case 'choices':
      return takenChoices(field, type.values, sent)
    case 'json':
      return takenJson(sent)
    case 'collection':
      return takenRecords(sent)
    default:
      return { value: sent }
  }
}

/** Of a map all mistakes are reported, with their places in it. `read`: a value as a lenient call reads it. */
export function takenMapValue(
  type: Extract<CheckedFieldType, { kind: 'map' }>,
  isRequired: boolean,
  sent: Datum,
  read: (kind: string, value: Datum) => Datum = (_, value) => value,
): ReturnType<typeof takenMap> {
  if (sent === null) return isRequired ? { mistakes: [{ code: 'blank', at: '' }] } : { value: null }
  const limits = { isRequired: true, unique: null, min: null, max: null, pattern: null, isTrimmed: false } as const
  return takenMap(type, sent, (of, value) => takenValue({ type: of, ...limits }, read(of.kind, value)))
}

function takenNothing({ isRequired, type }: Limited): Taken {
  if (isRequired) return { code: 'blank' }
  // A list is emptied by an empty list.
  return type.kind === 'choices' || type.kind === 'collection' ? { code: 'wrong type' } : { value: null }
}

export function takenText(field: TextField, sent: Datum): Taken {
  if (typeof sent !== 'string') return { code: 'wrong type' }
  const { kind } = field.type
  const isOneLine = kind !== 'long text' && kind !== 'formatted text'
  const isOneHoweverSpelt = kind === 'email' || field.unique?.ignoringCase === true
  const spelt = isOneHoweverSpelt ? sent.normalize('NFKC') : sent
  const text = isOneLine || field.isTrimmed === true ? spelt.trim() : spelt
  const { min, max } = lengthsOf(field)
  const bounds = { min, max }
  if (text.trim() === '') {
    if (!field.isRequired && (min !== 0 || field.isBlankEmpty === true)) return { value: null }
    return min === 0 ? { value: '' } : { code: 'blank' }
  }
  const length = [...text].length
  if (min !== null && length < min) return { code: 'too short', limit: min, bounds }
  if (max !== null && length > max) return { code: 'too long', limit: max, bounds }
  const isUnseen = isOneLine && (UNSEEN.test(text) || (isOneHoweverSpelt && JOINERS.test(text)))
  if (isUnseen) return { code: 'pattern' }
  const form = FORMS[kind]
  if (form !== undefined && !form.test(text)) return { code: 'pattern' }
  return { value: text }
}

/**
 * Invisible characters in a line: line ends and other control characters, marks of direction, characters without width.
 */
const UNSEEN = /[\p{Cc}\p{Zl}\p{Zp}\u061c\u200b\u200e\u200f\u202a-\u202e\u2060-\u2069\ufeff]/u
const JOINERS = /[\u200c\u200d]/

type TextField = Pick<Field, 'type' | 'unique' | 'isRequired'> & Partial<Pick<Field, 'isTrimmed' | 'isBlankEmpty'>>

function followsPattern(field: Limited, taken: Taken): Taken {
  return 'code' in taken || isOfPattern(field, taken.value) ? taken : { code: 'pattern' }
}

/** The whole text is of it. Patterns are of RE2, whose plain ones are those of JavaScript. */
export function isOfPattern({ pattern }: Pick<Field, 'pattern'>, value: Datum): boolean {
  return pattern === null || typeof value !== 'string' || new RegExp(`^(?:${pattern})$`, 'u').test(value)
}

export function lengthsOf({ type, unique }: Pick<Field, 'type' | 'unique'>): {
  readonly min: number | null
  readonly max: number | null
} {
  if (!('lengthMin' in type)) return { min: null, max: null }
  return { min: type.lengthMin, max: type.lengthMax ?? (unique === null ? null : UNIQUE_LENGTH_MAX) }
}

const FORMS: Readonly<Record<string, RegExp>> = {
  email: /^[^\s@]+@[^\s@.]+(\.[^\s@.]+)+$/,
  url: /^https?:\/\/[^\s/?#]+([/?#]\S*)?$/i,
  phone: /^\+?[0-9][0-9 ()./-]{2,30}$/,
  country: /^[A-Z]{2}$/,
  language: /^[A-Za-z]{2,3}(-[A-Za-z0-9]{2,8})*$/,
  'time zone': /^[A-Za-z_+-]+(\/[A-Za-z0-9_+-]+)*$/,
  colour: /^#[0-9a-fA-F]{6}$/,
  rank: /^[0-9a-z]{0,999}[1-9a-z]$/,
}

function within(field: Limited, value: Datum): Taken {
  const { min, max } = rangeOf(field)
  if (min !== null && decimal(value).lt(min)) return { code: 'too small', limit: min, bounds: { min, max } }
  if (max !== null && decimal(value).gt(max)) return { code: 'too big', limit: max, bounds: { min, max } }
  return { value }
}

export function rangeOf({ type, min, max }: Limited): { readonly min: number | null; readonly max: number | null } {
  const ends = type.kind === 'whole number' ? type : { min: null, max: null }
  const numbers = (values: readonly (number | null)[]): number[] => values.filter((each) => each !== null)
  const [lower, upper] = [numbers([min, ends.min]), numbers([max, ends.max])]
  return {
    min: lower.length === 0 ? null : Math.max(...lower),
    max: upper.length === 0 ? null : Math.min(...upper),
  }
}

function takenDecimal(field: Limited, sent: Datum, placesMax: number | null): Taken {
  const places = placesOf(sent)
  if (places === null) return { code: 'wrong type' }
  const taken = within(field, String(sent))
  return 'code' in taken || placesMax === null || places <= placesMax ? taken : { code: 'wrong type' }
}

/** Trailing zeros do not count. Null: not a decimal. */
function placesOf(sent: Datum): number | null {
  const written = typeof sent === 'string' || typeof sent === 'number' ? String(sent) : ''
  const match = /^-?[0-9]{1,30}(\.([0-9]{1,20}))?$/.exec(written)
  return match === null ? null : (match[2] ?? '').replace(/0+$/, '').length
}

function takenAmount({ supplied }: Extract<CheckedFieldType, { kind: 'money' }>, sent: Datum): Taken {
  if (typeof sent !== 'object' || sent === null || Array.isArray(sent)) return { code: 'wrong type' }
  const { amount = null, currency = supplied ?? null, ...others } = sent as Readonly<Record<string, Datum>>
  if (Object.keys(others).length > 0) return { code: 'wrong type' }
  if (amount === null || currency === null) return { code: 'blank' }
  const [places, placesMax] = [placesOf(amount), currencyPlaces(String(currency))]
  if (places === null || placesMax === null || places > placesMax) return { code: 'wrong type' }
  return { value: { amount: amountText(amount, placesMax), currency } }
}

/** With the decimals of the currency. */
export function amountText(amount: Datum, places: number): string {
  return decimal(amount)
    .toFixed(places)
    .replace(/^-(?=[0.]+$)/, '')
}

const MOMENT = /^(\d{4}-\d\d-\d\d)T([01]\d|2[0-3]):[0-5]\d(:[0-5]\d(\.\d{1,9})?)?(Z|[+-]([01]\d|2[0-3]):?[0-5]\d)$/i

function takenMoment(sent: Datum): Taken {
  const atMs = momentIn(sent)
  return atMs === null ? { code: 'wrong type' } : { value: atMs }
}

/** Milliseconds since 1970. Null: the number lies outside the years 1 to 9999. */
export function momentIn(sent: Datum): number | null {
  const [, day = ''] = typeof sent === 'string' ? (MOMENT.exec(sent) ?? []) : []
  const atMs = isDay(day) ? Date.parse(String(sent)) : NaN
  return atMs >= FIRST_MS && atMs <= LAST_MS ? atMs : null
}

function takenPeriod(of: 'date' | 'date and time', sent: Datum): Taken {
  if (typeof sent !== 'object' || sent === null || Array.isArray(sent)) return { code: 'wrong type' }
  const { start = null, end = null, ...others } = sent as Readonly<Record<string, Datum>>
  if (Object.keys(others).length > 0) return { code: 'wrong type' }
  if (start === null || end === null) return { code: 'blank' }
  const [from, until] = [start, end].map((each) => (of === 'date' ? (isDay(each) ? each : null) : momentIn(each)))
  if (from == null || until == null) return { code: 'wrong type' }
  return from < until ? { value: { start: from, end: until } } : { code: 'end before start' }
}

/** Without duplicates, in the order of the list. */
function takenChoices({ isRequired }: Limited, values: readonly string[], sent: Datum): Taken {
  if (!Array.isArray(sent)) return { code: 'wrong type' }
  const items = sent as readonly Datum[]
  const index = items.findIndex((item) => !values.includes(String(item)))
  if (index >= 0) return { code: 'wrong type', index }
  if (isRequired && items.length === 0) return { code: 'blank' }
  return { value: values.filter((value) => items.includes(value)) }
}

function takenRecords(sent: Datum): Taken {
  if (!Array.isArray(sent)) return { code: 'wrong type' }
  const items = sent as readonly Datum[]
  const index = items.findIndex((item) => !isReference(item))
  return index >= 0 ? { code: 'wrong type', index } : { value: eachOnce(items) }
}

function eachOnce(items: readonly Datum[]): Datum {
  return [...new Map(items.map((item) => [JSON.stringify(item), item])).values()]
}

export function isDay(value: Datum): boolean {
  if (typeof value !== 'string' || !/^\d{4}-\d\d-\d\d$/.test(value) || value < '0001') return false
  const atMs = dayMs(value)
  return !Number.isNaN(atMs) && new Date(atMs).toISOString().startsWith(value)
}
