// Conditional roles of a user → one statement with a column per role, named by its number.

import type { Expression } from '../../expression/expression.ts'
import type { Entity } from '../../model/entities.ts'
import { askedInTenant } from '../../model/users/tenants.ts'
import type { Viewer } from '../../rights/readable.ts'
import { conditionSql } from '../sql/expression-sql.ts'
import { identifier, joinSql, renderSql, type Statement, sql, variable } from '../sql/sql.ts'
import { idType, row, sqlContext, table } from '../sql/statement-scope.ts'

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
  const context = sqlContext(viewer, { this: row(users.name, 't') })
  const { tenancy } = viewer.model.entities
  const columns = roles.map(({ when }, index) => {
    const conditions = when.map((condition) => {
      const asked = isInTenant && tenancy !== null ? askedInTenant(tenancy, condition) : condition
      return sql`(${conditionSql(asked, context)})`
    })
    return sql`(${joinSql(conditions, ' OR ')}) AS ${identifier(`role ${index}`)}`
  })
  return renderSql(
    sql`SELECT ${joinSql(columns, ', ')} FROM ${table(users)} AS t WHERE t."id" = ${variable('key', idType(users))}`,
  )
}
