// Limits on how many records there may be, asked after a write: first comes the turn, which others wait for,
// then the counting, so that those who write at the same time count each other.

import type { RecordValue, Value } from '@ninefold/core/expression/expression.ts'
import type { Entity } from '@ninefold/core/model/entities.ts'
import { entityNamed, fieldNamed } from '@ninefold/core/model/find.ts'
import type { Limit } from '@ninefold/core/model/limits.ts'
import type { Model } from '@ninefold/core/model/model.ts'
import { pathOfQuota, planQuota, planQuotaTurn, type QuotaPlace } from '@ninefold/core/plan/write/limits.ts'
import { isRecord } from '../../store/driver/statement.ts'
import { type Refusal, refused, refusedWith } from '../context/refusal.ts'
import type { Work } from '../context/work.ts'

/** `old` null: the record is new. */
export async function keepQuotas(
  work: Work,
  entity: Entity,
  record: RecordValue,
  old: RecordValue | null,
): Promise<void> {
  const { application, caller, transaction } = work
  const { model } = application
  for (const limit of model.limits.limits) {
    if (limit.on.kind !== 'entity' || isOfOtherRole(limit, work)) continue
    for (const place of placesOf(model, limit, entity)) {
      if (old === null ? place.depth > 0 : !isMoved(limit, place, record, old)) continue
      const key = `${limit.name} ${entity.name} ${place.depth}`
      const bindings = { ...work.bindings, record }
      const turn = application.planned(caller, `turn ${key}`, (viewer) => planQuotaTurn(viewer, limit, place, 'record'))
      if ((await transaction.run(turn, bindings)).length === 0) continue
      const count = application.planned(caller, `quota ${key}`, (viewer) => planQuota(viewer, limit, place, 'record'))
      if ((await transaction.run(count, bindings))[0]?.['isOver'] === true) throw quotaRefusal(limit)
    }
  }
}

/** Can what happens to records of the entity change how many there are, for some limit? */
export function isCounted(model: Model, entity: Entity): boolean {
  return model.limits.limits.some((limit) => placesOf(model, limit, entity).length > 0)
}

function isOfOtherRole({ per }: Limit, { caller }: Work): boolean {
  return per.kind === 'user' && (!caller.isSignedIn || (per.role !== null && !caller.roles.has(per.role)))
}

/** Where records of the entity stand on the way from limited records to the one for which they count. */
function placesOf(model: Model, limit: Limit, entity: Entity): QuotaPlace[] {
  if (limit.on.kind !== 'entity') return []
  const places: QuotaPlace[] = []
  let at = entityNamed(model, limit.on.entity)
  if (at.name === entity.name) places.push({ entity, depth: 0 })
  for (const [index, name] of pathOfQuota(limit).slice(0, -1).entries()) {
    const { type } = fieldNamed(at, name)
    if (type.kind !== 'reference') break
    at = entityNamed(model, type.entity)
    if (at.name === entity.name) places.push({ entity, depth: index + 1 })
  }
  return places
}

/** Does the record now lead to another one than before? */
function isMoved(limit: Limit, { depth }: QuotaPlace, record: RecordValue, old: RecordValue): boolean {
  const field = pathOfQuota(limit)[depth]
  if (field === undefined) return false
  // What was not loaded may be anything.
  if (!Object.hasOwn(record.fields, field) || !Object.hasOwn(old.fields, field)) return true
  return idOf(old.fields[field]) !== idOf(record.fields[field])
}

function idOf(value: Value | undefined): string | number | null {
  return value !== undefined && value !== null && isRecord(value) ? value.id : null
}

function quotaRefusal({ otherwise }: Limit): Refusal {
  return otherwise === null
    ? refused('too many', null, 'There are as many of these as there may be.')
    : refusedWith(otherwise)
}
