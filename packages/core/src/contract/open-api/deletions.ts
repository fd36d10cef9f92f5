// Reading and restoring deleted records → its description in OpenAPI. The addresses are the engine's own.

import type { BuiltInError } from '../../model/errors.ts'
import { heldRules } from '../../model/rules/held-rules.ts'
import type { Model } from '../../model/model.ts'
import { objectOf, orNull, type JsonSchema } from './json-schema.ts'
import type { OpenApiOperation } from './operations.ts'
import { codeRefusals, UNREAD_BODIES } from './refusals.ts'

export const DELETIONS_TAG = 'Deleted records'

export function keepsDeleted({ entities }: Model): boolean {
  return entities.entities.some(({ keptDeleted }) => keptDeleted !== null)
}

export function deletionPaths(
  model: Model,
  security: OpenApiOperation['security'],
): Record<string, Record<string, OpenApiOperation>> {
  const common = { tags: [DELETIONS_TAG], security }
  return {
    '/_ninefold/deleted.json': {
      get: {
        ...common,
        operationId: 'listDeleted',
        summary: 'What can be brought back',
        description: 'By whoever asks: what they may see and delete, the newest first.',
        parameters: [
          {
            name: 'record',
            in: 'query',
            required: false,
            description: 'Ids of records, with commas between them: only these.',
            schema: TEXT,
          },
        ],
        responses: {
          200: { description: 'Deleted records.', content: { 'application/json': { schema: DELETED } } },
          ...codeRefusals(model, [...ALWAYS, 'unknown input'], []),
        },
      },
    },
    '/_ninefold/deleted/{id}/restore': {
      post: {
        ...common,
        operationId: 'restoreDeleted',
        summary: 'Bring a record back',
        description: 'With everything that went with it. Every rule is asked of it again.',
        parameters: [{ name: 'id', in: 'path', required: true, schema: ID }],
        responses: {
          204: { description: 'It is there again.' },
          ...codeRefusals(model, [...ALWAYS, ...RESTORING], rulesOf(model)),
        },
      },
    },
  }
}

const ALWAYS: readonly BuiltInError[] = ['not signed in', 'session not valid', 'unexpected', 'busy', 'database away']
const RESTORING: readonly BuiltInError[] = [
  'not found',
  'forbidden',
  'taken',
  'in use',
  'stale',
  'blank',
  'wrong type',
  'too short',
  'too long',
  'too small',
  'too big',
  'unknown input',
  'body not readable',
  ...UNREAD_BODIES,
]

/** Refusals of a restored record. */
function rulesOf(model: Model): readonly string[] {
  return [
    ...model.validation.rules.map(({ otherwise }) => otherwise),
    ...heldRules(model).flatMap(({ otherwise }) => otherwise ?? []),
    ...model.entities.entities.flatMap(({ uniqueTogether }) =>
      uniqueTogether.flatMap(({ otherwise }) => otherwise ?? []),
    ),
    ...model.limits.limits.flatMap(({ otherwise }) => otherwise ?? []),
  ]
}

const ID: JsonSchema = { type: 'string', format: 'uuid' }
const TEXT: JsonSchema = { type: 'string' }
const MOMENT: JsonSchema = { type: 'string', format: 'date-time' }

function required(properties: Readonly<Record<string, JsonSchema>>): JsonSchema {
  return objectOf(properties, Object.keys(properties))
}

const DELETED = required({
  records: {
    type: 'array',
    items: required({
      id: ID,
      record: { ...TEXT, description: 'The id that the record had, and has when it is back.' },
      kind: { ...TEXT, description: 'What it is.' },
      label: { ...orNull(TEXT), description: 'What people read for it, as far as whoever asks may see that.' },
      by: { ...orNull(TEXT), description: 'Who deleted it, as far as whoever asks may see that.' },
      at: MOMENT,
      endsAt: { ...MOMENT, description: 'From then on it is gone for good.' },
    }),
  },
})
