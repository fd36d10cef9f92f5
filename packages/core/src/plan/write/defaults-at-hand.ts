// Defaults of a record about to exist → those for which nothing of the database is needed: what they read is given, or is
// the moment. They are worked out where the values are, instead of by the statement that writes the record.

import type { Expression } from '../../expression/expression.ts'
import { needsDatabase } from '../../expression/needs-database.ts'
import { dependsOnTimeZone } from '../../expression/simplify.ts'
import type { Entity, Field } from '../../model/entities.ts'
import type { FieldKind } from '../../model/field-types.ts'
import { fieldNamed, isStored } from '../../model/find.ts'

/** Fields whose values are the same to expressions here and in the database. */
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

export interface DefaultAtHand {
  readonly field: string
  /** Over `this`, which has the fields that are given and those before it in the list, and over `now` and `today`. */
  readonly value: Expression
}

/** In an order in which each finds what it reads. */
export function defaultsAtHand(entity: Entity, given: readonly string[]): DefaultAtHand[] {
  const known = new Set(given.filter((name) => PLAIN.has(fieldNamed(entity, name).type.kind)))
  const found: DefaultAtHand[] = []
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
