// The grammar and the readers agree: every form of the grammar is read without diagnostics, and every value of the
// existing texts matches one of the forms.

import { globSync, readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { LABELS } from '../grammar/labels.ts'
import { PARTS } from '../grammar/parts.ts'
import { TABLES } from '../grammar/tables.ts'
import { piecesOf, type Piece } from '../grammar/values.ts'
import { POINT_HEADINGS, POINTS } from '../model/points.ts'
import type { Expected } from '../read/expected.ts'
import { readSpecification } from '../read/specification.ts'
import { openDocument } from './document.ts'
import { isOfForms, writtenValues } from './written-values.ts'

/** A name or an amount for each slot. */
const SAMPLES: Readonly<Record<string, string>> = {
  ADDRESS: '/api/things',
  AMOUNT: '30 days',
  BASE: 'Agent',
  CALL: 'POST /api/tickets',
  CODE: 'TOO_OLD',
  COLUMN: 'on hold',
  CONSTANT: 'answerTime',
  CURRENCY: 'EUR',
  DAY: '2027-01-31',
  DOMAIN: 'example.com',
  ENTITY: 'Ticket',
  FIELD: 'title',
  FORMAT: 'PO-{year}-{n:5}',
  HEADER: 'X-Signature',
  MEDIA: 'file',
  MIME: 'application/xml',
  MESSAGE: 'New reply',
  MONTH: 'December',
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
  WEEKDAY: 'Monday',
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

  it('below a lookup whose columns are headed by fields', () => {
    const { columns } = TABLES.decisions
    reached.add(TABLES.decisions)
    const headers = ['Ticket.title', 'Value']
    const wrong = Object.values(columns).flatMap(({ values }, index) =>
      values.forms.flatMap(filledForms).flatMap((value) => {
        const { before, after } = row(headers, headers[index] ?? '')
        return complaints('### Lookup: patience', before, value, after).map((found) => `${value}: ${found}`)
      }),
    )
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

const texts = globSync(
  ['../../../../examples/*/app.md', '../../../server/src/testing/**/*.md', '../../../cli/src/testing/**/*.md'],
  { cwd: import.meta.dirname },
  // Constants of a chapter are declared in another file.
).filter((path) => !path.includes('/chapters/garden/'))

describe('every value is a form', () => {
  it.each(texts)('in %s', (path) => {
    const text = readFileSync(new URL(path, import.meta.url), 'utf8')
    const values = writtenValues(text, readSpecification(text))
    const strange = values.filter((each) => !isOfForms(each)).map(({ name, value }) => `${name}: ${value}`)
    expect([...new Set(strange)]).toEqual([])
  })
})
