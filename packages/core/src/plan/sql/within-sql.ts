// `category.isWithin(other)` → SQL. A recursive query finds the records below the other one, which the condition then
// looks up by an index; or, where each row has another one above, the records above the first. UNION drops what was
// found before, so that a circle of records ends, too.

import type { Expression } from '../../expression/expression.ts'
import { variablesIn } from '../../expression/conditions.ts'
import type { Within } from '../../expression/is-within.ts'
import { bound, freshAlias, withRows, type WriteSql } from './list-sql.ts'
import { joinSql, rawSql, type Sql, sql } from './sql.ts'
import type { SqlContext } from './sql-context.ts'

/** `isCondition`: NULL may stand for false. */
export function withinSql(within: Within, context: SqlContext, isCondition: boolean, write: WriteSql): Sql {
  const { record, above } = within
  const isOfList = above.type.kind === 'list'
  const name = freshAlias(context)
  // The alias is not a variable, but no inner scope may reuse it.
  const inside = bound(context, name, { kind: 'value', sql: sql`${rawSql(name)}.id` })
  const id = write(record, context, false)
  const isBelow = isOfList || isSameForAllRows(above, context) || !isSameForAllRows(record, context)
  const among = isBelow
    ? sql`(${id} IN ${reachedSql(within, startSql(above, inside, write), 'down', name, inside, write)})`
    : sql`(${write(above, context, false)} IN ${reachedSql(within, sql`SELECT ${id}`, 'up', name, inside, write)})`
  return isCondition ? among : sql`coalesce(${among}, FALSE)`
}

function startSql(above: Expression, context: SqlContext, write: WriteSql): Sql {
  if (above.type.kind !== 'list') return sql`SELECT ${write(above, context, false)}`
  return withRows(above, context, true, write, ({ from, where, item, context: inner }) => {
    const conditions = where.length === 0 ? rawSql('TRUE') : joinSql(where, ' AND ')
    return sql`SELECT ${write(item, inner, false)} FROM ${from} WHERE ${conditions}`
  })
}

function isSameForAllRows(expression: Expression, { variables }: SqlContext): boolean {
  return [...variablesIn(expression)].every((name) => {
    const variable = variables.get(name)
    return variable === undefined || (variable.kind === 'value' && variable.isFixed === true)
  })
}

/** The ids of the first records, and of all records below or above them. */
function reachedSql(
  { steps }: Within,
  start: Sql,
  direction: 'down' | 'up',
  name: string,
  context: SqlContext,
  write: WriteSql,
): Sql {
  const reached = rawSql(name)
  const step = withRows(steps, context, false, write, ({ from, where, item, context: inner }) => {
    if (item.kind !== 'field') throw new Error('Defect: a way up is a reference.')
    const [lower, upper] = [write(item.of, inner, false), write(item, inner, false)]
    const [known, next] = direction === 'down' ? [upper, lower] : [lower, upper]
    const conditions = [sql`${known} = ${reached}.id`, ...where]
    return sql`SELECT ${next} FROM ${reached}, ${from} WHERE ${joinSql(conditions, ' AND ')}`
  })
  return sql`(WITH RECURSIVE ${reached}(id) AS (${start} UNION ${step}) SELECT ${reached}.id FROM ${reached})`
}
