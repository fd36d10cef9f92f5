// Free text is for people only. Sentences that sound like a rule are reported, because nothing enforces them.

import { diagnostic } from '../diagnostic/diagnostic.ts'
import { sliceOf, spanOf, type Phrase } from '../outline/phrase.ts'
import type { Reading } from './reading.ts'

/** A sentence ends with punctuation before a space, so not within 2.5 or a.b. */
const SENTENCE = /(?:[^.!?]|[.!?](?![\s"”)]|$))+[.!?]*/g
const SOUNDS_LIKE_A_RULE = /\b(?:must|never|only|cannot|always|at least|at most)\b/i

/** One diagnostic per sentence, because the author would rewrite the sentence. */
export function readProse(words: Phrase, reading: Reading): void {
  for (const found of words.text.matchAll(SENTENCE)) {
    const [sentence] = found
    const word = SOUNDS_LIKE_A_RULE.exec(sentence)?.[0]
    if (word === undefined) continue
    const place = sliceOf(words, found.index, found.index + sentence.length)
    reading.found.push(diagnostic('N006', spanOf(place), word))
  }
}
