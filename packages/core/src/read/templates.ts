// Text with `{expression}` placeholders → texts and placeholders in turn.

import type { TemplateDraft } from '../draft/template.ts'
import { countedIn } from '../model/outside/plural-forms.ts'
import { sliceOf, spanOf, writtenOf, type Phrase } from '../outline/phrase.ts'

const PLACEHOLDER = /\{([^{}]*)\}/g

export function templateOf(words: Phrase): TemplateDraft {
  const parts: TemplateDraft['parts'][number][] = []
  let codes = 0
  let from = 0
  const putText = (to: number): void => {
    // A code span in a message becomes its content.
    const text = words.text.slice(from, to).replace(/`/g, () => words.codes[codes++]?.text ?? '')
    if (text !== '') parts.push({ kind: 'text', text })
  }
  for (const found of words.text.matchAll(PLACEHOLDER)) {
    putText(found.index)
    const inside = sliceOf(words, found.index + 1, found.index + found[0].length - 1)
    codes += inside.codes.length
    parts.push(placeholderOf(inside))
    from = found.index + found[0].length
  }
  putText(words.text.length)
  return { parts, span: spanOf(words) }
}

function placeholderOf(inside: Phrase): TemplateDraft['parts'][number] {
  const counted = countedIn(inside.text)
  if (counted === null) return { kind: 'placeholder', expression: writtenOf(inside), forms: null }
  const { value, forms } = counted
  const from = inside.text.indexOf(value)
  const rest = sliceOf(inside, inside.text.indexOf(':', from + value.length) + 1)
  return {
    kind: 'placeholder',
    expression: writtenOf(sliceOf(inside, from, from + value.length)),
    forms: { forms, span: spanOf(rest) },
  }
}
