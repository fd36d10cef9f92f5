// Requests and answers of a call beyond JSON: headers, cookies, forms, and bodies of other types.

import type { Expression, Value } from '../expression/expression.ts'
import type { CheckedFieldType } from './entities.ts'
import type { AnswerHeader, BuiltInError, ErrorBody } from './errors.ts'
import type { Stated } from './stated.ts'

export interface CallOnTheWire {
  readonly carried: readonly CarriedInput[]
  /** The encodings of the body that it takes, in the order of the text. */
  readonly bodies: readonly BodyKind[]
  /** Media type of a text other than `text/plain`. */
  readonly mediaType?: string
  /** Values that can be converted unambiguously are accepted: "1" for 1. */
  readonly isLenient: boolean
  /** Null: as point 9 states for all calls. */
  readonly unknownInputs: 'refused' | 'ignored' | null
  /** Changed statuses of built-in errors in this call. */
  readonly statuses?: Statuses
  /** Error body of the call; missing: that of point 8. */
  readonly errorBody?: ErrorBody
  /** Headers of its refusals; missing: those of point 8. */
  readonly errorHeaders?: readonly AnswerHeader[]
}

/** Statuses whose answers have no body in HTTP. */
export const BODILESS: ReadonlySet<number> = new Set([204, 205, 304])

export type Statuses = Readonly<Partial<Record<BuiltInError, number>>>

/**
 * `text` and `file`: the whole body is the value of the first input. Nothing stands beside a file, and JSON or a form may
 * stand beside a text.
 */
export type BodyKind = 'JSON' | 'form' | 'multipart' | 'text' | 'file'

export const PLAIN_BODIES: readonly BodyKind[] = ['JSON']

/** Missing: the call states nothing beyond JSON. */
export function bodiesOf(wire: Pick<CallOnTheWire, 'bodies'> | undefined): readonly BodyKind[] {
  return wire?.bodies ?? PLAIN_BODIES
}

/** Tells whether all values of some bodies are texts. */
export function takesForms(bodies: readonly BodyKind[]): boolean {
  return bodies.includes('form') || bodies.includes('multipart')
}

export const PLAIN_CALL: CallOnTheWire = { carried: [], bodies: PLAIN_BODIES, isLenient: false, unknownInputs: null }

/** A header or a cookie of the request. */
export interface CarriedInput extends Stated {
  readonly from: 'header' | 'cookie'
  /** `X-Api-Version`, the sent name. */
  readonly name: string
  /** `header.xApiVersion`, the name in expressions. */
  readonly variable: string
  readonly type: CheckedFieldType
  readonly isNeeded: boolean
}

export type AnswerForm = 'JSON' | 'text' | 'html' | 'csv'

export interface AnswerOnTheWire {
  readonly form: AnswerForm
  /** `application/geo+json`; missing: the default of its form. */
  readonly mediaType?: string
  readonly headers: readonly AnswerHeader[]
  readonly cookies: readonly AnswerCookie[]
}

/** The file in a field of a bound record. */
export interface FileAnswer {
  readonly record: string
  readonly entity: string
  readonly field: string
  /** Stated headers and cookies. Missing: none. */
  readonly wire?: AnswerOnTheWire
}

export const PLAIN_ANSWER: AnswerOnTheWire = { form: 'JSON', headers: [], cookies: [] }

export const MEDIA_TYPES: Readonly<Record<AnswerForm, string>> = {
  JSON: 'application/json',
  text: 'text/plain',
  html: 'text/html',
  csv: 'text/csv',
}

/** RFC 6902. */
export const JSON_PATCH = 'application/json-patch+json'

/** RFC 7396. A standard change takes plain JSON for the same. */
export const MERGE_PATCH = 'application/merge-patch+json'

export interface AnswerCookie {
  readonly name: string
  /** Null: the cookie is deleted. */
  readonly value: Expression | null
  /** A duration; null: a session cookie. */
  readonly keptFor: Expression | null
}

/** `X-API-Version` → `xApiVersion`. A cookie keeps its name, except characters that names cannot have. */
export function carriedName(from: CarriedInput['from'], name: string): string {
  return nameInSteps(from === 'header' ? name.toLowerCase() : name)
}

/** `page[size]` → `pageSize`, `$top` → `top`: the name in expressions. A valid name is unchanged. */
export function nameInSteps(sent: string): string {
  const words = sent.split(/[^A-Za-z0-9_]+/).filter((word) => word !== '')
  return words.map((word, index) => (index === 0 ? word : word.charAt(0).toUpperCase() + word.slice(1))).join('')
}

/** Response headers of the product, which answers cannot set. */
const OWN_ANSWER_HEADERS: readonly string[] = [
  'connection',
  'content-encoding',
  'content-length',
  'content-security-policy',
  'content-type',
  'cross-origin-opener-policy',
  'date',
  'keep-alive',
  'set-cookie',
  'strict-transport-security',
  'trailer',
  'transfer-encoding',
  'upgrade',
  'x-content-type-options',
  'x-request-id',
]

/** Headers whose moments are written as in HTTP (RFC 9110): `Sat, 28 Nov 2026 10:00:00 GMT`. */
const HTTP_DATES: readonly string[] = ['expires', 'last-modified', 'retry-after', 'sunset']
const MOMENT = /^\d{4}-\d\d-\d\dT.*Z$/

export function saidInHeader(name: string, value: Value): string {
  const said = String(value)
  return HTTP_DATES.includes(name.toLowerCase()) && MOMENT.test(said) ? new Date(said).toUTCString() : said
}

export function isOwnAnswerHeader(name: string): boolean {
  const small = name.toLowerCase()
  return OWN_ANSWER_HEADERS.includes(small) || small.startsWith('access-control-')
}

/** Request headers about the caller or the transport, which are not inputs. */
const OWN_REQUEST_HEADERS: readonly string[] = [
  'authorization',
  'connection',
  'content-length',
  'content-type',
  'cookie',
  'host',
  'idempotency-key',
  'if-match',
  'if-none-match',
  'transfer-encoding',
]

export function isOwnRequestHeader(name: string): boolean {
  return OWN_REQUEST_HEADERS.includes(name.toLowerCase())
}

/** `a."b.c".d`: the keys down to a value, as a text. Keys with characters of such a text stand in quotes. */
export function placeOfKeys(keys: readonly string[]): string {
  return keys.map((key) => (/[.[\]"]/.test(key) ? `"${key}"` : key)).join('.')
}

/** `a."b.c"[1].d` → `a`, `b.c`, `1`, `d`. */
export function keysOfPlace(place: string): string[] {
  return [...place.matchAll(/"([^"]*)"|([^.[\]]+)/g)].map(([, quoted, plain]) => quoted ?? plain ?? '')
}

/** The place of an input in the body. */
export function sentPath({ path, sentAs }: SentInput): readonly string[] {
  return sentAs ?? path
}

interface SentInput {
  readonly path: readonly string[]
  readonly sentAs?: readonly string[]
}

/** The name of a parameter in an address. */
export function sentName({ name, sentAs }: { readonly name: string; readonly sentAs?: string }): string {
  return sentAs ?? name
}

/** A moment as a number: since 1970 UTC. */
export type UnixUnit = 'seconds' | 'milliseconds'

/** Default maximum number of objects in a list. */
export const SENT_OBJECTS_MAX = 100
