// An invitation into a tenant → a membership with its role.

import * as build from '@ninefold/core/expression/build.ts'
import type { RecordValue } from '@ninefold/core/expression/expression.ts'
import { entityNamed } from '@ninefold/core/model/find.ts'
import { refused } from '../context/refusal.ts'
import type { Work } from '../context/work.ts'
import { membershipOf } from '../users/memberships.ts'
import { runSteps } from './calls.ts'
import { beginRecord } from './transitions.ts'

/** As the product makes records: every rule and limit of the text holds. */
export async function admit(work: Work, user: RecordValue, tenant: string, role: string): Promise<void> {
  const { application, bindings } = work
  const { tenancy } = application.model.entities
  if (tenancy === null || tenancy.role === null) throw refused('not found', 'invitation', ['invitation used'])
  if ((await membershipOf(work, user, tenant)) !== null)
    throw refused('wrong state', 'invitation', ['already a member'])
  const sets = [
    { field: tenancy.user, value: build.recordVariable('invited.user', tenancy.users) },
    { field: tenancy.field, value: build.recordVariable('invited.tenant', tenancy.tenant) },
    { field: tenancy.role, value: build.literal(role, { kind: 'text' }) },
  ]
  const bound = { ...bindings, 'invited.user': user, 'invited.tenant': { id: tenant, fields: {} } }
  await beginRecord(
    { ...work, bindings: bound },
    entityNamed(application.model, tenancy.membership),
    { given: {}, set: sets.map((each) => ({ kind: 'expression', ...each })), isProductsOwn: true },
    { runSteps },
  )
}
