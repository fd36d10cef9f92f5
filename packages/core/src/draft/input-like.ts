// The type of an input: like a field, one of several words, or a bare type.

import type { Span, Written } from '../text/source.ts'
import type { UnixUnit } from '../model/wire.ts'
import type { FieldDraft } from './entities.ts'

/** `unix`: `… as Unix seconds`, for a moment as a number. */
export type InputLikeDraft = { readonly span: Span; readonly unix?: UnixUnit } &
  /** `Comment.body`; `Ticket.assignee by email`; `Article.tags by name, created when missing`. */
  (
    | {
        readonly kind: 'field'
        readonly entity: Written
        readonly field: Written
        readonly by: Written | null
        readonly isCreatedWhenMissing: boolean
        /** `list of 1 to 20 Tag.word`: several such values. Null inside: no number is stated. */
        readonly list?: { readonly countMin: number | null; readonly countMax: number | null }
      }
    /** `one of Requester, Agent, Admin`. */
    | { readonly kind: 'one of'; readonly options: readonly Written[] }
    /** `text up to 80`, `secret text`, `whole number 1 to 5`, `list of text`, … */
    | {
        readonly kind: 'type'
        readonly type: NonNullable<FieldDraft['type']>
        readonly isList: boolean
        /** `list of 1 to 20 text`. Null: not stated. */
        readonly countMin?: number | null
        readonly countMax?: number | null
        /** Masked while typed, and never logged. */
        readonly isSecret: boolean
        /** For an address: `list of text, separated by commas`. */
        readonly isSplit?: true
      }
    /** `list of 1 to 20 objects`, with inputs in rows of their own: `items[].sku`. */
    | { readonly kind: 'objects'; readonly countMin: number | null; readonly countMax: number | null }
    /** `map of text up to 80`: an object with free keys. */
    | { readonly kind: 'map'; readonly of: InputLikeDraft; readonly countMax: number | null }
    /** Not shown, invalid or not supported yet, already reported: the input is absent. */
    | { readonly kind: 'absent' }
  )
