// A request to the server → its answer, or one of two things that can go wrong: refused, or not reached.

import type { Method } from '@ninefold/core/model/calls.ts'
import type { ProblemDetails } from '@ninefold/core/contract/problem-details.ts'
import { acceptLanguage, browserLanguages, chosenLanguage } from './language.ts'

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

export interface RequestOptions {
  readonly body?: unknown
  readonly idempotencyKey?: string
  /** The version of the record that the person has seen. */
  readonly version?: string | number
  readonly signal?: AbortSignal
}

/** Answers with the parsed body; undefined when there is none. */
export async function request<Answer>(method: Method, address: string, options: RequestOptions = {}): Promise<Answer> {
  const response = await answerOf(method, address, options)
  const body: unknown = await readBody(response)
  if (!response.ok) throw new RequestRefused(problemOf(response, body))
  return body as Answer
}

async function answerOf(method: Method, address: string, options: RequestOptions): Promise<Response> {
  // Refusals are always asked for in one form, whatever error body the specification states.
  const headers: Record<string, string> = {
    Accept: 'application/problem+json, application/json',
    'Accept-Language': acceptLanguage({ chosen: chosenLanguage(), browser: browserLanguages() }),
  }
  // A header that no foreign page can send: the server takes it as proof that the request is ours.
  if (method !== 'GET') headers['Ninefold-Client'] = 'web'
  if (options.body !== undefined) headers['Content-Type'] = 'application/json'
  if (options.version !== undefined) headers['If-Match'] = `"${options.version}"`
  if (options.idempotencyKey !== undefined) headers['Idempotency-Key'] = options.idempotencyKey
  try {
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
  const text = await response.text().catch((cause: unknown) => {
    throw new ServerUnreachable(cause)
  })
  if (text === '') return undefined
  try {
    return JSON.parse(text) as unknown
  } catch {
    // A page of something between us and the server: it says nothing that a person could use.
    return undefined
  }
}

/** What a proxy or a crashed server answers is no problem document: it becomes one without words. */
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
