// A record as it is now, kept from others until the transaction ends.

import type { RecordValue } from '@ninefold/core/expression/expression.ts'
import type { Entity } from '@ninefold/core/model/entities.ts'
import { planLock } from '@ninefold/core/plan/record-checks.ts'
import type { Grant } from '@ninefold/core/rights/roles.ts'
import type { Row } from '../store/database.ts'
import { loadedRecord } from './loaded-record.ts'
import { refused } from './refusal.ts'
import type { Work } from './work.ts'

/** Reads the record as it is now and keeps others from changing it before this transaction ends. */
export async function lockRecord(
  work: Work,
  entity: Entity,
  record: RecordValue,
  action: 'change' | 'delete',
): Promise<{ old: RecordValue; grants: readonly Grant[]; held: readonly boolean[] }> {
  const { statement, grants } = work.application.planned(work.caller, `lock ${action} ${entity.name}`, (viewer) =>
    planLock(viewer, entity, 'record', action),
  )
  const row = (await work.transaction.run(statement, { ...work.bindings, record }))[0]
  if (row === undefined) throw refused('not found')
  return { old: loadedRecord(entity, row), grants, held: grants.map((_, index) => row[`grant${index}`] === true) }
}

/** Keeps others from changing the record, and refuses when it is another one than its caller has seen. */
export async function expectVersion(work: Work, entity: Entity, record: RecordValue, version: number): Promise<void> {
  refuseStale((await lockRecord(work, entity, record, 'change')).old, version)
}

/** Null: any version will do. */
export function refuseStale(record: RecordValue, version: number | null): void {
  if (version !== null && record.fields['version'] !== version) throw refused('stale')
}

export function only(rows: readonly Row[]): Row {
  const row = rows[0]
  if (row === undefined) throw refused('not found')
  return row
}
