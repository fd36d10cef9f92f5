// A text → the values of its labels and cells, each with its place in the grammar; and a form of the grammar → a pattern of
// the values that have it.

import { LABELS } from '../grammar/labels.ts'
import { type TableGrammar, TABLES } from '../grammar/tables.ts'
import { DIRECTIONS, fitsSlot, OPENNESS, piecesOf, type Piece, type Values } from '../grammar/values.ts'
import type { KnownLabel } from '../read/expected.ts'
import type { ReadSpecification } from '../read/specification.ts'
import { headingsOf } from './document.ts'

export interface WrittenValue {
  /** `table fields: Type`, or `label call: Who`. */
  readonly place: string
  /** The header of its column, or its label. */
  readonly name: string
  /** Empty: nothing is written there. */
  readonly value: string
  readonly values: Values
}

export function writtenValues(text: string, read: Pick<ReadSpecification, 'sections' | 'expected'>): WrittenValue[] {
  return headingsOf(text, read).flatMap(({ blocks, part }) => {
    const expected = read.expected.get(blocks)
    return blocks.flatMap((block): WrittenValue[] => {
      if (block.kind === 'label') {
        const name = block.label.text
        const known = expected?.labels?.[name]
        if (known === undefined) return []
        const place = `label ${labelPlace(name, known, part)}: ${name}`
        return splitAt(written(text, block.value.offsets), place, name, known.values)
      }
      if (block.kind !== 'table') return []
      const headers = block.header.cells.map((cell) => cell.text)
      const isDecision = part === 'Lookup' && headers.some((header) => header.includes('.'))
      const columns = isDecision ? headers.map((header) => (header === 'Value' ? header : 'ENTITY.FIELD')) : headers
      const known = isDecision ? [TABLES.decisions] : (expected?.tables?.map(({ grammar: each }) => each) ?? [])
      // Where any table may stand, those of the point do, too.
      const possible: readonly TableGrammar[] = expected?.anyTable === undefined ? known : Object.values(TABLES)
      const grammar = possible.find((each) => columns.every((column) => column in each.columns))
      if (grammar === undefined) return []
      const table = Object.entries(TABLES).find(([, each]) => each === grammar)?.[0] ?? ''
      return block.rows.flatMap((row) =>
        row.cells.flatMap((cell, index) => {
          const name = columns[index] ?? ''
          const values = grammar.columns[name]?.values
          return values === undefined
            ? []
            : splitAt(written(text, cell.offsets), `table ${table}: ${name}`, name, values)
        }),
      )
    })
  })
}

/** Some labels take any words, in several places. */
function labelPlace(name: string, { values }: KnownLabel, part: string | null): string {
  const places = Object.entries(LABELS)
    .filter(([, labels]) => Object.entries(labels).some(([label, each]) => label === name && each.values === values))
    .map(([place]) => place)
  return places.find((place) => place === part?.toLowerCase()) ?? places[0] ?? ''
}

function written(text: string, offsets: readonly number[]): string {
  return text.slice(offsets[0] ?? 0, offsets.at(-1) ?? 0)
}

/** Between separators that stand in no backticks and no quotes. */
function splitAt(whole: string, place: string, name: string, values: Values): WrittenValue[] {
  const { between } = values
  const parts =
    between === undefined ? [whole] : whole.split(new RegExp(`${between}(?=(?:[^\`"]|\`[^\`]*\`|"[^"]*")*$)`))
  return parts
    .map((part) => part.trim())
    .filter((part) => part !== '')
    .map((part) => ({ place, name, value: name === 'Can' ? part.replace(/^[^:`]*: */, '') : part, values }))
}

const NUMBER = /-?\d+(?:[.:]\d+)*/g

function escaped(words: string): string {
  return words.replace(/[.*+?^${}()|[\]\\]/g, '\\$&').replace(NUMBER, '-?\\d+(?:[.:]\\d+)*')
}

/** By characters that only some slots accept, the most permissive first. */
const CHARACTERS = [
  [';`,', '[^"]+?'],
  ['`,', '[^;]+'],
  [', ', '[^`;]+'],
  [' ', '[^`,;]+?'],
  ['/', '[\\w./+-]+'],
  ['', '[\\w.-]+'],
] as const

/** Each part that may be left out is a group. */
export function patternOf(pieces: readonly Piece[]): string {
  return pieces
    .map((piece) => {
      if (piece.kind === 'optional') return `(${patternOf(piece.pieces)})?`
      if (piece.kind === 'words') return escaped(piece.text)
      if (piece.kind === 'code') return '`[^`]*`'
      if (piece.text === 'ORDER') return `(?:${Object.keys(DIRECTIONS).join('|')})`
      return CHARACTERS.find(([sample]) => fitsSlot(piece.text, sample))?.[1] ?? ''
    })
    .join('')
}

/** Of a form as the grammar has it, where backticks may hold the name of a constant. */
export function piecesOfForm(form: string): Piece[] {
  return piecesOf(form.replaceAll('`CONSTANT`', '`…`'))
}

/** Backticks of a form hold an example of a name that the author chooses: a header, a parameter. */
function anyCode(form: string): string {
  return form.replace(/`[^`]+`/g, '`…`')
}

const PATTERNS = new Map<Values, RegExp>()

/** Is it one of the forms that may stand there? Where any words may stand, everything is. */
export function isOfForms({ value, values }: WrittenValue): boolean {
  if (values.forms.length === 0) return true
  const known =
    PATTERNS.get(values) ??
    new RegExp(`^(?:${[...values.forms, ...OPENNESS].map((form) => patternOf(piecesOf(anyCode(form)))).join('|')})$`)
  PATTERNS.set(values, known)
  return known.test(value)
}
