// A text with placeholders, in messages and links.

import type { PluralForms } from '../model/outside/plural-forms.ts'
import type { Span, Written } from '../text/source.ts'

/** Text with `{expression}` placeholders. */
export interface TemplateDraft {
  readonly parts: readonly (
    | { readonly kind: 'text'; readonly text: string }
    | {
        readonly kind: 'placeholder'
        readonly expression: Written
        /** Plural forms. Null: the value itself is written. */
        readonly forms: { readonly forms: PluralForms; readonly span: Span } | null
      }
  )[]
  readonly span: Span
}
