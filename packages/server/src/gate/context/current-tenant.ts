// The caller's present tenant, for rows of the engine that belong to one tenant.

import { planTenantOfCaller } from '@ninefold/core/plan/read/tenants.ts'
import type { Application } from './application.ts'
import type { Executor } from '../../store/driver/database.ts'
import type { Bindings } from '../../store/driver/rows.ts'
import type { Caller } from './caller.ts'
import { planner } from './planner.ts'

const tenantOfCaller = planner('tenant of the caller', planTenantOfCaller)

export interface Asking {
  readonly application: Application
  readonly caller: Caller
  readonly bindings: Bindings
  /** Missing: outside of a transaction. */
  readonly transaction?: Executor
}

/** An empty text: the specification has no tenants. Null: the caller belongs to none. */
export async function currentTenant({
  application,
  caller,
  bindings,
  transaction = application.database,
}: Asking): Promise<string | null> {
  const { tenancy } = application.model.entities
  if (tenancy === null) return ''
  if (caller.me === null) return null
  const rows = await transaction.run(application.planned(tenantOfCaller, caller, tenancy), bindings)
  const id = rows[0]?.['id'] ?? null
  return id === null ? null : String(id)
}
