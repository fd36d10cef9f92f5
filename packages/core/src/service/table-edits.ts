// A table of the text → rows of cells that a person edits → the edits of the text. Only changed lines are touched, and
// become canonical.

import type { Edit } from '../diagnostic/diagnostic.ts'
import { printRow } from '../outline/print-row.ts'
import type { Span } from '../text/source.ts'
import { escapedCells } from './cells.ts'
import { contains, type Document, headingAt, type HeadingPlace } from './document.ts'

export interface EditedTable {
  readonly heading: HeadingPlace
  readonly columns: readonly string[]
  readonly rows: readonly EditedRow[]
  readonly span: Span
  /** Text before the first pipe of each line. */
  readonly indentation: string
  /** The end of the delimiter row, where a first row would follow. */
  readonly headEnd: number
}

export interface EditedRow {
  /** The line, without its line ending. */
  readonly span: Span
  /** One per column. */
  readonly cells: readonly EditedCell[]
}

export interface EditedCell {
  /** The text without escapes: a pipe is a pipe. */
  readonly words: string
  /** Between the pipes. */
  readonly span: Span
}

export function tableAt(document: Document, offset: number): EditedTable | null {
  const heading = headingAt(document, offset)
  return heading === null ? null : (tablesBelow(document, heading).find(({ span }) => contains(span, offset)) ?? null)
}

export function tablesBelow(document: Document, heading: HeadingPlace): EditedTable[] {
  return heading.blocks.flatMap((block) => {
    if (block.kind !== 'table') return []
    const table = tableOf(document.text, heading, block.span)
    return table === null ? [] : [table]
  })
}

/** Null for a table whose lines do not begin with pipes, which has to be formatted first. */
function tableOf(text: string, heading: HeadingPlace, span: Span): EditedTable | null {
  const start = text.lastIndexOf('\n', span.start - 1) + 1
  const [header, rules, ...rows] = linesBetween(text, start, span.end)
  if (header === undefined || rules === undefined) return null
  const words = [header, rules, ...rows].map((line) => text.slice(line.start, line.end))
  if (words.some((line) => !/^ {0,3}\|/.test(line))) return null
  const columns = escapedCells(words[0] ?? '').map((cell) => shownWords(cell.words))
  return {
    heading,
    columns,
    rows: rows.map((line) => ({ span: line, cells: cellsOf(text, line, columns.length) })),
    span: { start, end: span.end },
    indentation: /^ */.exec(words[0] ?? '')?.[0] ?? '',
    headEnd: rules.end,
  }
}

function linesBetween(text: string, start: number, end: number): Span[] {
  const lines: Span[] = []
  for (let at = start; at < end;) {
    const next = text.indexOf('\n', at)
    const lineEnd = next < 0 ? text.length : next
    lines.push({ start: at, end: lineEnd })
    at = lineEnd + 1
  }
  return lines
}

function cellsOf(text: string, line: Span, count: number): EditedCell[] {
  const found = escapedCells(text.slice(line.start, line.end))
  return Array.from({ length: count }, (_, column) => {
    const cell = found[column]
    return cell === undefined
      ? { words: '', span: { start: line.end, end: line.end } }
      : { words: shownWords(cell.words), span: { start: line.start + cell.from, end: line.start + cell.to } }
  })
}

function shownWords(words: string): string {
  return words.replaceAll('\\|', '|')
}

function writtenWords(words: string): string {
  return words
    .replace(/[\r\n]+/g, ' ')
    .trim()
    .replaceAll('|', '\\|')
}

/** The offset in the text for a caret after a number of characters of a cell. */
export function offsetInCell(cell: EditedCell, words: string, caret: number): number {
  const before = words.slice(0, caret)
  return Math.min(cell.span.end, cell.span.start + 1 + before.replaceAll('|', '\\|').length)
}

/** Null if nothing changes. */
export function writeCell(table: EditedTable, at: CellPlace, words: string): Edit | null {
  const row = table.rows[at.row]
  if (row === undefined || row.cells[at.column]?.words === words.trim()) return null
  const cells = row.cells.map((cell, column) => writtenWords(column === at.column ? words : cell.words))
  return { span: row.span, text: table.indentation + printRow(cells) }
}

export interface CellPlace {
  readonly row: number
  readonly column: number
}

/** An empty row, before the one of that number or at the end. */
export function insertRow(table: EditedTable, row: number): Edit {
  const end = table.rows[row - 1]?.span.end ?? table.headEnd
  return { span: { start: end, end }, text: `\n${table.indentation}${printRow(table.columns.map(() => ''))}` }
}

export function removeRow(table: EditedTable, row: number): Edit | null {
  const found = table.rows[row]
  return found === undefined ? null : { span: { start: found.span.start - 1, end: found.span.end }, text: '' }
}

/** Swaps the row with the one above (-1) or below (1), byte for byte. */
export function moveRow(text: string, table: EditedTable, row: number, by: -1 | 1): Edit | null {
  const [first, second] = by === 1 ? [table.rows[row], table.rows[row + 1]] : [table.rows[row - 1], table.rows[row]]
  if (first === undefined || second === undefined) return null
  const line = ({ span }: EditedRow): string => text.slice(span.start, span.end)
  return { span: { start: first.span.start, end: second.span.end }, text: `${line(second)}\n${line(first)}` }
}
