// A request to the server → its answer, or one of two errors: refused, or unreachable.

import type { Method } from '@ninefold/core/model/calls.ts'
import type { ProblemDetails } from '@ninefold/core/contract/wire/problem-details.ts'
import { forgetAhead, takeAhead } from './prefetch.ts'
import { inTenant } from '../tenant-base.ts'
import { acceptLanguage, browserLanguages, chosenLanguage } from '../input/language.ts'

/** The server answered with a refusal. */
export class RequestRefused extends Error {
  readonly problem: ProblemDetails

  constructor(problem: ProblemDetails) {
    super(problem.detail)
    this.name = 'RequestRefused'
    this.problem = problem
  }
}

/** No answer arrived: it is unknown whether a write was done. */
export class ServerUnreachable extends Error {
  constructor(cause: unknown) {
    super('The server did not answer.', { cause })
    this.name = 'ServerUnreachable'
  }
}

function unreached(cause: unknown): never {
  throw new ServerUnreachable(cause)
}

export interface RequestOptions {
  readonly body?: unknown
  readonly idempotencyKey?: string
  /** The version of the record that the person has seen. */
  readonly version?: string | number
  readonly signal?: AbortSignal
}

/** An answer with its ETag. */
export interface Held<Answer> {
  readonly tag: string | null
  readonly answer: Answer
}

/** Returns the parsed body; undefined without one. The browser saves a file or document. */
export async function request<Answer>(method: Method, address: string, options: RequestOptions = {}): Promise<Answer> {
  const response = await answerOf(method, address, options)
  const disposition = response.headers.get('Content-Disposition')
  if (response.ok && disposition !== null) {
    const content = await response.blob().catch(unreached)
    return (await import('./saved-files.ts')).save(content, disposition) as Answer
  }
  const body: unknown = await readBody(response)
  if (response.ok) return body as Answer
  const refusal = new RequestRefused(problemOf(response, body))
  // Nothing was done, so the same request can be repeated.
  if (refusal.problem.code === FACTOR_NEEDED && (await showFactor?.()) === true)
    return request(method, address, options)
  throw refusal
}

const FACTOR_NEEDED = 'SECOND_FACTOR_NEEDED'
let showFactor: (() => Promise<boolean>) | null = null

/** `show` asks the user for the second factor; false: declined. Null: not possible. */
export function onFactorNeeded(show: (() => Promise<boolean>) | null): void {
  showFactor = show
}

/** A file generated on request; the browser saves it under its given name. */
export async function saveFile(address: string): Promise<void> {
  await request('GET', address)
}

/** Refusals are always requested as problem details, whatever error body the specification states. */
export function headersOfReading(): Record<string, string> {
  return {
    Accept: 'application/problem+json, application/json',
    // No page of another site can send this header, so it proves that the request is ours (CSRF).
    'Ninefold-Client': 'web',
    'Accept-Language': languageOfReading(),
  }
}

/** The value of Accept-Language. */
export function languageOfReading(): string {
  return acceptLanguage({ chosen: chosenLanguage(), browser: browserLanguages() })
}

/** Uses a conditional request, so that a current cached answer is not sent again. */
export async function requestUnlessHeld<Answer>(
  address: string,
  held: Held<Answer> | null,
  signal: AbortSignal,
): Promise<Held<Answer>> {
  const response = await answerOf('GET', address, { signal, held: held?.tag ?? null })
  if (response.status === 304 && held !== null) return held
  const body = await readBody(response)
  if (!response.ok) throw new RequestRefused(problemOf(response, body))
  return { tag: response.headers.get('ETag'), answer: body as Answer }
}

async function answerOf(
  method: Method,
  address: string,
  options: RequestOptions & { readonly held?: string | null },
): Promise<Response> {
  const headers = headersOfReading()
  if (typeof options.held === 'string') headers['If-None-Match'] = options.held
  // A request may change data and the caller.
  if (method !== 'GET') forgetAhead()
  if (options.body !== undefined) headers['Content-Type'] = 'application/json'
  if (options.version !== undefined) headers['If-Match'] = `"${options.version}"`
  if (options.idempotencyKey !== undefined) headers['Idempotency-Key'] = options.idempotencyKey
  try {
    const ahead = method === 'GET' ? takeAhead(address) : undefined
    if (ahead !== undefined) return await ahead
    return await fetch(inTenant(address), {
      method,
      headers,
      credentials: 'same-origin',
      ...(options.body === undefined ? {} : { body: JSON.stringify(options.body) }),
      ...(options.signal === undefined ? {} : { signal: options.signal }),
    })
  } catch (cause) {
    if (options.signal?.aborted === true) throw cause
    throw new ServerUnreachable(cause)
  }
}

async function readBody(response: Response): Promise<unknown> {
  const text = await response.text().catch(unreached)
  if (text === '') return undefined
  try {
    return JSON.parse(text) as unknown
  } catch {
    // A page of a proxy, with no use for a person.
    return undefined
  }
}

/** The answer of a proxy or a crashed server is not a problem document: it becomes one without a text. */
function problemOf(response: Response, body: unknown): ProblemDetails {
  const given = typeof body === 'object' && body !== null ? (body as Partial<ProblemDetails>) : {}
  return {
    type: given.type ?? 'about:blank',
    title: given.title ?? '',
    status: given.status ?? response.status,
    detail: given.detail ?? '',
    code: given.code ?? '',
    errors: Array.isArray(given.errors) ? given.errors : [],
    requestId: given.requestId ?? '',
  }
}
