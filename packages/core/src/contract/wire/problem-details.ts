// The body of a refusal by RFC 9457: the default, and the answer to any client that asks for
// `application/problem+json`, even if the specification states an error body of its own.

export interface ProblemDetails {
  /** `urn:ninefold:problem:<slug>` */
  readonly type: string
  /** The code in words, the same for every problem of its type: `Not found`. */
  readonly title: string
  readonly status: number
  /** The catalogue's message, or the default one. */
  readonly detail: string
  readonly code: string
  /** All refused things, each with the name of its input or thing. */
  readonly errors: readonly ProblemItem[]
  readonly requestId: string
}

/** Timeout, rate limit and overload: they say nothing about the request, which may succeed later. */
const RETRYABLE: readonly number[] = [408, 429, 502, 503, 504]

export function isRetryable({ status }: Pick<ProblemDetails, 'status'>): boolean {
  return RETRYABLE.includes(status)
}

export interface ProblemItem {
  /** The row's index, where several rows were sent together. */
  readonly row?: number
  readonly about: string
  /** The path of the input in the body, if it says more: `data.attributes.title`. */
  readonly path?: string
  readonly code: string
  readonly message: string
}
