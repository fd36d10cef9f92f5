// Restoring deleted records, for callers who may see and delete them. Rights are checked on the former record before
// anything is restored; the restored records must satisfy the present rules.

import type { DeletedData } from '@ninefold/core/contract/wire/deletions.ts'
import type { Entity } from '@ninefold/core/model/entities.ts'
import { entityNamed } from '@ninefold/core/model/find.ts'
import { planDeletions } from '@ninefold/core/plan/read/deleted-records.ts'
import type { Model } from '@ninefold/core/model/model.ts'
import { humanised, said } from '@ninefold/core/model/words.ts'
import type { Row } from '../../store/driver/rows.ts'
import { bringBack, lockDeletion } from '../../store/tables/deletions.ts'
import { noteWritten } from './audit.ts'
import { setClocks } from './clocks.ts'
import { loadedRecord, readPlan } from '../context/loaded-record.ts'
import { only } from './locked-record.ts'
import { enforceQuotas } from './quotas.ts'
import { checkAfter, PRODUCTS_OWN } from './checks-after-write.ts'
import { refused } from '../context/refusal.ts'
import type { Work } from '../context/work.ts'
import { planner } from '../context/planner.ts'
import type { Schema } from '@ninefold/core/plan/schema/schema.ts'

const deletionsPlan = planner(
  'deletions',
  (viewer, schema: Schema, entity: Entity, which: 'one' | 'of records' | 'all') =>
    planDeletions(viewer, schema, entity, which),
)

/** Deletions that the caller may restore, newest first. `records` null: of any record. */
export async function deletions(work: Work, records: readonly string[] | null): Promise<DeletedData> {
  const { model } = work.application
  const found: DeletedData['records'][number][] = []
  for (const entity of model.entities.entities) {
    const rows = await deletionsOf(work, entity, records === null ? {} : { records })
    found.push(...rows.map((row) => deletedRecord(model, entity, row)))
  }
  return { records: found.sort((a, b) => (a.at < b.at ? 1 : a.at > b.at ? -1 : 0)) }
}

function deletedRecord(model: Model, entity: Entity, row: Row): DeletedData['records'][number] {
  const moment = (name: string): string => new Date(Number(row[name])).toISOString()
  const text = (name: string): string | null => (row[name] === null ? null : String(row[name]))
  return {
    id: String(row['id']),
    record: String(row['record']),
    kind: said(model, humanised(entity.name)),
    label: text('label'),
    by: text('by'),
    at: moment('at'),
    endsAt: moment('endsAt'),
  }
}

/** Without either: all of them. */
interface Asked {
  readonly deletion?: string
  readonly records?: readonly string[]
}

async function deletionsOf(work: Work, entity: Entity, asked: Asked): Promise<readonly Row[]> {
  const { application, caller, transaction, bindings } = work
  const which = asked.deletion !== undefined ? 'one' : asked.records !== undefined ? 'of records' : 'all'
  const statement = application.planned(deletionsPlan, caller, application.schema, entity, which)
  return statement === null ? [] : transaction.run(statement, { ...bindings, ...asked })
}

export async function restore(work: Work, deletion: string): Promise<void> {
  const { application, transaction } = work
  const { model, schema } = application
  const name = await lockDeletion(transaction, deletion)
  const entity = model.entities.entities.find((candidate) => candidate.name === name)
  // A deletion that the caller may not restore answers like a missing one.
  if (entity === undefined || (await deletionsOf(work, entity, { deletion })).length === 0) throw refused('not found')
  for (const back of await bringBack(transaction, schema, deletion).catch(asRefusal))
    await welcome(work, entityNamed(model, back.entity), back.id)
}

/** The former value no longer fits its column. */
function asRefusal(cause: unknown): never {
  const code = typeof cause === 'object' && cause !== null && 'code' in cause ? String(cause.code) : ''
  if (/^22(?:007|008|P02|003)$/.test(code)) throw refused('stale', null, ['changed specification'])
  throw cause
}

/** A restored record counts as changed: rules apply, quotas count it, its clocks start again. */
async function welcome(work: Work, entity: Entity, id: string): Promise<void> {
  const reading = work.application.planned(readPlan, work.caller, entity)
  const row = only(await work.transaction.run(reading, { ...work.bindings, record: { id, fields: {} } }))
  const record = loadedRecord(entity, row)
  noteWritten(work, entity, record, 'restore')
  await checkAfter(work, { entity, record, old: record }, { kind: 'change', fields: [] }, PRODUCTS_OWN)
  await enforceQuotas(work, entity, record, null)
  await setClocks(work, entity, record, { kind: 'create' })
}
