// The answers that an operation declares → one JSON Schema for the structured answer of a tool. A tool has no component
// section, so referenced components are included.

import type { JsonSchema } from '../open-api/json-schema.ts'
import type { OpenApiOperation } from '../open-api/operations.ts'

export type SchemaWithParts = JsonSchema & { readonly $defs?: Readonly<Record<string, JsonSchema>> }

type Components = Readonly<Record<string, JsonSchema>>

const COMPONENTS = '#/components/schemas/'

/** Null: an answer is not an object, or there is none. A client rejects answers that do not match the schema. */
export function answerSchema({ responses }: OpenApiOperation, components: Components): SchemaWithParts | null {
  const successes = Object.entries(responses).filter(([status]) => status.startsWith('2'))
  const schemas = successes.map(([, { content }]) => {
    const types = Object.keys(content ?? {}).filter((type) => type !== 'text/event-stream')
    const schema = types.length === 1 ? content?.['application/json']?.schema : undefined
    return schema === undefined ? null : objectSchema(schema, components)
  })
  const [first] = schemas
  if (first === undefined || first === null || !schemas.every((schema) => schema !== null)) return null
  const whole = schemas.length === 1 ? first : ({ type: 'object', anyOf: schemas } satisfies JsonSchema)
  const parts = partsOf(whole, components)
  const inside = withOwnReferences(whole) as JsonSchema
  return parts.size === 0 ? inside : { ...inside, $defs: withOwnReferences(Object.fromEntries(parts)) as Components }
}

/** Null: it may be something other than an object. */
function objectSchema(schema: JsonSchema, components: Components): JsonSchema | null {
  const meant = schema.$ref === undefined ? schema : components[schema.$ref.slice(COMPONENTS.length)]
  return meant?.type === 'object' ? meant : null
}

/** Components that the schema refers to, directly or indirectly. */
function partsOf(schema: JsonSchema, components: Components, found = new Map<string, JsonSchema>()) {
  for (const name of referencesIn(schema)) {
    const part = components[name]
    if (part === undefined || found.has(name)) continue
    found.set(name, part)
    partsOf(part, components, found)
  }
  return found
}

function referencesIn(part: unknown): string[] {
  if (Array.isArray(part)) return part.flatMap(referencesIn)
  if (typeof part !== 'object' || part === null) return []
  return Object.entries(part).flatMap(([key, value]: [string, unknown]) =>
    key === '$ref' && typeof value === 'string' ? [value.slice(COMPONENTS.length)] : referencesIn(value),
  )
}

function withOwnReferences(part: unknown): unknown {
  if (Array.isArray(part)) return part.map(withOwnReferences)
  if (typeof part !== 'object' || part === null) return part
  return Object.fromEntries(
    Object.entries(part).map(([key, value]: [string, unknown]) => [
      key,
      key === '$ref' && typeof value === 'string' ? value.replace(COMPONENTS, '#/$defs/') : withOwnReferences(value),
    ]),
  )
}
