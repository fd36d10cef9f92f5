// Quotas on the number of records, checked after a write: the lock comes before the count, so that concurrent writers
// count each other's records.

import type { RecordValue, Value } from '@ninefold/core/expression/expression.ts'
import type { Entity } from '@ninefold/core/model/entities.ts'
import type { Limit } from '@ninefold/core/model/limits.ts'
import {
  pathOfQuota,
  planQuota,
  planQuotaTurn,
  type QuotaPlace,
  quotaPlaces,
} from '@ninefold/core/plan/write/limits.ts'
import { isRecord } from '../../store/driver/statement.ts'
import { Refusal, refused, refusedWith } from '../context/refusal.ts'
import type { Work } from '../context/work.ts'
import { planner } from '../context/planner.ts'

const turnPlan = planner('turn', (viewer, limit: Limit, place: QuotaPlace) =>
  planQuotaTurn(viewer, limit, place, 'record'),
)

const quotaPlan = planner('quota', (viewer, limit: Limit, place: QuotaPlace) =>
  planQuota(viewer, limit, place, 'record'),
)

/** `old` null: the record is new. */
export async function enforceQuotas(
  work: Work,
  entity: Entity,
  record: RecordValue,
  old: RecordValue | null,
): Promise<void> {
  const { application, caller, transaction } = work
  const { model } = application
  for (const limit of model.limits.limits) {
    if (limit.on.kind !== 'entity' || isOfOtherRole(limit, work)) continue
    for (const place of quotaPlaces(model, limit, entity)) {
      if (old === null ? place.depth > 0 : !isMoved(limit, place, record, old)) continue
      const bindings = { ...work.bindings, record }
      const turn = application.planned(turnPlan, caller, limit, place)
      if ((await transaction.run(turn, bindings)).length === 0) continue
      const count = application.planned(quotaPlan, caller, limit, place)
      const row = (await transaction.run(count, bindings))[0]
      if (row?.['isOver'] === true) throw quotaRefusal(limit, row['seconds'])
    }
  }
}

function isOfOtherRole({ per }: Limit, { caller }: Work): boolean {
  return per.kind === 'user' && (!caller.isSignedIn || (per.role !== null && !caller.roles.has(per.role)))
}

/** Tells whether the record now belongs to another parent. */
function isMoved(limit: Limit, { depth }: QuotaPlace, record: RecordValue, old: RecordValue): boolean {
  const field = pathOfQuota(limit)[depth]
  if (field === undefined) return false
  // A field that was not loaded may have changed.
  if (!Object.hasOwn(record.fields, field) || !Object.hasOwn(old.fields, field)) return true
  return idOf(old.fields[field]) !== idOf(record.fields[field])
}

function idOf(value: Value | undefined): string | number | null {
  return value !== undefined && value !== null && isRecord(value) ? value.id : null
}

/** `seconds`: until a place is free by itself, if the limit is over a time. */
function quotaRefusal({ otherwise }: Limit, seconds: unknown): Refusal {
  const { items } = otherwise === null ? refused('too many', null, ['quota reached']) : refusedWith(otherwise)
  return new Refusal(items, typeof seconds === 'number' ? Math.max(1, seconds) : null)
}
