// Translations of point 9 against the words of all points: missing words, unused entries, and differing placeholders.

import { diagnostic } from '../diagnostic/diagnostic.ts'
import { placeholdersOf } from '../contract/languages/word.ts'
import { translationState } from '../contract/languages/languages.ts'
import type { Considering } from './considering.ts'

/** Missing words that are named; `ninefold words` writes all of them. */
const NAMED = 12

export function warnAboutTranslations({ model, found }: Considering): void {
  for (const translation of model.limits.translations) {
    const { missing, unused, unfit } = translationState(model, translation)
    const words = [...new Set(missing.map((word) => word.words))]
    if (words.length > 0) {
      const named = words.slice(0, NAMED).map((each) => `"${each}"`)
      const more = words.length > NAMED ? ` and ${words.length - NAMED} more` : ''
      const hint = `Translate ${named.join(', ')}${more}. "ninefold words app.md --language ${translation.language}" writes the rows.`
      found.push(diagnostic('N922', translation.span, words.length, translation.language).withHint(hint))
    }
    for (const { words: written, span } of unused) found.push(diagnostic('N923', span, written))
    for (const { entry, word } of unfit) {
      const needed = placeholdersOf(word.words).map((name) => `{${name}}`)
      const hint = needed.length === 0 ? 'Leave the placeholders out.' : `Keep each once: ${needed.join(', ')}.`
      found.push(diagnostic('N924', entry.translation.span).withHint(hint))
    }
  }
}
