// A present record, locked until the transaction ends.

import * as build from '@ninefold/core/expression/build.ts'
import type { RecordValue } from '@ninefold/core/expression/expression.ts'
import type { Entity } from '@ninefold/core/model/entities.ts'
import { isTrue } from '@ninefold/core/expression/conditions.ts'
import { fieldNamed } from '@ninefold/core/model/find.ts'
import { fieldOf } from '@ninefold/core/model/paths.ts'
import { planLock, planValues } from '@ninefold/core/plan/write/record-checks.ts'
import { readable } from '@ninefold/core/rights/readable.ts'
import type { Grant } from '@ninefold/core/rights/roles.ts'
import type { Row } from '../../store/driver/rows.ts'
import { loadedRecord } from '../context/loaded-record.ts'
import { refused } from '../context/refusal.ts'
import type { Work } from '../context/work.ts'
import { planner } from '../context/planner.ts'

const lockPlan = planner('lock', (viewer, entity: Entity, action: 'change' | 'delete') =>
  planLock(viewer, entity, 'record', action),
)

/** Null: the answer does not depend on the record. */
const sightOfVersion = planner('sight of version', (viewer, entity: Entity) => {
  const field = fieldNamed(entity, 'version')
  const { visible } = readable(
    viewer,
    fieldOf(viewer.model, build.recordVariable('record', entity.name), entity.name, field),
  )
  return isTrue(visible) ? null : planValues(viewer, [visible], null)
})

/** Reads the present record and locks it until this transaction ends. */
export async function lockRecord(
  work: Work,
  entity: Entity,
  record: RecordValue,
  action: 'change' | 'delete',
): Promise<{ old: RecordValue; grants: readonly Grant[]; held: readonly boolean[] }> {
  const { statement, grants } = work.application.planned(lockPlan, work.caller, entity, action)
  const row = (await work.transaction.run(statement, { ...work.bindings, record }))[0]
  if (row === undefined) throw refused('not found')
  return { old: loadedRecord(entity, row), grants, held: grants.map((_, index) => row[`grant${index}`] === true) }
}

/** Locks the record, and refuses if its version is not the one that the caller has seen. */
export async function expectVersion(work: Work, entity: Entity, record: RecordValue, version: number): Promise<void> {
  await refuseStale(work, entity, (await lockRecord(work, entity, record, 'change')).old, version)
}

/**
 * Null: any version is accepted. For a caller who may not see the version every version is stale, so that it cannot be
 * guessed.
 */
export async function refuseStale(
  work: Work,
  entity: Entity,
  record: RecordValue,
  version: number | null,
): Promise<void> {
  if (version === null) return
  if (record.fields['version'] !== version || !(await isVersionSeen(work, entity, record))) throw refused('stale')
}

async function isVersionSeen(work: Work, entity: Entity, record: RecordValue): Promise<boolean> {
  const statement = work.application.planned(sightOfVersion, work.caller, entity)
  if (statement === null) return true
  const row = (await work.transaction.run(statement, { ...work.bindings, record }))[0]
  return row?.['value0'] === true
}

export function only(rows: readonly Row[]): Row {
  const row = rows[0]
  if (row === undefined) throw refused('not found')
  return row
}
