// Conditions of a WHERE, from expressions.

import { isTrue } from '../../expression/conditions.ts'
import type { Expression } from '../../expression/expression.ts'
import { conditionSql } from './expression-sql.ts'
import { isSameSql, type Sql, sql } from './sql.ts'
import type { SqlContext } from './sql-context.ts'

/**
 * Conditions as SQL; constant true ones are left out. Each is asked once: PostgreSQL would evaluate equal ones again, and
 * multiply their selectivities.
 */
export function conditionsSql(conditions: readonly Expression[], context: SqlContext): Sql[] {
  const asked = conditions
    .filter((condition) => !isTrue(condition))
    .map((condition) => sql`(${conditionSql(condition, context)})`)
  return asked.filter((condition, place) => asked.findIndex((other) => isSameSql(other, condition)) === place)
}
