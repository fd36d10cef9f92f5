// `me.organisation` as SQL: the tenant that the request's address names if the caller is a member of it, and the
// chosen one where it names none. Statements look it up, so a membership that ends counts at once. Policies read a setting: the
// statement before the caller's own, in the same message, looks the tenant up once for all of them.

import { entityNamed } from '../../model/find.ts'
import type { Model } from '../../model/model.ts'
import { columnName, tableName } from './database-names.ts'
import { identifier, rawSql, renderSql, type Sql, sql } from './sql.ts'
import { type CurrentTenantSql, reachedTable, reachingEverything, type SqlContext } from './sql-context.ts'
import { idType } from './identifier-form.ts'

/** The binding of the tenant that the address of a request names; null: it names none. */
export const TENANT_OF_ADDRESS = 'tenant of address'

/** The setting with the id of the caller's current tenant; empty: the caller has none. */
export const TENANT_SETTING = 'ninefold.current_tenant'

interface Asking {
  readonly me: Sql
  /** The tenant of the address. */
  readonly named: Sql
}

/** For statements. Undefined: the current tenant is a field of the user alone. */
export function currentTenantSql(model: Model, asking: Asking): CurrentTenantSql | undefined {
  if (model.entities.tenancy?.address == null) return undefined
  return tenantAs(model, (context) => lookedUp(model, asking, context))
}

/** For policies. A process of an earlier version does not tell the tenant: it fails, and does not miss records. */
export function toldTenantSql(model: Model): CurrentTenantSql | undefined {
  const { tenancy } = model.entities
  const type = tenancy === null ? '' : idType(entityNamed(model, tenancy.tenant))
  return tenantAs(model, () => rawSql(`(SELECT nullif(current_setting('${TENANT_SETTING}'), '')::${type})`))
}

/** The current tenant as a text, over the texts `told.me` and `told.named`. Null: the specification has no tenants. */
export function tenantToTell(model: Model): string | null {
  const { tenancy } = model.entities
  if (tenancy === null) return null
  const [users, tenants] = [tenancy.users, tenancy.tenant].map((name) => rawSql(idType(entityNamed(model, name))))
  const asking = { me: sql`told.me::${users ?? sql``}`, named: sql`told.named::${tenants ?? sql``}` }
  return renderSql(sql`${lookedUp(model, asking, null)}::text`).text
}

function tenantAs({ entities: { tenancy } }: Model, value: CurrentTenantSql['value']): CurrentTenantSql | undefined {
  return tenancy === null ? undefined : { users: tenancy.users, field: tenancy.field, value }
}

/** `context` null: as the owner of the tables. */
function lookedUp({ entities: { tenancy } }: Model, { me, named }: Asking, context: SqlContext | null): Sql {
  if (tenancy === null) throw new Error('Defect: a current tenant without tenants.')
  const { users, field, tenant, membership, user, address } = tenancy
  const own = identifier(columnName(field, { kind: 'reference', entity: tenant }))
  const person = identifier(columnName(user, { kind: 'reference', entity: users }))
  const tableOf = (entity: string): Sql =>
    context === null
      ? sql`public.${identifier(tableName(entity))}`
      : reachedTable(reachingEverything(context), tableName(entity))
  const chosen = sql`(SELECT chosen.${own} FROM ${tableOf(users)} AS chosen WHERE chosen."id" = ${me})`
  if (address === null) return chosen
  return sql`(CASE WHEN ${named} IS NULL THEN ${chosen}
      ELSE (SELECT named.${own} FROM ${tableOf(membership)} AS named WHERE named.${person} = ${me} AND named.${own} = ${named}) END)`
}
