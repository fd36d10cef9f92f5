// The physical position (ctid) of the row that a statement writes, found by another statement just before it: an internal
// hint. Reading by position touches no index page, which SERIALIZABLE would treat as a conflict with every writer there.
// A row that has moved since is not found.

import type { Entity, Field } from '../../model/entities.ts'
import type { Viewer } from '../../rights/readable.ts'
import { rawSql, renderSql, type Sql, sql, type Statement, variable } from '../sql/sql.ts'
import { column, table, valueType } from '../sql/statement-scope.ts'

/** The setting of PostgreSQL that tells the position to the writing statement. */
export const LOCATED_ROW = 'ninefold.located_row'

/** The position of the record with the key `key`, as `position`. */
export function locateRow(viewer: Viewer, entity: Entity, key: Field): Statement {
  const isFound = sql`t.${column(key)} = ${variable('key', valueType(viewer, key))}`
  return renderSql(sql`SELECT t.ctid::text AS position FROM ${table(entity)} AS t WHERE ${isFound}`)
}

/** The condition on the row `t`. */
export const IS_LOCATED: Sql = rawSql(`t.ctid = nullif(current_setting('${LOCATED_ROW}', true), '')::tid`)
