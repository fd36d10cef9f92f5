// Conditions of a WHERE, from expressions.

import { isTrue } from '../../expression/conditions.ts'
import type { Expression } from '../../expression/expression.ts'
import { conditionSql } from './expression-sql.ts'
import { type Sql, sql } from './sql.ts'
import type { SqlContext } from './sql-context.ts'

/** Conditions as SQL; constant true ones are left out. */
export function conditionsSql(conditions: readonly Expression[], context: SqlContext): Sql[] {
  return conditions
    .filter((condition) => !isTrue(condition))
    .map((condition) => sql`(${conditionSql(condition, context)})`)
}
