// Point 3: stored data. One entity is enough to begin with.

import type { Draft } from '../draft/draft.ts'
import { inOrderOf } from './purpose.ts'
import { type Suggestion, table } from './suggestion.ts'
import type { WorldEntity } from './worlds.ts'

const FIELDS_HEADER = ['Field', 'Type', 'Rules', 'Default', 'Meaning']

const EVERY = '**Every entity has:** id as a random identifier, createdAt, updatedAt'

export function suggestEntities(draft: Draft): Suggestion[] {
  const fitting = inOrderOf(draft).map(({ entities }): Suggestion => ({
    title: entities.map(({ name }) => name).join(' and '),
    note: `${entities.map(({ name, fields }) => `${name} with ${fields.map(([field]) => field).join(', ')}`).join('; ')}.`,
    pieces: [entitiesPiece(entities)],
  }))
  const own: Suggestion = {
    title: 'Something of your own',
    note: 'A thing with a name. Call it what it is, and add what is to be known of it.',
    pieces: [entitiesPiece([OWN])],
  }
  return [...fitting, own]
}

export const OWN: WorldEntity = { name: 'Thing', fields: [['name', 'text up to 80', 'required', '', '']] }

function entitiesPiece(entities: readonly WorldEntity[]): Suggestion['pieces'][number] {
  const parts = entities.map((entity) => entityPart(entity))
  return { kind: 'label', question: 'Entities and fields', text: [EVERY, ...parts].join('\n\n') }
}

export function entityPart({ name, fields }: WorldEntity): string {
  return `### Entity: ${name}\n\n${table(FIELDS_HEADER, fields)}`
}
