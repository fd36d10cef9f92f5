// Point 4 → draft: one machine per state field, with its states, transitions and clocks, and the steps of transitions.

import type { InputDraft, StepDraft } from '../../draft/calls.ts'
import type {
  ClockDraft,
  LocksDraft,
  MachineDraft,
  ProcedureDraft,
  StateDraft,
  StatesDraft,
  TransitionDraft,
} from '../../draft/states.ts'
import { diagnostic } from '../../diagnostic/diagnostic.ts'
import { LABELS } from '../../grammar/labels.ts'
import { TABLES } from '../../grammar/tables.ts'
import { STATE_COLOURS } from '../../model/states.ts'
import { matchPhrase, spanOf, writtenOf, type Phrase } from '../../outline/phrase.ts'
import { labelReaders, readBlocks } from '../blocks.ts'
import { inputOf } from '../calls/inputs.ts'
import { readSteps } from '../calls/steps.ts'
import { fieldOfEntity, NAME, quotedOrPlain } from '../names.ts'
import { questionLabels } from '../questions.ts'
import { namesIn, opennessOf, shown, shownOrNothing, unreadable, unsupported, type Reading } from '../reading.ts'
import type { Part, Section } from '../sections.ts'
import { table } from '../tables.ts'
import type { Written } from '../../text/source.ts'
import { clockOf } from './clocks.ts'
import { transitionOf } from './transitions.ts'
import { KINDS_OF_STATES, meantBy } from '../synonyms.ts'

export function readStates(section: Section, reading: Reading): StatesDraft {
  readBlocks(section.blocks, { labels: questionLabels('states', reading) }, reading)
  const machines: MachineDraft[] = []
  const procedures: ProcedureDraft[] = []
  for (const part of section.parts) {
    if (part.kind === 'Approval') unsupported(spanOf(part.heading.phrase), 'approvals', reading)
    else if (part.kind === 'Transition') {
      const procedure = procedureOf(part, reading)
      if (procedure !== null) procedures.push(procedure)
    } else {
      const machine = machineOf(part, reading)
      if (machine !== null) machines.push(machine)
    }
  }
  return { machines, procedures }
}

function machineOf(part: Part, reading: Reading): MachineDraft | null {
  const states: StateDraft[] = []
  const transitions: TransitionDraft[] = []
  const clocks: ClockDraft[] = []
  let areClocksNotShown = false
  const state = (cells: StateCells, locks: LocksDraft | null): void => {
    const read = stateOf(cells, locks, reading)
    if (read !== null) states.push(read)
  }
  const tables = [
    table(TABLES.states, ({ cells }) => state(cells, null), COLUMNS_OF_ALL),
    table(TABLES.lockingStates, ({ cells }) => state(cells, locksOf(cells.Locks, reading)), COLUMNS_OF_ALL),
    table(
      TABLES.transitions,
      (row) => {
        const transition = transitionOf(row, reading)
        if (transition !== null) transitions.push(transition)
      },
      [{ header: /^If not$/, unsupported: null }],
    ),
    table(TABLES.clocks, (row) => {
      const clock = clockOf(row, reading)
      if (clock === null) areClocksNotShown = true
      else clocks.push(clock)
    }),
  ]
  const labels = labelReaders(LABELS.machine, {
    Clocks: (value) => {
      areClocksNotShown ||= opennessOf(value)?.kind === 'not shown'
      shown(value, '"Clocks"', reading)
    },
  })
  readBlocks(part.blocks, { tables, labels }, reading)
  const field = fieldOfEntity(part.name)
  if (field === null)
    return unreadable(part.name, 'A state field', 'Write an entity and its field: States of Ticket.status.', reading)
  return { ...field, states, transitions, clocks, areClocksNotShown, span: spanOf(part.heading.phrase) }
}

/** Optional columns with labels and colours of states. */
const COLUMNS_OF_ALL = [/^Label$/, /^Colour$/].map((header) => ({ header, unsupported: null }))
type StateCells = Readonly<Record<'State' | 'Means' | 'Kind', Phrase>> & {
  readonly Label?: Phrase
  readonly Colour?: Phrase
}

function stateOf(cells: StateCells, locks: LocksDraft | null, reading: Reading): StateDraft | null {
  if (cells.State.text === '')
    return unreadable(cells.State, 'The name of a state', 'Write one or more words.', reading)
  shown(cells.Means, `The meaning of "${writtenOf(cells.State).text}"`, reading)
  const isKindNotShown = opennessOf(cells.Kind)?.kind === 'not shown'
  const kind = kindOf(cells.Kind, reading)
  const label =
    cells.Label === undefined
      ? null
      : shownOrNothing(cells.Label, `The label of "${writtenOf(cells.State).text}"`, reading)
  return {
    name: writtenOf(cells.State),
    label: label === null ? null : quotedOrPlain(label),
    colour: cells.Colour === undefined ? null : colourOf(cells.Colour, reading),
    means: writtenOf(cells.Means),
    kind,
    isKindNotShown: isKindNotShown && kind.text === '',
    locks,
  }
}

function colourOf(cell: Phrase, reading: Reading): Written | null {
  const words = shownOrNothing(cell, 'The colour of this state', reading)
  if (words === null) return null
  if (STATE_COLOURS.some((colour) => colour === words.text)) return writtenOf(words)
  reading.found.push(
    diagnostic('N011', spanOf(words), 'no colour of a state', words.text)
      .withHint(`Write ${STATE_COLOURS.join(', ')}, or nothing.`)
      .suggesting(words.text, STATE_COLOURS),
  )
  return null
}

function kindOf(cell: Phrase, reading: Reading): StateDraft['kind'] {
  const words = shownOrNothing(cell, 'The kind of this state', reading)
  if (words === null) return { text: '', span: spanOf(cell) }
  if (words.text !== 'initial' && words.text !== 'final') {
    reading.found.push(
      diagnostic('N011', spanOf(words), 'no kind of state', words.text)
        .withHint('Write initial, final, or nothing.')
        .suggesting(words.text, ['initial', 'final'])
        .meaning(meantBy(KINDS_OF_STATES, words.text)[0]),
    )
    return { text: meantBy(KINDS_OF_STATES, words.text)[0] ?? '', span: spanOf(words) }
  }
  return writtenOf(words)
}

const EXCEPT = /^all except (?<fields>.+)$/d

function locksOf(cell: Phrase, reading: Reading): LocksDraft | null {
  const words = shownOrNothing(cell, 'The locks of this state', reading)
  if (words === null) return null
  const span = spanOf(words)
  if (words.text === 'all') return { kind: 'all', span }
  const except = matchPhrase(words, EXCEPT)
  if (except !== null) return { kind: 'all except', fields: namesIn(except.phrase('fields'), reading), span }
  return { kind: 'fields', fields: namesIn(words, reading), span }
}

const HEADING = new RegExp(`^(?<entity>${NAME}) (?<transition>.+)$`, 'd')

/** `### Transition: Ticket resolve`: its inputs and steps. */
function procedureOf(part: Part, reading: Reading): ProcedureDraft | null {
  const inputs: InputDraft[] = []
  const steps: StepDraft[] = []
  const tables = [
    table(TABLES.inputs, (row) => {
      const input = inputOf(row, reading)
      if (input !== null) inputs.push(input)
    }),
  ]
  readBlocks(part.blocks, { tables, steps: (found) => steps.push(...readSteps(found, reading)) }, reading)
  const heading = matchPhrase(part.name, HEADING)
  if (heading === null)
    return unreadable(
      part.name,
      'a transition',
      'Write an entity and one of its transitions: Transition: Ticket resolve.',
      reading,
    )
  return {
    entity: heading.written('entity'),
    transition: heading.written('transition'),
    inputs,
    steps,
    span: spanOf(part.heading.phrase),
  }
}
