// Full-text search: its words → one statement over several entities: per entity the best matches up to a maximum, and
// their number. All matches are ranked up to a limit. Of more than that, the newest are.

import type { Expression } from '../../expression/expression.ts'
import type { Entity } from '../../model/entities.ts'
import { FOUND_COUNT_MAX } from '../../model/lists/list-count.ts'
import { seeing, type Viewer } from '../../rights/readable.ts'
import { orderKey } from '../sql/list-order.ts'
import { matchingSql, soughtIn } from './lists.ts'
import { rankedSql } from './bounded-list.ts'
import { outputSql } from '../sql/output.ts'
import type { FoundByIndex } from './search-candidates.ts'
import { joinSql, rawSql, type Sql, type Statement, sql, textLiteral } from '../sql/sql.ts'
import { renderForCaller } from '../sql/statement-scope.ts'

export interface SoughtEntity {
  readonly entity: Entity
  /** Over `this`; the caller's right to see the records is always added. */
  readonly condition: Expression
  /** Words of the condition that an index finds. Null: there are none. */
  readonly sought: FoundByIndex | null
  /** Most significant first, all ascending. */
  readonly order: readonly Expression[]
  /** Each record as JSON: an expression over `this`. */
  readonly output: Expression
}

/** Columns `entity`, its `total` (one more than the limit if there are more), and `json`; an entity without a match has no row. */
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
function foundSql(viewer: Viewer, each: SoughtEntity, index: number, atMost: number): Sql {
  const { entity, condition, order, output } = each
  const matching = matchingSql(viewer, { entity, conditions: [condition], relation: null, order: [] })
  const { context, table } = matching
  const keys = order.map((value) => orderKey({ value, direction: 'ascending' }, context))
  const ranked = rankedSql({
    matching,
    keys,
    sought: soughtIn(viewer, each),
    countMax: FOUND_COUNT_MAX,
    limit: sql` LIMIT ${rawSql(String(atMost))}`,
  })
  return sql`(
    SELECT ${rawSql(String(index))} AS place, ${textLiteral(entity.name)} AS entity, found.total, found.number,
      ${outputSql(seeing(viewer, 'this'), output, context)} AS json
    FROM (${ranked}) AS found
    JOIN ${table} AS t ON t."id" = found.id
    ORDER BY found.number
  )`
}
