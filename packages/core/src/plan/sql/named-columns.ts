// Columns of a result, each under its name.

import { identifier, type Sql, sql } from './sql.ts'

export function named(name: string, value: Sql): Sql {
  return sql`${value} AS ${identifier(name)}`
}
