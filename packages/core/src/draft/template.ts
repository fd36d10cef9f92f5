// A text with placeholders, in messages and links.

import type { Span, Written } from '../text/source.ts'

/** Text with `{expression}` placeholders. */
export interface TemplateDraft {
  readonly parts: readonly (
    | { readonly kind: 'text'; readonly text: string }
    | { readonly kind: 'placeholder'; readonly expression: Written }
  )[]
  readonly span: Span
}
