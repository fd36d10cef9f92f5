// A refusal → the response: in the specification's own error body, or as problem details (RFC 9457), which are the
// default and what `Accept: application/problem+json` always gets.

import type { IncomingMessage } from 'node:http'
import { compileExpression, type Evaluate } from '@ninefold/core/expression/evaluate/evaluate.ts'
import type { Expression, Value } from '@ninefold/core/expression/expression.ts'
import { JSON_DEPTH_MAX } from '@ninefold/core/expression/json-text.ts'
import type { ProblemDetails, ProblemItem } from '@ninefold/core/contract/wire/problem-details.ts'
import { reasonIn, refusalLanguage, suppliedWords } from '@ninefold/core/contract/words/refusal-language.ts'
import type { SuppliedLanguage } from '@ninefold/core/contract/words/supplied-languages.ts'
import { builtInCode, SUPPLIED_REFUSALS } from '@ninefold/core/contract/words/refusal-words.ts'
import type { Model } from '@ninefold/core/model/model.ts'
import {
  type AnswerHeader,
  type BuiltInError,
  type ErrorBody,
  namesMissingBound,
  wordsOfBounds,
} from '@ninefold/core/model/errors.ts'
import { isJsonType } from '@ninefold/core/model/steps/media-types.ts'
import { keysOfPlace, saidInHeader, type Statuses } from '@ninefold/core/model/wire.ts'
import { humanised } from '@ninefold/core/model/words.ts'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Application } from '../../gate/context/application.ts'
import { filledTemplate } from '../../gate/messages/messages.ts'
import { modelFor } from '../../gate/context/localized-application.ts'
import type { Refusal, RefusalItem } from '../../gate/context/refusal.ts'
import { sentText } from './bodies.ts'
import { headerText } from './security-headers.ts'
import { LIST_INDEX, sentInList } from './query.ts'
import { secretNames } from './redacted-values.ts'

/** The codes of refused requests. */
const codes = new WeakMap<FastifyRequest, string>()

/** Undefined: the request was not refused. */
export function refusedWithCode(request: FastifyRequest): string | undefined {
  return codes.get(request)
}

interface WordedItem extends ProblemItem {
  readonly status: number
  /** It is about the request, its caller or the whole body, and about no value in the body. */
  readonly isOfRequest?: boolean
  /** Its name is one of a sent value or of a field, whether it was sent or not. */
  readonly isOfValue?: boolean
}

/** Facts about each told problem that error bodies may name and problem details do not have. */
const facts = new WeakMap<ProblemItem, WordedItem>()

/** When several things are refused together, the first status of this order wins. */
const STATUS_ORDER = [400, 401, 403, 404, 412, 428, 429, 409, 422]

/** The parts of the request that the answer's words depend on. */
export interface Asked {
  readonly id: string
  readonly headers: { readonly 'accept-language'?: string | undefined }
  readonly routeOptions?: { readonly config: AskedRoute }
}

interface AskedRoute {
  readonly statuses?: Statuses
  readonly errorBody?: ErrorBody
  readonly errorHeaders?: readonly AnswerHeader[]
  readonly inputPaths?: ReadonlyMap<string, string>
  readonly bodyKeys?: ReadonlySet<string>
}

export function problemOf(ofText: Model, refusal: Refusal, { id, headers, routeOptions }: Asked): ProblemDetails {
  const statuses = routeOptions?.config.statuses ?? {}
  const model = modelFor(ofText, headers['accept-language'])
  const language = refusalLanguage(model, headers['accept-language'])
  const items = refusal.items.map((item) => inItsPlace(item, worded(model, item, language, statuses)))
  const status =
    STATUS_ORDER.find((candidate) => items.some((item) => item.status === candidate)) ?? items[0]?.status ?? 500
  const first = items.find((item) => item.status === status) ?? items[0]
  const code = first?.code ?? 'unexpected'
  return {
    type: problemType(code),
    title: humanised(code.toLowerCase()),
    status,
    detail: first?.message ?? '',
    code,
    errors: items.map((item, index) => {
      const { about, path, code: itemCode, message } = item
      const row = refusal.rows?.[index]
      const place = path === undefined || path === about ? {} : { path }
      const told = { ...(row === undefined ? {} : { row }), about, ...place, code: itemCode, message }
      facts.set(told, item)
      return told
    }),
    requestId: id,
  }
}

/** In the second object that was sent, `quantity` becomes `items[1].quantity`; of a second value it is `words[1]`. */
function inItsPlace({ within, isOfItem }: RefusalItem, item: WordedItem): WordedItem {
  if (within === undefined) return item
  return { ...item, about: isOfItem === true ? within : `${within}.${item.about}` }
}

function problemType(code: string): string {
  return `urn:ninefold:problem:${code.toLowerCase().replace(/[^a-z0-9]+/g, '-')}`
}

function worded(model: Model, item: RefusalItem, language: SuppliedLanguage, statuses: Statuses): WordedItem {
  if (item.kind === 'built-in') return builtIn(model, item, language, statuses)
  const entry = model.errors.catalogue.find(({ code }) => code === item.code)
  if (entry === undefined) throw new Error(`The catalogue has no "${item.code}".`)
  return {
    about: entry.about,
    code: entry.code,
    message: filledTemplate(entry.message, model.limits.language, item.words),
    status: entry.status,
    isOfValue: true,
  }
}

/** Of the input itself, whatever status the text states for the error: it names no record, or one key of a map twice. */
const MISTAKES_OF_INPUTS: readonly BuiltInError[] = ['not found', 'taken']

function builtIn(
  model: Model,
  item: Extract<RefusalItem, { kind: 'built-in' }>,
  language: SuppliedLanguage,
  statuses: Statuses,
): WordedItem {
  const supplied = SUPPLIED_REFUSALS[item.error]
  const stated = model.errors.builtIn[item.error]
  // Limits in bytes are formatted as sizes.
  const limit = item.words?.['limit'] ?? (item.limit === null ? null : String(item.limit))
  const about = item.about ?? stated?.about ?? supplied.about
  const words = { ...item.words, field: about, ...wordsOfBounds(item.error, limit, item.bounds) }
  const message =
    stated?.message === null || stated?.message === undefined || namesMissingBound(stated.message, words)
      ? item.reason === null
        ? suppliedMessage(suppliedWords(item.error, language), words)
        : reasonIn(item.reason, language)
      : filledTemplate(stated.message, model.limits.language, words)
  const isMistakenInput = item.isInput === true && MISTAKES_OF_INPUTS.includes(item.error)
  return {
    about,
    ...(item.path === undefined ? {} : { path: item.path }),
    isOfRequest: isOfRequest(item),
    isOfValue: item.isInput === true,
    code: builtInCode(item.error),
    message,
    status: isMistakenInput ? 422 : (statuses[item.error] ?? stated?.status ?? supplied.status),
  }
}

function isOfRequest({ about, isInput, isWhole, path }: Extract<RefusalItem, { kind: 'built-in' }>): boolean {
  return about === null || isWhole === true || (about === 'body' && isInput !== true && path === undefined)
}

function suppliedMessage(message: string, words: Readonly<Record<string, string>>): string {
  return message.replace(/\{(\w+)\}/g, (placeholder, name: string) => words[name] ?? placeholder)
}

export function sendProblem(
  application: Application,
  request: FastifyRequest,
  reply: FastifyReply,
  problem: ProblemDetails,
): FastifyReply {
  // Pages, and clients that ask for problem details, rely on an error status. The application's own error body may use
  // a status below 400.
  const isKnownByStatus = problem.status >= 400 || !isInOwnForm(application, request)
  reply.status(isKnownByStatus ? problem.status : 422)
  codes.set(request, problem.code)
  for (const [name, value] of headersOfProblem(application, request, problem)) reply.header(name, value)
  const { type, text } = bodyOfProblem(application, request, problem)
  // A buffer, because Fastify adds a charset to strings, which JSON types do not have.
  return reply.type(type).send(Buffer.from(text))
}

/** The request's preferences for the answer. */
interface Wanted extends Pick<IncomingMessage, 'headers'> {
  readonly url?: string | undefined
  readonly method?: string | undefined
  /** The sent values, as far as they could be parsed. */
  readonly body?: unknown
  readonly routeOptions?: { readonly config: AskedRoute }
}

/**
 * Tells whether the answer has the body of point 8 instead of RFC 9457. The product's own pages always ask for RFC
 * 9457.
 */
export function isInOwnForm(application: Application, wanted: Wanted): boolean {
  return bodyStatedFor(application, wanted) === null || /application\/problem\+json/.test(wanted.headers.accept ?? '')
}

/** The call's error body, or the general one. */
function bodyStatedFor({ model }: Application, { routeOptions }: Wanted): ErrorBody | null {
  const { body, bodyType } = model.errors
  const ofAll = body === null ? null : { body, ...(bodyType === undefined ? {} : { bodyType }) }
  return routeOptions?.config.errorBody ?? ofAll
}

export function bodyOfProblem(
  application: Application,
  wanted: Wanted,
  problem: ProblemDetails,
): { readonly type: string; readonly text: string } {
  const stated = bodyStatedFor(application, wanted)
  if (stated === null || isInOwnForm(application, wanted)) {
    const { status } = problem
    const told = status >= 400 ? problem : { ...problem, status: 422 }
    return { type: 'application/problem+json; charset=utf-8', text: JSON.stringify(told) }
  }
  const { bodyType = 'application/json; charset=utf-8' } = stated
  const value = statedValue(application, stated.body, refusedValues(application, wanted, problem))
  // The types that are built on JSON have no charset.
  return stated.bodyType === undefined || isJsonType(bodyType)
    ? { type: bodyType, text: JSON.stringify(value) }
    : { type: `${bodyType}; charset=utf-8`, text: String(value) }
}

/** The stated headers of the refusal, in whichever form its body is. */
export function headersOfProblem(
  application: Application,
  wanted: Wanted,
  problem: ProblemDetails,
): readonly (readonly [string, string])[] {
  const stated = wanted.routeOptions?.config.errorHeaders ?? application.model.errors.headers ?? []
  if (stated.length === 0) return []
  const values = refusedValues(application, wanted, problem)
  return stated.flatMap(({ name, value: expression }) => {
    const value = statedValue(application, expression, values)
    return value === null ? [] : [[name, headerText(saidInHeader(name, value))] as const]
  })
}

/** The place in the body of a field that a rule or the database refused. */
function placeOf(item: ProblemItem, { routeOptions }: Wanted): string {
  const { about } = item
  const { isOfRequest = false, path }: Pick<WordedItem, 'isOfRequest' | 'path'> = facts.get(item) ?? item
  if (isOfRequest) return about
  return path ?? routeOptions?.config.inputPaths?.get(about) ?? about
}

/** Tells whether the place is one of a body that this call takes. A refusal may also be about an API key or a session. */
function isInBody(item: ProblemItem, place: string, { routeOptions }: Wanted): boolean {
  const { isOfRequest = false, isOfValue = false } = facts.get(item) ?? {}
  const keys = routeOptions?.config.bodyKeys
  if (isOfRequest) return false
  if (keys === undefined) return isOfValue
  return place.startsWith('[') || keys.has(keysOfPlace(place)[0] ?? '')
}

/** RFC 6901: `items[1].quantity` → `/items/1/quantity`. */
function pointerTo(place: string): string {
  return keysOfPlace(place)
    .map((key) => `/${key.replaceAll('~', '~0').replaceAll('/', '~1')}`)
    .join('')
}

/** Finds a sent value by the path in a refusal: `items[1].quantity`; inside another value by its own name. */
function sentAt(sent: unknown, about: string): Value {
  const value = valueAt(sent, about)
  return value === undefined ? within(sent, about) : ((value ?? null) as Value)
}

/** Undefined: there is no such place. */
function valueAt(sent: unknown, place: string): unknown {
  let value = sent
  for (const key of keysOfPlace(place)) {
    if (typeof value !== 'object' || value === null || !Object.hasOwn(value, key)) return undefined
    value = (value as Record<string, unknown>)[key]
  }
  return value
}

function within(sent: unknown, name: string): Value {
  if (typeof sent !== 'object' || sent === null || Array.isArray(sent)) return null
  const group = Object.values(sent).find(
    (part) => typeof part === 'object' && part !== null && !Array.isArray(part) && Object.hasOwn(part, name),
  ) as Record<string, Value> | undefined
  return group?.[name] ?? null
}

/** A text stands for itself, unless its input is a secret. */
function sentBody(sent: unknown, secrets: ReadonlySet<string>): Value {
  const shown = withoutSecrets(sent, secrets)
  const text = sentText(sent)
  return text === undefined || isHidden(shown) ? shown : text
}

/** The only input, wherever the body has it, is left out. */
function isHidden(shown: unknown): boolean {
  if (typeof shown !== 'object' || shown === null) return false
  const [inner] = Object.values(shown)
  return inner === undefined || isHidden(inner)
}

/** The body without values that must not be repeated. Empty: nothing was sent, or neither JSON nor a form. */
function withoutSecrets(sent: unknown, secrets: ReadonlySet<string>, depth = 0): Value {
  if (typeof sent !== 'object' || sent === null) return (sent ?? null) as Value
  if (depth === JSON_DEPTH_MAX || !isPlain(sent)) return null
  if (Array.isArray(sent)) return sent.map((item) => withoutSecrets(item, secrets, depth + 1)) as Value
  const entries = Object.entries(sent).filter(([key]) => !secrets.has(key))
  // Unlike an assignment, this makes `__proto__` a key like any other.
  return Object.fromEntries(entries.map(([key, value]) => [key, withoutSecrets(value, secrets, depth + 1)])) as Value
}

/** Parsed JSON or a parsed form, as opposed to the bytes of a file. */
function isPlain(sent: object): boolean {
  return Array.isArray(sent) || [Object.prototype, null].includes(Object.getPrototypeOf(sent) as object | null)
}

/** The parameter of the address with this name, as it was sent: `tags`, `tags[]` or `tags[0]`. Null: none was sent. */
function queriedAs(about: string, url: string): { readonly name: string; readonly value: string } | null {
  const sent = [...new URLSearchParams(url.split('?')[1] ?? '')]
  const own = sent.find(([name]) => name === about)
  if (own !== undefined) return { name: own[0], value: own[1] }
  const list = sentInList(sent, about.replace(LIST_INDEX, ''))
  const found = list.find(({ place }) => place === about) ?? list[0]
  return found === undefined ? null : { name: found.name, value: found.text }
}

const compiled = new WeakMap<object, Evaluate>()

function statedValue({ timeZone }: Application, stated: Expression, variables: ReadonlyMap<string, Value>): Value {
  const evaluate = compiled.get(stated) ?? compileExpression(stated)
  compiled.set(stated, evaluate)
  return evaluate({ variables, roles: new Set(), timeZone })
}

/** The values of `ERROR_BODY_NAMES`. */
function refusedValues(application: Application, wanted: Wanted, problem: ProblemDetails): ReadonlyMap<string, Value> {
  const { url = '', method = '', body: sent } = wanted
  // A client can choose `constructor` as the name of an unknown input, so the object has no prototype.
  const errors = Object.create(null) as Record<string, string[]>
  // When several rows were sent, each is reported by the path of its input.
  for (const { row, about, message } of problem.errors)
    (errors[row === undefined ? about : `rows.${row}.${about}`] ??= []).push(message)
  const secrets = secretNames(application.model)
  const problems = problem.errors.map((item) => {
    const { about, code, message } = item
    const path = placeOf(item, wanted)
    const { isOfRequest = false, status = problem.status } = facts.get(item) ?? {}
    const inBody = isOfRequest ? null : sentAt(sent, path)
    const queried = isOfRequest || Array.isArray(sent) || inBody !== null ? null : queriedAs(about, url)
    const isSecret = secrets.has(keysOfPlace(path).at(-1) ?? '')
    const value = isSecret ? null : withoutSecrets(queried?.value ?? inBody, secrets)
    // RFC 6901: the empty pointer is the whole document.
    const isSent = !isOfRequest && (valueAt(sent, path) ?? null) !== null
    const isPlace = queried === null && (isSent || isInBody(item, path, wanted))
    const pointer = isPlace ? pointerTo(path) : ''
    return { code, message, about, path, pointer, parameter: queried?.name ?? null, status, value }
  })
  return new Map<string, Value>(
    Object.entries({
      code: problem.code,
      message: problem.detail,
      about: problem.errors.find(({ code }) => code === problem.code)?.about ?? 'request',
      errors,
      problems,
      now: new Date(application.database.nowMs()).toISOString(),
      method,
      path: url.split('?')[0] ?? '',
      sent: sentBody(sent, secrets),
      status: problem.status,
      requestId: problem.requestId,
    }),
  )
}
