// A model → its expressions that become too large after substitution of everything that they name: computed fields,
// roles on records, conditions of roles and shapes. A field that adds another one to itself doubles it, so twenty such
// fields give a million nodes from two thousand characters. Checked before any substitution.

import { diagnostic, type Diagnostic } from '../../diagnostic/diagnostic.ts'
import { partsOf } from '../../expression/conditions.ts'
import type { Expression } from '../../expression/expression.ts'
import { GROWN_PARTS_MAX, GROWN_OF_ENTITY_MAX } from '../../expression/expression-size.ts'
import type { Model } from '../../model/model.ts'
import type { Span } from '../../text/source.ts'

/** The number of nodes, and the depth. */
interface Size {
  readonly parts: number
  readonly depth: number
}

interface Definition {
  readonly words: string
  readonly span: Span
  readonly expressions: readonly Expression[]
}

/** By their names in expressions: see `namedBy`. */
type Definitions = ReadonlyMap<string, Definition>

export function refuseGrownExpressions(model: Model): Diagnostic[] {
  const definitions = definitionsOf(model)
  const sizes = sizesOf(definitions)
  const found: Diagnostic[] = []
  const told = new Set<string>()
  for (const [name, size] of sizes) {
    const definition = definitions.get(name)
    if (definition === undefined || !isTooLarge(size)) continue
    told.add(name)
    // An expression that uses a too large one is not reported again.
    if (namesIn(definition.expressions).some((other) => told.has(other))) continue
    found.push(grown(definition.span, definition.words, size))
  }
  if (found.length > 0) return found
  return [...refuseElsewhere(model, definitions, sizes), ...refuseEntities(model, sizes)]
}

function isTooLarge({ parts, depth }: Size): boolean {
  return parts > GROWN_PARTS_MAX || depth > GROWN_PARTS_MAX
}

function grown(span: Span, words: string, { parts }: Size): Diagnostic {
  return diagnostic('N067', span, words, parts, GROWN_PARTS_MAX)
}

function definitionsOf({ entities, roles, calls }: Model): Definitions {
  const computed = entities.entities.flatMap((entity) =>
    entity.fields.flatMap(({ name, computed: made }): [string, Definition][] =>
      made === null ? [] : [[`field ${entity.name}.${name}`, defined(`"${entity.name}.${name}"`, [made.expression])]],
    ),
  )
  const conditional = roles.roles
    .filter(({ when }) => when.length > 0)
    .map(({ name, when }): [string, Definition] => [`role ${name}`, defined(`The role "${name}"`, when)])
  const shapes = calls.shapes.map(({ name, keys }): [string, Definition] => [
    `shape ${name}`,
    defined(
      `The shape "${name}"`,
      keys.map(({ value }) => value),
    ),
  ])
  return new Map([...computed, ...conditional, ...shapes])
}

function defined(words: string, expressions: readonly Expression[]): Definition {
  return { words, span: expressions[0]?.span ?? { start: 0, end: 0 }, expressions }
}

/** The name that stands for the replacement of this node. */
function namedBy(part: Expression): string | null {
  switch (part.kind) {
    case 'field':
      return `field ${part.entity}.${part.field}`
    case 'has role':
      return `role ${part.role}`
    case 'shape':
      return `shape ${part.shape}`
    default:
      return null
  }
}

/** Inner definitions first; with an explicit stack, so that long chains cannot overflow it. */
function sizesOf(definitions: Definitions): Map<string, Size> {
  const sizes = new Map<string, Size>()
  const begun = new Set<string>()
  const waiting = [...definitions.keys()]
  for (let name = waiting.at(-1); name !== undefined; name = waiting.at(-1)) {
    const definition = definitions.get(name)
    const isComplete = begun.has(name)
    begun.add(name)
    const inner = definition === undefined || isComplete ? [] : namesIn(definition.expressions)
    const missing = inner.filter((other) => definitions.has(other) && !begun.has(other))
    if (missing.length > 0) {
      waiting.push(...missing)
      continue
    }
    waiting.pop()
    if (definition === undefined || sizes.has(name)) continue
    const each = definition.expressions.map((expression) => sizeOf(expression, sizes))
    sizes.set(name, together(each))
  }
  return sizes
}

function namesIn(expressions: readonly Expression[]): string[] {
  const names = new Set<string>()
  const waiting = [...expressions]
  for (let part = waiting.pop(); part !== undefined; part = waiting.pop()) {
    const name = namedBy(part)
    if (name !== null) names.add(name)
    for (const inner of partsOf(part)) waiting.push(inner)
  }
  return [...names]
}

function sizeOf(expression: Expression, sizes: ReadonlyMap<string, Size>): Size {
  const inner = together(partsOf(expression).map((part) => sizeOf(part, sizes)))
  const name = namedBy(expression)
  const put = name === null ? undefined : sizes.get(name)
  return { parts: 1 + inner.parts + (put?.parts ?? 0), depth: 1 + Math.max(inner.depth, put?.depth ?? 0) }
}

function together(sizes: readonly Size[]): Size {
  return sizes.reduce((sum, { parts, depth }) => ({ parts: sum.parts + parts, depth: Math.max(sum.depth, depth) }), {
    parts: 0,
    depth: 0,
  })
}

/** Expressions anywhere else in the model: rules, conditions, steps, lists, labels. */
function refuseElsewhere(model: Model, definitions: Definitions, sizes: ReadonlyMap<string, Size>): Diagnostic[] {
  const known = new Set([...definitions.values()].flatMap(({ expressions }) => expressions))
  return [...expressionsIn(model)].flatMap((expression) => {
    if (known.has(expression)) return []
    const size = sizeOf(expression, sizes)
    return isTooLarge(size) ? [grown(expression.span, 'This', size)] : []
  })
}

const KINDS: ReadonlySet<unknown> = new Set<Expression['kind']>([
  'literal',
  'variable',
  'field',
  'records',
  'unary',
  'binary',
  'conditional',
  'list',
  'call',
  'comprehension',
  'lookup',
  'has role',
  'object',
  'shape',
])

/** A generic traversal of the model's data, so that no place is forgotten. */
function* expressionsIn(value: unknown): Generator<Expression> {
  if (typeof value !== 'object' || value === null) return
  if ('kind' in value && KINDS.has(value.kind) && 'isOptional' in value && 'type' in value && 'span' in value)
    return yield value as Expression
  for (const part of Object.values(value)) yield* expressionsIn(part)
}

/** One answer contains all fields of a record. */
function refuseEntities({ entities }: Model, sizes: ReadonlyMap<string, Size>): Diagnostic[] {
  return entities.entities.flatMap(({ name, fields }) => {
    const parts = fields.reduce((sum, field) => sum + (sizes.get(`field ${name}.${field.name}`)?.parts ?? 0), 0)
    const last = fields.findLast(({ computed }) => computed !== null)?.computed?.expression.span
    if (last === undefined || parts <= GROWN_OF_ENTITY_MAX) return []
    return [diagnostic('N067', last, `What is computed of "${name}", all fields together,`, parts, GROWN_OF_ENTITY_MAX)]
  })
}
