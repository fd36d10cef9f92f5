// A phrase: a stretch of the author's text for the small grammars of cells, labels and steps. Each code span is one
// "`", runs of white space are one space, and backslash escapes are resolved, so that a grammar is a regular
// expression; every character keeps its position in the source.

import type { Span, Written } from '../text/source.ts'

export interface Phrase {
  readonly text: string
  /** The source offset of each character of `text`, and the end of the last one. */
  readonly offsets: readonly number[]
  /** The code spans, one for each "`" of `text`. */
  readonly codes: readonly Written[]
}

/** A stretch of source that is represented differently in a phrase. */
export type Inset =
  | { readonly kind: 'code'; readonly span: Span; readonly code: Written }
  /** Markers of emphasis and links, which are not text. */
  | { readonly kind: 'hidden'; readonly span: Span }

/** Stands for a backtick that opens no code span, which must not look like one. */
export const LONE_BACKTICK = '\uFFFD'

const ESCAPED = /[!-/:-@[-`{-~]/
const SPACE = /\s/
/** Characters that need conversion in a phrase. */
const SPECIAL = /[\s\\`]/

/** Reads the source between two offsets as a phrase. `insets` are in order and do not overlap. */
export function phraseOf(source: string, span: Span, insets: readonly Inset[]): Phrase {
  const text: string[] = []
  const offsets: number[] = []
  const codes: Written[] = []
  let end = span.start
  let next = 0
  let offset = span.start
  const put = (character: string, length: number): void => {
    text.push(character)
    offsets.push(offset)
    offset += length
    end = offset
  }
  while (offset < span.end) {
    const inset = insets[next]
    if (inset !== undefined && inset.span.start <= offset) {
      next++
      if (inset.span.end <= offset) continue
      if (inset.kind === 'hidden') {
        offset = inset.span.end
        continue
      }
      codes.push(inset.code)
      put('`', inset.span.end - offset)
      continue
    }
    const character = source.charAt(offset)
    if (!SPECIAL.test(character)) put(character, 1)
    else if (SPACE.test(character)) {
      if (text.length === 0 || text.at(-1) === ' ') offset++
      else {
        const wordEnd = end
        put(' ', 1)
        end = wordEnd
      }
    } else if (character === '\\' && offset + 1 < span.end && ESCAPED.test(source.charAt(offset + 1))) {
      const escaped = source.charAt(offset + 1)
      put(escaped === '`' ? LONE_BACKTICK : escaped, 2)
    } else {
      put(character === '`' ? LONE_BACKTICK : character, 1)
    }
  }
  if (text.at(-1) === ' ') {
    text.pop()
    offsets.pop()
  }
  return { text: text.join(''), offsets: [...offsets, end], codes }
}

/** An empty phrase at a position. */
export function emptyPhrase(offset: number): Phrase {
  return { text: '', offsets: [offset], codes: [] }
}

export function spanOf(phrase: Phrase): Span {
  return { start: phrase.offsets[0] ?? 0, end: phrase.offsets[phrase.text.length] ?? 0 }
}

/** The text between two indexes, trimmed. */
export function sliceOf(phrase: Phrase, from: number, to: number = phrase.text.length): Phrase {
  let start = from
  let end = Math.max(from, to)
  while (start < end && phrase.text[start] === ' ') start++
  while (end > start && phrase.text[end - 1] === ' ') end--
  const before = countCodes(phrase.text, 0, start)
  return {
    text: phrase.text.slice(start, end),
    offsets: phrase.offsets.slice(start, end + 1),
    codes: phrase.codes.slice(before, before + countCodes(phrase.text, start, end)),
  }
}

function countCodes(text: string, from: number, to: number): number {
  let count = 0
  for (let index = from; index < to; index++) if (text[index] === '`') count++
  return count
}

/** Joins phrases with spaces: the lines of a paragraph. */
export function joined(phrases: readonly Phrase[]): Phrase {
  const worded = phrases.filter((phrase) => phrase.text !== '')
  if (worded.length <= 1) return worded[0] ?? phrases[0] ?? emptyPhrase(0)
  return {
    text: worded.map((phrase) => phrase.text).join(' '),
    // The joining space has the position of the line's end.
    offsets: worded.flatMap((phrase) => phrase.offsets),
    codes: worded.flatMap((phrase) => phrase.codes),
  }
}

/** The author's text: a code span becomes its content. */
export function writtenOf(phrase: Phrase): Written {
  const [code] = phrase.codes
  if (phrase.text === '`' && code !== undefined) return code
  let next = 0
  const text = phrase.text.replace(/`/g, () => phrase.codes[next++]?.text ?? '')
  return { text, span: spanOf(phrase) }
}

/** The parts between separators outside of double quotes and code spans. */
export function splitPhrase(phrase: Phrase, separator: ',' | ';' | ' or ' | ' and '): Phrase[] {
  const parts: Phrase[] = []
  let from = 0
  let isQuoted = false
  for (let index = 0; index < phrase.text.length; index++) {
    if (phrase.text[index] === '"') isQuoted = !isQuoted
    else if (index >= from && phrase.text.startsWith(separator, index) && !isQuoted) {
      parts.push(sliceOf(phrase, from, index))
      from = index + separator.length
    }
  }
  parts.push(sliceOf(phrase, from))
  // An unclosed quote quotes nothing.
  if (isQuoted && phrase.text.includes(separator)) return splitIgnoringQuotes(phrase, separator)
  return parts
}

function splitIgnoringQuotes(phrase: Phrase, separator: string): Phrase[] {
  const parts: Phrase[] = []
  let from = 0
  for (let index = phrase.text.indexOf(separator); index >= 0; index = phrase.text.indexOf(separator, from)) {
    parts.push(sliceOf(phrase, from, index))
    from = index + separator.length
  }
  parts.push(sliceOf(phrase, from))
  return parts
}

/** Matches of the named groups of a grammar. */
export interface Match {
  has(group: string): boolean
  /** The text of a group that always matches. */
  phrase(group: string): Phrase
  written(group: string): Written
  writtenOrNull(group: string): Written | null
}

/** Matches a phrase with a grammar: a regular expression with the flag `d`, in which "`" is a code span. */
export function matchPhrase(phrase: Phrase, grammar: RegExp): Match | null {
  const found = grammar.exec(phrase.text)
  if (found === null) return null
  const places = found.indices?.groups ?? {}
  const has = (group: string): boolean => places[group] !== undefined
  const part = (group: string): Phrase => {
    const place = places[group]
    if (place === undefined) throw new Error(`Defect: the grammar ${grammar} left its group "${group}" empty.`)
    return sliceOf(phrase, place[0], place[1])
  }
  return {
    has,
    phrase: part,
    written: (group) => writtenOf(part(group)),
    writtenOrNull: (group) => (has(group) ? writtenOf(part(group)) : null),
  }
}
