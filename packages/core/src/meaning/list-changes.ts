// `add x to y.relation`, `remove x from y.relation` (reference/7-calls, Steps; reference/6-roles, Permissions).

import type { Permission } from '../model/roles.ts'
import { holds, withNames } from './evaluate.ts'
import { keepChanges } from './histories/kept-changes.ts'
import { refusedAs } from './refusals/refusal.ts'
import { isForbidden, isPerformer, eyesOf } from './rights.ts'
import type { Reference } from './store.ts'
import { around, refuseLocked, type Writing } from './write.ts'

export interface ListChange {
  readonly kind: 'add' | 'remove'
  readonly record: Reference
  readonly relation: string
  readonly item: Reference
}

export function changeList(writing: Writing, change: ListChange): void {
  const { store, caller } = writing
  const { kind, record, relation, item } = change
  const eyes = eyesOf(caller, around(writing))
  if (eyes !== null && !eyes.sees(item)) throw refusedAs('not found')
  if (caller.isProduct !== true && !mayChange(writing, change)) throw refusedAs('forbidden')
  refuseLocked(writing, record, [relation])
  const values = store.records.get(record.id)?.values
  if (values === undefined) throw refusedAs('not found')
  const others = ((values[relation] ?? []) as readonly Reference[]).filter(({ id }) => id !== item.id)
  const before = { ...values }
  values[relation] = kind === 'add' ? [...others, item] : others
  keepChanges(writing, record, before, values)
}

function mayChange(writing: Writing, { kind, record, relation, item }: ListChange): boolean {
  const { model } = writing
  const about = withNames(around(writing), { this: record, item })
  const isMeant = (row: Permission): boolean => row.entity === record.entity && row.relation === relation
  if (isForbidden(model, record.entity, kind, relation)) return false
  return model.roles.permissions.some(
    (row) =>
      !row.isForbidden &&
      row.who !== null &&
      isMeant(row) &&
      row.actions.includes(kind) &&
      isPerformer(row.who, record, about) &&
      holds(row.onlyWhere, about),
  )
}
