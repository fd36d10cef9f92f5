// Requests and answers of a call beside JSON: headers, cookies, forms, and bodies of other types.

import type { Expression } from '../expression/expression.ts'
import type { CheckedFieldType } from './entities.ts'
import type { BuiltInError, ErrorBody } from './errors.ts'
import type { Stated } from './stated.ts'

export interface CallOnTheWire {
  readonly carried: readonly CarriedInput[]
  /** How the body is written. */
  readonly body: RequestBody
  /** Of a text that is no `text/plain`: its media type. */
  readonly mediaType?: string
  /** Values that can be read as what is wanted are taken for it: "1" for 1. */
  readonly isLenient: boolean
  /** Null: as point 9 says for all calls. */
  readonly unknownInputs: 'refused' | 'ignored' | null
  /** Statuses of built-in errors that are others in this call. */
  readonly statuses?: Statuses
  /** Body of its refusals; missing: that of point 8. */
  readonly errorBody?: ErrorBody
}

export type Statuses = Readonly<Partial<Record<BuiltInError, number>>>

/** `text` and `file`: all of it is the value of the one input. */
export type RequestBody = 'JSON' | 'form' | 'form or JSON' | 'multipart' | 'text' | 'file'

/** Bodies in which all values are texts. */
export const FORMS: readonly RequestBody[] = ['form', 'form or JSON', 'multipart']

export const PLAIN_CALL: CallOnTheWire = { carried: [], body: 'JSON', isLenient: false, unknownInputs: null }

/** A header or a cookie of the request. */
export interface CarriedInput extends Stated {
  readonly from: 'header' | 'cookie'
  /** `X-Api-Version`, as it is sent. */
  readonly name: string
  /** `header.xApiVersion`, as expressions name it. */
  readonly variable: string
  readonly type: CheckedFieldType
  readonly isNeeded: boolean
}

export type AnswerForm = 'JSON' | 'text' | 'html' | 'csv'

export interface AnswerOnTheWire {
  readonly form: AnswerForm
  /** `application/geo+json`; missing: the one of its form. */
  readonly mediaType?: string
  readonly headers: readonly AnswerHeader[]
  readonly cookies: readonly AnswerCookie[]
}

export const PLAIN_ANSWER: AnswerOnTheWire = { form: 'JSON', headers: [], cookies: [] }

export const MEDIA_TYPES: Readonly<Record<AnswerForm, string>> = {
  JSON: 'application/json',
  text: 'text/plain',
  html: 'text/html',
  csv: 'text/csv',
}

/** `application/json` and all that are built on it (RFC 6839). */
export function isJsonType(mediaType: string): boolean {
  return /[/+]json$/i.test(mediaType)
}

/** Types by which a browser would run what somebody has written, or reads more than one answer. */
export function isRefusedType(mediaType: string): boolean {
  return /^(?:multipart|message)\/|script|xhtml|wasm|^text\/event-stream$/i.test(mediaType)
}

/** One whose value is empty, or may not be seen, is left out. */
export interface AnswerHeader {
  readonly name: string
  readonly value: Expression
}

export interface AnswerCookie {
  readonly name: string
  /** Null: the browser is told to forget it. */
  readonly value: Expression | null
  /** A duration; null: until the browser is closed. */
  readonly keptFor: Expression | null
}

/** `X-API-Version` → `xApiVersion`. The name of a cookie is kept, except for characters that no name can have. */
export function carriedName(from: CarriedInput['from'], name: string): string {
  return nameInSteps(from === 'header' ? name.toLowerCase() : name)
}

/** `page[size]` → `pageSize`, `$top` → `top`: expressions name it so. A name that they can hold stays as it is. */
export function nameInSteps(sent: string): string {
  const words = sent.split(/[^A-Za-z0-9_]+/).filter((word) => word !== '')
  return words.map((word, index) => (index === 0 ? word : word.charAt(0).toUpperCase() + word.slice(1))).join('')
}

/** Headers that the product says itself, so that no answer says them otherwise. */
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

export function isOwnAnswerHeader(name: string): boolean {
  const small = name.toLowerCase()
  return OWN_ANSWER_HEADERS.includes(small) || small.startsWith('access-control-')
}

/** Headers that say who asks, or how: what they hold is no input. */
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

/** The place of an input in what is sent. */
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

/** A moment as a number: since the beginning of 1970 in UTC. */
export type UnixUnit = 'seconds' | 'milliseconds'

/** So many objects may be sent in a list that says no number. */
export const SENT_OBJECTS_MAX = 100
