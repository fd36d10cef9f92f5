// Records in groups → one statement: what a chart shows. How many there are for each value of a field, or the sum of
// another one. A record counts only where both may be seen: no bar tells of what its viewer may not see.

import type { Expression } from '../../expression/expression.ts'
import { readable, seeing, type Viewer } from '../../rights/readable.ts'
import { visibleRecords } from '../../rights/roles.ts'
import { conditionsSql } from '../sql/conditions.ts'
import { expressionSql } from '../sql/expression-sql.ts'
import { type ListPlan, relationCondition } from './lists.ts'
import { whereSql } from '../sql/list-sql.ts'
import { outputSql } from '../sql/output.ts'
import { rawSql, sql, type Statement } from '../sql/sql.ts'
import { renderForCaller, row, sqlContext, table } from '../sql/statement-scope.ts'

export interface GroupPlan extends Pick<ListPlan, 'entity' | 'conditions' | 'relation'> {
  readonly by: Expression
  /** As JSON: an expression over `this`, the same for all of a group. */
  readonly output: Expression
  /** Null: how many there are. */
  readonly sumOf: Expression | null
}

const GROUPS_MAX = 500

/** Per group the columns `json` and `amount`, a text, largest first; `groups`: how many groups there are in all. */
export function planGroups(viewer: Viewer, { entity, conditions, relation, by, output, sumOf }: GroupPlan): Statement {
  const context = sqlContext(viewer, { this: row(entity.name, 't') })
  const seen = seeing(viewer, 'this')
  const measured = sumOf === null ? null : readable(seen, sumOf)
  const visible = [readable(seen, by).visible, ...(measured === null ? [] : [measured.visible])]
  const where = [
    ...conditionsSql([visibleRecords(viewer.model, viewer.caller, entity.name), ...conditions, ...visible], context),
    ...(relation === null ? [] : [relationCondition(viewer, relation)]),
  ]
  const part = measured === null ? sql`NULL::numeric` : sql`(${expressionSql(measured.value, context)})::numeric`
  const amount = measured === null ? sql`count(*)` : sql`coalesce(sum(own.part), 0)`
  return renderForCaller(
    viewer,
    sql`
    SELECT grouped.json, grouped.amount::text AS amount, count(*) OVER () AS groups
    FROM (
      SELECT own.json, ${amount} AS amount
      FROM (SELECT ${outputSql(seen, output, context)} AS json, ${part} AS part FROM ${table(entity)} AS t${whereSql(where)}) AS own
      GROUP BY own.json
    ) AS grouped
    ORDER BY grouped.amount DESC, grouped.json
    LIMIT ${rawSql(String(GROUPS_MAX))}`,
  )
}
