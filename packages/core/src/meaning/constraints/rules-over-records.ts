// Rules over several records, checked at the end of a request (reference/5-validation).

import type { Model } from '../../model/model.ts'
import type { RuleOverRecords } from '../../model/validation.ts'
import { entityNamed, fieldNamed } from '../../model/find.ts'
import { fieldValueType } from '../../model/paths.ts'
import { evaluate, holds, type Surroundings, valueOfField, withNames } from '../evaluate.ts'
import { isOverlap } from '../values/functions-of-time.ts'
import { decimal } from '../values/numbers.ts'
import { reasonOf, Refused } from '../refusals/refusal.ts'
import { type Datum, isReference, recordsOf, type Reference, type Store, type StoredRecord } from '../store.ts'
import { keyOfValue } from '../values/values.ts'

/** All broken rules are reported together. */
export function enforceRulesOverRecords(model: Model, before: Store, after: Store): void {
  const broken = model.validation.rulesOverRecords.filter((rule) => isBroken(model, rule, before, after))
  if (broken.length > 0) throw new Refused(broken.map(({ otherwise }) => reasonOf(aroundOf(model, after), otherwise)))
}

function isBroken(model: Model, rule: RuleOverRecords, before: Store, after: Store): boolean {
  const now = aroundOf(model, after)
  const records = recordsOf(after, rule.entity)
  const groups = new Map<string, { readonly one: StoredRecord; readonly members: StoredRecord[] }>()
  for (const record of records) {
    const key = groupOf(now, rule, record)
    if (key === null) continue
    const group = groups.get(key) ?? { one: record, members: [] }
    groups.set(key, group)
    if (holds(rule.countingOnly, withNames(now, { this: record }))) group.members.push(record)
  }
  // A group without records still counts, unless its parent record was deleted.
  for (const record of recordsOf(before, rule.entity)) {
    const key = groupOf(aroundOf(model, before), rule, record)
    if (key !== null && !groups.has(key) && isThere(after, rule, record)) groups.set(key, { one: record, members: [] })
  }
  return [...groups.values()].some(({ one, members }) => {
    // A record that has left represents its former group.
    const asItWas: Store = { ...after, records: new Map([...after.records, [one.id, one]]) }
    return isGroupBroken(aroundOf(model, asItWas), rule, one, members)
  })
}

function aroundOf(model: Model, store: Store): Surroundings {
  return { model, store, names: new Map(), roles: new Set(), eyes: null }
}

/** Null: it belongs to no group. */
function groupOf(around: Surroundings, { same, entity: of }: RuleOverRecords, record: Reference): string | null {
  const entity = entityNamed(around.model, of)
  const keys = same.map((name) =>
    keyOfValue(fieldValueType(around.model, of, fieldNamed(entity, name)), valueOfField(record, name, around)),
  )
  return keys.includes(null) ? null : JSON.stringify(keys)
}

function isThere({ records }: Store, { same }: RuleOverRecords, { values }: StoredRecord): boolean {
  return same.every((field) => {
    const value = values[field] ?? null
    return !isReference(value) || records.has(value.id)
  })
}

function isGroupBroken(
  around: Surroundings,
  { form, entity }: RuleOverRecords,
  one: Reference,
  members: readonly StoredRecord[],
): boolean {
  const about = (record: Reference): Surroundings => withNames(around, { this: { entity, id: record.id } })
  const valuesOf = (field: string): Datum[] =>
    members.map((member) => valueOfField(member, field, around)).filter((value) => value !== null)
  switch (form.kind) {
    case 'never overlaps': {
      const { type } = fieldNamed(entityNamed(around.model, entity), form.field)
      if (type.kind !== 'period') throw new Error(`${form.field} is no period.`)
      const periods = valuesOf(form.field)
      const of = { kind: 'period', of: type.of === 'date' ? 'date' : 'timestamp' } as const
      return periods.some((a, index) => periods.slice(index + 1).some((b) => isOverlap(of, a, b)))
    }
    case 'at most':
    case 'exactly':
    case 'at least':
      return !isSo(form.kind, members.length, evaluate(form.bound, about(one)))
    case 'sum': {
      const sum = valuesOf(form.field).reduce(
        (total: ReturnType<typeof decimal>, each) => total.plus(decimal(each)),
        decimal(0),
      )
      return !isSo(form.comparison, sum.toFixed(), evaluate(form.bound, about(one)))
    }
    case 'never below':
      return members.some((member) => {
        const value = valueOfField(member, form.field, around)
        return value !== null && decimal(value).lt(decimal(evaluate(form.bound, about(member))))
      })
    case 'never in a circle':
      return members.some((member) => leadsBack(around, member, form.field))
  }
}

function isSo(comparison: 'is' | 'exactly' | 'at most' | 'at least', value: Datum, bound: Datum): boolean {
  const order = decimal(value).cmp(decimal(bound))
  return comparison === 'at most' ? order <= 0 : comparison === 'at least' ? order >= 0 : order === 0
}

function leadsBack({ store }: Surroundings, { id, values }: StoredRecord, field: string): boolean {
  const seen = new Set<string>()
  let next = values[field] ?? null
  while (isReference(next) && !seen.has(next.id)) {
    if (next.id === id) return true
    seen.add(next.id)
    next = store.records.get(next.id)?.values[field] ?? null
  }
  return false
}
