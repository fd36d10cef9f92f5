// Free words are read by people only. Those that sound like a rule are named, because nothing enforces them.

import { diagnostic } from '../diagnostic/diagnostic.ts'
import { sliceOf, spanOf, type Phrase } from '../outline/phrase.ts'
import type { Reading } from './reading.ts'

/** It ends with a full stop, question mark or exclamation mark before a space: not within 2.5 or a.b. */
const SENTENCE = /(?:[^.!?]|[.!?](?![\s"”)]|$))+[.!?]*/g
const SOUNDS_LIKE_A_RULE = /\b(?:must|never|only|cannot|always|at least|at most)\b/i

/** One diagnostic for each sentence: the sentence is what its author would write otherwise. */
export function readProse(words: Phrase, reading: Reading): void {
  for (const found of words.text.matchAll(SENTENCE)) {
    const [sentence] = found
    const word = SOUNDS_LIKE_A_RULE.exec(sentence)?.[0]
    if (word === undefined) continue
    const place = sliceOf(words, found.index, found.index + sentence.length)
    reading.found.push(diagnostic('N006', spanOf(place), word))
  }
}
