// A refusal → its answer: problem details, or the error body and the headers that the text states (reference/8-errors).

import type { Call } from '../../model/calls.ts'
import type { AnswerHeader, Bounds, ErrorBody } from '../../model/errors.ts'
import type { Model } from '../../model/model.ts'
import { isJsonType } from '../../model/steps/media-types.ts'
import { keysOfPlace, placeOfKeys, saidInHeader, sentPath } from '../../model/wire.ts'
import type { Value } from '../../expression/expression.ts'
import { evaluate, type Surroundings } from '../evaluate.ts'
import type { SentQuery } from '../inputs.ts'
import type { Answer } from '../steps.ts'
import type { Datum, Store } from '../store.ts'
import { inJson } from '../values/values.ts'
import { onlyInput } from '../wire/sent-forms.ts'
import { type RefusalReason, statusOf } from './refusal.ts'

/** The request that is refused, as HTTP carries it. */
export interface RefusedRequest {
  readonly method: string
  readonly path: string
  readonly query: SentQuery
  /** Null: no body, or none that is an object, a list or a text. */
  readonly sent: Datum
  /** Null: no stated call. */
  readonly call: Call | null
  /** It accepts problem details. */
  readonly isForProblems: boolean
}

/** Words and things that the product chooses, because neither the text nor the reference says them. */
export const AS_SUPPLIED = '\u0001as supplied\u0001'

interface Problem {
  readonly code: string
  readonly status: number
  readonly about: string
  readonly message: string
  readonly path: string
  readonly isPathTold: boolean
  /** It is about a value of the body, as far as a body has such a value. */
  readonly isOfValue: boolean
  /** The text or an input names it, so that it has a place even if it was not sent. */
  readonly isNamed: boolean
}

export function refusalAnswer(
  model: Model,
  store: Store,
  reasons: readonly RefusalReason[],
  request: RefusedRequest,
): Answer {
  const problems = reasons.map((reason) => problemOf(model, reason, request.call))
  const status = statusOf(reasons)
  const first = problems.find((problem) => problem.status === status)
  if (first === undefined) throw new Error('Defect: nothing is refused.')
  const scope = scopeOf(model, store, problems, first, request)
  const headers = headersOf(scope, request.call?.wire?.errorHeaders ?? model.errors.headers ?? [])
  const stated = request.call?.wire?.errorBody ?? ofAll(model)
  if (stated !== null && !request.isForProblems) return { status, headers, ...statedBody(scope, stated) }
  return { status, headers, body: problemDetails(first, problems), type: 'application/problem+json; charset=utf-8' }
}

function problemOf(model: Model, reason: RefusalReason, call: Call | null): Problem {
  const { code, about, path, limit, bounds, message, words, status, within, isOfItem } = reason
  const placed = (thing: string): string =>
    within === undefined ? thing : isOfItem === true ? within : `${within}.${thing}`
  const upper = code.toUpperCase().replaceAll(' ', '_')
  if (message !== undefined)
    return {
      code: upper,
      status,
      about: placed(about ?? ''),
      message,
      path: placeIn(call, placed(about ?? '')),
      isPathTold: false,
      isOfValue: true,
      isNamed: true,
    }
  const stated = Object.entries(model.errors.builtIn).find(([error]) => error === code)?.[1]
  const thing = about ?? stated?.about ?? AS_SUPPLIED
  const isOfValue = about !== undefined && reason.isWhole !== true
  const filled: Readonly<Record<string, string>> = { field: thing, ...saidOfLimits(code, limit, bounds), ...words }
  const isOfMissing = (['min', 'max'] as const).some(
    (side) =>
      filled[side] === undefined &&
      stated?.message?.parts.some((part) => part.kind === 'path' && part.path.join('.') === side) === true,
  )
  const said = (isOfMissing ? undefined : stated?.message?.parts)?.map((part) =>
    part.kind === 'text' ? part.text : part.kind === 'constant' ? part.text : (filled[part.path.join('.')] ?? ''),
  )
  return {
    code: upper,
    status,
    about: placed(thing),
    message: said?.join('') ?? AS_SUPPLIED,
    path: path ?? (isOfValue ? placeIn(call, placed(thing)) : placed(thing)),
    isPathTold: path !== undefined && path !== placed(thing),
    isOfValue,
    isNamed: reason.isInput === true,
  }
}

/** The exceeded limit is one of the two; the other one is named if the value has it. */
function saidOfLimits(code: string, limit: number | undefined, bounds: Bounds | undefined): Record<string, string> {
  if (limit === undefined) return { limit: '' }
  const [own, other] = code.endsWith('short') || code.endsWith('small') ? ['min', 'max'] : ['max', 'min']
  const beyond = bounds?.[other as 'min' | 'max'] ?? null
  return {
    limit: String(limit),
    [own as string]: String(limit),
    ...(beyond === null ? {} : { [other as string]: String(beyond) }),
  }
}

function ofAll({ errors: { body, bodyType } }: Model): ErrorBody | null {
  return body === null ? null : { body, ...(bodyType === undefined ? {} : { bodyType }) }
}

/** The place of an input by its own name, or by that of its field. A name of two inputs is the place of neither. */
function placeIn(call: Call | null, about: string): string {
  const places = (call?.inputs ?? []).flatMap((input) => {
    const { like, path } = input
    const field = like.kind === 'field' || like.kind === 'record by' ? like.field.name : null
    const isMeant = [sentPath(input).at(-1) ?? '', path.at(-1), field].includes(about)
    return isMeant ? [placeOfKeys(sentPath(input))] : []
  })
  return places.length === 1 ? (places[0] ?? about) : about
}

/** RFC 9457. Identifiers, and the request's own, are the product's. */
function problemDetails(first: Problem, problems: readonly Problem[]): Datum {
  return {
    type: AS_SUPPLIED,
    title: AS_SUPPLIED,
    status: first.status,
    detail: first.message,
    code: first.code,
    errors: problems.map(({ about, path, isPathTold, code, message }) => ({
      about,
      ...(isPathTold ? { path } : {}),
      code,
      message,
    })),
    requestId: AS_SUPPLIED,
  }
}

function statedBody(scope: Surroundings, { body, bodyType }: ErrorBody): Pick<Answer, 'body' | 'type'> {
  const value = inJson(body.type, evaluate(body, scope))
  if (bodyType === undefined) return { body: value, type: 'application/json; charset=utf-8' }
  if (isJsonType(bodyType)) return { body: value, type: bodyType }
  return { body: String(value), type: `${bodyType}; charset=utf-8` }
}

function headersOf(scope: Surroundings, stated: readonly AnswerHeader[]): Record<string, string> {
  const said = stated.flatMap(({ name, value }): [string, string][] => {
    const each = inJson(value.type, evaluate(value, scope))
    return each === null ? [] : [[name.toLowerCase(), saidInHeader(name, each as Value)]]
  })
  return Object.fromEntries(said)
}

/** The names of an error body. */
function scopeOf(
  model: Model,
  store: Store,
  problems: readonly Problem[],
  first: Problem,
  request: RefusedRequest,
): Surroundings {
  const errors: Record<string, string[]> = {}
  for (const { about, message } of problems) errors[about] = [...(errors[about] ?? []), message]
  const names: Readonly<Record<string, Datum>> = {
    code: first.code,
    message: first.message,
    about: problems.find(({ code }) => code === first.code)?.about ?? AS_SUPPLIED,
    errors,
    problems: problems.map((problem) => toldOf(model, problem, request)),
    sent: withoutSecrets(model, request.sent),
    status: first.status,
    requestId: AS_SUPPLIED,
    now: new Date(store.nowMs).toISOString(),
    method: request.method,
    path: request.path,
  }
  return { model, store, roles: new Set(), eyes: null, names: new Map(Object.entries(names)) }
}

function toldOf(model: Model, problem: Problem, { sent, query, call }: RefusedRequest): Datum {
  const { code, message, about, path, status, isOfValue, isNamed } = problem
  const body = typeof sent === 'string' && call !== null ? onlyInput(call, sent) : sent
  const inBody = isOfValue ? valueAt(body, keysOfPlace(path)) : null
  const asked = isOfValue && inBody === null && !Array.isArray(sent) ? queried(about, query) : null
  const isSecret = secretsOf(model).has(keysOfPlace(path).at(-1) ?? '')
  const value = isSecret ? null : withoutSecrets(model, asked?.value ?? inBody)
  const isPlace = inBody !== null || (call === null ? isNamed : isPlaceIn(call, path))
  const keys = asked === null && isOfValue && isPlace ? keysOfPlace(path) : []
  const pointer = keys.map((key) => `/${key.replaceAll('~', '~0').replaceAll('/', '~1')}`).join('')
  return { code, message, about, path, pointer, parameter: asked?.name ?? null, status, value }
}

/** A place in a body that the call takes. JSON of its sender may have each place. */
function isPlaceIn({ inputs }: Call, path: string): boolean {
  const places = inputs.map(sentPath)
  if (path.startsWith('[') || places.some(({ length }) => length === 0)) return true
  return places.some(([first]) => first === keysOfPlace(path)[0])
}

function valueAt(sent: Datum, keys: readonly string[]): Datum {
  let value: Datum | undefined = sent
  for (const key of keys)
    value =
      typeof value === 'object' && value !== null && Object.hasOwn(value, key) ? (value as Members)[key] : undefined
  return value ?? null
}

type Members = Readonly<Record<string, Datum>>

/** As it was sent: of a list, `tags`, `tags[]` or `tags[0]`. */
function queried(about: string, query: SentQuery): { readonly name: string; readonly value: string } | null {
  const named = Object.entries(query)
  const listOf = (each: string): string => each.replace(/\[\d*\]$/, '')
  const own = named.find(([each]) => each === about)
  const [name, sent] = own ?? named.find(([each]) => listOf(each) === listOf(about)) ?? []
  const place = own === undefined ? Number(/\[(\d+)\]$/.exec(about)?.[1] ?? 0) : 0
  const value = [sent].flat()[place]
  return name === undefined || value === undefined ? null : { name, value }
}

function withoutSecrets(model: Model, value: Datum): Datum {
  if (typeof value !== 'object' || value === null) return value
  if (Array.isArray(value)) return value.map((item: Datum) => withoutSecrets(model, item))
  const entries = Object.entries(value).filter(([key]) => !secretsOf(model).has(key))
  return Object.fromEntries(entries.map(([key, each]) => [key, withoutSecrets(model, each)]))
}

/** Names of fields whose values are not repeated. */
function secretsOf({ entities }: Model): ReadonlySet<string> {
  const fields = entities.entities.flatMap((entity) => entity.fields)
  return new Set(fields.flatMap(({ name, type }) => (['password', 'secret text'].includes(type.kind) ? [name] : [])))
}
