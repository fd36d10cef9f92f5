// How large a text is, told by looking once over its characters: before Markdown is read, so that no text keeps the
// checker, or an application that is being served beside it, busy for minutes.

import type { Span } from './source.ts'

export const TEXT_LIMITS = {
  charactersMax: 2_000_000,
  linesMax: 50_000,
  lineCharactersMax: 20_000,
  /** Without a blank line between them; those of a table are not counted. */
  linesOfParagraphMax: 1000,
  /** Marks of lists and quotations before the first word of a line. */
  depthMax: 6,
  /** Columns before the first mark or word of a line: what stands further in is nested deeper than anybody reads. */
  indentMax: 100,
  /** Of one paragraph, row or list: what Markdown pairs with each other, with work that grows with their square. */
  marksMax: 200,
  marksOfTextMax: 40_000,
} as const

export interface TextTooLarge {
  readonly span: Span
  readonly message: string
}

const LINE = /[^\r\n]*(?:\r\n|\r|\n|$)/gy
/** Each mark of a list or quotation, with the blanks before it. */
const NESTING = /[ \t]*(?:>|(?:[-*+]|\d{1,9}[.)])(?=[ \t\r\n]|$))/gy
/** A blank line, a row or a heading: what stands before it and behind it is not one paragraph. */
const APART = /^(?:\s*$|\||#{1,6}(?:\s|$))/
const INDENT = /^[ \t]*/
const TAB_COLUMNS = 4
/** Escaped marks, and those of an expression in backticks, are none; neither goes on behind a pipe. */
const WITHOUT_MARKS = /\\.|(?<!`)`(?!`)(?:[^`|\\]|\\.)*`(?!`)/g
const MARK = /[*_<]/g

/** The first thing about it that is too large; null: it can be read. */
export function textTooLarge(text: string): TextTooLarge | null {
  const { charactersMax, linesMax } = TEXT_LIMITS
  if (text.length > charactersMax) {
    const message = `A text may have ${charactersMax} characters; this one has ${text.length}.`
    return { span: { start: charactersMax, end: charactersMax + 1 }, message }
  }
  let [lines, linesOfParagraph, marks, marksOfText] = [0, 0, 0, 0]
  for (const { 0: line, index } of text.matchAll(LINE)) {
    if (line === '') break
    lines += 1
    const here = (message: string): TextTooLarge => ({ span: wordsOf(line, index), message })
    if (lines > linesMax) return here(`A text may have ${linesMax} lines; here it has more.`)
    const large = lineTooLarge(line)
    if (large !== null) return here(large)
    const own = marksIn(line)
    const isApart = APART.test(line)
    linesOfParagraph = isApart ? 0 : linesOfParagraph + 1
    marks = isApart ? own : marks + own
    if (linesOfParagraph > TEXT_LIMITS.linesOfParagraphMax)
      return here(`A paragraph may have ${TEXT_LIMITS.linesOfParagraphMax} lines; here it has more.`)
    marksOfText += own
    if (marks > TEXT_LIMITS.marksMax)
      return here(`A paragraph or row may have ${TEXT_LIMITS.marksMax} of the marks *, _ and <; here it has more.`)
    if (marksOfText > TEXT_LIMITS.marksOfTextMax)
      return here(`A text may have ${TEXT_LIMITS.marksOfTextMax} of the marks *, _ and <; here it has more.`)
  }
  return null
}

function lineTooLarge(line: string): string | null {
  const { lineCharactersMax, depthMax, indentMax } = TEXT_LIMITS
  if (line.length > lineCharactersMax) return `A line may have ${lineCharactersMax} characters; this one has more.`
  const depth = [...line.matchAll(NESTING)].length
  if (depth > depthMax) return `Lists and quotations may begin ${depthMax} deep in one line; here it is deeper.`
  return columnsOf(INDENT.exec(line)?.[0] ?? '') > indentMax
    ? `A line may begin ${indentMax} columns further in; this one begins beyond that.`
    : null
}

function columnsOf(blanks: string): number {
  let columns = 0
  for (const blank of blanks) columns += blank === '\t' ? TAB_COLUMNS - (columns % TAB_COLUMNS) : 1
  return columns
}

function marksIn(line: string): number {
  return line.replace(WITHOUT_MARKS, '').match(MARK)?.length ?? 0
}

/** The words of a line, up to as many as are worth underlining. */
const SHOWN_MAX = 60

function wordsOf(line: string, index: number): Span {
  const indent = INDENT.exec(line)?.[0].length ?? 0
  const words = line.slice(indent).trimEnd()
  return { start: index + indent, end: index + indent + Math.min(words.length, SHOWN_MAX) }
}
