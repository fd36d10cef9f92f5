// A record before and after a write → the changes in its history, and in the histories of lists that contain it
// (reference/3-entities, Histories).

import type { Entity, Field } from '../../model/entities.ts'
import { isOtherSide } from '../../model/field-types.ts'
import { entityNamed } from '../../model/find.ts'
import type { Model } from '../../model/model.ts'
import { fieldValueType } from '../../model/paths.ts'
import type { Caller } from '../rights.ts'
import { type Datum, isReference, type KeptChange, type Reference, type Store } from '../store.ts'
import { isSame } from '../values/values.ts'

type Values = Readonly<Record<string, Datum>>

interface Writing {
  readonly model: Model
  readonly store: Store
  readonly caller: Caller
}

/** `before` null: the record is new. `after` null: it was deleted. */
export function keepChanges(writing: Writing, record: Reference, before: Values | null, after: Values | null): void {
  const { model, store } = writing
  if (before !== null && after !== null) {
    for (const field of entityNamed(model, record.entity).fields) {
      const [was, is] = [before[field.name] ?? null, after[field.name] ?? null]
      if (
        isKeptField(entityNamed(model, record.entity), field) &&
        !isSame(fieldValueType(model, record.entity, field), was, is)
      )
        keep(writing, { record, field: field.name, before: was, after: is })
    }
  }
  for (const entity of model.entities.entities) {
    for (const field of entity.fields.filter((each) => isKeptList(entity, each))) {
      const [left, come] = [pairsIn(entity, field, record, before), pairsIn(entity, field, record, after)]
      for (const { owner, item } of without(left, come))
        if (store.records.has(owner.id)) keep(writing, { record: owner, field: field.name, before: item, after: null })
      for (const { owner, item } of without(come, left))
        keep(writing, { record: owner, field: field.name, before: null, after: item })
    }
  }
}

function keep({ store, caller }: Writing, change: Omit<KeptChange, 'atMs' | 'by'>): void {
  const isProduct = caller.isClock === true || caller.isService === true
  store.changes.push({ ...change, atMs: store.nowMs, by: isProduct ? 'the product' : caller.me })
}

interface Pair {
  readonly owner: Reference
  readonly item: Reference
}

function without(pairs: readonly Pair[], others: readonly Pair[]): Pair[] {
  return pairs.filter(({ owner, item }) => !others.some((one) => one.owner.id === owner.id && one.item.id === item.id))
}

/** The pairs of a list's owner and item that the record represents. */
function pairsIn({ name }: Entity, { name: field, type }: Field, record: Reference, values: Values | null): Pair[] {
  if (values === null || (type.kind !== 'collection' && type.kind !== 'inverse')) return []
  const through = type.kind === 'collection' ? type.through : null
  if (through !== null) {
    const [owner, item] = [values[through.own], values[through.other]]
    return through.entity === record.entity && isReference(owner) && isReference(item) ? [{ owner, item }] : []
  }
  if (type.via === null)
    return name === record.entity ? recordsIn(values[field]).map((item) => ({ owner: record, item })) : []
  return type.entity === record.entity ? recordsIn(values[type.via]).map((owner) => ({ owner, item: record })) : []
}

function recordsIn(value: Datum | undefined): Reference[] {
  return (Array.isArray(value) ? (value as readonly Datum[]) : [value]).filter((each) => isReference(each))
}

/** A field with a history: never a hidden or computed one. */
export function isKeptField({ history }: Entity, { name, type, computed, isHidden, isBuiltIn }: Field): boolean {
  const isOwnValue = computed === null && !['collection', 'inverse', 'secret text'].includes(type.kind)
  if (history === null || !isOwnValue || isHidden) return false
  return history.fields === 'every field' ? !isBuiltIn : history.fields.includes(name)
}

/** A list with a history. `every change` does not include reverse references. */
export function isKeptList({ history }: Entity, { name, type, computed }: Field): boolean {
  if (history === null || computed !== null || (type.kind !== 'collection' && type.kind !== 'inverse')) return false
  return history.fields === 'every field' ? !isOtherSide(type) : history.fields.includes(name)
}
