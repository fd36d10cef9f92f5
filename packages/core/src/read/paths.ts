// The address of a call → a diagnostic if it contains invalid characters.

import { diagnostic, type Sentence } from '../diagnostic/diagnostic.ts'
import { writtenOf, type Phrase } from '../outline/phrase.ts'
import type { Reading } from './reading.ts'

/**
 * `tickets`, `:number`, `:name.json`, `Books(:number)`, `:number:cancel`. A part of only dots is refused, because it
 * leads elsewhere.
 */
const SEGMENT = /^(?!\.+$)(?:(?:^|[('=,]):[A-Za-z_][A-Za-z0-9_]*|(?<!^|[('=,]):|[\p{L}\p{N}._~$!@,=()'&+-])+$/u
/** The rest of the address. */
const REST = /^\*[A-Za-z_][A-Za-z0-9_]*$/

export function refusePath(path: Phrase, reading: Reading): void {
  const { text, span } = writtenOf(path)
  // Invalid characters in braces have a diagnostic of their own; here they count as one parameter.
  const segments = text
    .replace(/\{([A-Za-z_]\w*)\}/g, ':$1_')
    .slice(1)
    .split('/')
  let from = span.start + 1
  for (const [index, segment] of segments.entries()) {
    const to = from + segment.length
    const isEnd = segment === '' && index === segments.length - 1
    const isRest = index > 0 && index === segments.length - 1 && REST.test(segment)
    if (!isEnd && !isRest && !SEGMENT.test(segment)) {
      const place = segment === '' ? { start: from - 1, end: to + 1 } : { start: from, end: to }
      const words: Sentence<'N011'> =
        segment === '' ? ['missing part of an address'] : ['no part of an address', segment]
      reading.found.push(diagnostic('N011', place, ...words).withHint(HINT))
    }
    from = to + 1
  }
}

const HINT =
  "Between slashes stand letters, digits, the characters - . _ ~ $ ! @ , = ( ) ' & + and a parameter such as :name or (:name), which takes one part; behind a word, *name at the end takes all parts."
