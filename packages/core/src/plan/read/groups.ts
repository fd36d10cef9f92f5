// Groups of records → one statement for a chart, a matrix or a line of totals: a count, and a sum, average or the
// values of a field per group. A record counts only if the caller may see everything that is shown of it, so that no
// bar reveals hidden data.

import type { GroupDimension, GroupMeasure } from '../../model/groups.ts'
import { firstWeekdayOf } from '../../model/limits.ts'
import { readable, seeing, type Viewer } from '../../rights/readable.ts'
import { visibleRecords } from '../../rights/roles.ts'
import { calendarPeriodSql } from '../sql/calendar-periods.ts'
import { conditionsSql } from '../sql/conditions.ts'
import { expressionSql } from '../sql/expression-sql.ts'
import { type ListPlan, relationCondition } from './lists.ts'
import { orderKey, orderSql, type SortKey } from '../sql/list-order.ts'
import { whereSql } from '../sql/list-sql.ts'
import { outputSql } from '../sql/output.ts'
import { rawSql, sql, type Sql, type Statement } from '../sql/sql.ts'
import type { SqlContext } from '../sql/sql-context.ts'
import { renderForCaller, row, sqlContext, table } from '../sql/statement-scope.ts'

export interface GroupPlan extends Pick<ListPlan, 'entity' | 'conditions' | 'relation'> {
  readonly by: GroupDimension
  /** The second dimension. */
  readonly and: GroupDimension | null
  readonly measure: GroupMeasure
  /** Order of the values within a group; the id is appended. Missing: by id. */
  readonly order?: readonly SortKey[]
  /** The maximum number of records to read; one more is read to detect that there are others. Missing: all. */
  readonly recordsMax?: number
}

const GROUPS_MAX = 500
/** A matrix of fifty rows and forty columns. */
const CELLS_MAX = 2000

/**
 * Per group the columns `json`, `series` (null in one dimension), `amount`, a text, and `records`; `groups`: the number
 * of all groups. Largest first, or latest period first.
 */
export function planGroups(viewer: Viewer, plan: GroupPlan): Statement {
  const { entity, conditions, relation, by, and, measure, recordsMax, order: within = [] } = plan
  const context = sqlContext(viewer, { this: row(entity.name, 't') })
  const seen = seeing(viewer, 'this')
  const asked = [by.value, ...(and === null ? [] : [and.value]), ...(measure.kind === 'count' ? [] : [measure.of])]
  const where = [
    ...conditionsSql(
      [
        visibleRecords(viewer.model, viewer.caller, entity.name),
        ...conditions,
        ...asked.map((value) => readable(seen, value).visible),
      ],
      context,
    ),
    ...(relation === null ? [] : [relationCondition(viewer, relation)]),
  ]
  const series = and === null ? sql`NULL::text` : dimensionSql(seen, and, context)
  const bound = recordsMax === undefined ? sql`` : sql` LIMIT ${rawSql(String(recordsMax + 1))}`
  const order = by.per === null ? sql`grouped.amount DESC, grouped.json` : sql`grouped.json DESC`
  return renderForCaller(
    viewer,
    sql`
    SELECT grouped.json, grouped.series, grouped.shown AS amount, grouped.records, count(*) OVER () AS groups
    FROM (
      SELECT own.json, own.series, ${amountSql(measure)}, count(*) AS records
      FROM (
        SELECT ${dimensionSql(seen, by, context)} AS json, ${series} AS series, ${partSql(seen, measure, context)} AS part${placeSql(measure, within, context)}
        FROM ${table(entity)} AS t${whereSql(where)}${bound}
      ) AS own
      GROUP BY own.json, own.series
    ) AS grouped
    ORDER BY ${order}, grouped.series
    LIMIT ${rawSql(String(and === null ? GROUPS_MAX : CELLS_MAX))}`,
    false,
  )
}

function dimensionSql(seen: Viewer, { value, output, per }: GroupDimension, context: SqlContext): Sql {
  if (per === null) return outputSql(seen, output, context)
  const day = calendarPeriodSql(expressionSql(readable(seen, value).value, context), value.type.kind, {
    unit: per,
    timeZone: context.timeZone,
    firstWeekday: firstWeekdayOf(seen.model),
  })
  return sql`json_build_object('value', to_char(${day}, 'YYYY-MM-DD'))::text`
}

function partSql(seen: Viewer, measure: GroupMeasure, context: SqlContext): Sql {
  if (measure.kind === 'count') return sql`NULL::numeric`
  if (measure.kind === 'value') return outputSql(seen, measure.output, context)
  return sql`(${expressionSql(readable(seen, measure.of).value, context)})::numeric`
}

/** The place of a record among the values of its group. */
function placeSql(measure: GroupMeasure, order: readonly SortKey[], context: SqlContext): Sql {
  if (measure.kind !== 'value') return sql``
  const keys = order.map((key) => orderKey(key, context))
  return sql`, row_number() OVER (ORDER BY ${orderSql(keys, sql`t."id"`)}) AS place`
}

/** `amount` is used for sorting, `shown` is sent. */
function amountSql(measure: GroupMeasure): Sql {
  switch (measure.kind) {
    case 'count':
      return sql`count(*) AS amount, count(*)::text AS shown`
    case 'sum':
      return sql`coalesce(sum(own.part), 0) AS amount, coalesce(sum(own.part), 0)::text AS shown`
    case 'average':
      return sql`avg(own.part) AS amount, avg(own.part)::text AS shown`
    case 'value':
      return sql`count(*) AS amount, json_agg(own.part::json ORDER BY own.place)::text AS shown`
  }
}
