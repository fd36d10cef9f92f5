// `### Translation: de` of point 9 → readers' words in another language, one entry each.

import { diagnostic } from '../../diagnostic/diagnostic.ts'
import type { TranslationDraft } from '../../draft/limits.ts'
import type { Translation } from '../../model/limits.ts'
import { humanised } from '../../model/words.ts'
import type { Written } from '../../text/source.ts'
import { formsIn, formsProblem } from '../../model/outside/plural-forms.ts'
import { report, type Checking } from '../checking.ts'
import { formsDiagnostic } from '../expressions/templates.ts'

/** Languages of the product's own words, so that no application is half translated. */
const SPOKEN = ['en', 'de']

export function checkTranslations(checking: Checking, ofText: string): Translation[] {
  const first = new Map<string, Written>()
  return checking.draft.limits.translations.flatMap((draft) => {
    const { language } = draft
    const tongue = language.text.split('-')[0]?.toLowerCase() ?? ''
    const earlier = first.get(tongue)
    first.set(tongue, earlier ?? language)
    if (!/^[a-z]{2,3}(-[A-Za-z0-9]{2,8})*$/.test(language.text)) {
      const found = diagnostic('N920', language.span, language.text).withHint('Write its tag: ### Translation: de.')
      return report(checking, found) ?? []
    }
    if (!SPOKEN.includes(tongue)) {
      const hint = 'The words of the product itself are there in English (en) and German (de).'
      return report(checking, diagnostic('N012', language.span, 'translations', language.text).withHint(hint)) ?? []
    }
    if (tongue === ofText.split('-')[0]?.toLowerCase()) {
      report(checking, diagnostic('N921', language.span, language.text))
      return []
    }
    if (earlier !== undefined) {
      const found = diagnostic('N008', language.span, 'a translation', language.text)
      return report(checking, found.because(earlier.span, 'First given here.')) ?? []
    }
    return [{ language: language.text, entries: entriesOf(checking, draft), span: language.span }]
  })
}

function entriesOf(
  checking: Checking,
  { entries, language: { text: language } }: TranslationDraft,
): Translation['entries'] {
  const first = new Map<string, Written>()
  return entries.flatMap(({ words, translation, markdown }) => {
    if (words.text === '') return []
    const key = humanised(words.text.replace(/\s+/g, ' '))
    const earlier = first.get(key)
    first.set(key, earlier ?? words)
    if (earlier !== undefined) {
      const found = diagnostic('N008', words.span, 'a translation', words.text)
      return report(checking, found.because(earlier.span, 'First given here.')) ?? []
    }
    for (const forms of formsIn(translation.text)) {
      const problem = formsProblem(language, forms)
      if (problem !== null) report(checking, formsDiagnostic(translation.span, language, problem))
    }
    return [{ words: words.text, translation, markdown, span: words.span }]
  })
}
