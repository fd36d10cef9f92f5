// Point 5 → draft: rules of single records, and rules over several records.

import type {
  RecordsFormDraft,
  RuleDraft,
  RuleMomentDraft,
  RuleOverRecordsDraft,
  ValidationDraft,
} from '../draft/validation.ts'
import { TABLES } from '../grammar/tables.ts'
import { matchPhrase, spanOf, writtenOf, type Match, type Phrase } from '../outline/phrase.ts'
import type { Span, Written } from '../text/source.ts'
import { readBlocks } from './blocks.ts'
import { NAME } from './names.ts'
import { questionLabels } from './questions.ts'
import { expressionIn, isNothing, namesIn, shown, shownOrNothing, unreadable, type Reading } from './reading.ts'
import type { Section } from './sections.ts'
import { table } from './tables.ts'
import type { Row } from './expected.ts'

export function readValidation(section: Section, reading: Reading): ValidationDraft {
  const rules: RuleDraft[] = []
  const rulesOverRecords: RuleOverRecordsDraft[] = []
  const tables = [
    table(TABLES.rules, (row) => {
      const rule = ruleOf(row, reading)
      if (rule !== null) rules.push(rule)
    }),
    table(TABLES.rulesOverRecords, (row) => {
      const rule = ruleOverRecordsOf(row, reading)
      if (rule !== null) rulesOverRecords.push(rule)
    }),
  ]
  readBlocks(section.blocks, { tables, labels: questionLabels('validation', reading) }, reading)
  return { rules, rulesOverRecords }
}

type RuleColumn = 'Rule' | 'Entity' | 'When' | 'If' | 'Must hold' | 'Otherwise'

/** A rule with a part that is not shown is dropped: without its "If" it would refuse too much. */
function ruleOf({ cells, span }: Row<RuleColumn>, reading: Reading): RuleDraft | null {
  const entity = shown(cells.Entity, 'The entity of this rule', reading)
  const when = momentOf(cells.When, reading)
  const condition = conditionOf(cells.If, 'The condition of this rule', reading)
  const mustHold = shown(cells['Must hold'], 'The condition that must hold', reading)
  const otherwise = codeOf(cells.Otherwise, reading)
  if (cells.Rule.text === '')
    return unreadable(cells.Rule, 'The name of a rule', 'Say in words what it is for.', reading)
  if (mustHold !== null && mustHold.text === '')
    return unreadable(mustHold, 'The condition that must hold', 'Write it in backticks.', reading)
  if (entity === null || when === null || condition === 'not shown' || mustHold === null || otherwise === null)
    return null
  return {
    name: writtenOf(cells.Rule),
    entity: writtenOf(entity),
    when,
    condition,
    mustHold: expressionIn(mustHold, reading),
    otherwise,
    span,
  }
}

function conditionOf(cell: Phrase, what: string, reading: Reading): Written | null | 'not shown' {
  const words = shown(cell, what, reading)
  if (words === null) return 'not shown'
  return words.text === '' || isNothing(words) ? null : expressionIn(words, reading)
}

/** `none` is not a code: a rule without one would refuse without a reason. */
function codeOf(cell: Phrase, reading: Reading): Written | null {
  const words = shown(cell, 'The code of this rule', reading)
  if (words === null) return null
  return isNothing(words) ? { text: '', span: spanOf(words) } : writtenOf(words)
}

const FIELD_CHANGES = new RegExp(`^(?<field>${NAME}) changes$`, 'd')
const TRANSITION = /^do (?<transition>.+)$/d

function momentOf(cell: Phrase, reading: Reading): RuleMomentDraft | null {
  const words = shown(cell, 'The moment of this rule', reading)
  if (words === null) return null
  const span = spanOf(words)
  switch (words.text) {
    case '':
      return { kind: 'always', span }
    case 'always':
    case 'create':
    case 'change':
    case 'delete':
      return { kind: words.text, span }
  }
  const field = matchPhrase(words, FIELD_CHANGES)
  if (field !== null) return { kind: 'field changes', field: field.written('field'), span }
  const transition = matchPhrase(words, TRANSITION)
  if (transition !== null) return { kind: 'transition', transition: transition.written('transition'), span }
  return unreadable(words, 'a moment', 'Write always, create, change, delete, FIELD changes or do TRANSITION.', reading)
}

type RecordsColumn = 'Rule' | 'Over' | 'Same' | 'Counting only' | 'Holds' | 'Otherwise'

function ruleOverRecordsOf({ cells, span }: Row<RecordsColumn>, reading: Reading): RuleOverRecordsDraft | null {
  const over = shown(cells.Over, 'The entity of this rule', reading)
  const isSameShown = shown(cells.Same, 'The common fields of the records', reading)
  const same = isSameShown === null ? null : shownOrNothing(isSameShown, '', reading)
  const countingOnly = conditionOf(cells['Counting only'], 'Which records count', reading)
  const words = shown(cells.Holds, 'The form of this rule', reading)
  const holds = words === null ? null : formOf(words, reading)
  const otherwise = codeOf(cells.Otherwise, reading)
  if (cells.Rule.text === '')
    return unreadable(cells.Rule, 'The name of a rule', 'Say in words what it is for.', reading)
  if (over === null || isSameShown === null || countingOnly === 'not shown' || holds === null || otherwise === null)
    return null
  return {
    name: writtenOf(cells.Rule),
    over: writtenOf(over),
    same: same === null ? [] : namesIn(same, reading),
    countingOnly,
    holds,
    otherwise,
    span,
  }
}

type MakeForm = (match: Match, span: Span, reading: Reading) => RecordsFormDraft

/** A number, or an expression in backticks. */
const BOUND = '(?<bound>-?\\d+(?:\\.\\d+)?|`)'
const FIELD = '(?<field>.+?)'
const fieldOf = (match: Match, reading: Reading): Written => expressionIn(match.phrase('field'), reading)

const FORMS: readonly (readonly [RegExp, MakeForm])[] = [
  [
    new RegExp(`^${FIELD} never overlaps$`, 'd'),
    (match, span, reading) => ({ kind: 'never overlaps', field: fieldOf(match, reading), span }),
  ],
  [
    new RegExp(`^(?<comparison>at most|exactly|at least) ${BOUND}$`, 'd'),
    (match, span) => ({
      kind: 'count',
      comparison: match.written('comparison').text as 'at most' | 'exactly' | 'at least',
      bound: match.written('bound'),
      span,
    }),
  ],
  [
    new RegExp(`^${FIELD} never below ${BOUND}$`, 'd'),
    (match, span, reading) => ({
      kind: 'never below',
      field: fieldOf(match, reading),
      bound: match.written('bound'),
      span,
    }),
  ],
  [
    new RegExp(`^sum of ${FIELD} (?<comparison>is|at most|at least) ${BOUND}$`, 'd'),
    (match, span, reading) => ({
      kind: 'sum',
      field: fieldOf(match, reading),
      comparison: match.written('comparison').text as 'is' | 'at most' | 'at least',
      bound: match.written('bound'),
      span,
    }),
  ],
  [
    new RegExp(`^${FIELD} never in a circle$`, 'd'),
    (match, span, reading) => ({ kind: 'never in a circle', field: fieldOf(match, reading), span }),
  ],
]

/** Other notations, each with its equivalent here. */
const NEARLY: readonly (readonly [RegExp, string])[] = [
  [/overlap/, 'Write `FIELD` never overlaps.'],
  [/circle|cycle|loop/, 'Write `FIELD` never in a circle.'],
  [/\bsum\b|\btotal\b/, 'Write sum of `FIELD` is N, sum of `FIELD` at most N, or sum of `FIELD` at least N.'],
  [/below|negative|never under/, 'Write `FIELD` never below 0.'],
  [/unique/, 'Write at most 1; or call a field "unique" in point 3.'],
  [/no more than|max|up to|fewer|less|<=/, 'Write at most N, or at most `…`.'],
  [/min|more than|>=/, 'Write at least N, or at least `…`.'],
]

const ANY_FORM =
  'Write `FIELD` never overlaps, at most N, exactly N, at least N, `FIELD` never below N, sum of `FIELD` is N (or at most, at least), or `FIELD` never in a circle.'

function formOf(words: Phrase, reading: Reading): RecordsFormDraft | null {
  for (const [grammar, make] of FORMS) {
    const match = matchPhrase(words, grammar)
    if (match !== null) return make(match, spanOf(words), reading)
  }
  const hint = NEARLY.find(([grammar]) => grammar.test(words.text))?.[1] ?? ANY_FORM
  return unreadable(words, 'what several records keep together', hint, reading)
}
