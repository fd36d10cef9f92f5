// `me.organisation` as SQL: the tenant of the request's host if the caller is a member of it, and the chosen one where
// no host names any. A statement for a caller is told the tenant by the statement before it, in the same message, which
// looks it up once; so a membership that ends counts at once, and policies and conditions compare with one value. Every
// other statement looks it up.

import { entityNamed } from '../../model/find.ts'
import type { Model } from '../../model/model.ts'
import { columnName, tableName } from './database-names.ts'
import { identifier, rawSql, renderSql, type Sql, sql } from './sql.ts'
import { type CurrentTenantSql, reachedTable, reachingEverything, type SqlContext } from './sql-context.ts'
import { idType } from './identifier-form.ts'

/** The binding of the tenant that the host of a request names; null: it names none. */
export const TENANT_OF_HOST = 'tenant of host'

/** The setting with the id of the caller's current tenant; empty: the caller has none. */
export const TENANT_SETTING = 'ninefold.current_tenant'

interface Asking {
  readonly me: Sql
  /** The tenant of the host. */
  readonly named: Sql
}

/** For statements. Undefined: the specification has no tenants. */
export function currentTenantSql(model: Model, asking: Asking): CurrentTenantSql | undefined {
  return tenantAs(model, (context) => ({
    parts: [{ asCaller: toldTenant(model), asOwner: lookedUp(model, asking, context) }],
  }))
}

/** For policies. */
export function toldTenantSql(model: Model): CurrentTenantSql | undefined {
  return tenantAs(model, () => toldTenant(model))
}

/** The current tenant as a text, over the texts `told.me` and `told.host`. Null: the specification has no tenants. */
export function tenantToTell(model: Model): string | null {
  const { tenancy } = model.entities
  if (tenancy === null) return null
  const [users, tenants] = [tenancy.users, tenancy.tenant].map((name) => rawSql(idType(entityNamed(model, name))))
  const asking = { me: sql`told.me::${users ?? sql``}`, named: sql`told.host::${tenants ?? sql``}` }
  return renderSql(sql`${lookedUp(model, asking, null)}::text`).text
}

function tenantAs({ entities: { tenancy } }: Model, value: CurrentTenantSql['value']): CurrentTenantSql | undefined {
  return tenancy === null ? undefined : { users: tenancy.users, field: tenancy.field, value }
}

/** A process that does not tell the tenant, of an earlier version, fails. It would take no record for the caller's. */
function toldTenant(model: Model): Sql {
  const { tenancy } = model.entities
  const type = tenancy === null ? 'text' : idType(entityNamed(model, tenancy.tenant))
  return rawSql(`(SELECT nullif(current_setting('${TENANT_SETTING}'), '')::${type})`)
}

/** `context` null: as the owner of the tables. */
function lookedUp({ entities: { tenancy } }: Model, { me, named }: Asking, context: SqlContext | null): Sql {
  if (tenancy === null) throw new Error('Defect: a current tenant without tenants.')
  const { users, field, tenant, membership, user, host } = tenancy
  const own = identifier(columnName(field, { kind: 'reference', entity: tenant }))
  const person = identifier(columnName(user, { kind: 'reference', entity: users }))
  const tableOf = (entity: string): Sql =>
    context === null
      ? sql`public.${identifier(tableName(entity))}`
      : reachedTable(reachingEverything(context), tableName(entity))
  const chosen = sql`(SELECT chosen.${own} FROM ${tableOf(users)} AS chosen WHERE chosen."id" = ${me})`
  if (host === null) return chosen
  return sql`(CASE WHEN ${named} IS NULL THEN ${chosen}
      ELSE (SELECT named.${own} FROM ${tableOf(membership)} AS named WHERE named.${person} = ${me} AND named.${own} = ${named}) END)`
}
