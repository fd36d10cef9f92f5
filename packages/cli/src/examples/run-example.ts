// Plays one `### Example:`: its calls over HTTP, one after another, each with the expected and the actual result.

import { filledPath, inAddress } from '@ninefold/core/model/addresses/call-path.ts'
import { createHash } from 'node:crypto'
import { compileExpression } from '@ninefold/core/expression/evaluate/evaluate.ts'
import type { Value } from '@ninefold/core/expression/expression.ts'
import type { TimeZone } from '@ninefold/core/expression/evaluate/time-zone.ts'
import type { Example, ExampleStep, ExampleValue } from '@ninefold/core/model/calls.ts'

/** Environment of an example: a served application with the sample data and nothing else. */
export interface Stage {
  readonly address: string
  readonly timeZone: TimeZone
  /** Waits for the deferred work of the last call, so that the next one can rely on it. Missing: not possible here. */
  readonly settled?: () => Promise<void>
  /** Names of session cookies, which are left out: only `signedIn` decides who the caller is. */
  readonly sessionCookies?: readonly string[]
  /** Returns the headers that authenticate a person of the sample data. */
  readonly signedIn: (person: string) => Promise<Readonly<Record<string, string>>>
  /**
   * Returns the headers that authenticate a request of an outside service. `id`: of its event. Missing: signing is not
   * possible here.
   */
  readonly signedBy?: (
    service: string,
    event: { readonly id: string; readonly body: string },
  ) => Readonly<Record<string, string>>
}

export interface StepOutcome {
  readonly step: ExampleStep
  /** `Ada: POST /api/books/A1/reminder` */
  readonly request: string
  /** `422 NOT_LENT` */
  readonly expected: string
  readonly came: string
  /** Values of the answer. Null: nothing worth reading. */
  readonly said: string | null
  readonly isAsExpected: boolean
}

interface Answer {
  readonly status: number
  readonly headers: Headers
  readonly body: unknown
}

/** Ends with the first failing step, because later ones depend on it. */
export async function* runExample(example: Example, stage: Stage): AsyncGenerator<StepOutcome> {
  const kept = new Map<string, Value>()
  const browsers = new Map<string | null, Cookies>()
  for (const step of example.steps) {
    const path = addressOf(step, kept)
    const cookies = browsers.get(step.who) ?? new Map()
    browsers.set(step.who, cookies)
    const answer = await send(stage, step, path, { kept, cookies })
    const outcome = outcomeOf(step, path, answer, kept)
    await stage.settled?.()
    yield outcome
    if (!outcome.isAsExpected) return
  }
}

function addressOf({ call, parameters, query }: ExampleStep, kept: ReadonlyMap<string, Value>): string {
  const written = (value: ExampleValue | undefined): string => {
    if (value === undefined) return ''
    // A literal value in a path has the same form in an address.
    return value.kind === 'kept' ? String(kept.get(value.name) ?? '') : decoded(value.text)
  }
  const path = filledPath(call, (place) => inAddress(place, written(parameters[place.name])))
  const pairs = Object.entries(query).map(
    ([name, value]) => `${encodeURIComponent(decoded(name))}=${encodeURIComponent(written(value))}`,
  )
  return pairs.length === 0 ? path : `${path}?${pairs.join('&')}`
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}

/** Cookies of one person by name, as in a browser. */
type Cookies = Map<string, string>

interface Before {
  readonly kept: ReadonlyMap<string, Value>
  readonly cookies: Cookies
}

/** Keeps the cookies of the answer for later calls of the same person. */
async function send(stage: Stage, step: ExampleStep, path: string, { kept, cookies }: Before): Promise<Answer> {
  const { headers, content } = contentOf(stage, step, kept)
  const who = step.who === null ? signatureOf(stage, step, path, content.body ?? '') : await stage.signedIn(step.who)
  const response = await fetch(stage.address + path, {
    method: step.method,
    headers: {
      ...withCookies(who, step.from === undefined ? cookies : new Map()),
      // Errors then have one format, no matter which body the specification states.
      accept: 'application/problem+json, application/json',
      ...headers,
      ...headersOf(stage, step, kept),
    },
    redirect: 'manual',
    ...content,
  })
  keepCookies(response.headers, cookies, stage.sessionCookies ?? [])
  return { status: response.status, headers: response.headers, body: parsed(await response.text()) }
}

function withCookies(who: Readonly<Record<string, string>>, cookies: Cookies): Readonly<Record<string, string>> {
  const own = who['cookie'] === undefined ? [] : [who['cookie']]
  const pairs = [...own, ...[...cookies].map(([name, value]) => `${name}=${value}`)]
  return pairs.length === 0 ? who : { ...who, cookie: pairs.join('; ') }
}

function keepCookies(headers: Headers, cookies: Cookies, ofSessions: readonly string[]): void {
  for (const line of headers.getSetCookie()) {
    const [pair = '', ...attributes] = line.split(';')
    const [name = '', ...value] = pair.trim().split('=')
    if (ofSessions.includes(name)) continue
    if (attributes.some((attribute) => attribute.trim().toLowerCase() === 'max-age=0')) cookies.delete(name)
    else cookies.set(name, value.join('='))
  }
}

/** Equal content at the same address has the same event id. */
function signatureOf(
  stage: Stage,
  { from, method }: ExampleStep,
  path: string,
  body: string,
): Readonly<Record<string, string>> {
  if (from === undefined) return {}
  const id = createHash('sha256')
    .update(JSON.stringify([method, path, body]))
    .digest('base64url')
  if (stage.signedBy === undefined) throw new Error(`There is no signer for ${from} here.`)
  return stage.signedBy(from, { id, body })
}

function contentOf(
  stage: Stage,
  { body, sentAs }: ExampleStep,
  kept: ReadonlyMap<string, Value>,
): { readonly headers: Record<string, string>; readonly content: { readonly body?: string } } {
  if (body === null) return { headers: {}, content: {} }
  const value = bodyOf(stage, body, kept)
  if (sentAs !== 'form') {
    const own = sentAs === 'own form' ? { 'ninefold-client': 'web' } : {}
    return { headers: { 'content-type': 'application/json', ...own }, content: { body: JSON.stringify(value) } }
  }
  const headers = { 'content-type': 'application/x-www-form-urlencoded' }
  return { headers, content: { body: new URLSearchParams(formPairs(value, '')).toString() } }
}

/** `items[0][sku]`, the usual form for nested values. */
function formPairs(value: Value, name: string): [string, string][] {
  if (value === null) return []
  if (typeof value !== 'object') return [[name, String(value)]]
  return Object.entries(value).flatMap(([key, part]) => formPairs(part as Value, name === '' ? key : `${name}[${key}]`))
}

function headersOf(stage: Stage, { headers }: ExampleStep, kept: ReadonlyMap<string, Value>): Record<string, string> {
  return Object.fromEntries((headers ?? []).map(({ name, value }) => [name, String(bodyOf(stage, value, kept) ?? '')]))
}

function bodyOf({ timeZone }: Stage, body: NonNullable<ExampleStep['body']>, kept: ReadonlyMap<string, Value>): Value {
  return compileExpression(body)({ variables: kept, roles: new Set(), timeZone })
}

function parsed(text: string): unknown {
  try {
    return text === '' ? null : JSON.parse(text)
  } catch {
    return text
  }
}

/** Stores the values that the step keeps. */
function outcomeOf(
  step: ExampleStep,
  path: string,
  { status, headers, body }: Answer,
  kept: Map<string, Value>,
): StepOutcome {
  const codes = codesIn(body)
  const isAnswered = status === step.status && (step.code === null || codes.includes(step.code))
  const missing: string[] = []
  for (const { path: part, as, isHeader } of isAnswered ? step.keeps : []) {
    const value = isHeader === true ? (headers.get(part.join('')) ?? undefined) : partOf(body, part)
    if (value === undefined) missing.push(part.join('.'))
    else kept.set(as, value as Value)
  }
  const without = missing.length === 0 ? '' : `, without ${missing.map((name) => `"${name}"`).join(' and ')}`
  return {
    step,
    request: `${step.who ?? step.from ?? 'somebody'}: ${step.method} ${path}`,
    expected: step.code === null ? String(step.status) : `${step.status} ${step.code}`,
    came: `${[status, ...codes.slice(0, 1)].join(' ')}${without}`,
    said: wordsIn(body),
    isAsExpected: isAnswered && missing.length === 0,
  }
}

function partOf(body: unknown, path: readonly string[]): unknown {
  let value = body
  for (const name of path) {
    if (typeof value !== 'object' || value === null || !Object.hasOwn(value, name)) return undefined
    value = (value as Record<string, unknown>)[name]
  }
  return value
}

/** The code of the error, and the codes of its items. */
function codesIn(body: unknown): string[] {
  const { code, errors } = (typeof body === 'object' && body !== null ? body : {}) as Record<string, unknown>
  const each = Array.isArray(errors) ? errors.map((item: unknown) => partOf(item, ['code'])) : []
  return [...new Set([code, ...each].filter((found) => typeof found === 'string'))]
}

/** Each item with its field: "Please fill this in." alone would not lead to the field. */
function wordsIn(body: unknown): string | null {
  const [detail, errors] = [partOf(body, ['detail']), partOf(body, ['errors'])]
  const each = (Array.isArray(errors) ? errors : []).flatMap((error: unknown) => {
    const [about, message] = [partOf(error, ['about']), partOf(error, ['message'])]
    return typeof message !== 'string'
      ? []
      : [typeof about === 'string' && about !== '' ? `${about}: ${message}` : message]
  })
  if (each.length > 0) return each.join(' ')
  return typeof detail === 'string' ? detail : null
}
