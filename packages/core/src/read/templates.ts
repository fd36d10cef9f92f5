// Text with `{expression}` placeholders → texts and placeholders in turn.

import type { TemplateDraft } from '../draft/template.ts'
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
    parts.push({ kind: 'placeholder', expression: writtenOf(inside) })
    from = found.index + found[0].length
  }
  putText(words.text.length)
  return { parts, span: spanOf(words) }
}
