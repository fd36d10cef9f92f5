// The size of a text, computed by one pass over its characters before Markdown is parsed, so that no text keeps the
// checker, or an application served beside it, busy for minutes.

import type { Span } from './source.ts'

export const TEXT_LIMITS = {
  charactersMax: 2_000_000,
  linesMax: 50_000,
  lineCharactersMax: 20_000,
  /** Lines without a blank line between them; table rows do not count. */
  linesOfParagraphMax: 1000,
  /** Markers of lists and quotations at the start of a line. */
  depthMax: 6,
  /** Maximum indentation of a line. */
  indentMax: 100,
  /** Per paragraph, row or list: markers that Markdown pairs in quadratic time. */
  marksMax: 200,
  marksOfTextMax: 40_000,
} as const

type Exceeded =
  | 'lines of the text'
  | 'lines of a paragraph'
  | 'marks of a paragraph'
  | 'marks of the text'
  | 'characters of a line'
  | 'depth of a line'
  | 'indent of a line'

export interface TextTooLarge {
  readonly span: Span
  /** The id of the sentence of N023 with its words: the limit, and for the whole text how many characters it has. */
  readonly sentence:
    | readonly [exceeded: Exceeded, max: number]
    | readonly [exceeded: 'characters of the text', max: number, length: number]
}

const LINE = /[^\r\n]*(?:\r\n|\r|\n|$)/gy
/** Each marker of a list or quotation, with the spaces before it. */
const NESTING = /[ \t]*(?:>|(?:[-*+]|\d{1,9}[.)])(?=[ \t\r\n]|$))/gy
/** A blank line, a row or a heading, which separates paragraphs. */
const APART = /^(?:\s*$|\||#{1,6}(?:\s|$))/
const INDENT = /^[ \t]*/
const TAB_COLUMNS = 4
/** Escaped markers and code spans do not count; neither extends beyond a pipe. */
const WITHOUT_MARKS = /\\.|(?<!`)`(?!`)(?:[^`|\\]|\\.)*`(?!`)/g
const MARK = /[*_<]/g

/** The first thing that is too large; null: the text can be parsed. */
export function textTooLarge(text: string): TextTooLarge | null {
  const { charactersMax, linesMax } = TEXT_LIMITS
  if (text.length > charactersMax) {
    const span = { start: charactersMax, end: charactersMax + 1 }
    return { span, sentence: ['characters of the text', charactersMax, text.length] }
  }
  let [lines, linesOfParagraph, marks, marksOfText] = [0, 0, 0, 0]
  for (const { 0: line, index } of text.matchAll(LINE)) {
    if (line === '') break
    lines += 1
    const here = (exceeded: Exceeded, max: number): TextTooLarge => ({
      span: wordsOf(line, index),
      sentence: [exceeded, max],
    })
    if (lines > linesMax) return here('lines of the text', linesMax)
    const large = lineTooLarge(line)
    if (large !== null) return here(...large)
    const own = marksIn(line)
    const isApart = APART.test(line)
    linesOfParagraph = isApart ? 0 : linesOfParagraph + 1
    marks = isApart ? own : marks + own
    if (linesOfParagraph > TEXT_LIMITS.linesOfParagraphMax)
      return here('lines of a paragraph', TEXT_LIMITS.linesOfParagraphMax)
    marksOfText += own
    if (marks > TEXT_LIMITS.marksMax) return here('marks of a paragraph', TEXT_LIMITS.marksMax)
    if (marksOfText > TEXT_LIMITS.marksOfTextMax) return here('marks of the text', TEXT_LIMITS.marksOfTextMax)
  }
  return null
}

function lineTooLarge(line: string): readonly [Exceeded, number] | null {
  const { lineCharactersMax, depthMax, indentMax } = TEXT_LIMITS
  if (line.length > lineCharactersMax) return ['characters of a line', lineCharactersMax]
  const depth = [...line.matchAll(NESTING)].length
  if (depth > depthMax) return ['depth of a line', depthMax]
  return columnsOf(INDENT.exec(line)?.[0] ?? '') > indentMax ? ['indent of a line', indentMax] : null
}

function columnsOf(blanks: string): number {
  let columns = 0
  for (const blank of blanks) columns += blank === '\t' ? TAB_COLUMNS - (columns % TAB_COLUMNS) : 1
  return columns
}

function marksIn(line: string): number {
  return line.replace(WITHOUT_MARKS, '').match(MARK)?.length ?? 0
}

/** Maximum length of the underlined text of a line. */
const SHOWN_MAX = 60

function wordsOf(line: string, index: number): Span {
  const indent = INDENT.exec(line)?.[0].length ?? 0
  const words = line.slice(indent).trimEnd()
  return { start: index + indent, end: index + indent + Math.min(words.length, SHOWN_MAX) }
}
