// Rows of `Transition | From | To | Who | Only if | Then` → draft. A row with a part that is not shown stays in the
// draft, so that its name is known, but is not possible.

import type { EffectDraft, TransitionDraft, TransitionStartDraft, TransitionTargetDraft } from '../../draft/states.ts'
import { diagnostic } from '../../diagnostic/diagnostic.ts'
import { matchPhrase, spanOf, writtenOf, type Phrase } from '../../outline/phrase.ts'
import { setsOf } from '../calls/sets.ts'
import { entriesIn, NAME, quotedOrPlain } from '../names.ts'
import { expressionIn, isNothing, namesIn, shown, shownOrNothing, unreadable, type Reading } from '../reading.ts'
import type { Row } from '../expected.ts'

/** The column "If not" is optional. */
type TransitionCells = Readonly<Record<TransitionColumn, Phrase>> & { readonly 'If not'?: Phrase }
type TransitionColumn = 'Transition' | 'From' | 'To' | 'Who' | 'Only if' | 'Then'

export function transitionOf(row: Row<TransitionColumn>, reading: Reading): TransitionDraft | null {
  const { span } = row
  const cells: TransitionCells = row.cells
  const from = fromOf(cells.From, reading)
  const to = toOf(cells.To, reading)
  const who = facetOf(cells.Who, 'The role for this transition', reading)
  const onlyIf = facetOf(cells['Only if'], 'The condition of this transition', reading)
  const then = effectsOf(cells.Then, reading)
  const ifNot = cells['If not'] === undefined ? null : shownOrNothing(cells['If not'], 'The words for people', reading)
  if (ifNot !== null && onlyIf.words === null && !onlyIf.isNotShown)
    unreadable(ifNot, 'words for a condition', 'State the condition under "Only if", or leave this empty.', reading)
  if (cells.Transition.text === '')
    return unreadable(cells.Transition, 'The name of a transition', 'Write what somebody does: take back.', reading)
  return {
    name: writtenOf(cells.Transition),
    from,
    to,
    who: who.words === null ? [] : performersOf(who.words, reading),
    onlyIf: onlyIf.words === null ? null : expressionIn(onlyIf.words, reading),
    ifNot: ifNot === null ? null : quotedOrPlain(ifNot),
    effects: then.effects,
    isNotShown: who.isNotShown || onlyIf.isNotShown || then.isNotShown,
    span,
  }
}

/** An optional cell. Not shown differs from empty. */
function facetOf(cell: Phrase, what: string, reading: Reading): { words: Phrase | null; isNotShown: boolean } {
  const words = shown(cell, what, reading)
  if (words === null) return { words: null, isNotShown: true }
  return { words: words.text === '' || isNothing(words) ? null : words, isNotShown: false }
}

function performersOf(words: Phrase, reading: Reading): TransitionDraft['who'] {
  const who = namesIn(words, reading)
  for (const { text, span } of who)
    if (/^outside service\b/.test(text)) reading.found.push(diagnostic('N013', span, 'outside services'))
  return who
}

const ANY_EXCEPT = /^any except (?<states>.+)$/d

function fromOf(cell: Phrase, reading: Reading): TransitionStartDraft | null {
  const words = shown(cell, 'The state that this transition starts from', reading)
  if (words === null) return null
  if (words.text === 'any') return { kind: 'any except', states: [] }
  const except = matchPhrase(words, ANY_EXCEPT)
  if (except !== null) return { kind: 'any except', states: namesIn(except.phrase('states'), reading) }
  if (words.text === 'nothing') return { kind: 'nothing', span: spanOf(words) }
  if (words.text === '' || isNothing(words))
    return unreadable(
      words,
      'The state that this transition starts from',
      'Write states, any except STATES, or nothing for one that creates its record.',
      reading,
    )
  return { kind: 'states', states: namesIn(words, reading) }
}

function toOf(cell: Phrase, reading: Reading): TransitionTargetDraft | null {
  const words = shown(cell, 'The state that this transition leads to', reading)
  if (words === null) return null
  if (words.text === 'the state before') return { kind: 'the state before', span: spanOf(words) }
  if (words.text === '' || isNothing(words))
    return unreadable(words, 'The state that this transition leads to', 'Write the name of a state.', reading)
  return { kind: 'state', state: writtenOf(words) }
}

function effectsOf(cell: Phrase, reading: Reading): { effects: EffectDraft[]; isNotShown: boolean } {
  const { words, isNotShown } = facetOf(cell, 'The effect of this transition', reading)
  const entries = words === null ? [] : entriesIn(words)
  const read = entries.map((entry) => (entries.length === 1 ? entry : shown(entry, 'This effect', reading)))
  return {
    effects: read.flatMap((entry) => (entry === null ? [] : (effectOf(entry, reading) ?? []))),
    isNotShown: isNotShown || read.includes(null),
  }
}

const SET = new RegExp(`^set (?<field>${NAME}) to (?<to>.+)$`, 'd')
const CLEAR = new RegExp(`^clear (?<field>${NAME})$`, 'd')
const SEND = /^send (?<message>[^`]+)$/d
const RECORD = new RegExp(`^record (?<entity>${NAME})(?: with (?<sets>.+))?$`, 'd')
const DO = new RegExp(
  `^do (?<transition>[^\`,]+?) on (?<each>each of )?(?<relation>${NAME})(?: where (?<where>.+))?$`,
  'd',
)

/** Texts that resemble an effect, each with the probable intention. */
const NEARLY: readonly (readonly [RegExp, string])[] = [
  [/^create\b/, 'A transition that makes another record does so by itself: write record ENTITY with FIELD = `…`.'],
  [/^record\b/, 'Write record ENTITY with FIELD = `…`, FIELD = `…`.'],
  [
    /^do\b/,
    'Write do TRANSITION on each of RELATION, do TRANSITION on FIELD, or one of them with where `…` at its end.',
  ],
  [/^(?:empty|unset|reset|delete|remove)\b/, 'Write clear FIELD.'],
  [/^(?:notify|mail|e-?mail)\b/, 'Write send MESSAGE, and state the message in point 7.'],
  [/=/, 'Write set FIELD to `…`.'],
]

const ANY_EFFECT =
  'Write set FIELD to `…`, clear FIELD, send MESSAGE, record ENTITY with …, or do TRANSITION on each of RELATION, separated by semicolons.'

function effectOf(words: Phrase, reading: Reading): EffectDraft | null {
  const span = spanOf(words)
  const set = matchPhrase(words, SET)
  if (set !== null)
    return { kind: 'set', field: set.written('field'), to: expressionIn(set.phrase('to'), reading), span }
  const clear = matchPhrase(words, CLEAR)
  if (clear !== null) return { kind: 'clear', field: clear.written('field'), span }
  const send = matchPhrase(words, SEND)
  if (send !== null) return { kind: 'send', message: send.written('message'), span }
  const record = matchPhrase(words, RECORD)
  if (record !== null) {
    const sets = record.has('sets') ? setsOf(record.phrase('sets'), reading) : []
    return { kind: 'record', entity: record.written('entity'), sets, span }
  }
  const each = matchPhrase(words, DO)
  if (each !== null) {
    const where = each.has('where') ? expressionIn(each.phrase('where'), reading) : null
    return {
      kind: 'do',
      isOnEach: each.has('each'),
      transition: each.written('transition'),
      relation: each.written('relation'),
      where,
      span,
    }
  }
  const near = NEARLY.find(([grammar]) => grammar.test(words.text))
  return unreadable(words, 'an effect', near?.[1] ?? ANY_EFFECT, reading)
}
