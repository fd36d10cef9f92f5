// Offsets in a text → lines and columns, and the line of an excerpt.

import type { Position, Span } from './source.ts'

/** Start of each line. A line ends with CR LF, LF or CR, as in editors. */
export interface Lines {
  readonly text: string
  readonly starts: readonly number[]
}

export function linesOf(text: string): Lines {
  const starts = [0]
  for (let offset = 0; offset < text.length; offset++) {
    const code = text.charCodeAt(offset)
    if (code === 0x0d && text.charCodeAt(offset + 1) === 0x0a) continue
    if (code === 0x0a || code === 0x0d) starts.push(offset + 1)
  }
  return { text, starts }
}

/** Line and column of an offset. An offset outside of the text is clamped. */
export function positionAt(lines: Lines, offset: number): Position {
  const inside = Math.max(0, Math.min(offset, lines.text.length))
  let low = 0
  let high = lines.starts.length - 1
  while (low < high) {
    const middle = Math.ceil((low + high) / 2)
    if ((lines.starts[middle] ?? 0) <= inside) low = middle
    else high = middle - 1
  }
  return { line: low + 1, column: inside - (lines.starts[low] ?? 0) + 1 }
}

/**
 * The offset of a line and column. A column beyond the end of its line is clamped; a missing line is the end of the
 * text.
 */
export function offsetAt(lines: Lines, { line, column }: Position): number {
  const start = lines.starts[line - 1] ?? lines.text.length
  return start + Math.max(0, Math.min(column - 1, lineText(lines, line).length))
}

/** The text of a line, counted from 1, without its line ending. */
export function lineText(lines: Lines, line: number): string {
  const start = lines.starts[line - 1] ?? lines.text.length
  const end = lines.starts[line] ?? lines.text.length
  return lines.text.slice(start, end).replace(/[\r\n]+$/, '')
}

/** One line of the text, with the part that a span covers. */
export interface Excerpt {
  readonly line: number
  readonly before: string
  readonly marked: string
  readonly after: string
}

/** Longer lines are shortened around the marked place. */
const EXCERPT_MAX = 1000
const AROUND_MAX = 400

/**
 * The first line of a span. A span of several lines is marked to the end of its first one. A very long line is
 * shortened.
 */
export function excerptOf(lines: Lines, span: Span): Excerpt {
  const { line, column } = positionAt(lines, span.start)
  const text = lineText(lines, line)
  const from = Math.min(column - 1, text.length)
  const to = Math.max(from, Math.min(text.length, from + (span.end - span.start)))
  const parts = { before: text.slice(0, from), marked: text.slice(from, to), after: text.slice(to) }
  if (text.length <= EXCERPT_MAX) return { line, ...parts }
  const { before, marked, after } = parts
  return {
    line,
    before: before.length > AROUND_MAX ? `…${before.slice(-AROUND_MAX)}` : before,
    marked: marked.slice(0, AROUND_MAX),
    after: marked.length + after.length > AROUND_MAX ? `${after.slice(0, AROUND_MAX)}…` : after,
  }
}
