// "View" of a list → draft: its name, filters, days, search, order, groups, columns and density.

import type { ViewDraft } from '../../draft/screens.ts'
import { CALENDAR_UNITS } from '../../model/screens.ts'
import { matchPhrase, sliceOf, spanOf, splitPhrase, writtenOf, type Phrase } from '../../outline/phrase.ts'
import { NAME, sortsIn } from '../names.ts'
import { expressionIn, unreadable, type Reading } from '../reading.ts'

const NAMED = /^(?<name>"[^"]+")(?:, (?<rest>.+))?$/d
const PATH = `${NAME}(?:\\.${NAME})*`
const DAYS = new RegExp(`^(?<which>last|this|next) (?<unit>${CALENDAR_UNITS.join('|')}) by (?<by>${PATH})$`, 'd')
const COLUMNS = new RegExp(`^columns (?<list>${PATH}(?: and ${PATH})*)$`, 'd')
const GROUPED = new RegExp(`^grouped by (?<by>${PATH})$`, 'd')
/** The clauses of a view, each at most once, in any order. */
const CLAUSES = {
  where: /^where (?<rest>.+)$/d,
  during: DAYS,
  sortedBy: /^sorted by (?<rest>.+)$/d,
  groupedBy: GROUPED,
  search: /^search "(?<words>[^"]+)"$/d,
  columns: COLUMNS,
  isCompact: /^compact$/d,
  first: /^opens first$/d,
} as const

const HINT =
  'Write "NAME", then any of where `…`, this week by FIELD, search "WORDS", sorted by FIELD newest first, grouped by FIELD, columns FIELD and FIELD, compact, opens first.'

type Mutable<T> = { -readonly [K in keyof T]: T[K] }

/** ``"Mine", where `assignee == me`, sorted by dueAt oldest first, grouped by status, compact``; empty: unreadable. */
export function viewOf(words: Phrase, reading: Reading): ViewDraft[] {
  const named = matchPhrase(words, NAMED)
  if (named === null) return unreadable(words, 'a view', HINT, reading) ?? []
  const quoted = named.phrase('name')
  const view: Mutable<ViewDraft> = {
    name: writtenOf(sliceOf(quoted, 1, quoted.text.length - 1)),
    where: null,
    during: null,
    search: null,
    sortedBy: [],
    groupedBy: null,
    columns: [],
    isCompact: false,
    first: null,
    span: spanOf(words),
  }
  const read = new Set<string>()
  for (const clause of named.has('rest') ? splitPhrase(named.phrase('rest'), ',') : []) {
    const kind = readClause(view, clause, reading)
    if (kind === null || read.has(kind)) unreadable(clause, 'a part of a view', HINT, reading)
    else read.add(kind)
  }
  return [view]
}

/** Null: unreadable. */
function readClause(view: Mutable<ViewDraft>, clause: Phrase, reading: Reading): keyof typeof CLAUSES | null {
  for (const kind of Object.keys(CLAUSES) as (keyof typeof CLAUSES)[]) {
    const match = matchPhrase(clause, CLAUSES[kind])
    if (match === null) continue
    if (kind === 'where') view.where = expressionIn(match.phrase('rest'), reading)
    if (kind === 'sortedBy') view.sortedBy = sortsIn(match.phrase('rest'), reading)
    if (kind === 'groupedBy') view.groupedBy = match.written('by')
    if (kind === 'search') view.search = match.written('words')
    if (kind === 'columns') view.columns = splitPhrase(match.phrase('list'), ' and ').map(writtenOf)
    if (kind === 'isCompact') view.isCompact = true
    if (kind === 'first') view.first = spanOf(clause)
    if (kind === 'during') {
      const which = match.written('which').text as 'last' | 'this' | 'next'
      view.during = { which, unit: match.written('unit'), by: match.written('by') }
    }
    return kind
  }
  return null
}
