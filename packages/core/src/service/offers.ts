// Completion items: a candidate for a slot, or the next words of a form, with the replacement text.

import type { Span } from '../text/source.ts'
import { isWordsOnly } from '../grammar/values.ts'
import { wordsOf } from './construct-words.ts'
import type { Next } from './match-form.ts'
import { candidatesFor, type Around, type Candidate } from './slots.ts'

export interface Completion {
  readonly label: string
  readonly kind: Candidate['kind'] | 'label' | 'part' | 'table' | 'step'
  readonly detail: string | null
  /** A description of a construct. */
  readonly words: string | null
  /** The text that replaces `span`. */
  readonly insert: string
  readonly span: Span
}

export function completionsOf(next: Next, around: Around, offset: number): Completion[] {
  const span = { start: offset - next.typed.length, end: offset }
  if (next.kind === 'words') {
    const isWhole = isWordsOnly(next.form)
    const words = next.words.trimEnd() + (isWhole ? '' : next.words.endsWith(' ') ? ' ' : '')
    const label = isWhole || next.form.startsWith(next.words) ? next.form : words.trim()
    return [{ label: label.trim(), kind: 'keyword', detail: null, words: wordsOf(label), insert: words, span }]
  }
  const entity = next.before['ENTITY'] ?? around.entity
  const dot = next.typed.lastIndexOf('.')
  const isPath = next.slot === 'PATH' || next.slot === 'CALL' || dot < 0
  const at = isPath ? span : { start: span.start + dot + 1, end: offset }
  return candidatesFor(next.slot, { ...around, entity }).map((candidate) => completionOf(candidate, at))
}

export function completionOf({ label, kind, detail }: Candidate, span: Span): Completion {
  return { label, kind, detail, words: null, insert: label, span }
}
