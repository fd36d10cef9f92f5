// Soft delete: a deleted record → the data that restores it (reference/3-entities).

import type { Model } from '../model/model.ts'
import { entityNamed } from '../model/find.ts'
import { momentLater } from './values/dates.ts'
import { type Datum, type Deletion, isReference, type Reference, type Store, type StoredRecord } from './store.ts'

/** Stores records before their deletion; cascaded ones are stored with the first. */
export function putAside(model: Model, store: Store, record: Reference, gone: readonly Reference[]): void {
  const { keptDeleted } = entityNamed(model, record.entity)
  if (keptDeleted === null) return
  const ids = new Set(gone.map(({ id }) => id))
  const records = gone.flatMap(({ id }) => {
    const kept = store.records.get(id)
    return kept === undefined ? [] : [{ ...kept, values: { ...kept.values } }]
  })
  const { months, days } = keptDeleted.for
  store.deletions.push({
    number: ++store.made,
    record,
    records,
    // Its positions in lists of other records.
    places: [...store.records.values()].flatMap((other) => (ids.has(other.id) ? [] : placesIn(other, ids))),
    changes: store.changes.filter((change) => ids.has(change.record.id)),
    atMs: store.nowMs,
    endsMs: momentLater(store.nowMs, `P${months}M${days}D`, 1, () => 0),
  })
}

function placesIn({ id, values }: StoredRecord, ids: ReadonlySet<string>): Deletion['places'] {
  return Object.entries(values).flatMap(([field, value]) =>
    Array.isArray(value)
      ? (value as readonly Datum[]).flatMap((item) =>
          isReference(item) && ids.has(item.id) ? [{ of: id, field, item }] : [],
        )
      : [],
  )
}
