// One value of a request → the value that it means, or the refusal. On the wire: texts, choices and ids are strings;
// integers are numbers; decimals are numbers or strings; dates `2026-01-31`; times `23:59` or `23:59:00`; moments ISO
// 8601 with an offset; durations in milliseconds; periods `{"start": …, "end": …}` with an exclusive end; money of any
// currency `{"amount": "9.90", "currency": "EUR"}`; empty is null.

import { amountText } from '../../expression/evaluate/arithmetic.ts'
import type { Value } from '../../expression/expression.ts'
import { currencyPlaces, placesOf } from '../../model/currencies.ts'
import type { Bounds, BuiltInError } from '../../model/errors.ts'
import type { FieldKind } from '../../model/field-types.ts'
import { TEXT_FORMATS } from '../../model/text-formats.ts'
import type { InputField } from '../wire/inputs.ts'
import { isWellFormed, whyNoJson } from './accept-json.ts'
import { lenientValue } from './lenient-value.ts'

export type AcceptedValue =
  | { readonly isAccepted: true; readonly value: Value }
  | {
      readonly isAccepted: false
      readonly error: BuiltInError
      readonly limit: number | null
      readonly bounds?: Bounds
      /** The value of a list that is refused; missing: the whole value is. */
      readonly index?: number
    }

/** Only the server can evaluate patterns. */
export type FollowsPattern = (pattern: string, text: string) => boolean

export function acceptValue(field: InputField, sent: unknown, follows: FollowsPattern | null = null): AcceptedValue {
  const result = acceptOfKind(field, field.isLenient === true ? lenientValue(field, sent) : sent)
  if (follows === null || field.pattern === null || !result.isAccepted) return result
  return typeof result.value !== 'string' || follows(field.pattern, result.value) ? result : refused('pattern')
}

function acceptOfKind(field: InputField, sent: unknown): AcceptedValue {
  if (field.isList === true) return acceptSeveral(field, sent)
  if (sent === null) return field.isRequired ? refused('blank') : acceptEmpty(field)
  if (field.reference?.isList === true) return acceptList(field, sent)
  return ACCEPT[field.kind](field, sent)
}

function acceptEmpty(field: InputField): AcceptedValue {
  // An empty list is sent as `[]`; null would be ambiguous.
  return field.reference?.isList === true || field.kind === 'choices' || field.file?.isList === true
    ? refused('wrong type')
    : accepted(null)
}

type Accept = (field: InputField, sent: unknown) => AcceptedValue

const ACCEPT: Readonly<Record<FieldKind, Accept>> = {
  text: (field, sent) => acceptLine(field, sent, field.isOneHoweverSpelt === true ? sameSpelling : trimmed),
  'long text': acceptLines,
  'formatted text': acceptLines,
  email: (field, sent) => acceptPattern(field, sent, TEXT_FORMATS.email.fits, sameSpelling),
  url: (field, sent) => acceptPattern(field, sent, TEXT_FORMATS.url.fits),
  phone: (field, sent) => acceptPattern(field, sent, TEXT_FORMATS.phone.fits),
  country: (field, sent) => acceptPattern(field, sent, TEXT_FORMATS.country.fits),
  language: (field, sent) => acceptPattern(field, sent, TEXT_FORMATS.language.fits),
  'time zone': (field, sent) => acceptPattern(field, sent, TEXT_FORMATS['time zone'].fits),
  colour: (field, sent) => acceptPattern(field, sent, TEXT_FORMATS.colour.fits),
  password: (field, sent) => acceptText(field, sent, asSent),
  'whole number': acceptWholeNumber,
  decimal: acceptDecimal,
  percent: acceptDecimal,
  money: (field, sent) => (field.money === undefined ? acceptDecimal(field, sent) : acceptMoney(field.money, sent)),
  'yes/no': (_, sent) => (typeof sent === 'boolean' ? accepted(sent) : refused('wrong type')),
  date: (_, sent) => (typeof sent === 'string' && isDate(sent) ? accepted(sent) : refused('wrong type')),
  time: (_, sent) =>
    typeof sent === 'string' && TIME.test(sent)
      ? accepted(sent.length === 5 ? `${sent}:00` : sent)
      : refused('wrong type'),
  'date and time': acceptMoment,
  duration: (field, sent) => acceptWholeNumber(field, sent),
  period: acceptPeriod,
  json: acceptJson,
  // Its keys and values are inputs of their own: accept-inputs.ts.
  map: () => refused('wrong type'),
  file: acceptFiles,
  'secret text': (field, sent) => acceptText({ ...field, lengthMax: SECRET_CHARACTERS_MAX }, sent, asSent),
  // Determined by other records.
  inverse: () => refused('wrong type'),
  slug: (field, sent) => acceptLine(field, sent, trimmed),
  rank: (field, sent) => acceptPattern(field, sent, TEXT_FORMATS.rank.fits),
  'random code': (field, sent) => acceptLine(field, sent, trimmed),
  choice: acceptChoice,
  choices: acceptChoices,
  state: acceptChoice,
  sequence: acceptWholeNumber,
  reference: acceptReference,
  collection: acceptReference,
  identifier: acceptReference,
  version: acceptWholeNumber,
}

function acceptText(field: InputField, sent: unknown, normalised: (text: string) => string): AcceptedValue {
  if (typeof sent !== 'string') return refused('wrong type')
  // PostgreSQL cannot store U+0000, and a lone surrogate is not a character: both would be altered silently.
  if (sent.includes('\u0000') || !isWellFormed(sent)) return refused('pattern')
  const text = normalised(sent)
  if (text.trim() === '')
    return field.isBlankEmpty ? accepted(null) : field.lengthMin === 0 ? accepted('') : refused('blank')
  const length = codePointCount(text)
  const bounds = { min: field.lengthMin, max: field.lengthMax }
  if (bounds.min !== null && length < bounds.min) return refused('too short', bounds.min, bounds)
  if (bounds.max !== null && length > bounds.max) return refused('too long', bounds.max, bounds)
  return accepted(text)
}

function acceptLines(field: InputField, sent: unknown): AcceptedValue {
  return acceptText(field, sent, field.isTrimmed === true ? trimmed : asSent)
}

/**
 * Invisible characters that could disguise a line: line ends and other control characters, marks that change the
 * direction of writing, characters without width. The two joiners belong to letters in some scripts and to emoji;
 * unique texts are compared without them.
 */
const UNSEEN = /[\p{Cc}\u061c\u200b\u200e\u200f\u2028-\u202e\u2060-\u2069\ufeff]/u
const JOINERS = /[\u200c\u200d]/

function acceptLine(field: InputField, sent: unknown, normalised: (text: string) => string): AcceptedValue {
  const result = acceptText(field, sent, normalised)
  if (!result.isAccepted || typeof result.value !== 'string') return result
  const isUnseen = UNSEEN.test(result.value) || (normalised === sameSpelling && JOINERS.test(result.value))
  return isUnseen ? refused('pattern') : result
}

function acceptPattern(
  field: InputField,
  sent: unknown,
  isGood: (text: string) => boolean,
  normalised: (text: string) => string = trimmed,
): AcceptedValue {
  const result = acceptLine(field, sent, normalised)
  if (!result.isAccepted || result.value === null || result.value === '') return result
  return isGood(String(result.value)) ? result : refused('pattern')
}

function acceptWholeNumber(field: InputField, sent: unknown): AcceptedValue {
  if (typeof sent !== 'number' || !Number.isSafeInteger(sent)) return refused('wrong type')
  if (field.min !== null && sent < field.min) return refused('too small', field.min, boundsOf(field))
  if (field.max !== null && sent > field.max) return refused('too big', field.max, boundsOf(field))
  return accepted(Object.is(sent, -0) ? 0 : sent)
}

function acceptDecimal(field: InputField, sent: unknown): AcceptedValue {
  const text = typeof sent === 'number' && Number.isFinite(sent) ? String(sent) : sent
  if (typeof text !== 'string' || !DECIMAL.test(text)) return refused('wrong type')
  if (field.min !== null && Number(text) < field.min) return refused('too small', field.min, boundsOf(field))
  if (field.max !== null && Number(text) > field.max) return refused('too big', field.max, boundsOf(field))
  return field.places !== undefined && placesOf(text) > field.places ? refused('wrong type') : accepted(text)
}

function acceptMoney({ supplied }: NonNullable<InputField['money']>, sent: unknown): AcceptedValue {
  if (typeof sent !== 'object' || sent === null || Array.isArray(sent)) return refused('wrong type')
  const { amount, currency = supplied, ...others } = sent as Record<string, unknown>
  if (Object.keys(others).length > 0) return refused('wrong type')
  if ((amount ?? null) === null || currency === null) return refused('blank')
  const places = typeof currency === 'string' ? currencyPlaces(currency) : null
  const text = typeof amount === 'number' && Number.isFinite(amount) ? String(amount) : amount
  if (places === null || typeof text !== 'string' || !DECIMAL.test(text)) return refused('wrong type')
  if (placesOf(text) > places) return refused('wrong type')
  return accepted({ amount: amountText(text, places), currency: String(currency) })
}

function acceptMoment({ unix }: InputField, sent: unknown): AcceptedValue {
  const isNumber = unix !== undefined && Number.isSafeInteger(sent)
  if (!isNumber && (typeof sent !== 'string' || !isDate(MOMENT.exec(sent)?.[1] ?? ''))) return refused('wrong type')
  const milliseconds = isNumber ? Number(sent) * (unix === 'seconds' ? 1000 : 1) : Date.parse(String(sent))
  // An offset can lead out of the permitted years.
  return isMoment(milliseconds) ? accepted(milliseconds) : refused('wrong type')
}

function acceptPeriod(field: InputField, sent: unknown): AcceptedValue {
  if (typeof sent !== 'object' || sent === null || Array.isArray(sent)) return refused('wrong type')
  const { start, end, ...others } = sent as Record<string, unknown>
  if (Object.keys(others).length > 0) return refused('wrong type')
  if ((start ?? null) === null || (end ?? null) === null) return refused('blank')
  const accept = field.periodOf === 'date' ? ACCEPT.date : acceptMoment
  const [from, until] = [accept(field, start), accept(field, end)]
  if (!from.isAccepted || !until.isAccepted) return refused('wrong type')
  // Days are compared as texts, moments by their milliseconds.
  const isInOrder = from.value !== null && until.value !== null && from.value < until.value
  return isInOrder ? accepted({ start: from.value, end: until.value }) : refused('end before start')
}

function acceptJson({ definedBy }: InputField, sent: unknown): AcceptedValue {
  // The values themselves are judged by the definitions, in the transaction of the write.
  if (definedBy !== undefined && (typeof sent !== 'object' || Array.isArray(sent))) return refused('wrong type')
  const mistake = whyNoJson(sent)
  return mistake === null ? accepted(sent as Value) : refused(mistake.error, mistake.limit)
}

function acceptChoice(field: InputField, sent: unknown): AcceptedValue {
  return typeof sent === 'string' && field.choices.some(({ value }) => value === sent)
    ? accepted(sent)
    : refused('wrong type')
}

/** Without duplicates, in the order of the list. */
function acceptChoices(field: InputField, sent: unknown): AcceptedValue {
  if (!Array.isArray(sent)) return refused('wrong type')
  const values = field.choices.map(({ value }) => value)
  const wrong = sent.findIndex((item) => !values.includes(item))
  if (wrong >= 0) return { ...refused('wrong type'), index: wrong }
  if (field.isRequired && sent.length === 0) return refused('blank')
  return accepted(values.filter((value) => sent.includes(value)))
}

/** Ids of uploads. The server checks whether the files exist, and their sizes. */
function acceptFiles({ file, isRequired }: InputField, sent: unknown): AcceptedValue {
  if (file?.isList !== true) return isFileId(sent) ? accepted(sent) : refused('wrong type')
  if (!Array.isArray(sent) || !sent.every(isFileId)) return refused('wrong type')
  if (isRequired && sent.length === 0) return refused('blank')
  if (file.countMax !== null && sent.length > file.countMax) return refused('too big', file.countMax)
  return accepted([...new Set(sent)])
}

function isFileId(sent: unknown): sent is string {
  return typeof sent === 'string' && /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/.test(sent)
}

/** Whether the record exists is checked by the database. */
function acceptReference(_: InputField, sent: unknown): AcceptedValue {
  if (typeof sent === 'number') return Number.isSafeInteger(sent) ? accepted(sent) : refused('wrong type')
  if (typeof sent !== 'string') return refused('wrong type')
  if (sent.includes('\u0000') || !isWellFormed(sent)) return refused('pattern')
  return sent.trim() === '' ? refused('blank') : accepted(sent.trim())
}

/** Each is validated like a single value; the first refusal stands for all. */
function acceptSeveral({ isList: _, countMin, countMax, ...one }: InputField, sent: unknown): AcceptedValue {
  if (sent === null) return one.isNeeded ? refused('blank') : accepted([])
  if (!Array.isArray(sent)) return refused('wrong type')
  if (one.isNeeded && sent.length === 0 && countMin !== 0) return refused('blank')
  const bounds = { min: countMin ?? null, max: countMax ?? null }
  if (bounds.min !== null && sent.length < bounds.min) return refused('too small', bounds.min, bounds)
  if (bounds.max !== null && sent.length > bounds.max) return refused('too big', bounds.max, bounds)
  const values: Value[] = []
  for (const [index, item] of (sent as readonly unknown[]).entries()) {
    const result = acceptOfKind({ ...one, isRequired: true, isBlankEmpty: false }, item)
    if (!result.isAccepted) return { ...result, index }
    values.push(result.value)
  }
  return accepted(values)
}

function acceptList(field: InputField, sent: unknown): AcceptedValue {
  if (!Array.isArray(sent)) return refused('wrong type')
  const values: Value[] = []
  for (const [index, item] of (sent as readonly unknown[]).entries()) {
    const result = acceptReference(field, item)
    // Several names are one thing for people, as tags are.
    if (!result.isAccepted) return field.reference?.by === 'id' ? { ...result, index } : result
    values.push(result.value)
  }
  return accepted(values)
}

const DECIMAL = /^-?[0-9]{1,30}(\.[0-9]{1,20})?$/
/** Enough for a key, a certificate or a note. */
const SECRET_CHARACTERS_MAX = 10_000
const TIME = /^([01][0-9]|2[0-3]):[0-5][0-9](:[0-5][0-9])?$/
const MOMENT =
  /^([0-9]{4}-[0-9]{2}-[0-9]{2})T([01][0-9]|2[0-3]):[0-5][0-9](:[0-5][0-9](\.[0-9]{1,9})?)?(Z|[+-]([01][0-9]|2[0-3]):?[0-5][0-9])$/i

/** Milliseconds since 1970 within the years 1 to 9999, the range of a field. */
export function isMoment(milliseconds: number): boolean {
  return milliseconds >= -62_135_596_800_000 && milliseconds <= 253_402_300_799_999
}

/** An existing day between the years 1 and 9999. */
export function isDate(text: string): boolean {
  const match = /^([0-9]{4})-([0-9]{2})-([0-9]{2})$/.exec(text)
  if (match === null) return false
  const [year, month, day] = [Number(match[1]), Number(match[2]), Number(match[3])]
  const isLeapYear = (year % 4 === 0 && year % 100 !== 0) || year % 400 === 0
  const days = [31, isLeapYear ? 29 : 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31][month - 1]
  return year >= 1 && days !== undefined && day >= 1 && day <= days
}

const SURROGATE_PAIRS = /[\ud800-\udbff][\udc00-\udfff]/g

/** Lengths count code points, as PostgreSQL's char_length does. */
function codePointCount(text: string): number {
  return text.length - (text.match(SURROGATE_PAIRS)?.length ?? 0)
}

const trimmed = (text: string): string => text.trim()
/** Letters that look alike and mean the same are equal: `ｂｏｂ` is `bob`, and combining accents are composed. */
const sameSpelling = (text: string): string => text.normalize('NFKC').trim()
const asSent = (text: string): string => text

function accepted(value: Value): AcceptedValue {
  return { isAccepted: true, value }
}

function boundsOf({ min, max }: InputField): Bounds {
  return { min, max }
}

function refused(
  error: BuiltInError,
  limit: number | null = null,
  bounds?: Bounds,
): Extract<AcceptedValue, { isAccepted: false }> {
  return { isAccepted: false, error, limit, ...(bounds === undefined ? {} : { bounds }) }
}
