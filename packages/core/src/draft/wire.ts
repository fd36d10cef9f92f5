// What point 7 says of HTTP beside JSON, as written.

import type { AnswerForm, RequestBody } from '../model/wire.ts'
import type { Span, Written } from '../text/source.ts'
import type { FieldDraft } from './entities.ts'

export type InputLikeDraft = { readonly span: Span } &
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
        /** Never shown while typed, and never written down. */
        readonly isSecret: boolean
      }
    /** `list of 1 to 20 objects`, whose inputs stand in rows of their own: `items[].sku`. */
    | { readonly kind: 'objects'; readonly countMin: number | null; readonly countMax: number | null }
    /** Not shown, not readable or not supported yet, which has been said: the input is absent. */
    | { readonly kind: 'absent' }
  )

export interface CallWireDraft {
  readonly carried: readonly CarriedDraft[]
  readonly body: RequestBody
  readonly isLenient: boolean
  readonly unknownInputs: 'refused' | 'ignored' | null
}

/** A row of `Header | Like | Needed` or `Cookie | Like | Needed`. */
export interface CarriedDraft {
  readonly from: 'header' | 'cookie'
  readonly name: Written
  /** Never by another field. */
  readonly like: InputLikeDraft
  readonly isNeeded: boolean
  readonly span: Span
}

export interface AnswerWireDraft {
  readonly form: AnswerForm
  /** Expression: the address that a redirect leads to. */
  readonly to: Written | null
  readonly headers: readonly { readonly name: Written; readonly value: Written }[]
  /** `value` null: it is removed. */
  readonly cookies: readonly {
    readonly name: Written
    readonly value: Written | null
    readonly keptFor: Written | null
  }[]
}
