// A list that may be very long → the records of one page or part of it, and how many there are as far as they are counted.
// As many as are counted are found whichever way is quickest, and then put in order; where there are more, an index that
// has the order meets some of them soon. PostgreSQL alone takes the index for both, and reads all of it for a few records
// that are not where it expects them.

import { LISTED_COUNT_MAX } from '../model/list-count.ts'
import { whereSql } from './list-sql.ts'
import { orderSql, type OrderKey } from './list-order.ts'
import { identifier, joinSql, rawSql, type Sql, sql } from './sql.ts'

export interface BoundedList {
  readonly table: Sql
  /** Over the table as `t`. */
  readonly conditions: readonly Sql[]
  readonly keys: readonly OrderKey[]
  /** What the keys need beside the table: of all records at once, it is sooner joined than looked up. */
  readonly joins: Sql
  /** The id is the last key. */
  readonly isById: boolean
  /** Which of them belong to the part, by their keys and their id. */
  readonly within: (keys: readonly OrderKey[], id: Sql) => readonly Sql[]
  /** `LIMIT …` */
  readonly limit: Sql
  /** What is said of each, over the table as `t`. */
  readonly shown: Sql
}

/** No table of an entity is called so. */
const FOUND = identifier('found records')
const COUNTED = identifier('counted records')

/** Columns `total`, and per record `shown`, `id` and, per key, `key0`, `key1` …; at least one row. */
export function boundedSql({ table, conditions, keys, joins, isById, within, limit, shown }: BoundedList): Sql {
  const named = (of: string): OrderKey[] => keys.map((key, index) => ({ ...key, value: rawSql(`${of}.key${index}`) }))
  const ids = (of: string): Sql | null => (isById ? sql`${rawSql(of)}."id"` : null)
  const columns = sql`t."id"${joinSql(
    keys.map(({ value }, index) => sql`, ${value} AS ${rawSql(`key${index}`)}`),
    '',
  )}`
  const few = sql`counted.total <= ${rawSql(String(LISTED_COUNT_MAX))}`
  const many = sql`counted.total > ${rawSql(String(LISTED_COUNT_MAX))}`
  return sql`
    WITH ${FOUND} AS MATERIALIZED (
      SELECT ${columns} FROM ${table} AS t${joins}${whereSql(conditions)} LIMIT ${rawSql(String(LISTED_COUNT_MAX + 1))}
    ), ${COUNTED} AS (SELECT count(*) AS total FROM ${FOUND})
    SELECT counted.total, page.* FROM ${COUNTED} AS counted
    LEFT JOIN LATERAL (
      SELECT ${shown}, t."id"::text AS id${joinSql(
        keys.map((_, index) => rawSql(`, chosen.key${index}::text AS key${index}`)),
        '',
      )}
      FROM (
        (SELECT found.* FROM ${FOUND} AS found${whereSql([few, ...within(named('found'), sql`found."id"`)])}
        ORDER BY ${orderSql(named('found'), ids('found'))}${limit})
        UNION ALL
        (SELECT ${columns} FROM ${table} AS t${joins}${whereSql([many, ...conditions, ...within(keys, sql`t."id"`)])}
        ORDER BY ${orderSql(keys, ids('t'))}${limit})
      ) AS chosen JOIN ${table} AS t ON t."id" = chosen."id"
      ORDER BY ${orderSql(named('chosen'), ids('chosen'))}
    ) AS page ON true`
}
