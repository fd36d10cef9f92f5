// A figure → one statement: a count, sum or average of records, and for a period also that of the previous one. A
// record counts only if the caller may see the measured value.

import type { Expression } from '../../expression/expression.ts'
import { readable, seeing, type Viewer } from '../../rights/readable.ts'
import { visibleRecords } from '../../rights/roles.ts'
import { conditionsSql } from '../sql/conditions.ts'
import { conditionSql, expressionSql } from '../sql/expression-sql.ts'
import { whereSql } from '../sql/list-sql.ts'
import { sql, type Sql, type Statement } from '../sql/sql.ts'
import { renderForCaller, row, sqlContext, table } from '../sql/statement-scope.ts'
import { type ListPlan, relationCondition } from './lists.ts'

export interface FigurePlan extends Pick<ListPlan, 'entity' | 'conditions' | 'relation'> {
  readonly measure: 'count' | 'sum' | 'average'
  /** Null for a count. */
  readonly of: Expression | null
  /** Conditions over `this`. Null: all times. */
  readonly during: { readonly now: Expression; readonly before: Expression } | null
}

/** One row: `count` and `amount`, and for a period `before`. An amount is null if there is nothing to measure. */
export function planFigure(
  viewer: Viewer,
  { entity, conditions, relation, measure, of, during }: FigurePlan,
): Statement {
  const context = sqlContext(viewer, { this: row(entity.name, 't') })
  const measured = of === null ? null : readable(seeing(viewer, 'this'), of)
  const where = [
    ...conditionsSql(
      [
        visibleRecords(viewer.model, viewer.caller, entity.name),
        ...conditions,
        ...(measured === null ? [] : [measured.visible]),
      ],
      context,
    ),
    ...(relation === null ? [] : [relationCondition(viewer, relation)]),
  ]
  const part = measured === null ? sql`1` : sql`(${expressionSql(measured.value, context)})::numeric`
  const within = (condition: Expression | undefined): Sql =>
    condition === undefined ? sql`true` : conditionSql(condition, context)
  const amount = (when: string): Sql => {
    const kept = when === 'now' ? sql`own.is_now` : sql`own.is_before`
    if (measure === 'count') return sql`(count(*) FILTER (WHERE ${kept}))::text`
    return measure === 'sum'
      ? sql`coalesce(sum(own.part) FILTER (WHERE ${kept}), 0)::text`
      : sql`(avg(own.part) FILTER (WHERE ${kept}))::text`
  }
  return renderForCaller(
    viewer,
    sql`
    SELECT count(*) FILTER (WHERE own.is_now) AS count, ${amount('now')} AS amount,
      ${during === null ? sql`NULL` : amount('before')} AS before
    FROM (
      SELECT ${part} AS part, ${within(during?.now)} AS is_now, ${during === null ? sql`false` : within(during.before)} AS is_before
      FROM ${table(entity)} AS t${whereSql(where)}
    ) AS own`,
    false,
  )
}
