// A list that may be very long → the records of one page or part of it, and how many there are as far as they are counted.
// As many as are counted are found whichever way is quickest, and then put in order; where there are more, an index that
// has the order meets some of them soon. PostgreSQL alone takes the index for both, and reads all of it for a few records
// that are not where it expects them.

import { LISTED_COUNT_MAX } from '../../model/lists/list-count.ts'
import { firstSql, keyColumns, keysOf, type Matching, someSql } from '../sql/merged-list.ts'
import { whereSql } from '../sql/list-sql.ts'
import { orderSql, type OrderKey } from '../sql/list-order.ts'
import { identifier, joinSql, rawSql, type Sql, sql } from '../sql/sql.ts'

export interface BoundedList {
  readonly matching: Matching
  readonly keys: readonly OrderKey[]
  /** Joins that the keys need beside the table: of all records at once, it is sooner joined than looked up. */
  readonly joins: Sql
  /** The id is the last key. */
  readonly isById: boolean
  /** Which of them belong to the part, by their keys and their id. */
  readonly within: (keys: readonly OrderKey[], id: Sql) => readonly Sql[]
  /** `LIMIT … OFFSET …` */
  readonly limit: Sql
  /** `LIMIT …`: up to the end of the part. */
  readonly each: Sql
  /** The answer about each record, over the table as `t`. */
  readonly shown: Sql
}

/** No table of an entity is called so. */
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

/** As many as are counted, and one. */
function foundSql({ matching, keys, joins }: BoundedList): Sql {
  const limit = sql` LIMIT ${rawSql(String(LISTED_COUNT_MAX + 1))}`
  if (matching.branches !== null) return someSql(matching, keys, limit)
  const { table, conditions } = matching
  return sql`SELECT t."id" AS id${keyColumns(keys)} FROM ${table} AS t${joins}${whereSql(conditions)}${limit}`
}

/** By an index that has the order. */
function inOrderSql({ matching, keys, joins, isById, within, limit, each }: BoundedList, many: Sql): Sql {
  const beyond = [many, ...within(keys, sql`t."id"`)]
  if (matching.branches !== null) return firstSql(matching, { keys, isById, conditions: beyond, end: limit, each })
  const { table, conditions } = matching
  return sql`SELECT t."id" AS id${keyColumns(keys)} FROM ${table} AS t${joins}${whereSql([...conditions, ...beyond])}
        ORDER BY ${orderSql(keys, isById ? sql`t."id"` : null)}${limit}`
}
