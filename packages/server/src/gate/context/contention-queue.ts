// Writes that would conflict on one row of the database: a counter of numbers. Under contention PostgreSQL lets one of
// them pass and makes all others restart. Waiting within this process avoids that at no cost.

import type { Value } from '@ninefold/core/expression/expression.ts'
import type { Entity } from '@ninefold/core/model/entities.ts'
import { ownValue } from '@ninefold/core/model/find.ts'
import { isPlainSequence } from '@ninefold/core/plan/schema/counters.ts'
import type { Database } from '../../store/driver/database.ts'
import { isRecord } from '../../store/driver/statement.ts'

/** By database: the last write of each counter, on which the next one waits. */
const lastWrites = new WeakMap<Database, Map<string, Promise<void>>>()

/** Runs a creation after those of this process that use the same counter. */
export async function inTurn<Result>(
  database: Database,
  entity: Entity,
  given: Readonly<Record<string, Value>>,
  create: () => Promise<Result>,
): Promise<Result> {
  const counter = counterKey(entity, given)
  if (counter === null) return create()
  const last = lastWrites.get(database) ?? new Map<string, Promise<void>>()
  lastWrites.set(database, last)
  const before = last.get(counter)
  const created = (before ?? Promise.resolve()).then(create)
  const ended = created.then(
    () => {},
    () => {},
  )
  last.set(counter, ended)
  try {
    return await created
  } finally {
    if (last.get(counter) === ended) last.delete(counter)
  }
}

/** Null: no counter in the database numbers this record. */
function counterKey({ name, fields }: Entity, given: Readonly<Record<string, Value>>): string | null {
  const counted = fields.flatMap(({ name: field, type }) =>
    type.kind === 'sequence' && !isPlainSequence(type) && !Object.hasOwn(given, field) ? [type.per] : [],
  )
  if (counted.length === 0) return null
  const [per, ...others] = counted
  // Records with independent counters do not wait for each other.
  const of = per === null || per === undefined || others.length > 0 ? null : (ownValue(given, per) ?? null)
  return JSON.stringify([name, isRecord(of) ? of.id : null])
}
