// Ranks that have grown long → statements of the cleanup job. The records keep their order: each gets the rank that the record
// in its place had at creation.

import type { Entity, Field } from '../../model/entities.ts'
import { builtIn } from '../../model/find.ts'
import { countedRankSql, RANK_LENGTH_KEPT, rankSql } from '../../model/lists/ranks.ts'
import type { Model } from '../../model/model.ts'
import { column, table } from '../sql/statement-scope.ts'
import { joinSql, rawSql, renderSql, type Sql, type Statement, sql } from '../sql/sql.ts'

export interface RankRebalancing {
  /** `long`: some rank is above the limit. */
  readonly hasLong: Statement
  /** Returns the `id` of every record with another rank. */
  readonly rebalance: Statement
}

export function planRankRebalancing(model: Model): RankRebalancing[] {
  return model.entities.entities.flatMap((entity) =>
    entity.fields.flatMap((field) =>
      field.type.kind === 'rank'
        ? [
            {
              hasLong: renderSql(sql`SELECT ${anyLong(entity, field)} AS long`),
              rebalance: shorterRanks(entity, field),
            },
          ]
        : [],
    ),
  )
}

function anyLong(entity: Entity, field: Field): Sql {
  const limit = rawSql(String(RANK_LENGTH_KEPT))
  return sql`EXISTS (SELECT FROM ${table(entity)} WHERE length(${column(field)}) > ${limit})`
}

function shorterRanks(entity: Entity, field: Field): Statement {
  const own = column(field)
  const records = table(entity)
  const id = builtIn(entity, 'id')
  const isCounted = id?.type.kind === 'identifier' && id.type.form === 'counting'
  const made = rawSql(isCounted ? countedRankSql('"id"') : rankSql('"id"'))
  const hasVersion = builtIn(entity, 'version') !== null
  const assigned = [sql`${own} = fresh.made`, ...(hasVersion ? [sql`"version" = t."version" + 1`] : [])]
  // A record that was moved meanwhile has another rank than before, and keeps it.
  return renderSql(sql`
    UPDATE ${records} AS t SET ${joinSql(assigned, ', ')}
    FROM (
      SELECT "id", ${own} AS before, row_number() OVER (ORDER BY ${own}, "id") AS place FROM ${records}
    ) AS placed JOIN (
      SELECT ${made} AS made, row_number() OVER (ORDER BY "id") AS place FROM ${records}
    ) AS fresh USING (place)
    WHERE ${anyLong(entity, field)}
      AND t."id" = placed."id" AND t.${own} = placed.before AND t.${own} <> fresh.made
    RETURNING t."id"::text AS id`)
}
