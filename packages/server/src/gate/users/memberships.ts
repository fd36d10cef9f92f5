// Memberships of users in tenants.

import type { RecordValue } from '@ninefold/core/expression/expression.ts'
import { entityNamed } from '@ninefold/core/model/find.ts'
import { planLabelOfTenant, planMembership } from '@ninefold/core/plan/read/tenants.ts'
import type { Executor } from '../../store/driver/database.ts'
import type { Application } from '../context/application.ts'
import { callerWith } from '../context/caller.ts'
import { loadedRecord } from '../context/loaded-record.ts'
import { planner } from '../context/planner.ts'
import type { Work } from '../context/work.ts'

const membershipPlan = planner('membership', planMembership)

/** Null: the user is not in this tenant. */
export async function membershipOf(
  { application, caller, transaction, bindings }: Work,
  user: RecordValue,
  tenant: string,
): Promise<RecordValue | null> {
  const { tenancy } = application.model.entities
  if (tenancy === null) return null
  const statement = application.planned(membershipPlan, caller, tenancy)
  const row = (await transaction.run(statement, { ...bindings, user: user.id, tenant }))[0]
  return row === undefined ? null : loadedRecord(entityNamed(application.model, tenancy.membership), row)
}

const labelPlan = planner('label of tenant', planLabelOfTenant)

/** For people who are invited into it. Null: it is gone. */
export async function labelOfTenant(
  { model, planned }: Application,
  executor: Executor,
  tenant: string,
): Promise<string | null> {
  const { tenancy } = model.entities
  if (tenancy === null) return null
  const row = (await executor.run(planned(labelPlan, callerWith(model, null, [], null), tenancy), { tenant }))[0]
  return row === undefined ? null : String(row['label'])
}
