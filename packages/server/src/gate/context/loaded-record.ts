// A row with a record's columns → the record value of expressions.

import type { RecordValue, Value } from '@ninefold/core/expression/expression.ts'
import type { Entity, Field } from '@ninefold/core/model/entities.ts'
import { loadedFields } from '@ninefold/core/plan/sql/statement-scope.ts'
import type { Row } from '../../store/driver/rows.ts'
import { planReading, planFind } from '@ninefold/core/plan/read/finds.ts'
import { planner } from './planner.ts'
import { equals } from '@ninefold/core/rights/list-conditions.ts'

/** The record with the key bound as `key`, if the caller may see it. */
export const findByKey = planner('find by key', (viewer, entity: Entity, field: Field) =>
  planFind(viewer, entity, [equals(viewer, entity, field, 'key')]),
)

/** The bound record, without rights. */
export const readPlan = planner('read', (_, entity: Entity) => planReading(entity, 'record'))

/** The records in a statement's JSON list `ids`. */
export function listedRecords(row: Row | undefined): RecordValue[] {
  const ids = JSON.parse(String(row?.['ids'] ?? '[]')) as (string | number)[]
  return ids.map((id) => ({ id, fields: {} }))
}

/** A reference holds only the other record's id; its fields are read from the database. */
export function loadedRecord(entity: Entity, row: Row): RecordValue {
  const fields: Record<string, Value> = {}
  for (const { name, type } of loadedFields(entity)) {
    const value = (row[name] ?? null) as Value
    fields[name] = type.kind === 'reference' && value !== null ? { id: value as string | number, fields: {} } : value
  }
  const id = row['id']
  if (typeof id !== 'string' && typeof id !== 'number')
    throw new Error(`A row of "${entity.name}" came without its id.`)
  return { id, fields }
}
