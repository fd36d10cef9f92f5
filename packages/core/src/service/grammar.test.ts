// The grammar and the readers agree: every form of the grammar is read without diagnostics, and every value of the
// existing texts matches one of the forms.

import { globSync, readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { LABELS } from '../grammar/labels.ts'
import { PARTS } from '../grammar/parts.ts'
import { TABLES } from '../grammar/tables.ts'
import { DIRECTIONS, fitsSlot, OPENNESS, piecesOf, type Piece, type Values } from '../grammar/values.ts'
import { POINT_HEADINGS, POINTS } from '../model/points.ts'
import type { Expected } from '../read/expected.ts'
import { readSpecification } from '../read/specification.ts'
import { openDocument } from './document.ts'

/** A name or an amount for each slot. */
const SAMPLES: Readonly<Record<string, string>> = {
  ADDRESS: '/api/things',
  AMOUNT: '30 days',
  BASE: 'Agent',
  CALL: 'POST /api/tickets',
  CODE: 'TOO_OLD',
  CONSTANT: 'answerTime',
  CURRENCY: 'EUR',
  DAY: '2027-01-31',
  DOMAIN: 'example.com',
  ENTITY: 'Ticket',
  FIELD: 'title',
  FORMAT: 'PO-{year}-{n:5}',
  HEADER: 'X-Signature',
  MEDIA: 'file',
  MESSAGE: 'New reply',
  NAME: 'former',
  OPERATION: 'create payment',
  ORDER: 'newest first',
  PARAMETER: 'number',
  PATH: 'category.name',
  PROBLEM: 'not found',
  PROVIDER: 'Company',
  RELATION: 'comments',
  ROLE: 'Owner of ticket',
  SCOPE: 'groups',
  DOCUMENT: 'Receipt',
  SCREEN: 'Queue',
  SECRET: 'signingKey',
  TERMS: 'Terms of use',
  SERVICE: 'Payments',
  SETS: 'ticket = `this`, kind = `"late"`',
  SHAPE: 'TicketView',
  SHARED: 'Paging',
  STATE: 'on hold',
  TITLE: 'Open ones',
  TRANSITION: 'take back',
  TYPE: 'text up to 80',
  UNIT: 'week',
  VALUE: 'word',
  WORDS: 'one, two',
}

/** The form with every slot filled: once with all optional parts, once without any. */
function filledForms(form: string): string[] {
  const fill = (pieces: readonly Piece[], isWhole: boolean): string =>
    pieces
      .map((piece) => {
        if (piece.kind === 'optional') return isWhole ? fill(piece.pieces, isWhole) : ''
        if (piece.kind === 'code') return '`true`'
        if (piece.kind === 'words') return piece.text
        const sample = SAMPLES[piece.text]
        if (sample === undefined) throw new Error(`There is no sample for ${piece.text}.`)
        return sample
      })
      .join('')
  return [...new Set([fill(piecesOf(form), true), fill(piecesOf(form), false)])]
}

const HEADINGS = [
  ...POINTS.map((point) => `## ${POINT_HEADINGS[point].number}. ${POINT_HEADINGS[point].title}`),
  ...Object.entries(PARTS).flatMap(([kind, { form, about }]) => {
    if (about === null) return []
    const names: Record<string, string> = {
      'Changes to version': '2',
      'States of': 'Ticket.status',
      Transition: 'Ticket take',
      Shape: 'View of Ticket',
    }
    const name = names[kind] ?? 'Thing'
    return [`### ${kind}${form === 'bare' ? '' : `${form === 'colon' ? ':' : ''} ${name}`}`]
  }),
  '### POST /api/things — Do it',
]

/** The diagnostics about a value below a heading, at its position in the text. */
function complaints(heading: string, before: string, value: string, after: string): string[] {
  const start = `# X\n\nNinefold: 1\n\n${heading}\n\n${before}`
  const { diagnostics } = readSpecification(`${start}${value}${after}\n`)
  return diagnostics.flatMap(({ number, span, message }) =>
    span.start >= start.length && span.end <= start.length + value.length ? [`${number} ${message}`] : [],
  )
}

function expectedBelow(heading: string): Expected {
  const { headings, compiled } = openDocument(`# X\n\nNinefold: 1\n\n${heading}\n`)
  return compiled.expected.get(headings[0]?.blocks ?? []) ?? {}
}

/** Cells that a row needs before another cell of it is read. */
const NEEDED: Readonly<Record<string, string>> = { Route: '`/x`', Header: 'X-A', Key: 'name', Path: '`/x`' }

function row(columns: readonly string[], wanted: string): { readonly before: string; readonly after: string } {
  const cells = columns.map((column) => NEEDED[column] ?? 'word')
  const at = columns.indexOf(wanted)
  const header = `| ${columns.join(' | ')} |\n|${' --- |'.repeat(columns.length)}\n`
  const join = (from: number, to?: number): string =>
    cells
      .slice(from, to)
      .map((cell) => `| ${cell} `)
      .join('')
  return { before: `${header}${join(0, at)}| `, after: ` ${join(at + 1)}|` }
}

describe('every form is read', () => {
  const reached = new Set<object>()
  it.each(HEADINGS)('below %s', (heading) => {
    const wrong: string[] = []
    const { tables = [], labels = {} } = expectedBelow(heading)
    for (const { grammar, columns } of tables) {
      reached.add(grammar)
      for (const [column, { values }] of Object.entries(grammar.columns))
        for (const value of values.forms.flatMap(filledForms)) {
          const { before, after } = row(columns, column)
          wrong.push(...complaints(heading, before, value, after).map((found) => `${column} | ${value}: ${found}`))
        }
    }
    for (const [label, { values, isLater }] of Object.entries(labels)) {
      reached.add(values)
      for (const value of isLater ? [] : values.forms.flatMap(filledForms))
        wrong.push(...complaints(heading, `- **${label}:** `, value, '').map((found) => `${label}: ${value}: ${found}`))
    }
    expect(wrong).toEqual([])
  })

  it('and there is no place of the grammar that no heading reaches', () => {
    const tables = Object.entries(TABLES).filter(([, table]) => !reached.has(table))
    const { preamble: _, ...places } = LABELS
    const labels = Object.entries(places).flatMap(([place, known]) =>
      Object.entries(known).flatMap(([label, { values }]) => (reached.has(values) ? [] : [`${place}: ${label}`])),
    )
    expect([...tables.map(([name]) => name), ...labels]).toEqual([])
  })

  it('and a form that no reader knows would be seen', () => {
    expect(complaints('### Signing in', '- **Sign up:** ', 'by letter', '')).toEqual([
      'N011 "by letter" cannot be read as a way to sign up.',
    ])
  })
})

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
  ['', '[\\w.-]+'],
] as const

function patternOf(pieces: readonly Piece[]): string {
  return pieces
    .map((piece) => {
      if (piece.kind === 'optional') return `(?:${patternOf(piece.pieces)})?`
      if (piece.kind === 'words') return escaped(piece.text)
      if (piece.kind === 'code') return '`[^`]*`'
      if (piece.text === 'ORDER') return `(?:${Object.keys(DIRECTIONS).join('|')})`
      return CHARACTERS.find(([sample]) => fitsSlot(piece.text, sample))?.[1] ?? ''
    })
    .join('')
}

const PATTERNS = new Map<Values, RegExp>()

function isValue(value: string, values: Values): boolean {
  const forms = [...values.forms, ...OPENNESS]
  const known =
    PATTERNS.get(values) ??
    new RegExp(`^(?:${forms.map((form) => patternOf(piecesOf(form.replaceAll('`CONSTANT`', '`…`')))).join('|')})$`)
  PATTERNS.set(values, known)
  return known.test(value)
}

/** The values of a cell or label, split at separators outside backticks and quotes. */
function valuesIn(written: string, between: Values['between']): string[] {
  const parts =
    between === undefined ? [written] : written.split(new RegExp(`${between}(?=(?:[^\`"]|\`[^\`]*\`|"[^"]*")*$)`))
  return parts.map((part) => part.trim()).filter((part) => part !== '')
}

function strangeValues(text: string): string[] {
  const { headings, compiled } = openDocument(text)
  return headings.flatMap(({ blocks }) => {
    const expected = compiled.expected.get(blocks)
    return blocks.flatMap((block) => {
      if (block.kind === 'label') {
        const values = expected?.labels?.[block.label.text]?.values
        return values === undefined ? [] : strange(block.label.text, written(text, block.value.offsets), values)
      }
      if (block.kind !== 'table') return []
      const columns = block.header.cells.map((cell) => cell.text)
      const table = expected?.tables?.find((each) => columns.every((column) => column in each.grammar.columns))
      return block.rows.flatMap((each) =>
        each.cells.flatMap((cell, index) => {
          const values = table?.grammar.columns[columns[index] ?? '']?.values
          return values === undefined ? [] : strange(columns[index] ?? '', written(text, cell.offsets), values)
        }),
      )
    })
  })
}

function written(text: string, offsets: readonly number[]): string {
  return text.slice(offsets[0] ?? 0, offsets.at(-1) ?? 0)
}

function strange(place: string, value: string, values: Values): string[] {
  if (values.forms.length === 0) return []
  return valuesIn(value, values.between)
    .map((each) => (place === 'Can' ? each.replace(/^[^:`]*: */, '') : each))
    .filter((each) => !isValue(each, values))
    .map((each) => `${place}: ${each}`)
}

const texts = globSync(
  ['../../../../examples/*/app.md', '../../../server/src/testing/**/*.md', '../../../cli/src/testing/**/*.md'],
  { cwd: import.meta.dirname },
)

describe('every value is a form', () => {
  it.each(texts)('in %s', (path) => {
    expect([...new Set(strangeValues(readFileSync(new URL(path, import.meta.url), 'utf8')))]).toEqual([])
  })
})
