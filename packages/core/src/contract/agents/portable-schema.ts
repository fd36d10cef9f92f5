// A JSON Schema of OpenAPI → the same in the form that most model providers accept: each schema has one type, and
// several types, or null, become a choice of schemas.

import type { JsonSchema } from '../open-api/json-schema.ts'

/** Keywords that describe the choice as a whole. */
const ANNOTATIONS = new Set(['description', 'default', 'examples', 'deprecated'])

export function portable<Schema extends JsonSchema>(schema: Schema): Schema {
  return portablePart(schema) as Schema
}

function portablePart(part: unknown): unknown {
  if (Array.isArray(part)) return part.map(portablePart)
  if (typeof part !== 'object' || part === null) return part
  const changed = Object.fromEntries(
    Object.entries(part).map(([key, value]: [string, unknown]) => [key, isData(key) ? value : portablePart(value)]),
  )
  return Array.isArray(changed['type']) ? asChoice(changed, changed['type']) : changed
}

/** Keywords whose values are data, in which a key called `type` is not a type. */
function isData(key: string): boolean {
  return ['default', 'examples', 'enum', 'required'].includes(key)
}

function asChoice(schema: Readonly<Record<string, unknown>>, types: readonly unknown[]): Record<string, unknown> {
  const { type: _, ...keywords } = schema
  const entries = Object.entries(keywords)
  const bounds = Object.fromEntries(entries.filter(([key]) => !ANNOTATIONS.has(key)))
  const { enum: words, ...others } = bounds
  const ofValues = { ...others, ...(Array.isArray(words) ? { enum: words.filter((word) => word !== null) } : {}) }
  return {
    ...Object.fromEntries(entries.filter(([key]) => ANNOTATIONS.has(key))),
    anyOf: types.map((type) => (type === 'null' ? { type } : { type, ...ofValues })),
  }
}
