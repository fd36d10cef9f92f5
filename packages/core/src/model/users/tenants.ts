// Tenants → expressions for records, users and tenants of the current tenant. The current tenant is a field of the
// user, so statements, row-level security and offers in the browser use it like any other.

import * as build from '../../expression/build.ts'
import { anyOf } from '../../expression/conditions.ts'
import type { Expression } from '../../expression/expression.ts'
import type { Tenancy } from '../entities.ts'

/** `me.organisation`; empty for users without a tenant, and for guests. */
export function currentTenant({ users, tenant, field }: Tenancy): Expression {
  const type = { kind: 'record', entity: tenant } as const
  return build.field(build.recordVariable('me', users), users, field, { type, isOptional: true })
}

/** Condition: the record belongs to the current tenant. */
export function isInTenant(tenancy: Tenancy, record: Expression, entity: string): Expression {
  return build.binary('==', tenantOf(tenancy, record, entity), currentTenant(tenancy))
}

export function tenantOf({ tenant, field }: Tenancy, record: Expression, entity: string): Expression {
  return build.field(record, entity, field, { type: { kind: 'record', entity: tenant }, isOptional: false })
}

/** Condition: the user is the caller, or a member of the current tenant. */
export function isFellow(tenancy: Tenancy, user: Expression): Expression {
  const { users, membership } = tenancy
  const of = { kind: 'record', entity: membership } as const
  const one = build.recordVariable('membership', membership)
  const every: Expression = {
    kind: 'records',
    entity: membership,
    type: { kind: 'list', of },
    isOptional: false,
    span: build.NOWHERE,
  }
  const isTheirs = build.binary(
    '==',
    build.field(one, membership, tenancy.user, { type: { kind: 'record', entity: users }, isOptional: false }),
    user,
  )
  const isHere = build.binary('&&', isTheirs, isInTenant(tenancy, one, membership))
  return anyOf([
    build.binary('==', user, build.recordVariable('me', users)),
    build.comprehension('exists', every, 'membership', isHere, { kind: 'boolean' }),
  ])
}
