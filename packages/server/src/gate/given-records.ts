// Records that a caller names in the fields of another one. One that the caller may not see is refused like
// one that does not exist: otherwise naming ids would tell which of them are somebody's.

import type { Value } from '@ninefold/core/expression/expression.ts'
import { isTrue } from '@ninefold/core/expression/conditions.ts'
import type { Entity } from '@ninefold/core/model/entities.ts'
import { entityNamed, fieldNamed } from '@ninefold/core/model/find.ts'
import { planVisibleAmong } from '@ninefold/core/plan/finds.ts'
import { visibleRecords } from '@ninefold/core/rights/roles.ts'
import { isRecord } from '../store/statement.ts'
import { inputRefusal, Refusal, type RefusalItem } from './refusal.ts'
import type { Work } from './work.ts'

export async function refuseUnseenRecords(
  work: Work,
  entity: Entity,
  given: Readonly<Record<string, Value>>,
): Promise<void> {
  const unseen: RefusalItem[] = []
  for (const [name, value] of Object.entries(given)) {
    const { type } = fieldNamed(entity, name)
    if (type.kind !== 'reference' && type.kind !== 'collection') continue
    const isSeen = await areVisible(work, entityNamed(work.application.model, type.entity), idsOf(value))
    if (!isSeen) unseen.push(inputRefusal('not found', name))
  }
  if (unseen.length > 0) throw new Refusal(unseen)
}

async function areVisible(work: Work, entity: Entity, ids: readonly (string | number)[]): Promise<boolean> {
  if (ids.length === 0) return true
  const statement = work.application.planned(work.caller, `visible among ${entity.name}`, (viewer) =>
    // Where every record may be seen, the database's own references say what is missing.
    isTrue(visibleRecords(viewer.model, viewer.caller, entity.name)) ? 'all' : planVisibleAmong(viewer, entity, 'ids'),
  )
  if (statement === 'all') return true
  const rows = await work.transaction.run(statement, { ...work.bindings, ids })
  const seen = new Set(rows.map((row) => String(row['id'])))
  return ids.every((id) => seen.has(String(id).toLowerCase()))
}

function idsOf(value: Value): (string | number)[] {
  if (value === null || value === undefined) return []
  const items = Array.isArray(value) ? (value as readonly Value[]) : [value]
  return items.flatMap((item) => {
    const id = isRecord(item) ? item.id : item
    return typeof id === 'string' || typeof id === 'number' ? [id] : []
  })
}
