// The pattern of an input: a field, one of several words, or a type.

import type { Span, Written } from '../text/source.ts'
import type { UnixUnit } from '../model/wire.ts'
import type { FieldDraft } from './entities.ts'

/** `unix`: `… as Unix seconds`, a moment as a number. */
export type InputLikeDraft = { readonly span: Span; readonly unix?: UnixUnit } &
  /** `Comment.body`; `Ticket.assignee by email`; `Article.tags by name, created when missing`. */
  (
    | {
        readonly kind: 'field'
        readonly entity: Written
        readonly field: Written
        readonly by: Written | null
        readonly isCreatedWhenMissing: boolean
      }
    /** `one of Requester, Agent, Admin`. */
    | { readonly kind: 'one of'; readonly options: readonly Written[] }
    /** `text up to 80`, `secret text`, `whole number 1 to 5`, `list of text`, … */
    | {
        readonly kind: 'type'
        readonly type: NonNullable<FieldDraft['type']>
        readonly isList: boolean
        /** `list of 1 to 20 text`. Null: no number is said. */
        readonly countMin?: number | null
        readonly countMax?: number | null
        /** Never shown while typed, and never written down. */
        readonly isSecret: boolean
        /** Of an address: `list of text, separated by commas`. */
        readonly isSplit?: true
      }
    /** `list of 1 to 20 objects`, whose inputs stand in rows of their own: `items[].sku`. */
    | { readonly kind: 'objects'; readonly countMin: number | null; readonly countMax: number | null }
    /** `map of text up to 80`: an object whose keys its sender chooses. */
    | { readonly kind: 'map'; readonly of: InputLikeDraft; readonly countMax: number | null }
    /** Not shown, not readable or not supported yet, which has been said: the input is absent. */
    | { readonly kind: 'absent' }
  )
