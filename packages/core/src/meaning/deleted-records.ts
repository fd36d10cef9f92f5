// Deleted records that can be restored (reference/3-entities, Bringing back what was deleted).

import { entityNamed } from '../model/find.ts'
import { setClocks } from './clocks.ts'
import { evaluate, isShown, type Surroundings, withNames } from './evaluate.ts'
import { keepFields } from './constraints/field-constraints.ts'
import { enforceQuotas } from './constraints/limits.ts'
import { inputReason, Refused, refusedAs } from './refusals/refusal.ts'
import { eyesOf, isForbidden, permissionsFor } from './rights.ts'
import { type Datum, type Deletion, isReference, numberOf, type Store, type StoredRecord } from './store.ts'
import { around, keepRules, type Writing } from './write.ts'

export interface DeletedRecord {
  readonly entity: string
  readonly label: Datum
}

/** Deletions that the caller may restore, the latest first. */
export function deletedFor(writing: Writing): DeletedRecord[] {
  return writing.store.deletions
    .filter((deletion) => mayBringBack(writing, deletion))
    .toReversed()
    .map((deletion) => {
      const { entity, label, scope } = asItWas(writing, deletion)
      const seen = withNames({ ...scope, eyes: eyesOf(writing.caller, scope) }, { this: deletion.record })
      return { entity, label: isShown(label, seen) ? evaluate(label, seen) : null }
    })
}

/** The deleted record, and those that went with it, beside the present ones. */
function asItWas(writing: Writing, { record, records }: Deletion) {
  const { model, store } = writing
  const all = new Map(store.records)
  for (const each of records) all.set(each.id, each)
  for (const { entity, id, values } of records) all.set(id, { entity, id, values: withPresentItems(values, all) })
  const apart = new Set(records.map(({ id }) => id))
  const scope: Surroundings = around({ ...writing, store: { ...store, records: all, apart } })
  return { entity: record.entity, label: entityNamed(model, record.entity).label, scope }
}

/** Records that were deleted by themselves are no longer in a list. */
function withPresentItems(values: StoredRecord['values'], present: Store['records']): StoredRecord['values'] {
  const isPresent = (item: Datum): boolean => !isReference(item) || present.has(item.id)
  return Object.fromEntries(
    Object.entries(values).map(([name, value]): [string, Datum] => [
      name,
      Array.isArray(value) ? (value as readonly Datum[]).filter(isPresent) : value,
    ]),
  )
}

function mayBringBack(writing: Writing, deletion: Deletion): boolean {
  if (deletion.endsMs <= writing.store.nowMs) return false
  const { record } = deletion
  const { scope } = asItWas(writing, deletion)
  if (writing.caller.isProduct === true) return true
  return (['see', 'delete'] as const).every(
    (action) =>
      !isForbidden(writing.model, record.entity, action, null) && permissionsFor(record, action, scope).length > 0,
  )
}

/** Everything is restored, or nothing. */
export function bringBack(writing: Writing, deletion: Deletion | undefined): void {
  const { model, store } = writing
  if (deletion === undefined || !mayBringBack(writing, deletion)) throw refusedAs('not found')
  for (const record of deletion.records) store.records.set(record.id, { ...record, values: { ...record.values } })
  const inOrder = [...store.records].sort(([, a], [, b]) => numberOf(a) - numberOf(b))
  store.records.clear()
  for (const [id, record] of inOrder) store.records.set(id, record)
  store.changes.push(...deletion.changes)
  for (const { of, field, item } of deletion.places) {
    const list = store.records.get(of)
    if (list === undefined) throw GONE
    list.values[field] = [...((list.values[field] ?? []) as readonly Datum[]), item]
  }
  if (deletion.records.some((record) => pointsNowhere(store, record))) throw GONE
  const scope = around(writing)
  for (const record of deletion.records) keepFields(scope, entityNamed(model, record.entity), record)
  for (const { entity, id, values } of deletion.records) {
    keepRules(writing, { entity, id }, values, { kind: 'change' }, [])
    enforceQuotas(writing, { entity, id }, null)
    setClocks(scope, { entity, id })
  }
  const place = store.deletions.findIndex(({ number }) => number === deletion.number)
  store.deletions.splice(place, 1)
}

const GONE = new Refused([inputReason({ code: 'not found' }, 'record')])

function pointsNowhere({ records }: Store, { values }: StoredRecord): boolean {
  return Object.values(values)
    .flatMap((value) => (Array.isArray(value) ? (value as readonly Datum[]) : [value]))
    .some((value) => isReference(value) && !records.has(value.id))
}
