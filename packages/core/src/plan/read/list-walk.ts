// Keyset pagination over a whole list → one statement per part: a number of records after a cursor, or all records
// between two cursors. A record that exists throughout is returned exactly once, whatever is created and deleted
// between two parts.

import { LISTED_COUNT_MAX } from '../../model/lists/list-count.ts'
import { boundedSql } from './bounded-list.ts'
import { idDirection, orderKey, type OrderKey, orderSql, type SortKey } from '../sql/list-order.ts'
import { Joins } from '../sql/joins.ts'
import { isTotal, matchingSql, type ListPlan, soughtIn } from './lists.ts'
import { databaseType } from '../sql/value-sql.ts'
import { whereSql } from '../sql/list-sql.ts'
import { outputSql } from '../sql/output.ts'
import { joinSql, rawSql, type Sql, type Statement, sql, variable } from '../sql/sql.ts'
import type { SqlContext } from '../sql/sql-context.ts'
import { idType, renderForCaller, table } from '../sql/statement-scope.ts'
import { seeing, type Viewer } from '../../rights/readable.ts'

export type WalkPlan = Omit<ListPlan, 'page'> & {
  /** Which sort values of the cursor are empty; null: the first part. */
  readonly after: readonly boolean[] | null
  /** The same for the last record of the part; missing: the part is limited by a number. */
  readonly until?: readonly boolean[]
  /**
   * For very long lists with selective filters: adds the column `total`, a bounded count of the whole list. An empty
   * list gives one row.
   */
  readonly isBounded?: true
}

type Side = 'after' | 'until'

/** The variables of a cursor: its sort values in PostgreSQL's text format, and its id. */
export function placeVariable(side: Side, key: number): string {
  return `${side}.${key}`
}
export function placeIdVariable(side: Side): string {
  return `${side}.id`
}

type WalkKey = OrderKey & { readonly type: string }

/** Columns `json`, `id` and, per sort key, `key0`, `key1` …: at most `page.take` records, in the list's order. */
export function planWalk(viewer: Viewer, plan: WalkPlan): Statement {
  const matching = matchingSql(viewer, plan)
  const { context, conditions } = matching
  const joins = new Joins()
  const keys = plan.order.map((key) => orderKey(key, { ...context, joins }))
  const isById = !isTotal(plan)
  const types = plan.order.map(({ value }) => typeOf(value, context))
  const within = (of: readonly OrderKey[], id: Sql): Sql[] => {
    const walk = {
      keys: of.map((key, index) => ({ ...key, type: types[index] ?? '' })),
      isById,
      id,
      idType: idType(plan.entity),
    }
    return [
      ...(plan.after === null ? [] : afterConditions(walk, plan.after)),
      ...(plan.until === undefined ? [] : untilConditions(walk, plan.until)),
    ]
  }
  const limit = sql` LIMIT ${variable('page.take', 'bigint')}`
  const shown = sql`${outputSql(seeing(viewer, 'this'), plan.output, context)} AS json`
  if (plan.isBounded === true) {
    const bounded = boundedSql({
      matching,
      keys,
      joins: joins.clauses,
      isById,
      within,
      sought: soughtIn(viewer, plan),
      countMax: plan.countMax ?? LISTED_COUNT_MAX,
      isSorted: matching.inOrder.isSorted,
      limit,
      each: limit,
      shown,
    })
    return renderForCaller(viewer, bounded, matching.isPlannedOnce)
  }
  const places = keys.map(({ value }, index) => sql`, (${value})::text AS ${rawSql(`key${index}`)}`)
  const id = sql`t."id"`
  return renderForCaller(
    viewer,
    sql`
    SELECT ${shown}, t."id"::text AS id${joinSql(places, '')}
    FROM ${table(plan.entity)} AS t${joins.clauses}${whereSql([...conditions, ...within(keys, id)])}
    ORDER BY ${orderSql(keys, isById ? id : null)}${limit}`,
    matching.isPlannedOnce,
  )
}

/** Choices sort by their position, which is a number. */
function typeOf(value: SortKey['value'], context: SqlContext): string {
  return value.type.kind === 'choice' ? 'integer' : databaseType(value.type, context)
}

interface Walk {
  readonly keys: readonly WalkKey[]
  readonly isById: boolean
  readonly id: Sql
  readonly idType: string
}

function afterConditions(walk: Walk, isEmpty: readonly boolean[]): Sql[] {
  const beyond = beyondSql(walk, 'after', isEmpty)
  const [first] = walk.keys
  if (first === undefined || first.isOptional) return [beyond]
  // A key that is never empty gets an additional bound, so that an index scan can start there.
  return [boundSql(first, 'after', '>=', '<='), beyond]
}

/** Conditions for records up to the end of the part. */
function untilConditions(walk: Walk, isEmpty: readonly boolean[]): Sql[] {
  const within = sql`NOT ${beyondSql(walk, 'until', isEmpty)}`
  const [first] = walk.keys
  // Empty values come last, so a non-empty end bounds the index scan.
  return first === undefined || isEmpty[0] === true ? [within] : [boundSql(first, 'until', '<=', '>='), within]
}

function boundSql({ value, direction, type }: WalkKey, side: Side, ascending: string, descending: string): Sql {
  const bound = rawSql(direction === 'ascending' ? ascending : descending)
  return sql`${value} ${bound} ${variable(placeVariable(side, 0), 'text')}::${rawSql(type)}`
}

/** Greater in the first key, or equal in it and greater in the next; empty values come last in either direction. */
function beyondSql({ keys, isById, id, idType: type }: Walk, side: Side, isEmpty: readonly boolean[]): Sql {
  const beyond = rawSql(idDirection(keys) === 'ascending' ? '>' : '<')
  const last = isById ? sql`${id} ${beyond} ${variable(placeIdVariable(side), type)}` : sql`FALSE`
  return keys.reduceRight<Sql>((rest, key, index) => {
    const { value } = key
    if (isEmpty[index] === true) return sql`(${value} IS NULL AND ${rest})`
    const before = sql`${variable(placeVariable(side, index), 'text')}::${rawSql(key.type)}`
    const later = rawSql(key.direction === 'ascending' ? '>' : '<')
    return sql`(${value} ${later} ${before} OR ${value} IS NULL OR (${value} = ${before} AND ${rest}))`
  }, last)
}
