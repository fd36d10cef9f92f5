// A table → its rows by column, if its header is known in its place. An almost known header is an error, and is read as
// the intended one, so that one typo gives one diagnostic.

import { diagnostic } from '../diagnostic/diagnostic.ts'
import { closest } from '../diagnostic/did-you-mean.ts'
import type { TableGrammar } from '../grammar/tables.ts'
import type { BrokenCode, Table, TableRow } from '../outline/outline.ts'
import { emptyPhrase, spanOf, type Phrase } from '../outline/phrase.ts'
import type { Span } from '../text/source.ts'
import { unsupported, type Reading } from './reading.ts'
import type { Row, ExtraColumn, TableReader } from './expected.ts'

export function table<Column extends string>(
  grammar: TableGrammar<Column>,
  read: (row: Row<Column>) => void,
  extra: readonly ExtraColumn[] = [],
): TableReader {
  return { grammar, columns: Object.keys(grammar.columns), extra, read: read as (row: Row) => void }
}

export function readTable(found: Table, readers: readonly TableReader[], reading: Reading): void {
  const reader = recognise(found, readers, reading)
  if (reader === null) return
  const columns = columnsOf(found, reader)
  for (const [index, column] of columns.entries()) {
    const header = found.header.cells[index]
    const extra = reader.extra.find((each) => each.header.test(header?.text ?? ''))
    if (column === null && header !== undefined && extra !== undefined && extra.unsupported !== null)
      unsupported(spanOf(header), extra.unsupported, reading)
  }
  for (const row of found.rows) {
    const { cells, markdown } = rowOfWidth(row, columns.length, reading)
    const last = cells.at(-1)
    const missing = emptyPhrase(last === undefined ? row.span.end : spanOf(last).end)
    const byColumn = reader.columns.map((column): [string, Phrase] => [
      column,
      cells[columns.indexOf(column)] ?? missing,
    ])
    const marked = reader.columns.map((column) => [column, markdown[columns.indexOf(column)] ?? null] as const)
    reader.read({
      cells: Object.fromEntries([...byColumn, ...extraCells(found, cells, reader)]),
      markdown: Object.fromEntries(marked),
      span: row.span,
    })
  }
}

/** By their own headers. */
function extraCells(found: Table, cells: readonly Phrase[], reader: TableReader): [string, Phrase][] {
  return found.header.cells.flatMap((header, index): [string, Phrase][] => {
    const cell = cells[index]
    const isRead = reader.extra.some((extra) => extra.unsupported === null && extra.header.test(header.text))
    return isRead && cell !== undefined ? [[header.text, cell]] : []
  })
}

/** At most this many cells of a row, after reporting missing or superfluous ones. */
export function rowOfWidth(row: TableRow, width: number, reading: Reading): TableRow {
  const { cells, markdown, broken } = row
  if (cells.length === width) return row
  if (cells.length > width && broken !== undefined) {
    reportPipes(broken, reading)
    return rowOfWidth(broken.mended, width, reading)
  }
  const surplus = cells[width]
  const span =
    surplus === undefined
      ? row.span
      : { start: spanOf(surplus).start, end: Math.max(spanOf(surplus).start, row.span.end) }
  const found = diagnostic('N003', span, cells.length, width)
  reading.found.push(cells.length === 1 ? found.withHint('A blank line ends a table.') : found)
  return { ...row, cells: cells.slice(0, width), markdown: markdown.slice(0, width) }
}

function reportPipes({ pipes: span, count, isPlain }: BrokenCode, reading: Reading): void {
  const pipes = '\\|'.repeat(count)
  reading.found.push(
    diagnostic('N004', span)
      .withHint(`Write ${pipes}, or use two rows.`)
      .withFix(isPlain ? { title: `Replace with ${pipes}`, edits: [{ span, text: ` ${pipes} ` }] } : null),
  )
}

function headerSpan(found: Table): Span {
  const first = found.header.cells[0]
  const last = found.header.cells.at(-1)
  return first === undefined || last === undefined
    ? found.header.span
    : { start: spanOf(first).start, end: spanOf(last).end }
}

/** The header cells except optional columns. */
function ownHeader(found: Table, reader: TableReader): Phrase[] {
  return found.header.cells.filter((cell) => !reader.extra.some((extra) => extra.header.test(cell.text)))
}

function recognise(found: Table, readers: readonly TableReader[], reading: Reading): TableReader | null {
  for (const reader of readers) {
    const own = ownHeader(found, reader)
    if (own.length === reader.columns.length && own.every((cell, index) => cell.text === reader.columns[index]))
      return reader
  }
  const shorter = readers.find((reader) => isShorter(ownHeader(found, reader), reader))
  if (shorter !== undefined) return shorter
  const nearest = nearestReader(found, readers)
  const written = found.header.cells.map((cell) => cell.text).join(' | ')
  if (nearest === null) {
    const known = readers.map((reader) => `"${reader.columns.join(' | ')}"`).join(', ')
    const hint = readers.length === 0 ? 'No table is expected here.' : `The tables here are ${known}.`
    reading.found.push(diagnostic('N002', headerSpan(found), 'table', written).withHint(hint))
    return null
  }
  reportHeader(found, nearest, written, reading)
  return nearest
}

/** The header is that of the table, in its order, without some of the columns that it may be without. */
function isShorter(own: readonly Phrase[], { columns, grammar }: TableReader): boolean {
  const written = new Set(own.map(({ text }) => text))
  const kept = columns.filter((column) => written.has(column) || grammar.dispensable?.includes(column) !== true)
  return own.length === kept.length && own.every(({ text }, index) => text === kept[index])
}

function reportHeader(found: Table, nearest: TableReader, written: string, reading: Reading): void {
  const own = ownHeader(found, nearest)
  const hint = `The header is "${nearest.columns.join(' | ')}".`
  const wrong = own.flatMap((cell, index) =>
    cell.text === nearest.columns[index] ? [] : [{ cell, column: nearest.columns[index] ?? '' }],
  )
  const [first] = wrong
  if (own.length !== nearest.columns.length || first === undefined) {
    reading.found.push(diagnostic('N002', headerSpan(found), 'table', written).withHint(hint))
    return
  }
  const span = wrong.length === 1 ? spanOf(first.cell) : headerSpan(found)
  reading.found.push(
    diagnostic('N002', span, 'table', written)
      .withHint(hint)
      .withFix({
        title: `Replace with "${nearest.columns.join(' | ')}"`,
        edits: wrong.map(({ cell, column }) => ({ span: spanOf(cell), text: column })),
      }),
  )
}

/** The known header that shares at least half of its columns with the written one. */
function nearestReader(found: Table, readers: readonly TableReader[]): TableReader | null {
  let best: TableReader | null = null
  let bestShare = 0.5
  for (const reader of readers) {
    const own = ownHeader(found, reader)
    const shared = own.filter((cell) => closest(cell.text, reader.columns) !== null).length
    const share = shared / Math.max(own.length, reader.columns.length, 1)
    if (share > bestShare || (share === bestShare && best === null)) {
      best = reader
      bestShare = share
    }
  }
  return best
}

/** The column of each header cell: by name, else by position, else by similarity. */
function columnsOf(found: Table, reader: TableReader): (string | null)[] {
  const own = ownHeader(found, reader)
  const isComplete = own.length === reader.columns.length
  return found.header.cells.map((cell) => {
    const place = own.indexOf(cell)
    if (place < 0) return null
    if (isComplete) return reader.columns[place] ?? null
    return (
      reader.columns.find((column) => column.toLowerCase() === cell.text.toLowerCase()) ??
      closest(cell.text, reader.columns)
    )
  })
}
