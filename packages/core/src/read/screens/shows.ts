// "Shows" of a screen → draft: a list, a record, a count, or a call's answer, with its tab and roles.

import { ownValue } from '../../model/find.ts'
import type { TemplateDraft } from '../../draft/template.ts'
import type { AnswerShowsDraft, CountShowsDraft, ParameterValueDraft, ShowsDraft } from '../../draft/screens.ts'
import { CALENDAR_UNITS, type CalendarUnit } from '../../model/screens.ts'
import { matchPhrase, sliceOf, spanOf, splitPhrase, type Match, type Phrase } from '../../outline/phrase.ts'
import type { Written } from '../../text/source.ts'
import { diagnostic } from '../../diagnostic/diagnostic.ts'
import { callReferenceIn, NAME, sortsIn } from '../names.ts'
import { expressionIn, namesIn, shown, unreadable, unsupported, type Reading } from '../reading.ts'
import { templateOf } from '../templates.ts'
import { withCall } from './near-misses.ts'

export interface ShowsLine {
  readonly shows: ShowsDraft
  readonly tab: TemplateDraft | null
  readonly forRoles: readonly Written[] | null
}

const WHERE = '(?: where (?<where>`))?'
const REST = `${WHERE}(?:, sorted by (?<sort>[^,]+))?(?:, (?:(?<perPage>\`|\\d+) per page|(?<everything>all of them)))?`
const LIST = new RegExp(`^list of (?<entity>${NAME})${REST}$`, 'd')
const RELATED = new RegExp(`^list of its (?<relation>${NAME})${REST}$`, 'd')
const RECORD = new RegExp(`^one (?<entity>${NAME}) by (?<parameter>${NAME})$`, 'd')
const COUNT = new RegExp(
  `^(?:count|(?<measure>sum|average) of (?<measured>${NAME})) of (?:its (?<relation>${NAME})|(?<entity>${NAME}))${WHERE}` +
    `(?:, this (?<unit>${CALENDAR_UNITS.join('|')}) by (?<by>${NAME}))?$`,
  'd',
)
const ANSWER = new RegExp(
  `^(?:(?<part>${NAME}) in )?answer of call (?<call>\`)(?:,? as choices for (?<choice>${NAME}))?$`,
  'd',
)

/** The grammar of a line that begins with such a word. */
const FORMS: Readonly<Record<string, string>> = {
  list: 'list of ENTITY where `…`, sorted by FIELD newest first, 20 per page; or list of its RELATION',
  one: 'one ENTITY by PARAMETER',
  count: 'count of ENTITY where `…`, this month by FIELD',
  sum: 'sum of FIELD of ENTITY where `…`, this month by FIELD',
  average: 'average of FIELD of ENTITY where `…`, this month by FIELD',
  answer: 'answer of call `GET /path`, with NAME = `…`',
}

/** The form of a list has a line of its own. */
const DRAWN_AS = /^(?:table|cards|board|calendar|(?:\w+ )?chart|matrix|tree)\b/
/** A figure for each value of a field is a chart. */
const FIGURES_BY = new RegExp(`^(?<measure>(?:sum|average) of ${NAME}|count) of ${NAME} by (?<by>${NAME})$`)

const BARE_CONDITION = / where (?<condition>[^`]+?)(?=, sorted by |, \S+ per page|, all of them|$)/d
const BARE_CALL = /^(?<before>(?:\S+ in )?answer of )`/

/** A text that lacks only a word or backticks is reported as such. */
function nearMiss(head: Phrase, reading: Reading): null {
  const condition = BARE_CONDITION.exec(head.text)?.indices?.groups?.['condition']
  if (condition !== undefined) {
    expressionIn(sliceOf(head, condition[0], condition[1]), reading)
    return null
  }
  const before = BARE_CALL.exec(head.text)?.groups?.['before']
  if (before !== undefined) return withCall(head, before.length, reading)
  const [first = ''] = /^\w+/.exec(head.text) ?? []
  const figures = FIGURES_BY.exec(head.text)?.groups
  const drawn =
    figures === undefined
      ? DRAWN_AS.test(head.text) && head.text
      : `chart of ${figures['measure'] ?? ''} by ${figures['by'] ?? ''}`
  if (drawn !== false)
    return unreadable(
      head,
      'what a screen shows',
      `Write list of ENTITY here, and how it is drawn in a line below: - **As:** ${drawn}.`,
      reading,
    )
  const form = ownValue(FORMS, first)
  const hint = form ?? Object.values(FORMS).join('; or ')
  return unreadable(head, 'what a screen shows', `Write ${hint}.`, reading)
}

/**
 * After the listed records come condition, order and page, in this order; then, in any order, parameters of a call, the
 * tab, and the roles.
 *
 *   list of Ticket where `requester == me`, sorted by updatedAt newest first, `pageSize` per page, for Agent
 *                 ^                                                                            ^
 */
export function showsOf(value: Phrase, reading: Reading): ShowsLine | null {
  const words = shown(value, 'The content of this screen', reading)
  if (words === null) return null
  const { head, tab, roles, values } = tailOf(words)
  const shows = headOf(head, words, reading)
  const forRoles = roles === null ? null : namesIn(roles, reading)
  const parameters = values === null ? [] : parametersIn(values, reading)
  const tabDraft = tab === null ? null : tabOf(tab, parameters)
  if (shows === null) return null
  if (shows.kind === 'answer') return { shows: { ...shows, with: parameters }, tab: tabDraft, forRoles }
  if (values !== null) {
    const hint = 'Only the parameters of a call are given values.'
    reading.found.push(diagnostic('N017', spanOf(values), 'words', 'with').withHint(hint))
  }
  return { shows, tab: tabDraft, forRoles }
}

/** The title of a tab, in which a parameter's name stands for its value. */
export function tabOf(quoted: Phrase, parameters: readonly ParameterValueDraft[]): TemplateDraft {
  const words = templateOf(sliceOf(quoted, 1, quoted.text.length - 1))
  const parts = words.parts.map((part) => {
    if (part.kind === 'text') return part
    const { span, text } = part.expression
    const given = parameters.find(({ name }) => name.text === text)
    return given === undefined ? part : { ...part, expression: { text: given.value.text, span } }
  })
  return { ...words, parts }
}

interface Tail {
  readonly head: Phrase
  readonly tab: Phrase | null
  readonly roles: Phrase | null
  readonly values: Phrase | null
}

/** The shown part, and the title of its tab. */
export const TAB = /^(?<head>.*?),? as tab (?<tail>"(?:[^"{]|\{[^}]*\})*")$/d
const ROLES = /^(?<head>.*?)(?<!choices),? for (?<tail>[^`"]+)$/d
const VALUES = new RegExp(`^(?<head>.*?),? with (?<tail>${NAME} = .+)$`, 'd')

/** Parses the trailing clauses, which come in any order, each at most once. */
function tailOf(words: Phrase): Tail {
  let tail: Tail = { head: words, tab: null, roles: null, values: null }
  for (;;) {
    const tab = tail.tab === null ? matchPhrase(tail.head, TAB) : null
    const roles = tail.roles === null ? matchPhrase(tail.head, ROLES) : null
    const values = tail.values === null ? matchPhrase(tail.head, VALUES) : null
    if (tab !== null) tail = { ...tail, head: tab.phrase('head'), tab: tab.phrase('tail') }
    else if (roles !== null && !/ (?:as tab|with) /.test(roles.phrase('tail').text))
      tail = { ...tail, head: roles.phrase('head'), roles: roles.phrase('tail') }
    else if (values !== null) tail = { ...tail, head: values.phrase('head'), values: values.phrase('tail') }
    else return tail
  }
}

function headOf(head: Phrase, words: Phrase, reading: Reading): ShowsDraft | null {
  const related = matchPhrase(head, RELATED)
  if (related !== null) return { kind: 'related', relation: related.written('relation'), ...restOf(related, reading) }
  const list = matchPhrase(head, LIST)
  if (list !== null) return { kind: 'list', entity: list.written('entity'), ...restOf(list, reading) }
  const record = matchPhrase(head, RECORD)
  if (record !== null)
    return { kind: 'record', entity: record.written('entity'), parameter: record.written('parameter') }
  const count = matchPhrase(head, COUNT)
  if (count !== null) {
    const of = count.has('relation')
      ? ({ kind: 'relation', relation: count.written('relation') } as const)
      : ({ kind: 'entity', entity: count.written('entity') } as const)
    return { kind: 'count', of, where: count.writtenOrNull('where'), ...measureOf(count) }
  }
  const answer = matchPhrase(head, ANSWER)
  if (answer !== null) return answerOf(answer, reading)
  if (/^report ./.test(head.text)) return unsupported(spanOf(words), 'reports', reading)
  return nearMiss(head, reading)
}

function measureOf(count: Match): Pick<CountShowsDraft, 'measure' | 'measured' | 'during'> {
  const measure = count.writtenOrNull('measure')?.text
  const unit = count.writtenOrNull('unit')?.text as CalendarUnit | undefined
  return {
    measure: measure === 'sum' || measure === 'average' ? measure : 'count',
    measured: count.writtenOrNull('measured'),
    during: unit === undefined ? null : { unit, by: count.written('by') },
  }
}

function answerOf(match: Match, reading: Reading): AnswerShowsDraft | null {
  const call = callReferenceIn(match.phrase('call'), reading)
  if (call === null) return null
  const choicesFor = match.writtenOrNull('choice')
  return { kind: 'answer', call, part: match.writtenOrNull('part'), with: [], choicesFor }
}

function restOf(
  match: Match,
  reading: Reading,
): { where: Written | null; sortedBy: ReturnType<typeof sortsIn>; perPage: Written | null; isAllOfThem?: true } {
  return {
    where: match.writtenOrNull('where'),
    sortedBy: match.has('sort') ? sortsIn(match.phrase('sort'), reading) : [],
    perPage: match.writtenOrNull('perPage'),
    ...(match.has('everything') ? { isAllOfThem: true as const } : {}),
  }
}

const PARAMETER = new RegExp(`^(?:and |with )?(?<name>${NAME}) = (?<value>.+)$`, 'd')
const IN_WORDS = new RegExp(`^the chosen (?<name>${NAME})$`, 'd')

/** ``tag = `chosen.tag`, author = `path.username` ``. */
function parametersIn(words: Phrase, reading: Reading): ParameterValueDraft[] {
  return splitPhrase(words, ',').flatMap((part) => {
    const match = matchPhrase(part, PARAMETER)
    if (match === null)
      return unreadable(part, 'a parameter', 'Write NAME = `value`, separated by commas.', reading) ?? []
    return [{ name: match.written('name'), value: valueIn(match.phrase('value'), reading) }]
  })
}

/** `the chosen tag` is an old notation for `chosen.tag`. */
function valueIn(words: Phrase, reading: Reading): Written {
  const chosen = matchPhrase(words, IN_WORDS)
  if (chosen === null) return expressionIn(words, reading)
  return { text: `chosen.${chosen.written('name').text}`, span: spanOf(words) }
}
