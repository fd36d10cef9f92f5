// The history of a record → the part that a reader sees: of the fields that they may see now (reference/3-entities,
// Histories).

import type { Entity } from '../../model/entities.ts'
import { entityNamed, fieldNamed } from '../../model/find.ts'
import { evaluate, isShown, type Surroundings, withNames } from '../evaluate.ts'
import { refusedAs } from '../refusals/refusal.ts'
import { mayEverSee } from '../rights.ts'
import { type Datum, isReference, type KeptChange, type Reference } from '../store.ts'
import { isKeptField, isKeptList } from './kept-changes.ts'

/** Only the newest are shown. */
const CHANGES_MAX = 200

export function historyOf(scope: Surroundings, record: Reference): Datum {
  const entity = entityNamed(scope.model, record.entity)
  if (!shownFields(scope, entity)) throw refusedAs('not found')
  const { eyes } = scope
  // The address contains the id, so the record is found only by readers who see its id.
  const isFound = eyes === null || (eyes.sees(record) && eyes.seesField(record, 'id'))
  if (!scope.store.records.has(record.id) || !isFound) throw refusedAs('not found')
  const shown = scope.store.changes
    .filter((change) => change.record.id === record.id && isSeen(scope, entity, change))
    .toReversed()
    .slice(0, CHANGES_MAX)
    .toSorted((a, b) => b.atMs - a.atMs || placeIn(entity, a) - placeIn(entity, b))
  return { changes: shown.map((change) => inWords(scope, change)) }
}

/** Changes of one moment are shown in the order of the fields. */
function placeIn({ fields }: Entity, { field }: KeptChange): number {
  return fields.findIndex(({ name }) => name === field)
}

/** A history that is not kept, or of which nothing is visible, does not exist for the reader. */
function shownFields(scope: Surroundings, entity: Entity): boolean {
  return entity.fields.some(
    (field) =>
      (isKeptField(entity, field) || isKeptList(entity, field)) &&
      (scope.eyes === null || mayEverSee(entity.name, field.name, scope)),
  )
}

/** A hidden item of a list leaves no trace in the history. */
function isSeen(scope: Surroundings, entity: Entity, { record, field, before, after }: KeptChange): boolean {
  const { eyes } = scope
  if (eyes !== null && !eyes.seesField(record, field)) return false
  return !isKeptList(entity, fieldNamed(entity, field)) || nameOf(scope, after ?? before) !== null
}

function inWords(scope: Surroundings, { field, atMs, by, before, after }: KeptChange): Datum {
  return {
    field,
    at: new Date(atMs).toISOString(),
    by: by === 'the product' ? null : nameOf(scope, by),
    isByProduct: by === 'the product',
    ...(by === null ? { isUnsigned: true } : {}),
    before: isReference(before) ? nameOf(scope, before) : before,
    after: isReference(after) ? nameOf(scope, after) : after,
  }
}

/** Null: it was deleted, or is hidden. */
function nameOf(scope: Surroundings, value: Datum): Datum {
  const { eyes, store } = scope
  if (!isReference(value) || !store.records.has(value.id) || (eyes !== null && !eyes.sees(value))) return null
  const { label } = entityNamed(scope.model, value.entity)
  const about = withNames(scope, { this: value })
  return isShown(label, about) ? evaluate(label, about) : null
}
