// The body of a refusal as RFC 9457 describes it: the default, and what any client gets that asks for
// `application/problem+json`, even where the specification states an error body of its own.

export interface ProblemDetails {
  /** `urn:ninefold:problem:<slug>` */
  readonly type: string
  /** The code in words, the same for every problem of its type: `Not found`. */
  readonly title: string
  readonly status: number
  /** The catalogue's message, or the supplied one. */
  readonly detail: string
  readonly code: string
  /** Everything refused, each with what it is about: an input's name or a thing's. */
  readonly errors: readonly ProblemItem[]
  readonly requestId: string
}

export interface ProblemItem {
  /** Of several rows that were sent together: which one, from 0. */
  readonly row?: number
  readonly about: string
  /** The place of the input in what was sent, where that says more: `data.attributes.title`. */
  readonly path?: string
  readonly code: string
  readonly message: string
}
