// To-many fields with link tables: setting all records, adding one, removing one.

import type { RecordValue } from '@ninefold/core/expression/expression.ts'
import type { Entity, Field } from '@ninefold/core/model/entities.ts'
import { isOtherSide } from '@ninefold/core/model/field-types.ts'
import { fieldNamed } from '@ninefold/core/model/find.ts'
import { planAfterChecks } from '@ninefold/core/plan/write/record-checks.ts'
import { givenVariable, planLinkChange, planLinks } from '@ninefold/core/plan/write/record-writes.ts'
import { bypassesPermissions, linkGrantsOf } from '@ninefold/core/rights/roles.ts'
import { actAs } from '../context/transaction-actor.ts'
import { noteWritten } from './audit.ts'
import { hasLocks, refuseLocked } from './locks.ts'
import { lockRecord, only } from './locked-record.ts'
import { refused } from '../context/refusal.ts'
import type { Values, Work } from '../context/work.ts'
import { planner } from '../context/planner.ts'

const linksPlan = planner('links', (viewer, entity: Entity, field: Field) => planLinks(viewer, entity, field, 'record'))

const linkGrants = planner('link grants', (viewer, entity: Entity, field: Field, action: 'add' | 'remove') => {
  const grants = linkGrantsOf(viewer.model, viewer.caller, entity.name, action, field.name)
  return { grants, check: planAfterChecks(viewer, entity, 'record', { rules: [], grants, answer: null }) }
})

const linkChange = planner('link change', (viewer, entity: Entity, field: Field, action: 'add' | 'remove') =>
  planLinkChange(viewer, entity, field, 'record', action),
)

/** Sets to-many fields to exactly the given records and those that the text sets. */
export async function writeLinks(work: Work, entity: Entity, record: RecordValue, values: Values): Promise<void> {
  for (const [name, items] of Object.entries({ ...values.given, ...values.links })) {
    const field = fieldNamed(entity, name)
    if (field.type.kind !== 'collection' || isOtherSide(field.type)) continue
    const links = work.application.planned(linksPlan, work.caller, entity, field)
    const bindings = { ...work.bindings, [givenVariable(name)]: items, record }
    await work.transaction.run(links.clear, bindings)
    await work.transaction.run(links.add, bindings)
  }
}

/** Adds a record to a to-many field or removes it, with the permissions `add` and `remove`. */
export async function changeLink(
  work: Work,
  entity: Entity,
  record: RecordValue,
  field: Field,
  item: RecordValue,
  action: 'add' | 'remove',
): Promise<void> {
  const { grants, check } = work.application.planned(linkGrants, work.caller, entity, field, action)
  const bindings = { ...work.bindings, record, item }
  const answers = only(await work.transaction.run(check, { ...bindings, old: record }))
  if (!bypassesPermissions(work.caller) && !grants.some((_, index) => answers[`grant${index}`] === true))
    throw refused('forbidden')
  const { model } = work.application
  if (hasLocks(model, entity))
    refuseLocked(work, entity, (await lockRecord(work, entity, record, 'change')).old, [field.name])
  await actAs(work)
  const statement = work.application.planned(linkChange, work.caller, entity, field, action)
  await work.transaction.run(statement, bindings)
  noteWritten(work, entity, record, `${action} ${field.name}`)
}
