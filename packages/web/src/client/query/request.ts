// A request to the server → its answer, or one of two things that can go wrong: refused, or not reached.

import type { Method } from '@ninefold/core/model/calls.ts'
import type { ProblemDetails } from '@ninefold/core/contract/wire/problem-details.ts'
import { forgetAhead, takeAhead } from './prefetch.ts'
import { acceptLanguage, browserLanguages, chosenLanguage } from '../input/language.ts'

/** The server answered, and the answer is no. */
export class RequestRefused extends Error {
  readonly problem: ProblemDetails

  constructor(problem: ProblemDetails) {
    super(problem.detail)
    this.name = 'RequestRefused'
    this.problem = problem
  }
}

/** No answer came: whether a write was done is not known. */
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

/** An answer with the tag that the server has given it. */
export interface Held<Answer> {
  readonly tag: string | null
  readonly answer: Answer
}

/** Answers with the parsed body; undefined when there is none. The browser saves a file or a document. */
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
  // Nothing was done, so the same request is sent again once it may be.
  if (refusal.problem.code === FACTOR_NEEDED && (await showFactor?.()) === true)
    return request(method, address, options)
  throw refusal
}

const FACTOR_NEEDED = 'SECOND_FACTOR_NEEDED'
let showFactor: (() => Promise<boolean>) | null = null

/** `show` asks whoever is there for their second factor; false: they would rather not. Null: nobody can be asked. */
export function onFactorNeeded(show: (() => Promise<boolean>) | null): void {
  showFactor = show
}

/** A file that is made when it is asked for; the browser saves it under the name that it comes with. */
export async function saveFile(address: string): Promise<void> {
  await request('GET', address)
}

/** Refusals are always asked for in one form, whatever error body the specification states. */
export function headersOfReading(): Record<string, string> {
  return {
    Accept: 'application/problem+json, application/json',
    // A header that no foreign page can send: the server takes it as proof that the request is ours.
    'Ninefold-Client': 'web',
    'Accept-Language': languageOfReading(),
  }
}

/** As the header Accept-Language has it. */
export function languageOfReading(): string {
  return acceptLanguage({ chosen: chosenLanguage(), browser: browserLanguages() })
}

/** An answer that the cache holds is not sent again as long as it is current. */
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
  // A request may change data, and the caller as well.
  if (method !== 'GET') forgetAhead()
  if (options.body !== undefined) headers['Content-Type'] = 'application/json'
  if (options.version !== undefined) headers['If-Match'] = `"${options.version}"`
  if (options.idempotencyKey !== undefined) headers['Idempotency-Key'] = options.idempotencyKey
  try {
    const ahead = method === 'GET' ? takeAhead(address) : undefined
    if (ahead !== undefined) return await ahead
    return await fetch(address, {
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
    // A page of something between us and the server: it says nothing that a person could use.
    return undefined
  }
}

/** The answer of a proxy or a crashed server is no problem document: it becomes one without words. */
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
