// A specification's text → every text with one author's mistake: a wrong word of the right kind, a repeated row, two
// swapped cells, another type, or a missing column. Unlike a typing mistake, each of them looks intended.

import type { Table } from '@ninefold/core/outline/outline.ts'
import { spanOf } from '@ninefold/core/outline/phrase.ts'
import { readOutline } from '@ninefold/core/outline/read-outline.ts'
import type { Span } from '@ninefold/core/text/source.ts'
import type { Alteration } from './line-alterations.ts'

/**
 * The checker must report these itself: a report in the plan would be too late for an author without an application.
 */
export const TOLD_SLIPS: readonly string[] = ['a row twice', 'a column is gone', 'cells changed places']

/** The author's own words, any of which is valid. */
const WORDS_OF_AUTHOR =
  /^(?:Purpose|cell (?:User|Comes to|Term|Means|Meaning|Rule|Message|Subject|Body|Used for|Label))$/

const TYPES = ['text up to 80', 'whole number', 'yes/no', 'date', 'date and time', 'money in EUR', 'email']

interface Place {
  readonly below: string
  readonly place: string
  readonly span: Span
}

export function slipsOf(text: string): Alteration[] {
  const found: Alteration[] = []
  let below = ''
  const words = wordsOf(text)
  const named = (place: Place): void => void found.push(...otherWords(text, place, words))
  for (const block of readOutline(text)) {
    if (block.kind === 'heading') below = text.slice(block.span.start, block.span.end)
    if (block.kind === 'label') named({ below, place: writtenAt(text, spanOf(block.label)), span: spanOf(block.value) })
    if (block.kind === 'steps')
      for (const { phrase } of block.items)
        if (phrase.text !== '') named({ below, place: 'step', span: spanOf(phrase) })
    if (block.kind !== 'table') continue
    found.push(...slipsInTable(text, block, below))
    const columns = columnsOf(text, block)
    for (const row of block.rows)
      row.cells.forEach((cell, at) => named({ below, place: `cell ${columns[at] ?? ''}`, span: spanOf(cell) }))
  }
  return found
}

/** The words of a text by kind: any of a kind is valid where one of them stands. */
type Words = Readonly<Record<'state' | 'role' | 'entity' | 'field', readonly string[]>>

function wordsOf(text: string): Words {
  const words = { state: [] as string[], role: [] as string[], entity: [] as string[], field: [] as string[] }
  for (const block of readOutline(text)) {
    if (block.kind === 'heading') {
      const entity = /^### Entity: (\w+)/.exec(text.slice(block.span.start, block.span.end))?.[1]
      if (entity !== undefined) words.entity.push(entity)
    }
    if (block.kind !== 'table') continue
    const [first, second] = columnsOf(text, block)
    const kind =
      first === 'State'
        ? 'state'
        : first === 'Role' && second === 'Includes'
          ? 'role'
          : first === 'Field'
            ? 'field'
            : null
    if (kind === null) continue
    for (const { cells } of block.rows) {
      const written = cells[0] === undefined ? '' : writtenAt(text, spanOf(cells[0]))
      if (!words[kind].includes(written)) words[kind].push(written)
    }
  }
  return words
}

function otherWords(text: string, { below, place, span }: Place, words: Words): Alteration[] {
  if (WORDS_OF_AUTHOR.test(place)) return []
  const from = writtenAt(text, span)
  return Object.entries(words).flatMap(([kind, all]) =>
    all.flatMap((word, at) => {
      const found = new RegExp(`(?<![\\w-])${word}(?![\\w-])`).exec(from)
      const other = all[(at + 1) % all.length]
      if (found === null || other === undefined || other === word) return []
      const to = from.slice(0, found.index) + other + from.slice(found.index + word.length)
      return [altered(text, `another ${kind}`, { below, place, span }, to)]
    }),
  )
}

function slipsInTable(text: string, table: Table, below: string): Alteration[] {
  const columns = columnsOf(text, table)
  const rows = table.rows.flatMap((row) => {
    const place = { below, place: `row of ${columns.join(', ')}`, span: row.span }
    const line = writtenAt(text, row.span)
    const cells = row.cells.map((cell) => writtenAt(text, spanOf(cell)))
    const swapped = cells.flatMap((cell, at) => {
      const next = cells[at + 1]
      if (next === undefined || cell === next) return []
      const changed = cells.with(at, next).with(at + 1, cell)
      const where = { ...place, place: `cells ${columns[at] ?? ''}, ${columns[at + 1] ?? ''}` }
      return [altered(text, 'cells changed places', where, `| ${changed.join(' | ')} |`)]
    })
    const type = columns[1] === 'Type' && columns[0] === 'Field' ? row.cells[1] : undefined
    const types = type === undefined ? [] : otherTypes(text, below, spanOf(type))
    return [altered(text, 'a row twice', place, `${line}\n${line}`), ...swapped, ...types]
  })
  return [...rows, ...columns.map((column, at) => columnGone(text, table, below, column, at))]
}

function otherTypes(text: string, below: string, span: Span): Alteration[] {
  const from = writtenAt(text, span)
  return TYPES.filter((type) => type !== from).map((type) =>
    altered(text, 'another type', { below, place: 'cell Type', span }, type),
  )
}

function columnGone(text: string, table: Table, below: string, column: string, at: number): Alteration {
  const lines = writtenAt(text, table.span).split('\n')
  const without = lines.map((line) => {
    const cells = line.replace(/^\s*\||\|\s*$/g, '').split(/(?<!\\)\|/)
    return `|${cells.toSpliced(at, 1).join('|')}|`
  })
  return altered(text, 'a column is gone', { below, place: `column ${column}`, span: table.span }, without.join('\n'))
}

function columnsOf(text: string, { header }: Table): string[] {
  return header.cells.map((cell) => writtenAt(text, spanOf(cell)))
}

function altered(text: string, kind: string, { below, place, span }: Place, to: string): Alteration {
  const line = text.slice(0, span.start).split('\n').length
  return {
    kind,
    place,
    below,
    line,
    from: writtenAt(text, span),
    to,
    text: text.slice(0, span.start) + to + text.slice(span.end),
  }
}

function writtenAt(text: string, { start, end }: Span): string {
  return text.slice(start, end)
}
