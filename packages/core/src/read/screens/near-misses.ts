// Almost valid phrases of a screen → a diagnostic with a fix each.

import { diagnostic } from '../../diagnostic/diagnostic.ts'
import { sliceOf, spanOf, writtenOf, type Phrase } from '../../outline/phrase.ts'
import type { Reading } from '../reading.ts'

/** A valid statement in a wrong notation. */
export function mended(words: Phrase, right: string, reading: Reading): [] {
  const span = spanOf(words)
  reading.found.push(
    diagnostic('N011', span, 'other spelling', writtenOf(words).text, right).withFix({
      title: `Replace with "${right}"`,
      edits: [{ span, text: right }],
    }),
  )
  return []
}

/** A method and path without the word `call`. */
export function withCall(words: Phrase, at: number, reading: Reading): null {
  return withWord('call', sliceOf(words, at), reading)
}

export function withWord(word: string, words: Phrase, reading: Reading): null {
  const span = spanOf(words)
  const place = { start: span.start, end: span.start }
  reading.found.push(
    diagnostic('N011', span, 'missing word', word).withFix({
      title: `Write "${word}"`,
      edits: [{ span: place, text: `${word} ` }],
    }),
  )
  return null
}
