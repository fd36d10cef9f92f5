// A long list → the records of one page or part, and a bounded count. The first records up to the count limit are found
// by the cheapest plan and then sorted. If there are more, an index in the list's order meets enough of them early.
// PostgreSQL alone would use that index in both cases, and read all of it when few records match.

import { firstSql, keyColumns, keysOf, type Matching, someSql } from '../sql/merged-list.ts'
import { whereSql } from '../sql/list-sql.ts'
import { orderSql, type OrderKey } from '../sql/list-order.ts'
import { foundOrSought, IS_SOUGHT, type SoughtRecords } from './search-candidates.ts'
import { identifier, joinSql, rawSql, type Sql, sql } from '../sql/sql.ts'

export interface FoundFirst {
  readonly matching: Matching
  readonly keys: readonly OrderKey[]
  /** Joins that the sort keys need. For all records at once, a join is faster than lookups. */
  readonly joins: Sql
  /** The id is the last sort key. */
  readonly isById: boolean
  /** Conditions for membership in the part, by sort keys and id. */
  readonly within: (keys: readonly OrderKey[], id: Sql) => readonly Sql[]
  /** Candidates for words that an index finds. Null: there are no such words. */
  readonly sought: SoughtRecords | null
  /** The total is counted to here, and one further. */
  readonly countMax: number
  /** An index has all records in the list's order. */
  readonly isSorted: boolean
  /** `LIMIT … OFFSET …` */
  readonly limit: Sql
  /** `LIMIT …` up to the end of the part. */
  readonly each: Sql
}

export interface BoundedList extends FoundFirst {
  /** The answer for each record, over the table as `t`. */
  readonly shown: Sql
}

/** Names that no entity's table can have. */
const FOUND = identifier('found records')
const COUNTED = identifier('counted records')

/** Columns `total`, and per record `shown`, `id` and, per key, `key0`, `key1` …; at least one row. */
export function boundedSql(list: BoundedList): Sql {
  const { matching, keys, isById, shown } = list
  const places = keys.map((_, index) => rawSql(`, chosen.key${index}::text AS key${index}`))
  return sql`
    ${foundFirst(list)} SELECT counted.total, page.* FROM ${COUNTED} AS counted
    LEFT JOIN LATERAL (
      SELECT ${shown}, t."id"::text AS id${joinSql(places, '')}
      FROM (${chosenSql(list)}) AS chosen JOIN ${matching.table} AS t ON t."id" = chosen.id
      ORDER BY ${orderSql(keysOf('chosen', keys), isById ? sql`chosen.id` : null)}
    ) AS page ON true`
}

/** One row: the exact number as `total`, if it is wanted, and an array of the part's ids as `ids`. */
export function foundIdsSql(list: FoundFirst, isCounted: boolean): Sql {
  const all = sql`(SELECT count(*) FROM (${someSql(list.matching, [], sql``)}) AS matching)`
  const total = isCounted ? sql`CASE WHEN ${isFew(list)} THEN counted.total ELSE ${all} END` : sql`NULL`
  const order = orderSql(keysOf('chosen', list.keys), list.isById ? sql`chosen.id` : null)
  return sql`${foundFirst(list)} SELECT ${total} AS total,
    ARRAY(SELECT chosen.id FROM (${chosenSql(list)}) AS chosen ORDER BY ${order}) AS ids FROM ${COUNTED} AS counted`
}

export type RankedList = Pick<FoundFirst, 'matching' | 'keys' | 'sought' | 'countMax' | 'limit'>

/** Columns `id`, `total` and `number`, from 1: the first matches by the keys and by id, among the newest `countMax`. */
export function rankedSql(list: RankedList): Sql {
  const { matching, keys, limit } = list
  const all = { ...list, joins: sql``, isById: true, within: () => [], isSorted: true, each: sql`` }
  // The greatest ids are the newest.
  const most = sql` LIMIT ${rawSql(String(list.countMax))}`
  const newest = { ...all, matching: { ...matching, branches: null }, limit: most }
  const order = orderSql(keysOf('chosen', keys), sql`chosen.id`)
  // Candidates of an index are found newest first, so that the index of the ids is not read.
  const isFound = list.sought === null ? isFew(all) : sql`(${isFew(all)} OR ${list.sought.isFew})`
  return sql`
    ${foundFirst(all)} SELECT chosen.id, counted.total, row_number() OVER (ORDER BY ${order}) AS number
    FROM ${COUNTED} AS counted CROSS JOIN LATERAL (
      (SELECT found.* FROM ${FOUND} AS found WHERE ${isFound} ORDER BY found.id DESC${most})
      UNION ALL
      (${inOrderSql(newest, isFound, sql`t."id" DESC`)})
    ) AS chosen ORDER BY number${limit}`
}

function foundFirst(list: FoundFirst): Sql {
  const sought = list.sought === null ? sql`` : sql`${list.sought.records}, `
  return sql`WITH ${sought}${FOUND} AS MATERIALIZED (${foundSql(list)}), ${COUNTED} AS (SELECT count(*) AS total FROM ${FOUND})`
}

function isFew({ countMax }: FoundFirst): Sql {
  return sql`counted.total <= ${rawSql(String(countMax))}`
}

/** The records of the part, over `counted`. */
function chosenSql(list: FoundFirst): Sql {
  const { keys, isById, within, limit } = list
  const own = keysOf('found', keys)
  const id = sql`found.id`
  return sql`
        (SELECT found.* FROM ${FOUND} AS found${whereSql([isFew(list), ...within(own, id)])}
        ORDER BY ${orderSql(own, isById ? id : null)}${limit})
        UNION ALL
        (${inOrderSql(list, isFew(list))})`
}

/** One more than the count limit. */
function foundSql({ matching, keys, joins, countMax, sought }: FoundFirst): Sql {
  const limit = sql` LIMIT ${rawSql(String(countMax + 1))}`
  const { table, conditions } = matching
  const columns = sql`t."id" AS id${keyColumns(keys)}`
  const from = (where: readonly Sql[]): Sql => sql`SELECT ${columns} FROM ${table} AS t${joins}${whereSql(where)}`
  const many = matching.branches === null ? sql`${from(conditions)}${limit}` : someSql(matching, keys, limit)
  return sought === null ? many : foundOrSought({ sought, each: from([IS_SOUGHT, ...conditions]), many, limit })
}

/**
 * Uses an index in the list's order. Within a CASE, PostgreSQL takes no other index for a condition, and expects that
 * many records pass.
 */
function inOrderSql(list: FoundFirst, isFound: Sql, order?: Sql): Sql {
  const { matching, keys, joins, isById, within, limit, each, isSorted } = list
  const beyond = [sql`NOT (${isFound})`, ...within(keys, sql`t."id"`)]
  if (matching.branches !== null) return firstSql(matching, { keys, isById, conditions: beyond, end: limit, each })
  const { table, conditions: asked } = matching
  const conditions = isSorted ? asked.map((each) => sql`CASE WHEN ${each} THEN TRUE ELSE FALSE END`) : asked
  return sql`SELECT t."id" AS id${keyColumns(keys)} FROM ${table} AS t${joins}${whereSql([...conditions, ...beyond])}
        ORDER BY ${order ?? orderSql(keys, isById ? sql`t."id"` : null)}${limit}`
}
