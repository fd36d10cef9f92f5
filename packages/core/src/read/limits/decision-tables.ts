// A lookup with several columns of conditions → draft of a decision table.
//
//   | Order.country  | Order.weight | Value    |
//   | DE, AT         | at most 2    | 4.90 EUR |
//   | otherwise      |              | 19 EUR   |

import { diagnostic } from '../../diagnostic/diagnostic.ts'
import type { ConditionDraft, DecisionTableDraft } from '../../draft/limits.ts'
import type { Table } from '../../outline/outline.ts'
import { matchPhrase, sliceOf, spanOf, splitPhrase, writtenOf, type Phrase } from '../../outline/phrase.ts'
import type { Written } from '../../text/source.ts'
import { fieldOfEntity, quotedOrPlain } from '../names.ts'
import { isNothing, shown, unreadable, type Reading } from '../reading.ts'
import { rowOfWidth } from '../tables.ts'

/** Several conditions, or one on a field that is named with its entity. */
export function isDecisionTable({ header: { cells } }: Table): boolean {
  return cells.length > 2 || (cells[0]?.text ?? '').includes('.')
}

/** After a diagnostic it has no columns: without one of them, the table would decide otherwise. */
export function decisionTableOf(found: Table, name: Written, reading: Reading): DecisionTableDraft {
  const unread = { name, columns: [], rows: [], span: name.span }
  const headers = found.header.cells.slice(0, -1)
  const last = found.header.cells.at(-1)
  if (last?.text !== 'Value') {
    const span = last === undefined ? found.header.span : spanOf(last)
    const hint = 'The last column of a lookup is Value.'
    reading.found.push(diagnostic('N002', span, 'column', last?.text ?? '').withHint(hint))
    return unread
  }
  const columns = headers.flatMap((header) => {
    const field = fieldOfEntity(header)
    if (field !== null) return [field]
    unreadable(header, 'A column of conditions', 'Write an entity and its field: Order.weight.', reading)
    return []
  })
  if (columns.length < headers.length) return unread
  const rows = found.rows.flatMap((row) => {
    const { cells } = rowOfWidth(row, found.header.cells.length, reading)
    const value = cells.at(-1)
    // A shorter row has no value: it is reported.
    return value === undefined || cells.length < found.header.cells.length
      ? []
      : [rowOf(cells.slice(0, -1), value, reading)]
  })
  return { name, columns, rows, span: name.span }
}

function rowOf(cells: readonly Phrase[], value: Phrase, reading: Reading): DecisionTableDraft['rows'][number] {
  const span = { start: spanOf(cells[0] ?? value).start, end: spanOf(value).end }
  const isOtherwise = cells[0]?.text === 'otherwise'
  const others = isOtherwise ? cells.slice(1) : cells
  const extra = isOtherwise ? others.find(({ text }) => text !== '') : undefined
  if (extra !== undefined)
    unreadable(extra, 'A condition beside "otherwise"', 'Leave it empty: the row is for every other case.', reading)
  const conditions = isOtherwise ? cells.map(() => ANY) : others.map((cell) => conditionOf(cell, reading))
  return { conditions, isOtherwise, value: valueOf(value, reading), span }
}

function valueOf(cell: Phrase, reading: Reading): DecisionTableDraft['rows'][number]['value'] {
  const words = shown(cell, 'A value of this lookup', reading)
  if (words === null) return null
  if (words.text === '' || isNothing(words))
    return unreadable(words, 'A value of this lookup', 'Write it, or not shown.', reading)
  const code = words.text === '`' ? words.codes[0] : undefined
  return code === undefined ? { kind: 'amount', written: writtenOf(words) } : { kind: 'expression', written: code }
}

const ANY: ConditionDraft = { kind: 'any' }

const BOUND = '[^,]+'
const COMPARED = new RegExp(`^(?<words>at least|at most|more than|less than) (?<bound>${BOUND})$`, 'd')
const BETWEEN = new RegExp(`^(?<from>${BOUND}?) to (?<to>${BOUND})$`, 'd')

const OPERATORS = { 'at least': '>=', 'at most': '<=', 'more than': '>', 'less than': '<' } as const

function conditionOf(cell: Phrase, reading: Reading): ConditionDraft {
  const words = shown(cell, 'A condition of this lookup', reading)
  if (words === null || words.text === '') return ANY
  if (words.text === '`' && words.codes[0] !== undefined) return { kind: 'expression', written: words.codes[0] }
  const span = spanOf(words)
  if (words.text === 'empty' || words.text === 'not empty')
    return { kind: 'presence', isEmpty: words.text === 'empty', span }
  const compared = matchPhrase(words, COMPARED)
  if (compared !== null) {
    const operator = OPERATORS[compared.written('words').text as keyof typeof OPERATORS]
    return { kind: 'compared', operator, bound: boundOf(compared.phrase('bound')), span }
  }
  const between = /"/.test(words.text) ? null : matchPhrase(words, BETWEEN)
  if (between !== null)
    return { kind: 'between', from: boundOf(between.phrase('from')), to: boundOf(between.phrase('to')), span }
  const isExcept = words.text.startsWith('any except ')
  const values = splitPhrase(isExcept ? sliceOf(words, 'any except '.length) : words, ',')
  return { kind: 'one of', values: values.map(wordOf), isExcept, span }
}

/** In quotes it is a text, whatever it says. */
function wordOf(phrase: Phrase): { readonly written: Written; readonly isQuoted: boolean } {
  return { written: quotedOrPlain(phrase), isQuoted: phrase.text.startsWith('"') }
}

function boundOf(phrase: Phrase): { readonly written: Written; readonly isExpression: boolean } {
  const code = phrase.text === '`' ? phrase.codes[0] : undefined
  return code === undefined
    ? { written: writtenOf(phrase), isExpression: false }
    : { written: code, isExpression: true }
}
