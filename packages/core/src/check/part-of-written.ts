// A part of an author's words, with its own place.

import { offsetIn, type Written } from '../text/source.ts'

/** The words from `start` up to, not including, `end`. */
export function partOfWritten(written: Written, start: number, end: number): Written {
  return {
    text: written.text.slice(start, end),
    span: {
      start: offsetIn(written, start),
      end: end === written.text.length ? written.span.end : offsetIn(written, end),
    },
  }
}
