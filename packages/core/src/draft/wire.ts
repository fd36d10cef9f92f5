// HTTP beside JSON in point 7, as written.

import type { AnswerForm, RequestBody } from '../model/wire.ts'
import type { Span, Written } from '../text/source.ts'
import type { ErrorBodyDraft } from './errors.ts'
import type { InputLikeDraft } from './input-like.ts'

export interface CallWireDraft {
  readonly carried: readonly CarriedDraft[]
  readonly body: RequestBody
  /** Null: no line says how. `mediaType`: of a body that is a text, `text/markdown`. */
  readonly bodySaid: { readonly span: Span; readonly mediaType: Written | null } | null
  readonly isLenient: boolean
  readonly unknownInputs: 'refused' | 'ignored' | null
  /** Of built-in errors in this call. */
  readonly statuses: readonly { readonly error: Written; readonly status: Written }[]
  readonly errorBody?: ErrorBodyDraft
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
  /** `application/geo+json`; missing: the one of its form. */
  readonly mediaType?: Written
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
