// A part of an author's text, with its own position.

import { offsetIn, type Span, type Written } from '../../text/source.ts'

/** The text from `start` to `end` (exclusive). */
export function partOfWritten(written: Written, start: number, end: number): Written {
  return {
    text: written.text.slice(start, end),
    span: {
      start: offsetIn(written, start),
      end: end === written.text.length ? written.span.end : offsetIn(written, end),
    },
  }
}

/** The position of a word in an author's text, without backticks and white space. */
export function innerSpan(written: Written, word: string): Span {
  const at = written.text.indexOf(word)
  return at < 0 ? written.span : partOfWritten(written, at, at + word.length).span
}

/** The parts between separators, each with its position. */
export function entriesOf(written: Written, separator = ','): Written[] {
  let start = 0
  return written.text.split(separator).map((part) => {
    const from = start + (part.length - part.trimStart().length)
    start += part.length + separator.length
    return partOfWritten(written, from, from + part.trim().length)
  })
}

/** As `entriesOf`, without the empty ones. */
export function itemsOf(cell: Written): Written[] {
  return entriesOf(cell).filter(({ text }) => text !== '')
}
