// Events for a user's programs → OpenAPI. The address belongs to the engine.

import type { BuiltInError } from '../../model/errors.ts'
import type { Model } from '../../model/model.ts'
import { EVENTS_AT_ONCE, EVENTS_PATH } from '../programs/events.ts'
import { objectOf, orNull, type JsonSchema } from './json-schema.ts'
import type { OpenApiOperation } from './operations.ts'
import { builtInRefusals } from './refusals.ts'

export const EVENTS_TAG = 'Events'

export function hasEvents({ calls }: Pick<Model, 'calls'>): boolean {
  return calls.messages.some(({ by }) => by === 'events')
}

const REFUSED: readonly BuiltInError[] = [
  'not signed in',
  'session not valid',
  'not found',
  'wrong type',
  'unknown input',
  'unexpected',
  'busy',
  'database away',
]

/** `security`: a session or an API key. */
export function eventPaths(
  model: Model,
  security: OpenApiOperation['security'],
): Record<string, Record<string, OpenApiOperation>> {
  const event = eventSchema(model)
  const page = required({
    events: { type: 'array', items: event, maxItems: EVENTS_AT_ONCE },
    next: { ...orNull(ID), description: 'For "after" next time; null: there has been no event yet.' },
  })
  return {
    [EVENTS_PATH]: {
      get: {
        operationId: 'listEvents',
        summary: 'Read my events, the oldest first',
        description: 'With Accept: text/event-stream the connection stays open, and each event comes as it happens.',
        tags: [EVENTS_TAG],
        security,
        parameters: [
          { name: 'after', in: 'query', description: 'The events behind the one with this id.', schema: ID },
        ],
        responses: {
          200: {
            description: 'Those that came next.',
            content: {
              'application/json': { schema: page },
              'text/event-stream': { schema: { type: 'string' } },
            },
          },
          ...builtInRefusals(model, REFUSED),
        },
      },
    },
  }
}

const ID: JsonSchema = { type: 'string', format: 'uuid' }
const TEXT: JsonSchema = { type: 'string' }

function required(properties: Readonly<Record<string, JsonSchema>>): JsonSchema {
  return objectOf(properties, Object.keys(properties))
}

function eventSchema({ calls }: Model): JsonSchema {
  const names = calls.messages.filter(({ by }) => by === 'events').map(({ name }) => name)
  return required({
    id: ID,
    type: { ...TEXT, enum: [...new Set(names)], description: 'The name of the message.' },
    timestamp: { ...TEXT, format: 'date-time' },
    data: required({
      id: ID,
      subject: TEXT,
      body: TEXT,
      values: { type: 'object', description: 'What stands in braces in the message, by its name there.' },
    }),
  })
}
