// Point 4: the states and transitions of something.

import type { Draft } from '../draft/draft.ts'
import type { EntityDraft } from '../draft/entities.ts'
import { type Piece, type Suggestion, table } from './suggestion.ts'
import { responsibleOf, subjectsOf } from './known-facts.ts'

const QUESTION = 'States and transitions'

interface Way {
  readonly title: string
  readonly states: readonly (readonly [name: string, means: string, kind: string])[]
  readonly transitions: readonly (readonly [name: string, from: string, to: string])[]
}

const WAYS: readonly Way[] = [
  {
    title: 'open, in work, done',
    states: [
      ['open', 'waits for somebody', 'initial'],
      ['in work', 'somebody is at it', ''],
      ['done', '', ''],
    ],
    transitions: [
      ['begin', 'open', 'in work'],
      ['finish', 'in work', 'done'],
      ['reopen', 'done', 'open'],
    ],
  },
  {
    title: 'available, lent',
    states: [
      ['available', '', 'initial'],
      ['lent', 'somebody has it', ''],
    ],
    transitions: [
      ['lend', 'available', 'lent'],
      ['take back', 'lent', 'available'],
    ],
  },
  {
    title: 'asked, agreed or declined',
    states: [
      ['asked', 'waits for an answer', 'initial'],
      ['agreed', '', 'final'],
      ['declined', '', 'final'],
    ],
    transitions: [
      ['agree', 'asked', 'agreed'],
      ['decline', 'asked', 'declined'],
    ],
  },
]

export function suggestStates(draft: Draft): Suggestion[] {
  const subjects = subjectsOf(draft)
  const waiting = subjects.find((entity) => stateFieldOf(entity) !== null)
  const entity = waiting ?? subjects.find(({ fields }) => fields.every(({ name }) => name.text !== 'status'))
  if (entity === undefined) return []
  return WAYS.map((way) => ({
    title: `${entity.name.text}: ${way.title}`,
    note: `${responsibleOf(draft)} does each step with a button: ${way.transitions.map(([name]) => name).join(', ')}.`,
    pieces: [...fieldPiece(entity), machinePiece(draft, entity, way)],
  }))
}

function stateFieldOf({ fields }: EntityDraft): string | null {
  return fields.find(({ type }) => type?.kind === 'state')?.name.text ?? null
}

function fieldPiece(entity: EntityDraft): Piece[] {
  if (stateFieldOf(entity) !== null) return []
  return [
    {
      kind: 'row',
      place: { question: 'Entities and fields', part: entity.name.text, header: 'Field' },
      cells: { Field: 'status', Type: 'state' },
    },
  ]
}

function machinePiece(draft: Draft, entity: EntityDraft, { states, transitions }: Way): Piece {
  const who = responsibleOf(draft)
  const field = stateFieldOf(entity) ?? 'status'
  const rows = transitions.map(([name, from, to]) => [name, from, to, who, '', ''])
  const text = [
    `### States of ${entity.name.text}.${field}`,
    table(['State', 'Means', 'Kind'], states),
    table(['Transition', 'From', 'To', 'Who', 'Only if', 'Then'], rows),
  ].join('\n\n')
  return { kind: 'parts', question: QUESTION, text }
}
