// A list of records → one statement: rights, the author's condition and the caller's filters, sorted, one
// page of it, each record already in the words of its answer, and how many there are in all.

import { isTrue } from '../../expression/conditions.ts'
import type { Expression } from '../../expression/expression.ts'
import { COUNTED_MAX } from '../../model/calls.ts'
import type { Entity, Field } from '../../model/entities.ts'
import { entityNamed, fieldNamed } from '../../model/find.ts'
import { seeing, type Viewer } from '../../rights/readable.ts'
import { visibleField, visibleRecords } from '../../rights/roles.ts'
import { boundedSql } from './bounded-list.ts'
import { askedOnce, branchesOf, isOwnField } from '../sql/branches.ts'
import { firstSql, keyColumns, keysOf, type Matching, someSql } from '../sql/merged-list.ts'
import { conditionSql } from '../sql/expression-sql.ts'
import { conditionsSql } from '../sql/conditions.ts'
import { Joins } from '../sql/joins.ts'
import { idDirection, orderKey, type OrderKey, orderSql, type SortKey } from '../sql/list-order.ts'
import { whereSql } from '../sql/list-sql.ts'
import { identifier, rawSql, type Sql, type Statement, sql, variable } from '../sql/sql.ts'
import type { SqlContext } from '../sql/sql-context.ts'
import {
  column,
  idType,
  plannedOnce,
  renderForCaller,
  row,
  sqlContext,
  table,
  valueType,
  visibleVersion,
} from '../sql/statement-scope.ts'
import { linkColumns, linkTableName } from '../sql/database-names.ts'
import { outputSql } from '../sql/output.ts'

export interface ListPlan {
  readonly entity: Entity
  /** Over `this`; the caller's right to see the records is added here, always. */
  readonly conditions: readonly Expression[]
  /** Only the records of a to-many field of the record bound under `record`. */
  readonly relation: { readonly of: Entity; readonly field: Field; readonly record: string } | null
  /** The id follows as the last key, so that the order is always total. */
  readonly order: readonly SortKey[]
  /** Each record as JSON: an expression over `this`. */
  readonly output: Expression
  readonly page: PagePlan
}

/**
 * `all`: every record. `offset`: `page.take` records after `page.after`, and all are counted.
 * `bounded`: `take` records, after `page.after` of them or from the beginning, and no more are counted than is worth it.
 * `cursor`: `take` records after the one whose sort value and id are `cursor.value` and `cursor.id`;
 * needs exactly one sort key. `isAfterEmpty`: that sort value was empty.
 */
export type PagePlan =
  | { readonly kind: 'all' }
  | { readonly kind: 'offset' }
  | { readonly kind: 'bounded'; readonly take: number; readonly isFirst: boolean }
  | {
      readonly kind: 'cursor'
      readonly take: number
      readonly after: { readonly isEmpty: boolean; readonly valueType: string } | null
    }

/**
 * Columns `total`, and per record `json`, `id` and, for cursors, `sort`. At least one row: without a record
 * on the page, `json` is null.
 */
export function planList(viewer: Viewer, plan: ListPlan): Statement {
  const matching = matchingSql(viewer, plan)
  if (plan.page.kind === 'bounded') return planBounded(viewer, plan, plan.page, matching)
  if (plan.page.kind === 'cursor') return planPart(viewer, plan, plan.page, matching)
  const { context, conditions } = matching
  const from = sql`FROM ${matching.table} AS t`
  const keys = plan.order.map((key) => orderKey(key, context))
  const order = orderSql(keys, isTotal(plan) ? null : sql`t."id"`)
  return renderForCaller(
    viewer,
    sql`
    SELECT counted.total, page.*
    FROM (SELECT count(*) AS total ${from}${whereSql(conditions)}) AS counted
    LEFT JOIN LATERAL (
      SELECT ${outputSql(seeing(viewer, 'this'), plan.output, context)} AS json, t."id"::text AS id, (${keys[0]?.value ?? sql`NULL`})::text AS sort
      ${from}${whereSql(conditions)}
      ORDER BY ${order}${pageSql(plan.page)}
    ) AS page ON true`,
  )
}

/** No table of an entity is called so. */
const PART = identifier('records of the part')

/** The records of one part are found first. Where they are the whole list, they are counted, and nothing else is. */
function planPart(viewer: Viewer, plan: ListPlan, page: CursorPage, matching: Matching): Statement {
  const { context, conditions } = matching
  const isById = !isTotal(plan)
  const keys = plan.order.map((key) => orderKey(key, context))
  // Of one expected to be short, PostgreSQL would join all records, and sort them: its page is found before.
  const joins = isById && matching.branches === null ? null : new Joins()
  const output = outputSql(seeing(viewer, 'this'), plan.output, joins === null ? context : { ...context, joins })
  // PostgreSQL keeps its plan only where it knows how few are wanted; otherwise it plans at every request.
  const take = rawSql(String(page.take))
  const end = sql` LIMIT ${take}`
  const beyond = cursorConditions(plan, page, keys)
  const chosen = keysOf('chosen', keys)
  const columns = (of: readonly OrderKey[], id: Sql): Sql => sql`${output} AS json, ${id} AS id${keyColumns(of)}`
  const first = { keys, isById, conditions: beyond, end, each: end }
  const part =
    joins === null
      ? sql`SELECT ${columns(keys, sql`t."id"`)} FROM ${matching.table} AS t${whereSql([...conditions, ...beyond])}
        ORDER BY ${orderSql(keys, sql`t."id"`)}${end}`
      : sql`SELECT ${columns(chosen, sql`chosen.id`)} FROM (${firstSql(matching, first)}) AS chosen
        JOIN ${matching.table} AS t ON t."id" = chosen.id${joins.clauses}`
  const some = someSql(matching, [], sql` LIMIT ${rawSql(String(COUNTED_MAX))}`)
  const counted = sql`(SELECT count(*) FROM (${some}) AS matching)`
  const ofPart = sql`(SELECT count(*) FROM ${PART})`
  const total = page.after === null ? sql`CASE WHEN ${ofPart} < ${take} THEN ${ofPart} ELSE ${counted} END` : counted
  const statement = renderForCaller(
    viewer,
    sql`
    WITH ${PART} AS MATERIALIZED (${part})
    SELECT counted.total, page.json, page.id::text AS id, page.key0::text AS sort
    FROM (SELECT ${total} AS total) AS counted LEFT JOIN ${PART} AS page ON true
    ORDER BY ${orderSql(keysOf('page', keys), isById ? sql`page.id` : null)}`,
  )
  return plannedOnce(statement, matching)
}

function planBounded(
  viewer: Viewer,
  plan: ListPlan,
  { take, isFirst }: Extract<PagePlan, { kind: 'bounded' }>,
  matching: Matching,
): Statement {
  const joins = new Joins()
  const keys = plan.order.map((key) => orderKey(key, { ...matching.context, joins }))
  const after = variable('page.after', 'bigint')
  const limit = sql` LIMIT ${rawSql(String(take))}`
  const statement = renderForCaller(
    viewer,
    boundedSql({
      matching,
      keys,
      joins: joins.clauses,
      isById: !isTotal(plan),
      within: () => [],
      limit: isFirst ? limit : sql`${limit} OFFSET ${after}`,
      each: isFirst ? limit : sql`${limit} + ${after}`,
      shown: sql`${outputSql(seeing(viewer, 'this'), plan.output, matching.context)} AS json`,
    }),
  )
  return plannedOnce(statement, matching)
}

/** The records of a list that its caller may see. In `order`, where it is said. */
export function matchingSql(
  viewer: Viewer,
  {
    entity,
    conditions,
    relation,
    order,
  }: Pick<ListPlan, 'entity' | 'conditions' | 'relation'> & Partial<Pick<ListPlan, 'order'>>,
): Matching {
  const context = sqlContext(viewer, { this: row(entity.name, 't') })
  const asked = askedOnce([visibleRecords(viewer.model, viewer.caller, entity.name), ...conditions])
  const isMerged = relation === null && order !== undefined && order.every(({ value }) => isOwnField(value))
  return {
    table: table(entity),
    context,
    conditions: [...conditionsSql(asked, context), ...(relation === null ? [] : [relationCondition(viewer, relation)])],
    branches: isMerged ? branchesOf(viewer.model, entity, asked) : null,
  }
}

/** One record that the conditions identify: columns `json`, `version` and `id`; no row when there is none to be seen. */
export function planRecord(
  viewer: Viewer,
  entity: Entity,
  conditions: readonly Expression[],
  output: Expression,
): Statement {
  const context = sqlContext(viewer, { this: row(entity.name, 't') })
  const where = conditionsSql([visibleRecords(viewer.model, viewer.caller, entity.name), ...conditions], context)
  return renderForCaller(
    viewer,
    sql`
    SELECT ${outputSql(seeing(viewer, 'this'), output, context)} AS json, t."id"::text AS id, ${versionOf(viewer, entity, context)} AS version
    FROM ${table(entity)} AS t${whereSql(where)} LIMIT 1`,
  )
}

function versionOf(viewer: Viewer, entity: Entity, context: SqlContext): Sql {
  return visibleVersion(entity, (field) =>
    conditionSql(visibleField(viewer.model, viewer.caller, entity.name, field), context),
  )
}

type CursorPage = Extract<PagePlan, { kind: 'cursor' }>

/** No two records have the same value of the first key, and it is never empty: then the id decides nothing. */
export function isTotal({ entity, order }: Pick<ListPlan, 'entity' | 'order'>): boolean {
  const value = order[0]?.value
  if (value?.kind !== 'field' || value.of.kind !== 'variable' || value.of.name !== 'this' || value.isOptional)
    return false
  return fieldNamed(entity, value.field).unique?.within.length === 0
}

function pageSql(page: Extract<PagePlan, { kind: 'all' | 'offset' }>): Sql {
  if (page.kind === 'all') return sql``
  return sql` LIMIT ${variable('page.take', 'bigint')} OFFSET ${variable('page.after', 'bigint')}`
}

function cursorConditions(plan: ListPlan, page: CursorPage, keys: readonly OrderKey[]): Sql[] {
  const key = keys[0]
  if (page.after === null || key === undefined) return []
  const isLater = sql`t."id" ${rawSql(idDirection(keys) === 'ascending' ? '>' : '<')} ${variable('cursor.id', idType(plan.entity))}`
  if (page.after.isEmpty) return [sql`(${key.value} IS NULL AND ${isLater})`]
  const value = variable('cursor.value', page.after.valueType)
  const beyond = rawSql(key.direction === 'ascending' ? '>' : '<')
  if (isTotal(plan)) return [sql`${key.value} ${beyond} ${value}`]
  // A key that is never empty has a bound besides, at which an index begins.
  if (plan.order[0]?.value.isOptional === false)
    return [sql`${key.value} ${beyond}= ${value}`, sql`(${key.value} ${beyond} ${value} OR ${isLater})`]
  return [sql`(${key.value} ${beyond} ${value} OR (${key.value} = ${value} AND ${isLater}) OR ${key.value} IS NULL)`]
}

/** The records of a to-many field: those that point back, or those that are paired with it. A field that is not seen is empty. */
export function relationCondition(viewer: Viewer, relation: NonNullable<ListPlan['relation']>): Sql {
  const { of, field, record } = relation
  const condition = visibleField(viewer.model, viewer.caller, of.name, field.name)
  if (isTrue(condition)) return itemCondition(viewer, relation)
  const context = sqlContext(viewer, { this: row(of.name, 'parent') })
  const isSeen = sql`EXISTS (SELECT 1 FROM ${table(of)} AS parent WHERE parent."id" = ${variable(record, idType(of))} AND ${conditionSql(condition, context)})`
  return sql`(${isSeen} AND ${itemCondition(viewer, relation)})`
}

function itemCondition(viewer: Viewer, { of, field, record }: NonNullable<ListPlan['relation']>): Sql {
  if (field.type.kind !== 'collection') throw new Error(`"${of.name}.${field.name}" is no to-many field.`)
  const target = viewer.model.entities.entities.find(
    ({ name }) => name === (field.type.kind === 'collection' ? field.type.entity : ''),
  )
  if (target === undefined) throw new Error(`"${of.name}.${field.name}" leads to no entity.`)
  const id = variable(record, idType(of))
  if (field.type.through !== null) {
    const pairs = entityNamed(viewer.model, field.type.through.entity)
    const [own, other] = [field.type.through.own, field.type.through.other].map((name) =>
      column(fieldNamed(pairs, name)),
    )
    return sql`t."id" IN (SELECT ${other ?? sql``} FROM ${table(pairs)} WHERE ${own ?? sql``} = ${id})`
  }
  if (field.type.via === null) {
    const { owner, item } = linkColumns(of.name, field.name, target.name)
    return sql`t."id" IN (SELECT ${identifier(item)} FROM ${identifier(linkTableName(of.name, field.name))} WHERE ${identifier(owner)} = ${id})`
  }
  const back = fieldNamed(target, field.type.via)
  if (back.type.kind === 'reference') return sql`t.${column(back)} = ${id}`
  const { owner, item } = linkColumns(target.name, back.name, of.name)
  return sql`t."id" IN (SELECT ${identifier(owner)} FROM ${identifier(linkTableName(target.name, back.name))} WHERE ${identifier(item)} = ${id})`
}

/** The type that a cursor's value is cast to. */
export function cursorValueType(viewer: Viewer, field: Field): string {
  return field.type.kind === 'choice' || field.type.kind === 'state' ? 'integer' : valueType(viewer, field)
}

/**
 * The body of an answer, over records and values that are bound as parameters: column `json`; and what goes beside it,
 * an object: column `beside`.
 */
export function planAnswer(viewer: Viewer, body: Expression | null, beside: Expression | null = null): Statement {
  const json = body === null ? sql`NULL` : answerSql(viewer, body)
  const more = beside === null ? sql`` : sql`, ${answerSql(viewer, beside)} AS beside`
  return renderForCaller(viewer, sql`SELECT ${json} AS json${more}`)
}

export function answerSql(viewer: Viewer, body: Expression): Sql {
  return outputSql(viewer, body, sqlContext(viewer, {}))
}
