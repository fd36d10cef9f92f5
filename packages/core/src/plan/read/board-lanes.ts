// Records of a board → one statement: the first cards of each lane, in the order of the list, and how many each lane has.

import type { Expression } from '../../expression/expression.ts'
import { seeing, type Viewer } from '../../rights/readable.ts'
import { orderKey, orderSql } from '../sql/list-order.ts'
import { whereSql } from '../sql/list-sql.ts'
import { outputSql } from '../sql/output.ts'
import { sql, type Statement, variable } from '../sql/sql.ts'
import { renderForCaller } from '../sql/statement-scope.ts'
import { isTotal, type ListPlan, matchingSql } from './lists.ts'

export interface LanesPlan extends Omit<ListPlan, 'page'> {
  /** Place of a record on the board, as JSON. */
  readonly lane: Expression
}

/**
 * `count`: the number of cards of a lane, as an object by the text of the lane. Lanes that it does not name use
 * `CARDS_SIZE`.
 */
export const CARDS_WANTED = 'cards.wanted'
export const CARDS_SIZE = 'cards.size'

/**
 * Per card the columns `json` and `id`, `lane` as JSON, and `records`: how many the lane has. A record whose lane its viewer
 * does not see is in the lane of those without one.
 */
export function planLanes(viewer: Viewer, { lane, ...plan }: LanesPlan): Statement {
  const { table, context, conditions } = matchingSql(viewer, {
    entity: plan.entity,
    conditions: plan.conditions,
    relation: plan.relation,
  })
  const seen = seeing(viewer, 'this')
  const keys = plan.order.map((key) => orderKey(key, context))
  const order = orderSql(keys, isTotal(plan) ? null : sql`t."id"`)
  const place = sql`coalesce(${outputSql(seen, lane, context)}, 'null')`
  const wanted = sql`(${variable(CARDS_WANTED, 'jsonb')} ->> coalesce(cards.lane::jsonb #>> '{}', ''))::bigint`
  return renderForCaller(
    viewer,
    sql`
    SELECT ${outputSql(seen, plan.output, context)} AS json, t."id"::text AS id, cards.lane, cards.records
    FROM (
      SELECT placed.*, row_number() OVER (PARTITION BY placed.lane ORDER BY placed.place) AS card,
        count(*) OVER (PARTITION BY placed.lane) AS records
      FROM (
        SELECT t."id", ${place} AS lane, row_number() OVER (ORDER BY ${order}) AS place
        FROM ${table} AS t${whereSql(conditions)}
      ) AS placed
    ) AS cards JOIN ${table} AS t ON t."id" = cards."id"
    WHERE cards.card <= coalesce(${wanted}, ${variable(CARDS_SIZE, 'bigint')})
    ORDER BY cards.place`,
    false,
  )
}
