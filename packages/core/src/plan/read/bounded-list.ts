// A long list → the records of one page or part, and a bounded count. The first records up to the count limit are found
// by the cheapest plan and then sorted. If there are more, an index in the list's order meets enough of them early.
// PostgreSQL alone would use that index in both cases, and read all of it when few records match.

import { LISTED_COUNT_MAX } from '../../model/lists/list-count.ts'
import { firstSql, keyColumns, keysOf, type Matching, someSql } from '../sql/merged-list.ts'
import { whereSql } from '../sql/list-sql.ts'
import { orderSql, type OrderKey } from '../sql/list-order.ts'
import { identifier, joinSql, rawSql, type Sql, sql } from '../sql/sql.ts'

export interface BoundedList {
  readonly matching: Matching
  readonly keys: readonly OrderKey[]
  /** Joins that the sort keys need. For all records at once, a join is faster than lookups. */
  readonly joins: Sql
  /** The id is the last sort key. */
  readonly isById: boolean
  /** Conditions for membership in the part, by sort keys and id. */
  readonly within: (keys: readonly OrderKey[], id: Sql) => readonly Sql[]
  /** `LIMIT … OFFSET …` */
  readonly limit: Sql
  /** `LIMIT …` up to the end of the part. */
  readonly each: Sql
  /** The answer for each record, over the table as `t`. */
  readonly shown: Sql
}

/** A name that no entity's table can have. */
const FOUND = identifier('found records')
const COUNTED = identifier('counted records')

/** Columns `total`, and per record `shown`, `id` and, per key, `key0`, `key1` …; at least one row. */
export function boundedSql(list: BoundedList): Sql {
  const { matching, keys, isById, within, limit, shown } = list
  const ids = (of: string): Sql | null => (isById ? sql`${rawSql(of)}.id` : null)
  const few = sql`counted.total <= ${rawSql(String(LISTED_COUNT_MAX))}`
  const many = sql`counted.total > ${rawSql(String(LISTED_COUNT_MAX))}`
  const places = keys.map((_, index) => rawSql(`, chosen.key${index}::text AS key${index}`))
  return sql`
    WITH ${FOUND} AS MATERIALIZED (${foundSql(list)}), ${COUNTED} AS (SELECT count(*) AS total FROM ${FOUND})
    SELECT counted.total, page.* FROM ${COUNTED} AS counted
    LEFT JOIN LATERAL (
      SELECT ${shown}, t."id"::text AS id${joinSql(places, '')}
      FROM (
        (SELECT found.* FROM ${FOUND} AS found${whereSql([few, ...within(keysOf('found', keys), sql`found.id`)])}
        ORDER BY ${orderSql(keysOf('found', keys), ids('found'))}${limit})
        UNION ALL
        (${inOrderSql(list, many)})
      ) AS chosen JOIN ${matching.table} AS t ON t."id" = chosen.id
      ORDER BY ${orderSql(keysOf('chosen', keys), ids('chosen'))}
    ) AS page ON true`
}

/** One more than the count limit. */
function foundSql({ matching, keys, joins }: BoundedList): Sql {
  const limit = sql` LIMIT ${rawSql(String(LISTED_COUNT_MAX + 1))}`
  if (matching.branches !== null) return someSql(matching, keys, limit)
  const { table, conditions } = matching
  return sql`SELECT t."id" AS id${keyColumns(keys)} FROM ${table} AS t${joins}${whereSql(conditions)}${limit}`
}

/** Uses an index in the list's order. */
function inOrderSql({ matching, keys, joins, isById, within, limit, each }: BoundedList, many: Sql): Sql {
  const beyond = [many, ...within(keys, sql`t."id"`)]
  if (matching.branches !== null) return firstSql(matching, { keys, isById, conditions: beyond, end: limit, each })
  const { table, conditions } = matching
  return sql`SELECT t."id" AS id${keyColumns(keys)} FROM ${table} AS t${joins}${whereSql([...conditions, ...beyond])}
        ORDER BY ${orderSql(keys, isById ? sql`t."id"` : null)}${limit}`
}
