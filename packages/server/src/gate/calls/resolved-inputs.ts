// Inputs that name a record by another field, such as `assignee` by e-mail → the record.

import { ownValue } from '@ninefold/core/model/find.ts'
import type { RecordValue, Value } from '@ninefold/core/expression/expression.ts'
import type { Input, InputLike } from '@ninefold/core/model/calls.ts'
import { placeOfKeys, sentPath } from '@ninefold/core/model/wire.ts'
import type { Entity, Field } from '@ninefold/core/model/entities.ts'
import { entityNamed, fieldNamed } from '@ninefold/core/model/find.ts'
import { groupOf, groupsIn, valuesOfGroup } from '@ninefold/core/model/steps/sent-groups.ts'
import { planFindBy } from '@ninefold/core/plan/read/finds.ts'
import { inputsWithFiles } from '../files/files.ts'
import { loadedRecord } from '../context/loaded-record.ts'
import type { RunSteps } from './transition-effects.ts'
import { beginRecord } from './transitions.ts'
import { withinSavepoint } from '../records/savepoints.ts'
import type { Work } from '../context/work.ts'
import { inputRefusal, Refusal, type RefusalItem } from '../context/refusal.ts'
import { planner } from '../context/planner.ts'

const findByPlan = planner('find by', planFindBy)

type RecordBy = Extract<InputLike, { kind: 'record by' }>

/**
 * Refuses all unknown names together. `runSteps` null: only existing
 * records are looked up; nothing is created or refused.
 */
export async function resolvedInputs(
  work: Work,
  declared: readonly Input[],
  inputs: Readonly<Record<string, Value>>,
  runSteps: RunSteps | null,
): Promise<Record<string, Value>> {
  const resolved = await inputsWithFiles(work, declared, inputs)
  const missing: RefusalItem[] = []
  for (const input of declared) {
    const { path, like } = input
    const about = sentPath(input).at(-1) ?? 'body'
    const name = path.join('.')
    const value = ownValue(inputs, name)
    if (value === undefined || value === null) continue
    if (like.kind === 'objects') {
      resolved[name] = await resolvedObjects(work, like, placeOfKeys(sentPath(input)), value, runSteps)
      continue
    }
    if (like.kind !== 'record by') continue
    const found = await recordsNamed(work, like, value, runSteps)
    if (found === null && runSteps !== null) missing.push(inputRefusal('not found', about))
    else resolved[name] = found
  }
  if (missing.length > 0) throw new Refusal(missing)
  return resolved
}

/** Resolves each object like the inputs of a body. An unknown name is refused with its place. */
async function resolvedObjects(
  work: Work,
  { inputs }: Extract<InputLike, { kind: 'objects' }>,
  name: string,
  sent: Value,
  runSteps: RunSteps | null,
): Promise<Value> {
  const groups: Value[] = []
  const missing: RefusalItem[] = []
  for (const [index, group] of groupsIn(sent).entries()) {
    try {
      groups.push(groupOf(await resolvedInputs(work, inputs, valuesOfGroup(inputs, group), runSteps)))
    } catch (cause) {
      if (!(cause instanceof Refusal)) throw cause
      const place = `${name}[${index}]`
      missing.push(
        ...cause.items.map((item) => ({
          ...item,
          within: item.within === undefined ? place : `${place}.${item.within}`,
        })),
      )
    }
  }
  if (missing.length > 0) throw new Refusal(missing)
  return groups
}

async function recordsNamed(
  work: Work,
  like: RecordBy,
  value: Value,
  runSteps: RunSteps | null,
): Promise<Value | null> {
  const entity = entityNamed(work.application.model, like.target)
  const field = fieldNamed(entity, like.by)
  if (!Array.isArray(value)) return recordNamed(work, like, entity, field, value, runSteps)
  const records: RecordValue[] = []
  for (const key of value) {
    const record = await recordNamed(work, like, entity, field, key, runSteps)
    if (record === null) return null
    records.push(record)
  }
  return records
}

async function recordNamed(
  work: Work,
  like: RecordBy,
  entity: Entity,
  field: Field,
  key: Value,
  runSteps: RunSteps | null,
): Promise<RecordValue | null> {
  const statement = work.application.planned(findByPlan, work.caller, entity, field)
  const row = (await work.transaction.run(statement, { ...work.bindings, key }))[0]
  if (row !== undefined) return loadedRecord(entity, row)
  if (!like.isCreatedWhenMissing || runSteps === null) return null
  const values = { given: { [field.name]: key }, set: [], isInCall: true }
  // After a refusal, steps that take precedence still read.
  return withinSavepoint(work, async () => (await beginRecord(work, entity, values, { runSteps })).record)
}
