// The header Accept-Language → the translation in which its sender is spoken to; null: the words of the text itself.
// `*` is no wish: it stands for the language of the text, behind whatever is named beside it.

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

/** `de-AT` reads `de`. */
function isSame(tag: string, language: string): boolean {
  return tag.split('-')[0]?.toLowerCase() === language.split('-')[0]?.toLowerCase()
}
