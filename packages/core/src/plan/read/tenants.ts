// A user's tenants → statements that list them, read the current one, and switch it. They run as the product, because
// members know only the name of a tenant that is not current.

import { entityNamed, fieldNamed } from '../../model/find.ts'
import type { Entity, Tenancy } from '../../model/entities.ts'
import { currentTenant } from '../../model/users/tenants.ts'
import type { Viewer } from '../../rights/readable.ts'
import { expressionSql } from '../sql/expression-sql.ts'
import { rawSql, renderSql, type Sql, type Statement, sql, variable } from '../sql/sql.ts'
import { column, idType, loadedColumns, row, sqlContext, table } from '../sql/statement-scope.ts'

const TENANTS_TOLD_MAX = 1000

/** Columns `id`, `label`, `isCurrent`, and `named`, the label by which addresses name the tenant. */
export function planOwnTenants(viewer: Viewer, tenancy: Tenancy): Statement {
  const { users, tenant, membership, own, user } = partsOf(viewer, tenancy)
  const context = sqlContext({ model: viewer.model, caller: viewer.caller }, { this: row(tenant.name, 't') })
  const current = expressionSql(currentTenant(tenancy), context)
  return renderSql(sql`
    SELECT t."id"::text AS id, coalesce((${expressionSql(tenant.label, context)})::text, '') AS label,
      ${current} IS NOT DISTINCT FROM t."id" AS "isCurrent", ${labelOf(viewer, tenancy)} AS named
    FROM ${table(membership)} AS m JOIN ${table(tenant)} AS t ON t."id" = m.${own}
    WHERE m.${user} = ${variable('me', idType(users))}
    ORDER BY m."id" LIMIT ${rawSql(String(TENANTS_TOLD_MAX))}`)
}

/** Column `id` of the caller's current tenant; null: the caller belongs to none. */
export function planTenantOfCaller(viewer: Viewer, tenancy: Tenancy): Statement {
  const context = sqlContext({ model: viewer.model, caller: viewer.caller }, {})
  return renderSql(sql`SELECT ${expressionSql(currentTenant(tenancy), context)}::text AS id`)
}

/** The membership of the bound `user` in the bound `tenant`, in loaded form, without the rights of the caller. */
export function planMembership(viewer: Viewer, tenancy: Tenancy): Statement {
  const { users, tenant, membership, own, user } = partsOf(viewer, tenancy)
  return renderSql(sql`
    SELECT ${loadedColumns(membership, 'm')} FROM ${table(membership)} AS m
    WHERE m.${user} = ${variable('user', idType(users))} AND m.${own} = ${variable('tenant', idType(tenant))}`)
}

/** Column `label` of the bound `tenant`, for people who are invited into it. */
export function planLabelOfTenant(viewer: Viewer, tenancy: Tenancy): Statement {
  const { tenant } = partsOf(viewer, tenancy)
  const context = sqlContext({ model: viewer.model, caller: viewer.caller }, { this: row(tenant.name, 't') })
  return renderSql(sql`
    SELECT coalesce((${expressionSql(tenant.label, context)})::text, '') AS label
    FROM ${table(tenant)} AS t WHERE t."id" = ${variable('tenant', idType(tenant))}`)
}

/** Makes the bound `tenant` the caller's current one. No row: the caller does not belong to it. */
export function planCurrentTenant(viewer: Viewer, tenancy: Tenancy): Statement {
  const { users, tenant, membership, own, current, user } = partsOf(viewer, tenancy)
  return renderSql(sql`
    UPDATE ${table(users)} AS u SET ${current} = m.${own} FROM ${table(membership)} AS m
    WHERE u."id" = ${variable('me', idType(users))} AND m.${user} = u."id" AND m.${own} = ${variable('tenant', idType(tenant))}
    RETURNING u."id"`)
}

/** Column `id` of the tenant that an address names by the bound `label`. */
export function planTenantOfAddress(viewer: Viewer, tenancy: Tenancy): Statement {
  const { tenant } = partsOf(viewer, tenancy)
  return renderSql(
    sql`SELECT t."id"::text AS id FROM ${table(tenant)} AS t WHERE ${labelOf(viewer, tenancy)} = ${variable('label', 'text')}`,
  )
}

function labelOf({ model }: Viewer, { tenant, address }: Tenancy): Sql {
  if (address === null) return sql`NULL::text`
  return sql`t.${column(fieldNamed(entityNamed(model, tenant), address.field))}`
}

interface Parts {
  readonly users: Entity
  readonly membership: Entity
  readonly tenant: Entity
  /** The membership's tenant. */
  readonly own: Sql
  /** The user's tenant. */
  readonly current: Sql
  /** The membership's user. */
  readonly user: Sql
}

function partsOf({ model }: Viewer, tenancy: Tenancy): Parts {
  const users = entityNamed(model, tenancy.users)
  const membership = entityNamed(model, tenancy.membership)
  return {
    users,
    membership,
    tenant: entityNamed(model, tenancy.tenant),
    own: column(fieldNamed(membership, tenancy.field)),
    current: column(fieldNamed(users, tenancy.field)),
    user: column(fieldNamed(membership, tenancy.user)),
  }
}
