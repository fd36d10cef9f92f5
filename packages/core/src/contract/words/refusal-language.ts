// The language of built-in refusals: the first supported one that the request accepts. `*` stands for the
// specification's language.

import type { BuiltInError } from '../../model/errors.ts'
import type { Model } from '../../model/model.ts'
import { GERMAN_REASONS } from './reasons-german.ts'
import { filledReason, REASONS, type Reason } from './reasons.ts'
import { GERMAN_REFUSALS } from './refusal-words-german.ts'
import { SUPPLIED_REFUSALS } from './refusal-words.ts'
import { type SuppliedLanguage, suppliedIn } from './supplied-languages.ts'

/** `accepted`: the header Accept-Language. */
export function refusalLanguage(
  { limits, spoken }: Pick<Model, 'limits' | 'spoken'>,
  accepted: string | undefined,
): SuppliedLanguage {
  // A translated specification uses the language of its words throughout, and so does its original.
  if (spoken !== undefined || limits.translations.length > 0) return suppliedIn(limits.language) ?? 'en'
  for (const tag of acceptedLanguages(accepted ?? '*')) {
    if (tag === '*' && !limits.isLanguageStated) continue
    const spoken = suppliedIn(tag === '*' ? limits.language : tag)
    if (spoken !== null) return spoken
    // The specification's language takes precedence, even without built-in texts in it.
    if (tag === '*') return 'en'
  }
  return suppliedIn(limits.language) ?? 'en'
}

/** The number of characters of the header that are read. */
export const ACCEPTED_LANGUAGES_MAX = 500

/** Language tags of the header, most preferred first; those with quality 0 are left out. */
export function acceptedLanguages(accepted: string): string[] {
  const ranges = accepted
    .slice(0, ACCEPTED_LANGUAGES_MAX)
    .split(',')
    .flatMap((part) => {
      const [tag = '', ...parameters] = part
        .trim()
        .toLowerCase()
        .split(/\s*;\s*/)
      const quality = Number(/^q=([01](?:\.\d{0,3})?)$/.exec(parameters[0] ?? 'q=1')?.[1] ?? 0)
      return tag === '' || quality === 0 ? [] : [{ tag, quality }]
    })
  return ranges.sort((a, b) => b.quality - a.quality).map(({ tag }) => tag)
}

/** The words of an error, with its placeholders. */
export function suppliedWords(error: BuiltInError, language: SuppliedLanguage): string {
  return language === 'de' ? GERMAN_REFUSALS[error] : SUPPLIED_REFUSALS[error].message
}

export function reasonIn(reason: Reason, language: SuppliedLanguage): string {
  return filledReason(language === 'de' ? GERMAN_REASONS : REASONS, reason)
}
