// Totals → one statement: a count and sums of fields, over all records or per lane of a board. A value counts only if
// its viewer may see it.

import type { Expression } from '../../expression/expression.ts'
import { readable, seeing, type Viewer } from '../../rights/readable.ts'
import { visibleRecords } from '../../rights/roles.ts'
import { conditionSql, expressionSql } from '../sql/expression-sql.ts'
import { conditionsSql } from '../sql/conditions.ts'
import { whereSql } from '../sql/list-sql.ts'
import { outputSql } from '../sql/output.ts'
import { identifier, joinSql, sql, type Statement } from '../sql/sql.ts'
import { renderForCaller, row, sqlContext, table } from '../sql/statement-scope.ts'
import { type ListPlan, relationCondition } from './lists.ts'

export interface TotalsPlan extends Pick<ListPlan, 'entity' | 'conditions' | 'relation'> {
  /** As JSON; null: one total for all records. */
  readonly lane: Expression | null
  readonly sums: readonly Expression[]
}

/** Per lane the columns `json`, `records`, and `sum0`, `sum1`, … as text. */
export function planTotals(viewer: Viewer, { entity, conditions, relation, lane, sums }: TotalsPlan): Statement {
  const context = sqlContext(viewer, { this: row(entity.name, 't') })
  const seen = seeing(viewer, 'this')
  const where = [
    ...conditionsSql([visibleRecords(viewer.model, viewer.caller, entity.name), ...conditions], context),
    ...(relation === null ? [] : [relationCondition(viewer, relation)]),
  ]
  const json = lane === null ? sql`'null'` : outputSql(seen, lane, context)
  const parts = sums.map((sum, index) => {
    const { value, visible } = readable(seen, sum)
    const shown = sql`CASE WHEN ${conditionSql(visible, context)} THEN (${expressionSql(value, context)})::numeric END`
    return sql`, ${shown} AS ${identifier(`part${index}`)}`
  })
  const added = sums.map(
    (_, index) => sql`, sum(own.${identifier(`part${index}`)})::text AS ${identifier(`sum${index}`)}`,
  )
  return renderForCaller(
    viewer,
    sql`
    SELECT own.json, count(*) AS records${joinSql(added, '')}
    FROM (SELECT ${json} AS json${joinSql(parts, '')} FROM ${table(entity)} AS t${whereSql(where)}) AS own
    GROUP BY own.json`,
    false,
  )
}
