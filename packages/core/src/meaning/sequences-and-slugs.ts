// Generated values: sequences, slugs and random codes (reference/3-entities).

import type { Entity, Field } from '../model/entities.ts'
import { countedRank } from '../model/lists/ranks.ts'
import type { Model } from '../model/model.ts'
import { dayOf } from './values/dates.ts'
import { type Datum, isReference, recordsOf, type Reference, type Store } from './store.ts'
import { tenantOf } from './users/tenants.ts'

type Values = Record<string, Datum>
type Place = { readonly model: Model; readonly store: Store }

/** For a new record. */
export function numberRecord({ model, store }: Place, { name: of, fields }: Entity, values: Values): void {
  for (const { name, type } of fields) {
    if (type.kind !== 'sequence') continue
    const year = dayOf(store.nowMs, store.zone).slice(0, 4)
    const per = type.per === null ? null : (values[type.per] ?? null)
    const count = JSON.stringify([
      of,
      name,
      isReference(per) ? per.id : per,
      type.isPerYear ? year : null,
      tenantOf(model, of, values),
    ])
    const number = (store.counted.get(count) ?? type.from - 1) + 1
    store.counted.set(count, number)
    values[name] = type.format === null ? number : inForm(type.format, number, year)
  }
}

/** A unique random code for a new record, whose value is unpredictable; and the last rank, unless one is given. */
export function codeRecord(store: Store, { fields }: Entity, values: Values): void {
  for (const { name, type } of fields)
    if (type.kind === 'random code') values[name] = String(++store.made).padStart(type.length, '0')
    else if (type.kind === 'rank') values[name] ??= countedRank(++store.made)
}

/** `INV-{year}-{n:5}` */
function inForm(form: string, number: number, year: string): string {
  return form
    .replaceAll('{year}', year)
    .replaceAll(/\{n(?::(\d+))?\}/g, (_, digits = '1') => String(number).padStart(Number(digits), '0'))
}

/** A slug follows its text, unless it is fixed; the same words keep their number. `before`: null for a new record. */
export function nameRecord(
  place: Place,
  entity: Entity,
  record: Reference,
  values: Values,
  before: Values | null,
): void {
  for (const field of entity.fields) {
    const { type, name } = field
    if (type.kind !== 'slug') continue
    const words = wordsOf(entity, values[type.from] ?? null)
    if (before !== null && (type.isFixed || words === wordsOf(entity, before[type.from] ?? null))) continue
    values[name] = freeSlug(place, entity, field, record, words)
  }
}

function freeSlug(
  { model, store }: Place,
  entity: Entity,
  { name, type }: Field,
  record: Reference,
  words: string,
): string {
  if (type.kind !== 'slug') throw new Error(`${name} is no slug.`)
  const own = tenantOf(model, entity.name, store.records.get(record.id)?.values ?? {})
  const isTaken = (slug: string): boolean =>
    type.never.includes(slug) ||
    (type.isNumberedWhenTaken &&
      recordsOf(store, entity.name).some(
        ({ id, values }) => id !== record.id && values[name] === slug && tenantOf(model, entity.name, values) === own,
      ))
  let slug = words
  for (let number = 2; isTaken(slug); number++) slug = `${words}-${number}`
  return slug
}

const SLUG_LENGTH_MAX = 100

/** A text without letters and digits is replaced by the entity's name. */
function wordsOf({ name }: Entity, text: Datum): string {
  const plain = String(text ?? '')
    .normalize('NFKD')
    .replaceAll(/[\u0300-\u036f]/g, '')
    .toLowerCase()
  const hyphens = (words: string): string => words.replaceAll(/^-+|-+$/g, '')
  const words = hyphens(plain.replaceAll(/[^\p{L}\p{N}]+/gu, '-'))
  return (
    hyphens([...words].slice(0, SLUG_LENGTH_MAX).join('')) || name.replaceAll(/(?<=[a-z])(?=[A-Z])/g, '-').toLowerCase()
  )
}
