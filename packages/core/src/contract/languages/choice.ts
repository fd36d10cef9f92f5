// The header Accept-Language → the translation for its sender; null: the text's own language. `*` expresses no
// preference, and stands for the text's language after the languages that are named.

import type { Translation } from '../../model/limits.ts'
import type { Model } from '../../model/model.ts'
import { acceptedLanguages } from '../words/refusal-language.ts'

export function chosenTranslation({ limits }: Pick<Model, 'limits'>, accepted: string | undefined): Translation | null {
  if (limits.translations.length === 0) return null
  for (const tag of acceptedLanguages(accepted ?? '*')) {
    if (isSame(tag, limits.language)) return null
    const translation = limits.translations.find(({ language }) => isSame(tag, language))
    if (translation !== undefined) return translation
  }
  return null
}

/** `de-AT` accepts `de`. */
function isSame(tag: string, language: string): boolean {
  return tag.split('-')[0]?.toLowerCase() === language.split('-')[0]?.toLowerCase()
}
