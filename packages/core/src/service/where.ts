// An offset → the construct around it, derived from its line, because text that is being typed is rarely a complete
// cell, label or step.

import { escapedCells } from './cells.ts'
import { contains, headingAt, type Document, type HeadingPlace } from './document.ts'

interface Common {
  readonly heading: HeadingPlace | null
  /** Typed text of the construct before the caret, with its start. */
  readonly typed: string
  readonly start: number
}

export type Place = Common &
  (
    | { readonly kind: 'heading'; readonly level: number }
    | {
        readonly kind: 'cell'
        /** The header as its reader knows it: `Who | May | Entity | Only where | Fields`. */
        readonly columns: readonly string[]
        readonly column: string
        /** Other cells of the row, by column. */
        readonly row: Readonly<Record<string, string>>
      }
    | { readonly kind: 'label'; readonly label: string }
    | { readonly kind: 'step' }
    | { readonly kind: 'line'; readonly bullet: string }
  )

export function placeAt(document: Document, offset: number): Place {
  const { text } = document
  const start = lineStart(text, offset)
  const line = text.slice(start, lineEnd(text, offset))
  const typed = text.slice(start, offset)
  const heading = headingAt(document, offset)
  const marks = /^(#{1,6})\s*/.exec(line)
  if (marks !== null) {
    const from = Math.min(start + marks[0].length, offset)
    return { kind: 'heading', level: marks[1]?.length ?? 0, heading, typed: text.slice(from, offset), start: from }
  }
  const cell = /^\s*\|/.test(line) ? cellAt(document, offset, { heading, start, line }) : null
  return cell ?? lineAt(heading, { start, typed })
}

function lineStart(text: string, offset: number): number {
  return Math.max(text.lastIndexOf('\n', offset - 1), text.lastIndexOf('\r', offset - 1)) + 1
}

function lineEnd(text: string, offset: number): number {
  const end = text.slice(offset).search(/[\r\n]/)
  return end < 0 ? text.length : offset + end
}

interface Line {
  readonly heading: HeadingPlace | null
  readonly start: number
  readonly line: string
}

function cellAt({ text }: Document, offset: number, { heading, start, line }: Line): Place | null {
  const header = headerAbove(text, start)
  if (header === null) return null
  const columns = escapedCells(header).map(({ words }) => words)
  const cells = escapedCells(line)
  const index = cells.findIndex((cell) => offset - start >= cell.from && offset - start <= cell.to)
  const own = cells[index]
  const column = columns[index]
  if (own === undefined || column === undefined) return null
  const row = Object.fromEntries(columns.map((name, at) => [name, cells[at]?.words ?? '']))
  const before = line.slice(own.from, offset - start)
  const from = start + own.from + (before.length - before.trimStart().length)
  return { kind: 'cell', columns, column, row, heading, typed: before.trimStart(), start: from }
}

/** The header of the table, unless the row is the header or the delimiter row. */
function headerAbove(text: string, start: number): string | null {
  let first: string | null = null
  let count = 0
  for (let at = start; at > 0;) {
    const from = lineStart(text, at - 1)
    const line = text.slice(from, at).trim()
    if (!line.startsWith('|')) break
    first = line
    count++
    at = from
  }
  return count >= 2 ? first : null
}

const LABEL = /^(?<lead>\s*(?:[-*+]\s+)?\*\*(?<label>[^*:]+):\*\*\s?)(?<value>.*)$/
const PLAIN_LABEL = /^(?<lead>\s*(?:[-*+]\s+)?(?<label>[A-Z][^*:|`"]{0,70}):\s)(?<value>.*)$/
const STEP = /^(?<lead>\s*\d+[.)]\s+)(?<value>.*)$/
const BULLET = /^(?<bullet>\s*(?:[-*+]\s+)?)(?<value>.*)$/

function lineAt(heading: HeadingPlace | null, { start, typed }: { start: number; typed: string }): Place {
  const step = STEP.exec(typed)?.groups
  if (step !== undefined) return { kind: 'step', heading, ...from(start, step) }
  const label = (LABEL.exec(typed) ?? PLAIN_LABEL.exec(typed))?.groups
  if (label !== undefined) return { kind: 'label', label: label.label ?? '', heading, ...from(start, label) }
  const rest = BULLET.exec(typed)?.groups ?? {}
  const bullet = rest.bullet ?? ''
  return { kind: 'line', bullet, heading, typed: rest.value ?? '', start: start + bullet.length }
}

function from(start: number, groups: Readonly<Record<string, string | undefined>>): { typed: string; start: number } {
  return { typed: groups.value ?? '', start: start + (groups.lead ?? '').length }
}

/** Start of a code span that is open at the caret; null: there is none. */
export function openCode(typed: string): number | null {
  const last = typed.lastIndexOf('`')
  return (typed.split('`').length - 1) % 2 === 1 ? last + 1 : null
}

/** The indexed expression around the offset, including both ends. */
export function expressionAt({ compiled }: Document, offset: number) {
  return compiled.names.expressions.find(({ written }) => contains(written.span, offset)) ?? null
}
