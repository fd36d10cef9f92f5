// HTTP beyond JSON in point 7, as written.

import type { AnswerForm, BodyKind } from '../model/wire.ts'
import type { Span, Written } from '../text/source.ts'
import type { ErrorBodyDraft, HeaderDraft } from './errors.ts'
import type { InputLikeDraft } from './input-like.ts'

export interface CallWireDraft {
  readonly carried: readonly CarriedDraft[]
  readonly bodies: readonly BodyKind[]
  /** Null: not stated. `mediaType`: for a text body, `text/markdown`. */
  readonly bodySaid: { readonly span: Span; readonly mediaType: Written | null } | null
  readonly isLenient: boolean
  readonly unknownInputs: 'refused' | 'ignored' | null
  /** Statuses of built-in errors in this call. */
  readonly statuses: readonly { readonly error: Written; readonly status: Written }[]
  readonly errorBody?: ErrorBodyDraft
  readonly errorHeaders?: readonly HeaderDraft[]
}

/** A row of `Header | Like | Needed` or `Cookie | Like | Needed`. */
export interface CarriedDraft {
  readonly from: 'header' | 'cookie'
  readonly name: Written
  /** References by another field are not permitted. */
  readonly like: InputLikeDraft
  readonly isNeeded: boolean
  readonly span: Span
}

export interface AnswerWireDraft {
  readonly form: AnswerForm
  /** `application/geo+json`; missing: the default of its form. */
  readonly mediaType?: Written
  /** Expression for the target of a redirect. */
  readonly to: Written | null
  readonly headers: readonly HeaderDraft[]
  /** `value` null: deleted. */
  readonly cookies: readonly {
    readonly name: Written
    readonly value: Written | null
    readonly keptFor: Written | null
  }[]
}
