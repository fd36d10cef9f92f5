// The lines of a screen → draft: what it shows, its columns, its form, and what people can do.

import type { CanDraft, ColumnDraft, ShowsDraft } from '../../draft/screens.ts'
import { matchPhrase, sliceOf, spanOf, splitPhrase, type Match, type Phrase } from '../../outline/phrase.ts'
import type { Written } from '../../text/source.ts'
import { callReferenceIn, NAME, pathIn, quotedOrPlain, sortsIn } from '../names.ts'
import { shown, unreadable, unsupported, type Reading } from '../reading.ts'

const REST =
  '(?: where (?<where>`))?(?:, sorted by (?<sort>[^,]+))?(?:, (?:(?<perPage>`|\\d+) per page|(?<everything>all of them)))?'
const LIST = new RegExp(`^list of (?<entity>${NAME})${REST}$`, 'd')
const RELATED = new RegExp(`^list of its (?<relation>${NAME})${REST}$`, 'd')
const RECORD = new RegExp(`^one (?<entity>${NAME}) by (?<parameter>${NAME})$`, 'd')
const ANSWER = new RegExp(
  `^answer of call (?<call>\`)(?: as tab (?<tab>"[^"]*"))?(?: as choices for ${NAME})?(?:, with ${NAME} = (?:\`|the chosen ${NAME}))*(?:, for [^,]+)?$`,
  'd',
)

const LATER: readonly (readonly [RegExp, string])[] = [
  [/^count of ./, 'Counts on a screen are'],
  [/^report ./, 'Reports are'],
]

const SHOWS_HINT =
  'Write list of ENTITY where `…`, sorted by FIELD newest first, 20 per page; or list of its RELATION; or one ENTITY by PARAMETER; or answer of call `…`.'

/**
 * After what is listed come, in this order, its condition, its order and its page.
 *
 *   list of Ticket where `requester == me`, sorted by updatedAt newest first, `pageSize` per page
 *                 ^
 */
export function showsOf(value: Phrase, reading: Reading): ShowsDraft | null {
  const words = shown(value, 'What this screen shows', reading)
  if (words === null) return null
  const related = matchPhrase(words, RELATED)
  if (related !== null) return { kind: 'related', relation: related.written('relation'), ...restOf(related, reading) }
  const list = matchPhrase(words, LIST)
  if (list !== null) return { kind: 'list', entity: list.written('entity'), ...restOf(list, reading) }
  const record = matchPhrase(words, RECORD)
  if (record !== null)
    return { kind: 'record', entity: record.written('entity'), parameter: record.written('parameter') }
  const answer = matchPhrase(words, ANSWER)
  if (answer !== null) {
    const call = callReferenceIn(answer.phrase('call'), reading)
    return call === null
      ? null
      : { kind: 'answer', call, tab: answer.has('tab') ? quotedOrPlain(answer.phrase('tab')) : null }
  }
  const later = LATER.find(([grammar]) => grammar.test(words.text))
  if (later !== undefined) return unsupported(spanOf(words), later[1], reading)
  return unreadable(words, 'what a screen shows', SHOWS_HINT, reading)
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

const FORMATTED = /^(?<path>\S+) as formatted text$/d

/** `number, category.name, body as formatted text`. */
export function columnsOf(words: Phrase, reading: Reading): ColumnDraft[] {
  return splitPhrase(words, ',').flatMap((part): ColumnDraft[] => {
    const formatted = matchPhrase(part, FORMATTED)
    const path = pathIn(formatted === null ? part : formatted.phrase('path'))
    if (path !== null) return [{ path, asFormattedText: formatted !== null }]
    return (
      unreadable(
        part,
        'a column',
        'Write fields separated by commas: number, category.name, body as formatted text.',
        reading,
      ) ?? []
    )
  })
}

const FORM = /^call (?<call>`)(?:, filled from (?<from>`))?(?:, then open (?<open>[^,;]+))?$/d

export function formOf(value: Phrase, reading: Reading): ShowsDraft | null {
  const words = shown(value, 'The form of this screen', reading)
  if (words === null) return null
  const match = matchPhrase(words, FORM)
  if (match === null)
    return unreadable(words, 'a form', 'Write call `POST /path`, filled from `GET /path`, then open SCREEN.', reading)
  const call = callReferenceIn(match.phrase('call'), reading)
  const filledFrom = match.has('from') ? callReferenceIn(match.phrase('from'), reading) : null
  return call === null ? null : { kind: 'form', call, filledFrom, thenOpen: match.writtenOrNull('open') }
}

const LABELLED = /^(?<label>[^:`]+): ?(?<action>.+)$/d
const CALL = /^call (?<call>`)(?:, then open (?<open>[^,;]+))?$/d
const DO = /^do (?<transition>.+)$/d
const OPEN = /^open (?<screen>[^,;:]+)$/d
const SIGN_OUT = /^sign out(?:, then open (?<open>[^,;]+))?$/d

/**
 * One entry of a "Can" line.
 *
 *   Reply: call `POST /api/tickets/:number/comments`; open Ticket
 *          ^
 */
export function canOf(entry: Phrase, reading: Reading): CanDraft | null {
  const labelled = matchPhrase(entry, LABELLED)
  const words = labelled === null ? entry : labelled.phrase('action')
  const label = labelled === null ? null : labelled.written('label')
  const bulk = / for chosen rows$/.exec(words.text)
  if (bulk !== null) return unsupported(spanOf(sliceOf(words, bulk.index)), 'Actions for chosen rows are', reading)
  const action = actionOf(words, reading)
  return action === null ? null : { label, action, span: spanOf(entry) }
}

function actionOf(words: Phrase, reading: Reading): CanDraft['action'] | null {
  const call = matchPhrase(words, CALL)
  if (call !== null) {
    const reference = callReferenceIn(call.phrase('call'), reading)
    return reference === null ? null : { kind: 'call', call: reference, thenOpen: call.writtenOrNull('open') }
  }
  const transition = matchPhrase(words, DO)
  if (transition !== null) return { kind: 'transition', transition: transition.written('transition') }
  const open = matchPhrase(words, OPEN)
  if (open !== null) return { kind: 'open', screen: open.written('screen') }
  const signOut = matchPhrase(words, SIGN_OUT)
  if (signOut !== null) return { kind: 'sign out', thenOpen: signOut.writtenOrNull('open') }
  return unreadable(
    words,
    'something that people can do',
    'Write LABEL: call `POST /path`, do TRANSITION, open SCREEN or sign out, separated by semicolons.',
    reading,
  )
}
