// A refusal: the answer of an application that will not do something. It is thrown where it arises, so that the
// transaction is rolled back, and put into words once, at the edge.

import type { Reason } from '@ninefold/core/contract/words/reasons.ts'
import type { Bounds, BuiltInError } from '@ninefold/core/model/errors.ts'
import type { Stated } from '@ninefold/core/model/stated.ts'

/** One refused thing. */
export type RefusalItem = {
  /** The item of a sent list that the refusal is about: `items[1]`. */
  readonly within?: string
  /** That is a value and no object: no field or key lies within it. */
  readonly isOfItem?: true
} &
  /** An entry of the error catalogue; `words` fill its placeholders, by dotted path. */
  (
    | {
        readonly kind: 'catalogue'
        readonly code: string
        readonly words: Readonly<Record<string, string>>
        readonly at?: Stated
      }
    | {
        readonly kind: 'built-in'
        readonly error: BuiltInError
        /** The name of an input or a thing; null: the default words apply. */
        readonly about: string | null
        /** The limit that was exceeded. */
        readonly limit: number | null
        /** Both limits of the value, where one was exceeded. */
        readonly bounds?: Bounds
        /** Details beyond the default words. */
        readonly reason: Reason | null
        /** Further placeholders of its message. */
        readonly words?: Readonly<Record<string, string>>
        /** The refusal is about a sent value, so a missing record is not a 404. */
        readonly isInput?: boolean
        /** The place of the input in the body: `data.attributes.title`. */
        readonly path?: string
        /** It is about the whole body. */
        readonly isWhole?: true
        /** The position in the text that states the refusal, for the author. */
        readonly at?: Stated
      }
  )

export class Refusal extends Error {
  override name = 'Refusal'
  readonly items: readonly RefusalItem[]
  /** When to retry; null: unknown. */
  readonly retryAfterSeconds: number | null
  /** The row that each item is about, where several rows were sent together. Null: no rows were sent. */
  readonly rows: readonly number[] | null

  constructor(
    items: readonly RefusalItem[],
    retryAfterSeconds: number | null = null,
    rows: readonly number[] | null = null,
  ) {
    super(items.map((item) => (item.kind === 'catalogue' ? item.code : item.error)).join(', '))
    this.items = items
    this.retryAfterSeconds = retryAfterSeconds
    this.rows = rows
  }
}

export function refused(error: BuiltInError, about: string | null = null, reason: Reason | null = null): Refusal {
  return new Refusal([{ kind: 'built-in', error, about, limit: null, reason }])
}

/** A refusal with a code of the catalogue whose words need no data. */
export function refusedWith(code: string, words: Readonly<Record<string, string>> = {}): Refusal {
  return new Refusal([{ kind: 'catalogue', code, words }])
}

/** A refusal about a sent value. */
export function inputRefusal(
  error: BuiltInError,
  about: string,
  limit: number | null = null,
  reason: Reason | null = null,
  bounds?: Bounds,
): RefusalItem {
  const words = reason ?? (error === 'not found' ? ['no such thing'] : null)
  return {
    kind: 'built-in',
    error,
    about,
    limit,
    reason: words,
    isInput: true,
    ...(bounds === undefined ? {} : { bounds }),
  }
}
