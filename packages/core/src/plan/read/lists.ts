// A list of records → one statement: rights, the author's condition and the caller's filters, sorting, pagination, each
// record already as JSON, and the total number.

import { isTrue } from '../../expression/conditions.ts'
import type { Expression } from '../../expression/expression.ts'
import { COUNTED_MAX } from '../../model/calls.ts'
import type { Entity, Field } from '../../model/entities.ts'
import { entityNamed, fieldNamed } from '../../model/find.ts'
import { seeing, type Viewer } from '../../rights/readable.ts'
import { visibleField, visibleRecords } from '../../rights/roles.ts'
import { LISTED_COUNT_MAX } from '../../model/lists/list-count.ts'
import { type OrderedScan, orderedScan } from '../schema/ordered-index-scans.ts'
import { boundedSql } from './bounded-list.ts'
import { type FoundByIndex, type SoughtRecords, soughtRecords } from './search-candidates.ts'
import { askedOnce, branchesOf, isOwnField, isPlannedOnce, valueKey } from '../sql/branches.ts'
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
  /** Over `this`; the caller's right to see the records is always added. */
  readonly conditions: readonly Expression[]
  /** Limits the list to a to-many field of the record bound as `record`. */
  readonly relation: { readonly of: Entity; readonly field: Field; readonly record: string } | null
  /** Words among the conditions that an index finds. Missing: there are none. */
  readonly sought?: FoundByIndex | null
  /** A bounded count goes to here, and one further. Missing: `LISTED_COUNT_MAX`. */
  readonly countMax?: number
  /** The id is appended as the last key, so that the order is total. */
  readonly order: readonly SortKey[]
  /** Each record as JSON: an expression over `this`. */
  readonly output: Expression
  readonly page: PagePlan
}

/**
 * `all`: every record. `offset`: `page.take` records after the first `page.after`, with an exact count. `bounded`:
 * `take` records, after the first `page.after` or from the start, with a bounded count. `cursor`: `take` records after
 * the cursor `cursor.value`, `cursor.id`; needs exactly one sort key. `isAfterEmpty`: the cursor's sort value is empty.
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
 * Columns `total`, and per record `json`, `id` and, for cursors, `sort`. At least one row: if the page is empty, `json`
 * is null.
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
    matching.isPlannedOnce,
  )
}

/** A name that no entity's table can have. */
const PART = identifier('records of the part')

/**
 * Finds the records of one part first. If they are the whole list, their number is the total, and no count is needed.
 */
function planPart(viewer: Viewer, plan: ListPlan, page: CursorPage, matching: FoundList): Statement {
  if (!matching.inOrder.isFound) return planFoundPart(viewer, plan, page, matching)
  const { context, conditions } = matching
  const isById = !isTotal(plan)
  const keys = plan.order.map((key) => orderKey(key, context))
  // For a list that PostgreSQL expects to be short, it would join and sort all records. So the page is found first,
  // without joins.
  const joins = isById && matching.branches === null ? null : new Joins()
  const output = outputSql(seeing(viewer, 'this'), plan.output, joins === null ? context : { ...context, joins })
  // A literal limit, because PostgreSQL keeps a generic plan only if it knows the small limit; otherwise it plans at
  // every request.
  const take = rawSql(String(page.take))
  const end = sql` LIMIT ${take}`
  const beyond = cursorConditions(plan, page, keys, sql`t."id"`)
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
  return renderForCaller(
    viewer,
    sql`
    WITH ${PART} AS MATERIALIZED (${part})
    SELECT counted.total, page.json, page.id::text AS id, page.key0::text AS sort
    FROM (SELECT ${total} AS total) AS counted LEFT JOIN ${PART} AS page ON true
    ORDER BY ${orderSql(keysOf('page', keys), isById ? sql`page.id` : null)}`,
    matching.isPlannedOnce,
  )
}

/** Few records may match, so they are found by their conditions. */
function planFoundPart(viewer: Viewer, plan: ListPlan, page: CursorPage, matching: FoundList): Statement {
  const limit = sql` LIMIT ${rawSql(String(page.take))}`
  const bounded = boundedSql({
    matching,
    keys: plan.order.map((key) => orderKey(key, matching.context)),
    joins: sql``,
    isById: !isTotal(plan),
    within: (keys, id) => cursorConditions(plan, page, keys, id),
    sought: null,
    countMax: COUNTED_MAX,
    isSorted: matching.inOrder.isSorted,
    limit,
    each: limit,
    shown: sql`${outputSql(seeing(viewer, 'this'), plan.output, matching.context)} AS json`,
  })
  return renderForCaller(
    viewer,
    sql`SELECT least(bounded.total, ${rawSql(String(COUNTED_MAX))}) AS total, bounded.json, bounded.id, bounded.key0 AS sort FROM (${bounded}) AS bounded`,
    matching.isPlannedOnce,
  )
}

function planBounded(
  viewer: Viewer,
  plan: ListPlan,
  { take, isFirst }: Extract<PagePlan, { kind: 'bounded' }>,
  matching: FoundList,
): Statement {
  const joins = new Joins()
  const keys = plan.order.map((key) => orderKey(key, { ...matching.context, joins }))
  const after = variable('page.after', 'bigint')
  const limit = sql` LIMIT ${rawSql(String(take))}`
  return renderForCaller(
    viewer,
    boundedSql({
      matching,
      keys,
      joins: joins.clauses,
      isById: !isTotal(plan),
      within: () => [],
      sought: soughtIn(viewer, plan),
      countMax: plan.countMax ?? LISTED_COUNT_MAX,
      isSorted: matching.inOrder.isSorted,
      limit: isFirst ? limit : sql`${limit} OFFSET ${after}`,
      each: isFirst ? limit : sql`${limit} + ${after}`,
      shown: sql`${outputSql(seeing(viewer, 'this'), plan.output, matching.context)} AS json`,
    }),
    matching.isPlannedOnce,
  )
}

export function soughtIn(
  viewer: Viewer,
  { sought = null, relation = null }: Partial<Pick<ListPlan, 'sought' | 'relation'>>,
): SoughtRecords | null {
  if (sought === null) return null
  const { entity, beside = [] } = sought
  const asked = askedOnce([visibleRecords(viewer.model, viewer.caller, entity.name), ...beside])
  const seen = matchingSql(viewer, { entity, conditions: beside, relation, order: [] })
  const isKeyed = asked.some((condition) => valueKey(viewer.model, entity, condition)?.isReference === true)
  return soughtRecords(viewer, sought, isKeyed || seen.branches !== null || relation !== null ? seen : null)
}

export interface FoundList extends Matching {
  readonly inOrder: OrderedScan
}

/** The visible records of a list, in `order` if it is given. */
export function matchingSql(
  viewer: Viewer,
  {
    entity,
    conditions,
    relation,
    order,
  }: Pick<ListPlan, 'entity' | 'conditions' | 'relation'> & Partial<Pick<ListPlan, 'order'>>,
): FoundList {
  const context = sqlContext(viewer, { this: row(entity.name, 't') })
  const asked = askedOnce([visibleRecords(viewer.model, viewer.caller, entity.name), ...conditions])
  const isMerged = relation === null && order !== undefined && order.every(({ value }) => isOwnField(value))
  const branches = isMerged ? branchesOf(viewer.model, entity, asked) : null
  return {
    table: table(entity),
    context,
    conditions: [...conditionsSql(asked, context), ...(relation === null ? [] : [relationCondition(viewer, relation)])],
    branches,
    isPlannedOnce: isPlannedOnce(asked, branches),
    inOrder: orderedScan(viewer.model, entity, asked, order ?? []),
  }
}

/** One record identified by the conditions: columns `json`, `version` and `id`; no row if it is missing or hidden. */
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

/** True if the first key is unique and never empty, so that the id is not needed as a tie-breaker. */
export function isTotal({ entity, order }: Pick<ListPlan, 'entity' | 'order'>): boolean {
  const value = order[0]?.value
  if (value?.kind === 'variable' && value.name === 'this') return true
  if (value?.kind !== 'field' || value.of.kind !== 'variable' || value.of.name !== 'this' || value.isOptional)
    return false
  return fieldNamed(entity, value.field).unique?.within.length === 0
}

function pageSql(page: Extract<PagePlan, { kind: 'all' | 'offset' }>): Sql {
  if (page.kind === 'all') return sql``
  return sql` LIMIT ${variable('page.take', 'bigint')} OFFSET ${variable('page.after', 'bigint')}`
}

function cursorConditions(plan: ListPlan, page: CursorPage, keys: readonly OrderKey[], id: Sql): Sql[] {
  const key = keys[0]
  if (page.after === null || key === undefined) return []
  const isLater = sql`${id} ${rawSql(idDirection(keys) === 'ascending' ? '>' : '<')} ${variable('cursor.id', idType(plan.entity))}`
  if (page.after.isEmpty) return [sql`(${key.value} IS NULL AND ${isLater})`]
  // The text of the amount has more digits than a number of JavaScript.
  const isAmount = page.after.valueType === 'jsonb'
  const value = isAmount
    ? sql`${variable('cursor.value', 'text')}::jsonb`
    : variable('cursor.value', page.after.valueType)
  const beyond = rawSql(key.direction === 'ascending' ? '>' : '<')
  if (isTotal(plan)) return [sql`${key.value} ${beyond} ${value}`]
  // A key that is never empty gets an additional bound, so that an index scan can start there.
  if (plan.order[0]?.value.isOptional === false)
    return [sql`${key.value} ${beyond}= ${value}`, sql`(${key.value} ${beyond} ${value} OR ${isLater})`]
  return [sql`(${key.value} ${beyond} ${value} OR (${key.value} = ${value} AND ${isLater}) OR ${key.value} IS NULL)`]
}

/** The records of a to-many field: those that refer back, or those that are linked. A hidden field is empty. */
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
 * The body of an answer over bound records and values: column `json`; and its headers and cookies, an object: column
 * `beside`.
 */
export function planAnswer(viewer: Viewer, body: Expression | null, beside: Expression | null = null): Statement {
  const json = body === null ? sql`NULL` : answerSql(viewer, body)
  const more = beside === null ? sql`` : sql`, ${answerSql(viewer, beside)} AS beside`
  return renderForCaller(viewer, sql`SELECT ${json} AS json${more}`)
}

export function answerSql(viewer: Viewer, body: Expression): Sql {
  return outputSql(viewer, body, sqlContext(viewer, {}))
}
