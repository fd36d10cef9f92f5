// Finding records for the product's own use → statements that return them in loaded form.

import type { Expression } from '../../expression/expression.ts'
import type { Entity, Field } from '../../model/entities.ts'
import type { Viewer } from '../../rights/readable.ts'
import { visibleField, visibleRecords } from '../../rights/roles.ts'
import { COUNTED_MAX } from '../../model/calls.ts'
import { foundIdsSql } from './bounded-list.ts'
import { orderedScan } from '../schema/ordered-index-scans.ts'
import { ENGINE_SCHEMA } from '../schema/engine/engine-tables.ts'
import { orderKey, type SortKey } from '../sql/list-order.ts'
import { conditionsSql } from '../sql/conditions.ts'
import { askedOnce, branchesOf, isOwnField, isPlannedOnce } from '../sql/branches.ts'
import { firstSql, type Matching, someSql } from '../sql/merged-list.ts'
import { whereSql } from '../sql/list-sql.ts'
import { tableName } from '../sql/database-names.ts'
import { identifier, rawSql, renderSql, type Sql, type Statement, sql, variable } from '../sql/sql.ts'
import { reachedTable, reachingEverything } from '../sql/sql-context.ts'
import {
  column,
  idType,
  loadedColumns,
  renderForCaller,
  row,
  sqlContext,
  table,
  valueType,
} from '../sql/statement-scope.ts'

/** The visible record that satisfies the condition over `this`. */
export function planFind(viewer: Viewer, entity: Entity, conditions: readonly Expression[]): Statement {
  return renderForCaller(viewer, findSql(viewer, entity, conditions), isPlannedOnce(conditions, null))
}

export function findSql(viewer: Viewer, entity: Entity, conditions: readonly Expression[]): Sql {
  const context = sqlContext(viewer, { this: row(entity.name, 't') })
  const where = conditionsSql([visibleRecords(viewer.model, viewer.caller, entity.name), ...conditions], context)
  return sql`SELECT ${loadedColumns(entity, 't')} FROM ${table(entity)} AS t${whereSql(where)} LIMIT 1`
}

/** The present bound record, without rights, for the product's own work. */
export function planReading(entity: Entity, record: string): Statement {
  return renderSql(
    sql`SELECT ${loadedColumns(entity, 't')} FROM ${table(entity)} AS t WHERE t."id" = ${variable(record, idType(entity))}`,
  )
}

export interface StepList {
  readonly entity: Entity
  readonly conditions: readonly Expression[]
  readonly order: readonly SortKey[]
  /** Take `page.take` records after the first `page.after`. */
  readonly isPaged: boolean
  /** A page with the number of all records. */
  readonly isCounted: boolean
  /** The product's own work: no rights apply. */
  readonly isOfProduct?: boolean
}

/** The ids of a step's list in order, as column `ids` (JSON), and their number as `total` where they are counted. One row. */
export function planStepList(viewer: Viewer, list: StepList): Statement {
  const { found, matching } = stepListSql(viewer, list)
  const query = sql`SELECT found.total, array_to_json(found.ids) AS ids FROM (${found}) AS found`
  return list.isOfProduct === true ? renderSql(query) : renderForCaller(viewer, query, matching.isPlannedOnce)
}

/** `found`: one row with their number as `total` where they are counted, and an array of the ids as `ids`. */
export function stepListSql(
  viewer: Viewer,
  { entity, conditions, order, isPaged, isCounted, isOfProduct = false }: StepList,
): { found: Sql; matching: Matching } {
  const context = sqlContext(viewer, { this: row(entity.name, 't') })
  const rights = isOfProduct ? [] : [visibleRecords(viewer.model, viewer.caller, entity.name)]
  const asked = askedOnce([...rights, ...conditions])
  const keys = order.map((key) => orderKey(key, context))
  const isMerged = isPaged && order.every(({ value }) => isOwnField(value))
  const branches = isMerged ? branchesOf(viewer.model, entity, asked) : null
  const matching: Matching = {
    table: table(entity),
    context,
    conditions: conditionsSql(asked, context),
    branches,
    isPlannedOnce: isPlannedOnce(asked, branches),
  }
  // Negative numbers count as zero, because PostgreSQL rejects them.
  const [take, after] = ['page.take', 'page.after'].map((name) => sql`greatest(${variable(name, 'bigint')}, 0)`)
  const end = isPaged ? sql` LIMIT ${take ?? sql``} OFFSET ${after ?? sql``}` : sql``
  const each = sql` LIMIT ${take ?? sql``} + ${after ?? sql``}`
  const { isFound, isSorted } = orderedScan(viewer.model, entity, asked, order)
  if (isPaged && !isFound) {
    const list = {
      matching,
      keys,
      joins: sql``,
      isById: true,
      within: () => [],
      sought: null,
      countMax: COUNTED_MAX,
      isSorted,
    }
    return { found: foundIdsSql({ ...list, limit: end, each }, isCounted), matching }
  }
  const first = firstSql(matching, { keys, isById: true, conditions: [], end, each })
  const total = isCounted ? sql`(SELECT count(*) FROM (${someSql(matching, [], sql``)}) AS matching)` : sql`NULL`
  return { found: sql`SELECT ${total} AS total, ARRAY(SELECT first.id FROM (${first}) AS first) AS ids`, matching }
}

/** The record whose field equals the variable `key`, if the caller may see that field of it. */
export function planFindBy(viewer: Viewer, entity: Entity, field: Field): Statement {
  const context = sqlContext(viewer, { this: row(entity.name, 't') })
  const rights = conditionsSql([visibleField(viewer.model, viewer.caller, entity.name, field.name)], context)
  return renderForCaller(
    viewer,
    sql`SELECT ${loadedColumns(entity, 't')} FROM ${table(entity)} AS t${whereSql([hasKey(viewer, entity, field), ...rights])} LIMIT 1`,
  )
}

/**
 * Case-insensitive comparison uses a function that is not leakproof, so PostgreSQL applies policies before any index.
 * So the id is looked up past row-level security, and the policy is applied to that one record.
 */
function hasKey(viewer: Viewer, entity: Entity, field: Field): Sql {
  const isAskedFirst = field.unique?.ignoringCase === true && viewer.isBehindWall === true
  if (!isAskedFirst) return sameKey(viewer, field)
  const all = reachedTable(reachingEverything(sqlContext(viewer, {})), tableName(entity.name))
  return sql`t."id" IN (SELECT t."id" FROM ${all} AS t WHERE ${sameKey(viewer, field)})`
}

/** The bound ids whose records the caller may see. */
export function planVisibleAmong(viewer: Viewer, entity: Entity, ids: string): Statement {
  const context = sqlContext(viewer, { this: row(entity.name, 't') })
  const rights = conditionsSql([visibleRecords(viewer.model, viewer.caller, entity.name)], context)
  const isNamed = sql`t."id" = ANY (${variable(ids, `${idType(entity)}[]`)})`
  return renderForCaller(
    viewer,
    sql`SELECT t."id"::text AS id FROM ${table(entity)} AS t${whereSql([isNamed, ...rights])}`,
  )
}

/** Engine tables whose rows disappear with their user. */
export const TABLES_OF_USERS = [
  'session',
  'api_key',
  'oauth_grant',
  'passkey',
  'openid_identity',
  'known_device',
  'second_factor',
  'recovery_code',
  'half_sign_in',
  'user_role',
  'notification',
  'event',
  'view',
  'layout',
  'message_off',
  'suspension',
  'agreement',
  'invitation',
  'following',
  'moved_member',
]

/** Removes sessions, roles, notifications and views of deleted users, and empties their deferred steps. */
export function planUsersGone(entity: string): readonly Statement[] {
  const isGone = sql`kept.user_id IS NOT NULL AND NOT EXISTS (SELECT FROM ${table({ name: entity })} AS t WHERE t."id"::text = kept.user_id)`
  const forgotten = TABLES_OF_USERS.map((name) =>
    renderSql(sql`DELETE FROM ${rawSql(`${ENGINE_SCHEMA}.${name}`)} AS kept WHERE ${isGone}`),
  )
  // Deferred steps become failed ones and stay visible.
  const later = renderSql(sql`
    UPDATE ${rawSql(`${ENGINE_SCHEMA}.later`)} AS kept
    SET kept = '', next_try_at = NULL, last_error = 'The user who asked for it was deleted.'
    WHERE kept.kept <> '' AND ${isGone}`)
  return [...forgotten, later]
}

/** For signing in: id and password hash of the user with this identifier. The hash is used nowhere else. */
export function planCredentials(viewer: Viewer, entity: Entity, identifierField: Field, password: Field): Statement {
  return renderSql(
    sql`SELECT t."id", t.${column(password)} AS ${identifier('hash')} FROM ${table(entity)} AS t WHERE ${whoSignsIn(viewer, identifierField)}`,
  )
}

/** The user who has this value in a key field. */
export function planUserByKey(viewer: Viewer, entity: Entity, field: Field): Statement {
  return renderSql(sql`SELECT t."id" FROM ${table(entity)} AS t WHERE ${sameKey(viewer, field)} LIMIT 1`)
}

/** For sending a link: id and address of the user with this identifier. */
export function planReceiver(viewer: Viewer, entity: Entity, identifierField: Field, address: Field): Statement {
  return renderSql(
    sql`SELECT t."id", t.${column(address)} AS ${identifier('receiver')} FROM ${table(entity)} AS t WHERE ${whoSignsIn(viewer, identifierField)}`,
  )
}

/** For a visited link: tells whether the user still exists with the same address. */
export function planIsReceiver(viewer: Viewer, entity: Entity, address: Field): Statement {
  return renderSql(
    sql`SELECT t."id" FROM ${table(entity)} AS t WHERE t."id" = ${variable('key', idType(entity))} AND t.${column(address)} = ${variable('receiver', valueType(viewer, address))} FOR NO KEY UPDATE`,
  )
}

/** For changing one's own password: the hash of the present one. */
export function planOwnPassword(entity: Entity, password: Field, record: string): Statement {
  return renderSql(
    sql`SELECT t.${column(password)} AS ${identifier('hash')} FROM ${table(entity)} AS t WHERE t."id" = ${variable(record, idType(entity))}`,
  )
}

/** As `planCredentials`, by a condition over `this`, without rights, because the caller is not signed in yet. */
export function planCheckedPassword(viewer: Viewer, entity: Entity, where: Expression, password: Field): Statement {
  const context = sqlContext(viewer, { this: row(entity.name, 't') })
  return renderSql(
    sql`SELECT ${loadedColumns(entity, 't')}, t.${column(password)} AS ${identifier('hash')} FROM ${table(entity)} AS t${whereSql(conditionsSql([where], context))} LIMIT 1`,
  )
}

function sameKey(viewer: Viewer, field: Field): Sql {
  const key = variable('key', valueType(viewer, field))
  return field.unique?.ignoringCase === true
    ? sql`${lowerCase(sql`t.${column(field)}`)} = ${lowerCase(key)}`
    : sql`t.${column(field)} = ${key}`
}

/**
 * `key`: the identifier in its normalized form. `sent`: as it was typed, because a record of an earlier version may
 * have that form; an exact match takes precedence.
 */
function whoSignsIn(viewer: Viewer, field: Field): Sql {
  const type = valueType(viewer, field)
  const [own, key, sent] = [sql`t.${column(field)}`, variable('key', type), variable('sent', type)]
  const isSame =
    field.unique?.ignoringCase === true
      ? sql`${lowerCase(own)} IN (${lowerCase(key)}, ${lowerCase(sent)})`
      : sql`${own} IN (${key}, ${sent})`
  return sql`${isSame} ORDER BY ${own} = ${sent} DESC LIMIT 1`
}

function lowerCase(text: Sql): Sql {
  return sql`lower(${text} COLLATE "und-x-icu")`
}
