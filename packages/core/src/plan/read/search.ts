// Search words → one statement over several entities: per entity the visible matches up to a maximum, and their number.

import type { Expression } from '../../expression/expression.ts'
import type { Entity } from '../../model/entities.ts'
import { seeing, type Viewer } from '../../rights/readable.ts'
import { sortSql } from '../sql/list-order.ts'
import { matchingSql } from './lists.ts'
import { whereSql } from '../sql/list-sql.ts'
import { outputSql } from '../sql/output.ts'
import { joinSql, rawSql, type Sql, type Statement, sql, textLiteral } from '../sql/sql.ts'
import { renderForCaller, table } from '../sql/statement-scope.ts'

export interface SoughtEntity {
  readonly entity: Entity
  /** Over `this`; the caller's right to see the records is always added. */
  readonly condition: Expression
  /** Most significant first, all ascending. */
  readonly order: readonly Expression[]
  /** Each record as JSON: an expression over `this`. */
  readonly output: Expression
}

/** Columns `entity`, its `total`, and `json`; an entity without a match has no row. */
export function planSearch(viewer: Viewer, sought: readonly SoughtEntity[], atMost: number): Statement {
  return renderForCaller(
    viewer,
    joinSql(
      sought.map((each, index) => foundSql(viewer, each, index, atMost)),
      ' UNION ALL ',
    ),
    false,
  )
}

/** Selects the shown records first, so that the output is computed only for them. */
function foundSql(
  viewer: Viewer,
  { entity, condition, order, output }: SoughtEntity,
  index: number,
  atMost: number,
): Sql {
  const { context, conditions } = matchingSql(viewer, { entity, conditions: [condition], relation: null })
  return sql`(
    SELECT ${rawSql(String(index))} AS place, ${textLiteral(entity.name)} AS entity, found.total, found.number,
      ${outputSql(seeing(viewer, 'this'), output, context)} AS json
    FROM (
      SELECT t."id", count(*) OVER () AS total, row_number() OVER (ORDER BY ${joinSql(
        order.map((key) => sortSql(key, context)),
        ', ',
      )}, t."id") AS number
      FROM ${table(entity)} AS t${whereSql(conditions)}
      ORDER BY number LIMIT ${rawSql(String(atMost))}
    ) AS found
    JOIN ${table(entity)} AS t ON t."id" = found."id"
    ORDER BY found.number
  )`
}
