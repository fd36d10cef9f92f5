// Custom fields of a tenant: values that records of the text describe. Sent ones become stored ones, and the
// definitions of the record's tenant judge what a write changes, in its transaction.

import { refusedValues } from '@ninefold/core/contract/custom-fields/custom-field-inputs.ts'
import type { RecordValue, Value } from '@ninefold/core/expression/expression.ts'
import {
  customFieldHolders,
  definitionOf,
  type CustomFieldValues,
  mergedValues,
} from '@ninefold/core/model/custom-fields/definitions.ts'
import type { Entity } from '@ninefold/core/model/entities.ts'
import { ownValue } from '@ninefold/core/model/find.ts'
import { planDefinitionsFor } from '@ninefold/core/plan/read/custom-fields.ts'
import { type Grant, isReached } from '@ninefold/core/rights/roles.ts'
import { planner } from '../context/planner.ts'
import { inputRefusal, Refusal } from '../context/refusal.ts'
import type { Values, Work } from '../context/work.ts'

const definitionsPlan = planner('definitions', (viewer, entity: Entity, definedBy: string) =>
  planDefinitionsFor(viewer, entity, definedBy, 'record'),
)

/** Sent values change their own keys, and others stay. `old` null: the record is new. */
export function withCustomFields(entity: Entity, values: Values, old: RecordValue | null): Values {
  const given = { ...values.given }
  for (const { name } of customFieldHolders(entity)) {
    const sent = ownValue(given, name)
    if (sent !== undefined) given[name] = mergedValues(valuesIn(old, name), sent as CustomFieldValues | null) as Value
  }
  return { ...values, given }
}

function valuesIn(record: RecordValue | null, field: string): CustomFieldValues | null {
  const value = record === null ? null : (ownValue(record.fields, field) ?? null)
  // A row of the text may hold any JSON.
  return typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as CustomFieldValues) : null
}

/**
 * `asksForNeeded`: the fields of which a new record could have been given values. A caller who may not see definitions
 * cannot know what is needed.
 */
export async function judgeCustomFields(
  work: Work,
  entity: Entity,
  record: RecordValue,
  old: RecordValue | null,
  asksForNeeded: readonly string[],
): Promise<void> {
  const { model } = work.application
  const refusals = []
  for (const { name, type } of customFieldHolders(entity)) {
    const [before, after] = [valuesIn(old, name), valuesIn(record, name)]
    const asks = asksForNeeded.includes(name) && isReached(model, work.caller, type.definedBy, 'see')
    if (!asks && JSON.stringify(before) === JSON.stringify(after)) continue
    const statement = work.application.planned(definitionsPlan, work.caller, entity, type.definedBy)
    const rows = await work.transaction.run(statement, { ...work.bindings, record })
    const definitions = rows.flatMap((row) => definitionOf(row) ?? [])
    refusals.push(...refusedValues(name, definitions, { before, after }, asks))
  }
  if (refusals.length === 0) return
  throw new Refusal(
    refusals.map(({ input, error, limit, bounds }) => ({
      ...inputRefusal(error, input.slice(input.indexOf('.') + 1), limit, null, bounds),
      path: input,
    })),
  )
}

export function grantedFields(grants: readonly Grant[]): string[] {
  return grants.flatMap(({ permission }) => permission.fields)
}
