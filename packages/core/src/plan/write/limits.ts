// Limits of point 9 → statements. A use is counted and judged in one statement, so that all processes together stay
// within the limit. Records are counted while the creating transaction holds a lock.

import * as build from '../../expression/build.ts'
import type { Expression } from '../../expression/expression.ts'
import type { Entity } from '../../model/entities.ts'
import { entityNamed, fieldNamed } from '../../model/find.ts'
import type { Limit } from '../../model/limits.ts'
import { fieldOf } from '../../model/paths.ts'
import type { Viewer } from '../../rights/readable.ts'
import { ENGINE_SCHEMA } from '../schema/engine/engine-tables.ts'
import { expressionSql } from '../sql/expression-sql.ts'
import { identifier, rawSql, renderSql, type Sql, type Statement, sql, textLiteral, variable } from '../sql/sql.ts'
import { column, idType, row, sqlContext, table } from '../sql/statement-scope.ts'
import type { Model } from '../../model/model.ts'

/** The binding with the counted key. */
export const USER_OF_LIMIT = 'limit.key'

/** Up to this maximum, each use has its own moment. Above it, uses share the end of their part of the time. */
const MOMENTS_MAX = 60

/**
 * Counts a use of the bound key, if allowed: fewer uses than the maximum are younger than the limit's time. One row:
 * `isAllowed`, and the `seconds` until the oldest use is forgotten. No row: the number depends on the user, and the
 * caller is a guest. `isAlone`: the count is its own transaction.
 */
export function planUse(viewer: Viewer, limit: Limit, isAlone: boolean): Statement {
  const most = expressionSql(limit.atMost, sqlContext(viewer, {}))
  const isNobodys = limit.per.kind === 'user' && !viewer.caller.isSignedIn
  const uses = rawSql(`${ENGINE_SCHEMA}.limit_use`)
  const window = windowSql(limit)
  const part = sql`${window} / ${rawSql(String(MOMENTS_MAX))}`
  const moment = sql`(CASE WHEN most <= ${rawSql(String(MOMENTS_MAX))} THEN now()
      ELSE date_bin(${part}, now(), 'epoch') + ${part} END)::timestamptz(3)`
  // An empty maximum allows nothing.
  return renderSql(sql`
    WITH allowed AS (
      SELECT most, ${moment} AS moment
      FROM (SELECT ${isNobodys ? sql`(${most})::bigint` : sql`COALESCE((${most})::bigint, 0)`} AS most) AS stated
    )
    INSERT INTO ${uses} AS kept (key, ends_at, is_allowed, moments, counts)
    SELECT ${variable(USER_OF_LIMIT, 'text')}, moment + ${window}, most > 0,
      CASE WHEN most > 0 THEN ARRAY[moment] ELSE '{}' END, CASE WHEN most > 0 THEN ARRAY[1] ELSE '{}' END
    FROM allowed WHERE most IS NOT NULL
    ON CONFLICT (key) DO UPDATE SET (ends_at, is_allowed, moments, counts) = (
      SELECT
        CASE WHEN has_room THEN greatest(kept.ends_at, moment + ${window}) ELSE kept.ends_at END,
        has_room,
        CASE WHEN has_room AND NOT is_shared THEN young.moments || moment ELSE young.moments END,
        CASE WHEN NOT has_room THEN young.counts
          WHEN is_shared THEN trim_array(young.counts, 1) || (young.counts[cardinality(young.counts)] + 1)
          ELSE young.counts || 1 END
      FROM allowed, LATERAL (
        SELECT coalesce(array_agg(each.moment ORDER BY each.moment), '{}') AS moments,
          coalesce(array_agg(each.used ORDER BY each.moment), '{}') AS counts, coalesce(sum(each.used), 0) AS used
        FROM unnest(kept.moments, kept.counts) AS each(moment, used) WHERE each.moment > now() - ${window}
      ) AS young, LATERAL (
        SELECT young.used < most AS has_room,
          coalesce(young.moments[cardinality(young.moments)] = moment, FALSE) AS is_shared
      ) AS judged
    )
    RETURNING is_allowed AS "isAllowed",
      ${secondsUntilForgotten(sql`coalesce(moments[1], now())`, limit)} AS "seconds"${viewer.model.limits.limitHeaders.length === 0 ? sql`` : LEFT}${isAlone ? NOT_WAITING : sql``}`)
}

/** For the headers of answers: the maximum, and the uses that it leaves behind this one. */
const LEFT = sql`, least((SELECT most FROM allowed), 2147483647)::int AS "most",
      least(greatest((SELECT most FROM allowed) - (SELECT coalesce(sum(used), 0) FROM unnest(counts) AS used), 0), 2147483647)::int AS "left"`

/** Does not wait for the disk, which would delay the next count. A crash may lose the last uses. */
const NOT_WAITING = sql`, set_config('synchronous_commit', 'off', true) AS "commits"`

/** How many streams a limit allows the caller at once. Null: the number depends on the user, and the caller is a guest. */
export function planStreamsAllowed(viewer: Viewer, limit: Limit): Statement {
  const most = expressionSql(limit.atMost, sqlContext(viewer, {}))
  const isNobodys = limit.per.kind === 'user' && !viewer.caller.isSignedIn
  // An empty maximum allows nothing.
  return renderSql(sql`SELECT ${isNobodys ? sql`(${most})::bigint` : sql`COALESCE((${most})::bigint, 0)`} AS most`)
}

/** Fields that lead from a counted record to the one whose quota it uses. Empty: one quota for all. */
export function pathOfQuota({ per }: Limit): readonly string[] {
  return per.kind === 'record' ? per.path : per.kind === 'user' ? ['createdBy'] : []
}

/** A written record on the path from counted records to the owner of the quota. */
export interface QuotaPlace {
  readonly entity: Entity
  /** The number of steps to it; 0: it is a counted record itself. */
  readonly depth: number
}

/** Locks the quota against concurrent creations, in all tenants together: a record that they share may move. No row: the bound record counts towards none. */
export function planQuotaTurn(viewer: Viewer, limit: Limit, { entity, depth }: QuotaPlace, record: string): Statement {
  const party = partySql(viewer, entity, pathOfQuota(limit).slice(depth), 't')
  const key = party === null ? sql`''` : sql`(${party})::text`
  const turns = rawSql(`${ENGINE_SCHEMA}.quota_turn`)
  return renderSql(sql`
    INSERT INTO ${turns} AS kept (key, taken_at)
    SELECT ${textLiteral(`${limit.name} `)} || ${key}, now() FROM ${table(entity)} AS t
    WHERE t."id" = ${variable(record, idType(entity))} AND ${key} IS NOT NULL
    ON CONFLICT (key) DO UPDATE SET taken_at = now()
    RETURNING key`)
}

/**
 * Checks the quota. One row: `isOver`; of a limit over a time also the `seconds` until a place is free, else null. No
 * row: nothing that counts has moved.
 */
export function planQuota(viewer: Viewer, limit: Limit, { entity, depth }: QuotaPlace, record: string): Statement {
  if (limit.on.kind !== 'entity') throw new Error(`"${limit.name}" counts no records.`)
  const counted = entityNamed(viewer.model, limit.on.entity)
  const path = pathOfQuota(limit)
  const party = partySql(viewer, entity, path.slice(depth), 't')
  const ownParty = partySql(viewer, counted, path, 'c')
  const place = partySql(viewer, counted, path.slice(0, depth), 'c')
  const most = expressionSql(
    limit.atMost,
    sqlContext(viewer, limit.per.kind === 'record' ? { this: row(limit.per.entity, 'p') } : {}),
  )
  const joined =
    limit.per.kind === 'record'
      ? sql` JOIN ${table({ name: limit.per.entity })} AS p ON p."id" = ${party ?? sql`NULL`}`
      : sql``
  const isOfParty = party === null || ownParty === null ? sql`TRUE` : sql`${ownParty} = ${party}`
  const [ownTenant, tenant] = [tenantSql(viewer, limit, counted, 'c'), tenantSql(viewer, limit, entity, 't')]
  const isInTenant = ownTenant === null || tenant === null ? sql`` : sql` AND ${ownTenant} = ${tenant}`
  const isRecent = limit.windowMs === null ? sql`` : sql` AND c.${createdAt(counted)} > now() - ${windowSql(limit)}`
  const isMoved = place === null ? sql`` : sql` AND EXISTS (SELECT FROM ${table(counted)} AS c WHERE ${place} = t."id")`
  const found = sql`FROM ${table(counted)} AS c WHERE ${isOfParty}${isInTenant}${isRecent}`
  // A record that tenants share has moved: the tenant with the most records decides.
  const isOfTenants = ownTenant !== null && tenant === null
  const count = isOfTenants
    ? sql`SELECT count(*) ${found} GROUP BY ${ownTenant} ORDER BY count(*) DESC LIMIT 1`
    : sql`SELECT count(*) FROM (SELECT ${found} LIMIT greatest(a.most, 0) + 1) AS found`
  // The refused record is the newest, so there is room for it when the one that is too many has been forgotten.
  const seconds =
    limit.windowMs === null || isOfTenants
      ? sql`NULL::int`
      : sql`CASE WHEN f."isOver" THEN (
      SELECT ${secondsUntilForgotten(sql`c.${createdAt(counted)}`, limit)} ${found}
      ORDER BY c.${createdAt(counted)} DESC OFFSET greatest(a.most, 0) LIMIT 1
    ) END`
  return renderSql(sql`
    SELECT f."isOver", ${seconds} AS "seconds"
    FROM ${table(entity)} AS t${joined} CROSS JOIN LATERAL (SELECT COALESCE((${most})::bigint, 0) AS most) AS a
    CROSS JOIN LATERAL (
      SELECT coalesce((${count}), 0) > a.most AS "isOver"
    ) AS f
    WHERE t."id" = ${variable(record, idType(entity))}${isMoved}`)
}

/** The tenant of the row, in a limit that counts within tenants. Null: it does not, or tenants share the entity. */
function tenantSql({ model }: Viewer, { within }: Limit, entity: Entity, alias: string): Sql | null {
  const isInTenant = model.entities.tenancy?.belonging.includes(entity.name) === true
  return within === undefined || !isInTenant ? null : sql`${identifier(alias)}.${column(fieldNamed(entity, within))}`
}

/** The id of the record that a path leads to, starting from a row. Null: the path ends early. */
function partySql(viewer: Viewer, entity: Entity, path: readonly string[], alias: string): Sql | null {
  if (path.length === 0) return null
  let value: Expression = build.recordVariable('this', entity.name)
  let at = entity
  for (const name of path) {
    const field = fieldNamed(at, name)
    value = fieldOf(viewer.model, value, at.name, field)
    if (field.type.kind === 'reference') at = entityNamed(viewer.model, field.type.entity)
  }
  return expressionSql(value, sqlContext(viewer, { this: row(entity.name, alias) }))
}

function createdAt(entity: Entity): Sql {
  return column(fieldNamed(entity, 'createdAt'))
}

/** The moment may have been rounded up to the next millisecond. */
function secondsUntilForgotten(moment: Sql, limit: Limit): Sql {
  return sql`ceil(extract(epoch FROM ${moment} + ${windowSql(limit)} - now() - interval '1 millisecond'))::int`
}

function windowSql({ windowMs }: Limit): Sql {
  return rawSql(`${windowMs ?? 0} * interval '1 millisecond'`)
}

/** Positions of an entity on the path from counted records to the owner of the quota. */
export function quotaPlaces(model: Model, limit: Limit, entity: Entity): QuotaPlace[] {
  if (limit.on.kind !== 'entity') return []
  const places: QuotaPlace[] = []
  let at = entityNamed(model, limit.on.entity)
  if (at.name === entity.name) places.push({ entity, depth: 0 })
  for (const [index, name] of pathOfQuota(limit).slice(0, -1).entries()) {
    const { type } = fieldNamed(at, name)
    if (type.kind !== 'reference') break
    at = entityNamed(model, type.entity)
    if (at.name === entity.name) places.push({ entity, depth: index + 1 })
  }
  return places
}

/** Tells whether writes to the entity can affect a quota. */
export function isCounted(model: Model, entity: Entity): boolean {
  return model.limits.limits.some((limit) => quotaPlaces(model, limit, entity).length > 0)
}
