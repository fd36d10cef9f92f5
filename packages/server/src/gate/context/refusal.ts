// A refusal: what a running application answers when it will not do something. Thrown where it is
// found, so that the transaction around it is undone, and put into words once, at the edge.

import type { Reason } from '@ninefold/core/contract/words/reasons.ts'
import type { BuiltInError } from '@ninefold/core/model/errors.ts'
import type { Stated } from '@ninefold/core/model/stated.ts'

/** One thing that is refused. */
export type RefusalItem = {
  /** Of objects that were sent in a list: the one that it is about, `items[1]`. */
  readonly within?: string
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
        /** An input's name or a thing's; null: what the supplied words say. */
        readonly about: string | null
        /** The limit that was passed. */
        readonly limit: number | null
        /** More than the supplied words can say. */
        readonly reason: Reason | null
        /** Words for the names in its message, beside the limit. */
        readonly words?: Readonly<Record<string, string>>
        /** It is about a value that was sent: what such a value names and is not there is no missing address. */
        readonly isInput?: boolean
        /** The place of the input in the body: `data.attributes.title`. */
        readonly path?: string
        /** The place in the text that refuses it, for the author. */
        readonly at?: Stated
      }
  )

export class Refusal extends Error {
  override name = 'Refusal'
  readonly items: readonly RefusalItem[]
  /** After so long it is worth trying again; null: nobody can tell. */
  readonly retryAfterSeconds: number | null
  /** Of several rows that were sent together: the one that each item is about. Null: nothing was sent in rows. */
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

/** A code of the catalogue whose words need nothing from the data. */
export function refusedWith(code: string, words: Readonly<Record<string, string>> = {}): Refusal {
  return new Refusal([{ kind: 'catalogue', code, words }])
}

/** For a value that was sent. */
export function inputRefusal(
  error: BuiltInError,
  about: string,
  limit: number | null = null,
  reason: Reason | null = null,
): RefusalItem {
  const words = reason ?? (error === 'not found' ? ['no such thing'] : null)
  return { kind: 'built-in', error, about, limit, reason: words, isInput: true }
}
