// Defaults of a new record → those that can be computed without the database, from given values and the moment.
// JavaScript computes them instead of the writing statement.

import type { Expression } from '../../expression/expression.ts'
import { needsDatabase } from '../../expression/needs-database.ts'
import { dependsOnTimeZone } from '../../expression/simplify.ts'
import type { Entity, Field } from '../../model/entities.ts'
import type { FieldKind } from '../../model/field-types.ts'
import { fieldNamed, isStored } from '../../model/find.ts'

/** Kinds whose values are the same in JavaScript and in the database. */
const PLAIN: ReadonlySet<FieldKind> = new Set([
  'text',
  'whole number',
  'decimal',
  'yes/no',
  'date',
  'date and time',
  'duration',
  'choice',
])

export interface PrecomputedDefault {
  readonly field: string
  /** Over `this`, with the given fields and earlier defaults, and over `now` and `today`. */
  readonly value: Expression
}

/** In the order of their dependencies. */
export function precomputedDefaults(entity: Entity, given: readonly string[]): PrecomputedDefault[] {
  const known = new Set(given.filter((name) => PLAIN.has(fieldNamed(entity, name).type.kind)))
  const found: PrecomputedDefault[] = []
  for (;;) {
    const next = entity.fields.find(
      (field) => !given.includes(field.name) && !known.has(field.name) && isAtHand(field, known),
    )
    if (next?.default == null) return found
    known.add(next.name)
    found.push({ field: next.name, value: next.default })
  }
}

function isAtHand(field: Field, known: ReadonlySet<string>): boolean {
  const value = field.default
  if (value === null || field.isBuiltIn || !isStored(field) || !PLAIN.has(field.type.kind)) return false
  if (dependsOnTimeZone(value)) return false
  return !needsDatabase(value, (variable, path) =>
    variable === 'this' ? path.length === 1 && known.has(path[0] ?? '') : ['now', 'today'].includes(variable),
  )
}
