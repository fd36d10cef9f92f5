// Values of a form's controls ↔ the body of a call. Controls contain texts, numbers, booleans and lists; empty is null.
// Only this module decides between absent, null and a value.

import type { InputField, SentObjects } from '@ninefold/core/contract/wire/inputs.ts'
import { isSameJson } from '@ninefold/core/expression/evaluate/json-values.ts'
import type { Value } from '@ninefold/core/expression/expression.ts'
import { jsonOfText } from '@ninefold/core/expression/json-text.ts'
import { sentPath } from '@ninefold/core/model/wire.ts'
import type { FieldKind } from '@ninefold/core/model/field-types.ts'
import { enteredFile, fileOfEntered, idOfEntered, type UploadedFile } from '../files.ts'
import { instantAt, instantOf, wallClock } from './moments.ts'

export type EnteredValue = string | number | boolean | readonly string[] | EnteredRows | null

/** A list of objects. */
export interface EnteredRows {
  readonly rows: readonly EnteredRow[]
}

export interface EnteredRow {
  /** Stays the same while rows around it are added, removed and moved. */
  readonly key: string
  /** Contains only entered values; all other inputs show their initial values. */
  readonly values: Entered
}

/** Entered to remove an existing secret text. An empty input leaves it unchanged. */
export const TAKEN_AWAY = false

export type Entered = Readonly<Record<string, EnteredValue>>

export function nameOf(field: InputField): string {
  return field.path.join('.')
}

function isList(field: InputField): boolean {
  return (
    field.file?.isList === true || field.reference?.isList === true || field.kind === 'choices' || field.isList === true
  )
}

/** A period is entered as two ends, each empty until it is chosen. */
function isPeriod(field: InputField): boolean {
  return field.kind === 'period'
}

/** Money of any currency is entered as an amount and a currency. */
function isMoney(field: InputField): boolean {
  return field.money !== undefined
}

/** Initial values of a new form. */
export function initialEntered(fields: readonly InputField[], timeZone: string): Entered {
  return Object.fromEntries(fields.map((field) => [nameOf(field), initialValue(field, timeZone)]))
}

function initialValue(field: InputField, timeZone: string): EnteredValue {
  if (field.objects !== undefined) return null
  const { initial, kind } = field
  if (initial === null) return isList(field) ? [] : null
  // Without an offset, a moment is already local time.
  return kind === 'date and time' && typeof initial === 'number' ? wallClock(initial, timeZone) : initial
}

/** A record's present values in the form of the controls. */
export function presentEntered(
  fields: readonly InputField[],
  values: Readonly<Record<string, unknown>>,
  timeZone: string,
): Entered {
  return Object.fromEntries(fields.map((field) => [nameOf(field), shownValue(field, values[nameOf(field)], timeZone)]))
}

function shownValue(field: InputField, value: unknown, timeZone: string): EnteredValue {
  if (field.objects !== undefined) return shownRows(field.objects, value, timeZone)
  if (field.file !== undefined && isList(field)) return Array.isArray(value) ? value.map(enteredFile) : []
  if (isList(field)) return Array.isArray(value) ? value.map(String) : []
  if (value === undefined || value === null) return null
  // Empty and not sent, so the existing secret stays.
  if (field.kind === 'secret text') return ''
  if (field.file !== undefined) return enteredFile(value)
  if (field.kind === 'json') return JSON.stringify(value, null, 2)
  if (isPeriod(field)) return shownPeriod(field, value, timeZone)
  if (isMoney(field)) return shownMoney(value)
  if (field.kind === 'date and time') return shownMoment(value, timeZone)
  return typeof value === 'boolean' || typeof value === 'number' ? value : String(value)
}

function shownRows({ fields, isMap }: SentObjects, present: unknown, timeZone: string): EnteredRows | null {
  const value = isMap === true ? pairsIn(present) : present
  if (!Array.isArray(value) || value.length === 0) return null
  return {
    rows: value.map((item: unknown, index) => ({
      key: String(index),
      values: Object.fromEntries(
        fields.map((field) => [nameOf(field), shownValue(field, partOf(item, field.path), timeZone)]),
      ),
    })),
  }
}

/** A map as its rows. */
function pairsIn(value: unknown): unknown {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return value
  return Object.entries(value).map(([key, item]: [string, unknown]) => ({ key, value: item }))
}

function partOf(item: unknown, path: readonly string[]): unknown {
  return path.reduce<unknown>(
    (part, name) => (typeof part === 'object' && part !== null ? (part as Record<string, unknown>)[name] : undefined),
    item,
  )
}

function shownMoney(value: unknown): EnteredValue {
  if (typeof value !== 'object' || value === null) return null
  const { amount, currency } = value as { readonly amount?: unknown; readonly currency?: unknown }
  return [String(amount ?? ''), String(currency ?? '')]
}

function shownMoment(value: unknown, timeZone: string): string | null {
  const instant = instantOf(value)
  return instant === null ? null : wallClock(instant, timeZone)
}

function shownPeriod(field: InputField, value: unknown, timeZone: string): EnteredValue {
  if (typeof value !== 'object' || value === null) return null
  const { start, end } = value as { readonly start?: unknown; readonly end?: unknown }
  return [start, end].map((at) => (field.periodOf === 'date' ? String(at ?? '') : (shownMoment(at, timeZone) ?? '')))
}

/**
 * The body of a call. For something new, an empty input and one missing in `entered` are left out, so that a default
 * applies; a removed default is sent as empty. For a change (`present` given), only differences and required inputs are
 * sent; a cleared input is sent as empty.
 */
export function bodyOf(
  fields: readonly InputField[],
  entered: Entered,
  present: Entered | null,
  timeZone: string,
): Record<string, unknown> {
  const whole = fields.find((field) => sentPath(field).length === 0)
  // If a list is the whole body, values for the address become its properties.
  const body = emptyBody(whole, entered, timeZone)
  for (const field of fields) {
    if (field === whole) continue
    const value = entered[nameOf(field)] ?? null
    if (present !== null) {
      if (field.isNeeded || !isSameOf(field, value, present[nameOf(field)] ?? null))
        place(body, sentPath(field), sentValue(field, value, timeZone))
    } else if (
      !isEmpty(value) ||
      (field.isNeeded && mayBeEmptyText(field)) ||
      (nameOf(field) in entered && !isEmpty(field.initial))
    ) {
      place(body, sentPath(field), sentValue(field, value, timeZone))
    }
  }
  const one = fields.find((field) => field.isOneNeeded === true && !isEmpty(entered[nameOf(field)] ?? null))
  // A form that is saved unchanged sends one of its values, so that the request has a body.
  if (one !== undefined && Object.keys(body).length === 0)
    place(body, sentPath(one), sentValue(one, entered[nameOf(one)] ?? null, timeZone))
  return body
}

function emptyBody(whole: InputField | undefined, entered: Entered, timeZone: string): Record<string, unknown> {
  if (whole === undefined) return {}
  const list = sentValue(whole, entered[nameOf(whole)] ?? null, timeZone)
  if (whole.kind === 'json' || whole.kind === 'map') return (list ?? {}) as Record<string, unknown>
  return (Array.isArray(list) ? [...(list as unknown[])] : []) as unknown as Record<string, unknown>
}

/** Maps and JSON have one meaning in several orders and notations. */
export function isSameOf(field: InputField, a: EnteredValue, b: EnteredValue): boolean {
  if (field.kind === 'map') return isSameJson(mapIn(field, a), mapIn(field, b))
  if (field.kind !== 'json' || isEmpty(a) || isEmpty(b)) return isSame(a, b)
  const [one, other] = [a, b].map((text) => jsonOfText(String(text)))
  return one === undefined || other === undefined ? isSame(a, b) : isSameJson(one, other)
}

function mapIn({ objects }: InputField, value: EnteredValue): Value {
  const isDecimal = objects?.fields.at(-1)?.kind === 'decimal'
  const pairs = filledRows(value).map(({ values: { key, value: entered } }): [string, Value] => {
    const text = entered === undefined || entered === null || isRows(entered) ? null : String(entered)
    return [String(key), isDecimal && text !== null ? String(Number(text)) : text]
  })
  return Object.fromEntries(pairs)
}

export function isSame(a: EnteredValue, b: EnteredValue): boolean {
  return (isEmpty(a) && isEmpty(b)) || JSON.stringify(a) === JSON.stringify(b)
}

/** The value has to be there, and may have no characters. */
export function mayBeEmptyText({ isRequired, lengthMin }: InputField): boolean {
  return isRequired && lengthMin === 0
}

export function isEmpty(value: EnteredValue): boolean {
  if (isRows(value)) return filledRows(value).length === 0
  return value === null || value === '' || (Array.isArray(value) && value.every((item) => item === ''))
}

export function isRows(value: EnteredValue): value is EnteredRows {
  return typeof value === 'object' && value !== null && 'rows' in value
}

/** Uploads in a form, by their id. */
export function filesIn(fields: readonly InputField[], entered: Entered): Map<string, UploadedFile> {
  const files = new Map<string, UploadedFile>()
  for (const field of fields) {
    const value = entered[nameOf(field)] ?? null
    const { objects } = field
    if (objects !== undefined && isRows(value))
      for (const row of value.rows) for (const [id, file] of filesIn(objects.fields, row.values)) files.set(id, file)
    if (field.file === undefined || isRows(value) || isEmpty(value)) continue
    for (const each of [value].flat()) {
      const file = fileOfEntered(String(each))
      if (file !== null) files.set(file.id, file)
    }
  }
  return files
}

/** Rows with entered values; the others are not sent. */
export function filledRows(value: EnteredValue): readonly EnteredRow[] {
  return isRows(value) ? value.rows.filter((row) => !isBlank(row)) : []
}

export function isBlank({ values }: EnteredRow): boolean {
  return Object.values(values).every(isEmpty)
}

/** A row in the form of its controls and of the request. An untouched switch is false. */
export function shownRow({ fields }: SentObjects, { values }: EnteredRow, timeZone: string): Entered {
  const untouched = fields.filter(({ kind, isNeeded, initial }) => kind === 'yes/no' && isNeeded && initial === null)
  const switches = Object.fromEntries(untouched.map((field) => [nameOf(field), false]))
  return { ...initialEntered(fields, timeZone), ...switches, ...values }
}

function sentValue(field: InputField, value: EnteredValue, timeZone: string): unknown {
  const { objects } = field
  if (objects !== undefined) {
    if (field.kind === 'map' && !field.isRequired && isEmpty(value)) return null
    return filledRows(value).map((row) => bodyOf(objects.fields, shownRow(objects, row, timeZone), null, timeZone))
  }
  if (isRows(value)) return null
  if (isPeriod(field) && Array.isArray(value) && !isEmpty(value)) {
    const [start, end] = value.map((at) =>
      at === '' ? null : field.periodOf === 'date' ? at : asInstant(at, timeZone),
    )
    return { start, end }
  }
  if (isPeriod(field)) return null
  if (isMoney(field) && Array.isArray(value) && !isEmpty(value)) {
    const [amount, currency] = value
    return { amount: amount === '' ? null : amount, ...(currency === '' ? {} : { currency }) }
  }
  if (isMoney(field)) return null
  if (field.file !== undefined && !isEmpty(value))
    return Array.isArray(value) ? value.map(idOfEntered) : idOfEntered(String(value))
  if (Array.isArray(value)) return field.isList === true ? value.map((item) => SENT[field.kind](item, timeZone)) : value
  if (isList(field)) return []
  if (isEmpty(value)) return mayBeEmptyText(field) ? '' : null
  return SENT[field.kind](value, timeZone)
}

type Send = (value: EnteredValue, timeZone: string) => unknown

const asEntered: Send = (value) => value
const asNumber: Send = (value) =>
  typeof value === 'string' && value.trim() !== '' && Number.isFinite(Number(value)) ? Number(value) : value
/** Decimals are sent as texts, because a number would lose digits. */
const asText: Send = (value) => (typeof value === 'number' ? String(value) : value)
/** A text that cannot be parsed becomes a number that JSON does not have, so that it is refused. */
const asJson: Send = (value) => {
  const json = jsonOfText(String(value))
  return json === undefined ? Number.NaN : json
}
const asInstant: Send = (value, timeZone) => {
  const instant = instantAt(String(value), timeZone)
  return instant === null ? value : new Date(instant).toISOString()
}

const SENT: Readonly<Record<FieldKind, Send>> = {
  text: asEntered,
  'long text': asEntered,
  'formatted text': asEntered,
  email: asEntered,
  url: asEntered,
  phone: asEntered,
  country: asEntered,
  language: asEntered,
  'time zone': asEntered,
  colour: asEntered,
  password: asEntered,
  'whole number': asNumber,
  decimal: asText,
  percent: asText,
  money: asText,
  'yes/no': asEntered,
  date: asEntered,
  time: asEntered,
  'date and time': asInstant,
  duration: asNumber,
  choice: asEntered,
  choices: asEntered,
  period: asEntered,
  json: asJson,
  map: asEntered,
  slug: asEntered,
  'random code': asEntered,
  rank: asEntered,
  file: asEntered,
  'secret text': (entered) => (entered === TAKEN_AWAY ? null : entered),
  inverse: asEntered,
  state: asEntered,
  sequence: asNumber,
  reference: asEntered,
  collection: asEntered,
  identifier: asEntered,
  version: asNumber,
}

function place(body: Record<string, unknown>, path: readonly string[], value: unknown): void {
  let part = body
  for (const name of path.slice(0, -1)) {
    const inner = (part[name] ?? {}) as Record<string, unknown>
    part[name] = inner
    part = inner
  }
  const last = path.at(-1)
  if (last !== undefined) part[last] = value
}
