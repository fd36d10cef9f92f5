// Words of a screen that are nearly right → one diagnostic with the change that makes them so.

import { diagnostic } from '../../diagnostic/diagnostic.ts'
import { sliceOf, spanOf, writtenOf, type Phrase } from '../../outline/phrase.ts'
import type { Reading } from '../reading.ts'

/** Words that mean something written otherwise. */
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

/** A method and a path without the word that says that they are a call. */
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
