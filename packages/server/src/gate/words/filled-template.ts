// A template and its values → text, with each value in its given form.

import type { Template } from '@ninefold/core/model/outside/messages.ts'
import { inPlural } from '@ninefold/core/model/outside/plural-forms.ts'

export interface SaidValue {
  readonly value: unknown
  /** In the template's language. */
  readonly said: string
}

/** `values`: one for each placeholder, in order. `language`: BCP 47, of the words. */
export function filled({ parts }: Template, language: string, values: readonly SaidValue[]): string {
  let next = 0
  return parts
    .map((part) => {
      if (part.kind === 'text') return part.text
      const { value, said } = values[next++] ?? { value: null, said: '' }
      return part.forms === undefined ? said : inPlural(language, part.forms, value, said)
    })
    .join('')
}
