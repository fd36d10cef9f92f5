// Point 4 → draft: one machine for each state field, with its states, transitions and clocks.

import type {
  ClockDraft,
  EffectDraft,
  MachineDraft,
  StateDraft,
  StatesDraft,
  TransitionDraft,
} from '../draft/states.ts'
import { matchPhrase, spanOf, writtenOf, type Phrase } from '../outline/phrase.ts'
import { diagnostic } from '../diagnostic/diagnostic.ts'
import { readBlocks } from './blocks.ts'
import { entriesIn, fieldOfEntity, NAME } from './names.ts'
import { questionLabels } from './questions.ts'
import {
  expressionIn,
  expressionOrNull,
  namesIn,
  shown,
  shownOrNothing,
  unreadable,
  unsupported,
  type Reading,
} from './reading.ts'
import type { Part, Section } from './sections.ts'
import { table, type Row } from './tables.ts'

export function readStates(section: Section, reading: Reading): StatesDraft {
  readBlocks(section.blocks, { labels: questionLabels('states', reading) }, reading)
  const machines: MachineDraft[] = []
  for (const part of section.parts) {
    if (part.kind === 'Approval') unsupported(spanOf(part.heading.phrase), 'Approvals are', reading)
    else if (part.kind === 'Transition') unsupported(spanOf(part.heading.phrase), 'Steps of a transition are', reading)
    else {
      const machine = machineOf(part, reading)
      if (machine !== null) machines.push(machine)
    }
  }
  return { machines }
}

function machineOf(part: Part, reading: Reading): MachineDraft | null {
  const states: StateDraft[] = []
  const transitions: TransitionDraft[] = []
  const clocks: ClockDraft[] = []
  const tables = [
    table(
      'State | Means | Kind',
      ({ cells }) => {
        const kind = kindOf(cells.Kind, reading)
        states.push({ name: writtenOf(cells.State), means: writtenOf(cells.Means), kind })
      },
      [{ header: /^Locks$/, unsupported: 'Locks of a state are' }],
    ),
    table('Transition | From | To | Who | Only if | Then', (row) => {
      const transition = transitionOf(row, reading)
      if (transition !== null) transitions.push(transition)
    }),
    table('Clock | Does | Runs', ({ cells, span }) => {
      const runs = shown(cells.Runs, 'When this clock runs', reading)
      if (runs !== null)
        clocks.push({ name: writtenOf(cells.Clock), does: writtenOf(cells.Does), runs: asRun(runs), span })
    }),
  ]
  readBlocks(part.blocks, { tables, labels: { Clocks: () => undefined } }, reading)
  const field = fieldOfEntity(part.name)
  if (field === null)
    return unreadable(part.name, 'A state field', 'Write an entity and its field: States of Ticket.status.', reading)
  return { ...field, states, transitions, clocks, span: spanOf(part.heading.phrase) }
}

/** A clock's moment is words and expressions together, so its backticks stay. */
function asRun(words: Phrase): ClockDraft['runs'] {
  let next = 0
  return { text: words.text.replace(/`/g, () => `\`${words.codes[next++]?.text ?? ''}\``), span: spanOf(words) }
}

function kindOf(cell: Phrase, reading: Reading): StateDraft['kind'] {
  const words = shownOrNothing(cell, 'The kind of this state', reading)
  if (words === null) return { text: '', span: spanOf(cell) }
  if (words.text !== 'initial' && words.text !== 'final') {
    reading.found.push(
      diagnostic('N011', spanOf(words), `"${words.text}" is not a kind of state.`)
        .withHint('Write initial, final, or nothing.')
        .suggesting(words.text, ['initial', 'final']),
    )
    return { text: '', span: spanOf(words) }
  }
  return writtenOf(words)
}

type TransitionColumn = 'Transition' | 'From' | 'To' | 'Who' | 'Only if' | 'Then'

function transitionOf({ cells, span }: Row<TransitionColumn>, reading: Reading): TransitionDraft | null {
  const from = fromOf(cells.From, reading)
  const to = shown(cells.To, 'The state that this transition leads to', reading)
  const who = shownOrNothing(cells.Who, 'Who may do this transition', reading)
  const onlyIf = expressionOrNull(cells['Only if'], 'The condition of this transition', reading)
  const then = shownOrNothing(cells.Then, 'What this transition does', reading)
  const effects = then === null ? [] : entriesIn(then).flatMap((entry) => effectOf(entry, reading) ?? [])
  if (from === null || to === null) return null
  if (to.text === 'the state before') {
    reading.found.push(diagnostic('N013', spanOf(to), 'Going back to the state before is'))
    return null
  }
  if (to.text === '')
    return unreadable(to, 'The state that this transition leads to', 'Write the name of a state.', reading)
  return {
    name: writtenOf(cells.Transition),
    from,
    to: writtenOf(to),
    who: who === null ? [] : namesIn(who, reading),
    onlyIf,
    effects,
    span,
  }
}

const ANY_EXCEPT = /^any except (?<states>.+)$/d

function fromOf(cell: Phrase, reading: Reading): TransitionDraft['from'] | null {
  const words = shown(cell, 'The state that this transition starts from', reading)
  if (words === null) return null
  if (words.text === 'any') return { kind: 'any except', states: [] }
  const except = matchPhrase(words, ANY_EXCEPT)
  if (except !== null) return { kind: 'any except', states: namesIn(except.phrase('states'), reading) }
  if (words.text === 'nothing') {
    reading.found.push(diagnostic('N013', spanOf(words), 'A transition that creates its record is'))
    return null
  }
  if (words.text === '')
    return unreadable(
      words,
      'The state that this transition starts from',
      'Write states, or any except STATES.',
      reading,
    )
  return { kind: 'states', states: namesIn(words, reading) }
}

const SET = new RegExp(`^set (?<field>${NAME}) to (?<to>.+)$`, 'd')
const CLEAR = new RegExp(`^clear (?<field>${NAME})$`, 'd')
const SEND = /^send (?<message>.+)$/d
const LATER: readonly (readonly [RegExp, string])[] = [
  [/^record \S+ with /, 'Records that a transition creates are'],
  [/^do .+ on each of /, 'Transitions of related records are'],
]

function effectOf(words: Phrase, reading: Reading): EffectDraft | null {
  const span = spanOf(words)
  const set = matchPhrase(words, SET)
  if (set !== null)
    return { kind: 'set', field: set.written('field'), to: expressionIn(set.phrase('to'), reading), span }
  const clear = matchPhrase(words, CLEAR)
  if (clear !== null) return { kind: 'clear', field: clear.written('field'), span }
  const send = matchPhrase(words, SEND)
  if (send !== null) return { kind: 'send', message: send.written('message'), span }
  const later = LATER.find(([grammar]) => grammar.test(words.text))
  if (later !== undefined) return unsupported(span, later[1], reading)
  return unreadable(
    words,
    'an effect',
    'Write set FIELD to `…`, clear FIELD or send MESSAGE, separated by semicolons.',
    reading,
  )
}
