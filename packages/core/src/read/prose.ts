// Free words are read by people only. Those that sound like a rule are named, because nothing enforces them.

import { diagnostic } from '../diagnostic/diagnostic.ts'
import { sliceOf, spanOf, type Phrase } from '../outline/phrase.ts'
import type { Reading } from './reading.ts'

const SENTENCE = /[^.!?]+[.!?]*/g
const SOUNDS_LIKE_A_RULE = /\b(?:must|never|only|cannot|always|at least|at most)\b/i

/** One diagnostic for each sentence: its first such word. */
export function readProse(words: Phrase, reading: Reading): void {
  for (const sentence of words.text.matchAll(SENTENCE)) {
    const found = SOUNDS_LIKE_A_RULE.exec(sentence[0])
    if (found === null) continue
    const from = sentence.index + found.index
    const word = sliceOf(words, from, from + found[0].length)
    reading.found.push(diagnostic('N006', spanOf(word), word.text))
  }
}
