// A list as a whole → one statement for each part of it: so many records after one whose place in the order is known.
// What is there all the while comes exactly once, whatever else comes and goes between two parts.

import type { SortKey } from './lists.ts'
import { isTotal, matchingSql, orderTerm, sortSql, type ListPlan } from './lists.ts'
import { databaseType } from './value-sql.ts'
import { whereSql } from './list-sql.ts'
import { outputSql } from './output.ts'
import { joinSql, rawSql, renderSql, type Sql, type Statement, sql, variable } from './sql.ts'
import type { SqlContext } from './sql-context.ts'
import { idType } from './statement-scope.ts'
import { seeing, type Viewer } from '../rights/readable.ts'

export type WalkPlan = Omit<ListPlan, 'page'> & {
  /** Which sort values of the record before were empty; null: the list begins. */
  readonly after: readonly boolean[] | null
}

/** What the place of the record before is bound to: its sort values, as PostgreSQL wrote them, and its id. */
export function afterVariable(key: number): string {
  return `after.${key}`
}
export const AFTER_ID = 'after.id'

interface WalkKey {
  readonly value: Sql
  readonly direction: SortKey['direction']
  readonly type: string
}

/** Columns `json`, `id` and, per sort key, `key0`, `key1` …: `page.take` records at most, in the list's order. */
export function planWalk(viewer: Viewer, plan: WalkPlan): Statement {
  const { context, from, conditions } = matchingSql(viewer, plan)
  const keys = plan.order.map(({ value, direction }): WalkKey => {
    return { value: sortSql(value, context), direction, type: typeOf(value, context) }
  })
  const isById = !isTotal(plan)
  const shown = keys.map(({ value }, index) => sql`, (${value})::text AS ${rawSql(`key${index}`)}`)
  const beyond = plan.after === null ? [] : beyondConditions(plan, keys, plan.after, isById)
  const order = [...keys.map(orderTerm), ...(isById ? [sql`t."id"`] : [])]
  return renderSql(sql`
    SELECT ${outputSql(seeing(viewer, 'this'), plan.output, context)} AS json, t."id"::text AS id${joinSql(shown, '')}
    ${from}${whereSql([...conditions, ...beyond])}
    ORDER BY ${joinSql(order, ', ')} LIMIT ${variable('page.take', 'bigint')}`)
}

/** The place of a choice in the list of its words is a number. */
function typeOf(value: SortKey['value'], context: SqlContext): string {
  return value.type.kind === 'choice' ? 'integer' : databaseType(value.type, context)
}

function beyondConditions(
  plan: WalkPlan,
  keys: readonly WalkKey[],
  isEmpty: readonly boolean[],
  isById: boolean,
): Sql[] {
  const beyond = beyondSql(plan, keys, isEmpty, isById)
  const [first] = keys
  if (first === undefined || plan.order[0]?.value.isOptional !== false) return [beyond]
  // What is never empty has a bound besides, at which an index begins.
  const bound = rawSql(first.direction === 'ascending' ? '>=' : '<=')
  return [sql`${first.value} ${bound} ${variable(afterVariable(0), 'text')}::${rawSql(first.type)}`, beyond]
}

/** Later by the first key, or equal in it and later by the next; empty values come last in either direction. */
function beyondSql(plan: WalkPlan, keys: readonly WalkKey[], isEmpty: readonly boolean[], isById: boolean): Sql {
  const last = isById ? sql`t."id" > ${variable(AFTER_ID, idType(plan.entity))}` : sql`FALSE`
  return keys.reduceRight<Sql>((rest, { value, direction, type }, index) => {
    if (isEmpty[index] === true) return sql`(${value} IS NULL AND ${rest})`
    const before = sql`${variable(afterVariable(index), 'text')}::${rawSql(type)}`
    const later = rawSql(direction === 'ascending' ? '>' : '<')
    return sql`(${value} ${later} ${before} OR ${value} IS NULL OR (${value} = ${before} AND ${rest}))`
  }, last)
}
