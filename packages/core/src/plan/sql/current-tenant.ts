// `me.organisation` where hosts lead to tenants: the tenant of the request's host, if the caller is a member, and the
// chosen one where no host names any. It is asked for in each statement, so a membership that ends counts at once.

import type { Model } from '../../model/model.ts'
import { columnName, tableName } from './database-names.ts'
import { identifier, type Sql, sql } from './sql.ts'
import { type CurrentTenantSql, reachedTable, reachingEverything, type SqlContext } from './sql-context.ts'

/** The binding of the tenant that the host of a request names; null: it names none. */
export const TENANT_OF_HOST = 'tenant of host'

/** Null: the current tenant is a field of the user alone. */
export function currentTenantSql(
  { entities: { tenancy } }: Model,
  { me, named }: { readonly me: Sql; readonly named: Sql },
): CurrentTenantSql | null {
  if (tenancy === null || tenancy.host === null) return null
  const { users, field, tenant, membership, user } = tenancy
  const own = identifier(columnName(field, { kind: 'reference', entity: tenant }))
  const person = identifier(columnName(user, { kind: 'reference', entity: users }))
  const value = (context: SqlContext): Sql => {
    const [ofUsers, ofMembers] = [users, membership].map((entity) =>
      reachedTable(reachingEverything(context), tableName(entity)),
    )
    return sql`(CASE WHEN ${named} IS NULL THEN (SELECT chosen.${own} FROM ${ofUsers ?? sql``} AS chosen WHERE chosen."id" = ${me})
      ELSE (SELECT named.${own} FROM ${ofMembers ?? sql``} AS named WHERE named.${person} = ${me} AND named.${own} = ${named}) END)`
  }
  return { users, field, value }
}
