// Tenants → expressions for records, users and tenants of the current tenant. The current tenant is a field of the
// user, so statements, row-level security and offers in the browser use it like any other.

import * as build from '../../expression/build.ts'
import { allOf, anyOf, FALSE, mapParts } from '../../expression/conditions.ts'
import type { Expression } from '../../expression/expression.ts'
import { BOOLEAN } from '../../expression/value-types.ts'
import type { Tenancy } from '../entities.ts'

/** `me.organisation`; empty for users without a tenant, and for guests. */
export function currentTenant(tenancy: Tenancy): Expression {
  return currentTenantOf(tenancy, build.recordVariable('me', tenancy.users))
}

export function currentTenantOf({ users, tenant, field }: Tenancy, user: Expression): Expression {
  const type = { kind: 'record', entity: tenant } as const
  return build.field(user, users, field, { type, isOptional: true })
}

/** Condition: the record belongs to the current tenant. */
export function isInTenant(tenancy: Tenancy, record: Expression, entity: string): Expression {
  return build.binary('==', tenantOf(tenancy, record, entity), currentTenant(tenancy))
}

export function tenantOf({ tenant, field }: Tenancy, record: Expression, entity: string): Expression {
  return build.field(record, entity, field, { type: { kind: 'record', entity: tenant }, isOptional: false })
}

/** A name that no variable of a text can have: the tenant that is asked about. */
export const ASKED_TENANT = 'asked tenant'

/** The condition over a user, `this`, with the asked tenant in place of the current one. */
export function askedInTenant(tenancy: Tenancy, condition: Expression): Expression {
  const { users, field, tenant } = tenancy
  const isCurrent =
    condition.kind === 'field' &&
    condition.entity === users &&
    condition.field === field &&
    condition.of.kind === 'variable' &&
    condition.of.name === 'this'
  if (isCurrent) return build.variable(ASKED_TENANT, { kind: 'record', entity: tenant }, condition.span, true)
  return mapParts(condition, (part) => askedInTenant(tenancy, part))
}

/** Condition: the user's membership of the tenant has the role. `tenant` may be empty. */
export function hasRoleInTenant(tenancy: Tenancy, user: Expression, tenant: Expression, role: string): Expression {
  const { membership, role: field } = tenancy
  if (field === null) return FALSE
  const one = build.recordVariable('membership', membership)
  const type = { kind: 'choice', values: [role] } as const
  const conditions = [
    build.binary('==', userOf(tenancy, one), user),
    build.binary('==', tenantOf(tenancy, one, membership), tenant),
    build.binary('==', build.field(one, membership, field, { type, isOptional: true }), build.literal(role, type)),
  ]
  return build.comprehension(
    'exists',
    { over: memberships(tenancy), variable: 'membership', body: allOf(conditions) },
    BOOLEAN,
  )
}

function userOf({ membership, user, users }: Tenancy, one: Expression): Expression {
  return build.field(one, membership, user, { type: { kind: 'record', entity: users }, isOptional: false })
}

/** Those of every tenant. */
function memberships({ membership }: Tenancy): Expression {
  const of = { kind: 'record', entity: membership } as const
  return { kind: 'records', entity: membership, type: { kind: 'list', of }, isOptional: false, span: build.NOWHERE }
}

/** Condition: the user is the caller, or a member of the current tenant. */
export function isFellow(tenancy: Tenancy, user: Expression): Expression {
  const { users, membership } = tenancy
  const one = build.recordVariable('membership', membership)
  const isTheirs = build.binary('==', userOf(tenancy, one), user)
  const isHere = build.binary('&&', isTheirs, isInTenant(tenancy, one, membership))
  return anyOf([
    build.binary('==', user, build.recordVariable('me', users)),
    build.comprehension('exists', { over: memberships(tenancy), variable: 'membership', body: isHere }, BOOLEAN),
  ])
}
