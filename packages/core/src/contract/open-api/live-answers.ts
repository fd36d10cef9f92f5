// Answers that are kept up to date → their events in OpenAPI, the people that presence names, and names of components.

import type { Model } from '../../model/model.ts'
import { presentPeopleOf } from '../../model/users/presence.ts'
import { isLiveRead, type Operation } from '../calls/calls.ts'
import { componentName, type JsonSchema, objectOf } from './json-schema.ts'
import type { OpenApiResponse } from './refusals.ts'
import { withHeaders } from './response-headers.ts'

/** Live answers are also available as events, each with the whole answer. */
export function withEvents(
  operation: Operation,
  responses: Readonly<Record<string, OpenApiResponse>>,
): Record<string, OpenApiResponse> {
  if (!isLiveRead(operation)) return withHeaders(operation, responses)
  const events: JsonSchema = {
    type: 'string',
    description:
      operation.kind === 'presence'
        ? 'Events "joined" and "left", each with one person; "answer" with the whole answer after them; and one "refused" at the end, with the problem.'
        : 'Events "answer", each with the whole answer, and one "refused" at the end, with the problem.',
  }
  return Object.fromEntries(
    Object.entries(withHeaders(operation, responses)).map(([status, { content, ...rest }]) => [
      status,
      content === undefined ? rest : { ...rest, content: { ...content, 'text/event-stream': { schema: events } } },
    ]),
  )
}

/** At most as many people as an answer names, and their number. */
export function presentPeople(model: Model): JsonSchema {
  const people = presentPeopleOf(model)
  const items: JsonSchema =
    people === null ? { type: 'object' } : { $ref: componentReference(people.entity, people.shape) }
  return objectOf({ items: { type: 'array', items }, total: { type: 'integer' } }, ['items', 'total'])
}

/** `shape` null: all visible fields. */
export function componentReference(entity: string, shape: string | null): string {
  return `#/components/schemas/${componentName(shape ?? recordComponent(entity))}`
}

/** A suffix, because a shape may have the name of its entity. */
export function recordComponent(entity: string): string {
  return `${entity}.record`
}
