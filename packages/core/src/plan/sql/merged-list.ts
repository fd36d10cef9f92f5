// The branches of a list's condition → the records in any of them. Each branch uses its own index in the list's order,
// and reads no further than the page needs.

import { columnName } from './database-names.ts'
import { conditionsSql } from './conditions.ts'
import { expressionSql, ownersOf } from './expression-sql.ts'
import { orderSql, type OrderKey } from './list-order.ts'
import { whereSql } from './list-sql.ts'
import { identifier, joinSql, rawSql, type Sql, sql } from './sql.ts'
import type { SqlContext } from './sql-context.ts'
import type { Branch, Found } from './branches.ts'

interface MergedList {
  readonly table: Sql
  /** `this` is the table as `t` here. */
  readonly context: SqlContext
  readonly branches: readonly Branch[]
  /** Columns of each record, over `t`, which must be the same in every branch. */
  readonly columns: Sql
  /** Further conditions, over `t`. */
  readonly conditions: readonly Sql[]
  /** `ORDER BY … LIMIT …` over `t`, applied to each branch. */
  readonly end: Sql
}

/** A query: each record once, unordered. */
function mergedSql(list: MergedList): Sql {
  return joinSql(
    list.branches.map((branch) => branchSql(list, branch)),
    ' UNION ',
  )
}

function branchSql({ table, context, columns, conditions, end }: MergedList, branch: Branch): Sql {
  const own = [...conditionsSql(branch.conditions, context), ...conditions]
  const query = (where: readonly Sql[]): Sql => sql`SELECT ${columns} FROM ${table} AS t${whereSql(where)}${end}`
  const { key } = branch
  if (key.kind === 'value') return sql`(${query(own)})`
  const isSought = sql`t.${identifier(columnName(key.field.name, key.field.type))} = sought.value`
  return sql`(SELECT one.* FROM unnest(${foundSql(key.found, context)}) AS sought(value) CROSS JOIN LATERAL (${query([isSought, ...own])}) AS one)`
}

function foundSql(found: Found, context: SqlContext): Sql {
  return found.kind === 'items' ? expressionSql(found.list, context) : ownersOf(found.over, found.item, context)
}

/** Records of a table, by conditions of a WHERE or by branches. */
export interface Matching {
  readonly table: Sql
  readonly context: SqlContext
  readonly conditions: readonly Sql[]
  /** An equivalent access path by branches. Null: none would be cheaper. */
  readonly branches: readonly Branch[] | null
  /** False: the best plan depends on the values. */
  readonly isPlannedOnce: boolean
}

export interface FirstOnes {
  readonly keys: readonly OrderKey[]
  /** The id is the last sort key. */
  readonly isById: boolean
  /** Further conditions, over `t`. */
  readonly conditions: readonly Sql[]
  /** `LIMIT … OFFSET …` of the merged result. */
  readonly end: Sql
  /** `LIMIT …` of each branch: up to the end of the merged page. */
  readonly each: Sql
}

/** A query: columns `id`, `key0`, `key1` … of the first records, in order. */
export function firstSql({ table, context, conditions, branches }: Matching, first: FirstOnes): Sql {
  const columns = sql`t."id" AS id${keyColumns(first.keys)}`
  const order = sql` ORDER BY ${orderSql(first.keys, first.isById ? sql`t."id"` : null)}`
  if (branches === null)
    return sql`SELECT ${columns} FROM ${table} AS t${whereSql([...conditions, ...first.conditions])}${order}${first.end}`
  const merged = { table, context, branches, columns, conditions: first.conditions, end: sql`${order}${first.each}` }
  const outer = orderSql(keysOf('merged', first.keys), first.isById ? sql`merged.id` : null)
  return sql`SELECT merged.* FROM (${mergedSql(merged)}) AS merged ORDER BY ${outer}${first.end}`
}

/** A query: columns `id`, `key0`, `key1` … of a bounded number of records, unordered. */
export function someSql(
  { table, context, conditions, branches }: Matching,
  keys: readonly OrderKey[],
  limit: Sql,
): Sql {
  const columns = sql`t."id" AS id${keyColumns(keys)}`
  if (branches === null) return sql`SELECT ${columns} FROM ${table} AS t${whereSql(conditions)}${limit}`
  const merged = { table, context, branches, columns, conditions: [], end: limit }
  return sql`SELECT merged.* FROM (${mergedSql(merged)}) AS merged${limit}`
}

/** `, … AS key0, … AS key1` */
export function keyColumns(keys: readonly OrderKey[]): Sql {
  return joinSql(
    keys.map(({ value }, index) => sql`, ${value} AS ${rawSql(`key${index}`)}`),
    '',
  )
}

/** The same keys, over a table that has them as columns. */
export function keysOf(table: string, keys: readonly OrderKey[]): OrderKey[] {
  return keys.map((key, index) => ({ ...key, value: rawSql(`${table}.key${index}`) }))
}
