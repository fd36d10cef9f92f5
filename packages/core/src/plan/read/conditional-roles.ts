// Conditional roles of a user → one statement with a column per role, named by its number.

import type { Expression } from '../../expression/expression.ts'
import type { Entity } from '../../model/entities.ts'
import type { Viewer } from '../../rights/readable.ts'
import { conditionSql } from '../sql/expression-sql.ts'
import { identifier, joinSql, renderSql, type Statement, sql, variable } from '../sql/sql.ts'
import { idType, row, sqlContext, table } from '../sql/statement-scope.ts'

/** For the user with the id `key`. No rights apply, because the user sees nothing of it. */
export function planConditionalRoles(
  viewer: Viewer,
  users: Entity,
  roles: readonly { readonly when: readonly Expression[] }[],
): Statement {
  const context = sqlContext(viewer, { this: row(users.name, 't') })
  const columns = roles.map(({ when }, index) => {
    const conditions = when.map((condition) => sql`(${conditionSql(condition, context)})`)
    return sql`(${joinSql(conditions, ' OR ')}) AS ${identifier(`role ${index}`)}`
  })
  return renderSql(
    sql`SELECT ${joinSql(columns, ', ')} FROM ${table(users)} AS t WHERE t."id" = ${variable('key', idType(users))}`,
  )
}
