// Words of a search → the records that may match, from trigram indexes. Row-level security keeps PostgreSQL from using
// such an index in a caller's statement, because its operators are not leakproof. So these ids are read from the view of
// all records, and the caller's conditions are asked of each: nothing else of these records reaches the answer.

import type { Expression } from '../../expression/expression.ts'
import { FOUND_COUNT_MAX } from '../../model/lists/list-count.ts'
import type { Entity, Field } from '../../model/entities.ts'
import { type Matching, someSql } from '../sql/merged-list.ts'
import { sqlContext } from '../sql/statement-scope.ts'
import { lowerCased, soughtText } from '../sql/searched-text.ts'
import { identifier, joinSql, rawSql, type Sql, sql, variable } from '../sql/sql.ts'
import { reachedTable, reachingEverything } from '../sql/sql-context.ts'
import { tableName } from '../sql/database-names.ts'
import type { Viewer } from '../../rights/readable.ts'

/** Words that an index finds in records of one entity. */
export interface FoundByIndex {
  readonly entity: Entity
  /** All fields of the index, in its order: at least those that are searched. */
  readonly fields: readonly Field[]
  /** Variables, each bound to a pattern of LIKE that contains a word. At least one. */
  readonly patterns: readonly string[]
  /** The other conditions of the list, over `this`. */
  readonly beside?: readonly Expression[]
}

/** Of more candidates, each would have to be looked up. In 1,000,000 records, reading then takes about as long. */
export const CANDIDATES_MAX = 20_000
/** The part of the records with all words, from which on reading meets enough of them sooner. */
export const FREQUENT_FROM = 0.02

export interface SoughtRecords {
  /** `"sought records" AS MATERIALIZED (…)`: their ids, and one more than the maximum if there are more. */
  readonly records: Sql
  /** They are all that may match, and the caller does not see so few records that reading these is quicker. */
  readonly isFew: Sql
}

/** A name that no entity's table can have. */
const SOUGHT = identifier('sought records')
const SEEN = identifier('seen records')

/** Reading that many records takes a few milliseconds, and their matches are never too many to rank. */
const SEEN_MAX = FOUND_COUNT_MAX

/** `seen`: the records of the caller's list without the words, where indexes find them; null: no index does. */
export function soughtRecords(
  viewer: Viewer,
  { entity, fields, patterns }: FoundByIndex,
  seen: Matching | null,
): SoughtRecords {
  const all = reachedTable(reachingEverything(sqlContext(viewer, {})), tableName(entity.name))
  const text = soughtText(fields, sql`kept.`)
  const conditions = patterns.map((pattern) => sql`${text} LIKE ${lowerCased(variable(pattern, 'text'))}`)
  const candidates = sql`SELECT kept."id" AS id FROM ${all} AS kept WHERE ${joinSql(conditions, ' AND ')} LIMIT ${rawSql(String(CANDIDATES_MAX + 1))}`
  const isFew = sql`count(*) <= ${rawSql(String(CANDIDATES_MAX))}`
  if (seen === null)
    return {
      records: sql`${SOUGHT} AS MATERIALIZED (${candidates})`,
      isFew: sql`(SELECT ${isFew} FROM ${SOUGHT})`,
    }
  const some = someSql(seen, [], sql` LIMIT ${rawSql(String(SEEN_MAX + 1))}`)
  const isSeenWhole = sql`(SELECT is_whole FROM ${SEEN})`
  return {
    records: sql`${SEEN} AS MATERIALIZED (SELECT count(*) <= ${rawSql(String(SEEN_MAX))} AS is_whole FROM (${some}) AS visible),
      ${SOUGHT} AS MATERIALIZED (SELECT found.* FROM (${candidates}) AS found WHERE NOT ${isSeenWhole})`,
    isFew: sql`(NOT ${isSeenWhole} AND (SELECT ${isFew} FROM ${SOUGHT}))`,
  }
}

/** Condition over `t`: the record that `each` of `foundOrSought` asks for. */
export const IS_SOUGHT = sql`t."id" = sought.id`

interface Found {
  readonly sought: SoughtRecords
  /** The record that `IS_SOUGHT`, if it matches. */
  readonly each: Sql
  readonly many: Sql
  readonly limit: Sql
}

/**
 * A query over the records that the index has found, one after the other by `each`, the newest first; or, where they are
 * more than the maximum, `many`.
 */
export function foundOrSought({ sought: { isFew }, each, many, limit }: Found): Sql {
  // The greatest ids are the newest. OFFSET keeps the look-up by key: expecting many records, PostgreSQL would read the
  // whole table instead.
  return sql`
    (SELECT few.* FROM (SELECT id FROM ${SOUGHT} ORDER BY id DESC) AS sought CROSS JOIN LATERAL (${each} OFFSET 0) AS few
      WHERE ${isFew}${limit})
    UNION ALL
    (SELECT many.* FROM (${many}) AS many WHERE NOT ${isFew})`
}
