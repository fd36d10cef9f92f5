// Conditional roles of a user → one statement with a column per role, named by its number.

import type { Expression } from '../../expression/expression.ts'
import type { Entity, Tenancy } from '../../model/entities.ts'
import { entityNamed, fieldNamed } from '../../model/find.ts'
import { ASKED_TENANT, askedInTenant } from '../../model/users/tenants.ts'
import type { Viewer } from '../../rights/readable.ts'
import { conditionSql } from '../sql/expression-sql.ts'
import { identifier, joinSql, renderSql, type Statement, sql, variable } from '../sql/sql.ts'
import type { SqlVariable } from '../sql/sql-context.ts'
import { column, idType, row, sqlContext, table } from '../sql/statement-scope.ts'

/**
 * For the user with the id `key`. No rights apply, because the user sees nothing of it. `isInTenant`: the roles that the
 * user has in the bound `tenant`, whichever is current.
 */
export function planConditionalRoles(
  viewer: Viewer,
  users: Entity,
  roles: readonly { readonly when: readonly Expression[] }[],
  isInTenant: boolean,
): Statement {
  const { tenancy } = viewer.model.entities
  const own = { this: row(users.name, 't') }
  const asked = tenancy === null ? {} : { [ASKED_TENANT]: memberOf(viewer, tenancy) }
  const context = sqlContext(viewer, { ...own, ...asked })
  const columns = roles.map(({ when }, index) => {
    const conditions = when.map((condition) => {
      const meant = isInTenant && tenancy !== null ? askedInTenant(tenancy, condition) : condition
      return sql`(${conditionSql(meant, context)})`
    })
    return sql`(${joinSql(conditions, ' OR ')}) AS ${identifier(`role ${index}`)}`
  })
  return renderSql(
    sql`SELECT ${joinSql(columns, ', ')} FROM ${table(users)} AS t WHERE t."id" = ${variable('key', idType(users))}`,
  )
}

/** The bound tenant; empty for a user who is not a member of it. */
function memberOf({ model }: Viewer, { membership, user, field, tenant }: Tenancy): SqlVariable {
  const entity = entityNamed(model, membership)
  const [own, person] = [field, user].map((name) => column(fieldNamed(entity, name)))
  const bound = variable('tenant', idType(entityNamed(model, tenant)))
  return {
    kind: 'value',
    sql: sql`(SELECT m.${own ?? sql``} FROM ${table(entity)} AS m WHERE m.${person ?? sql``} = t."id" AND m.${own ?? sql``} = ${bound})`,
  }
}
