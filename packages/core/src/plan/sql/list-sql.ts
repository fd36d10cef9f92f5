// Lists in SQL: their items, and operations on them. A list is not materialized if an operation suffices: `exists` is
// EXISTS, `size` is count(*).

import * as build from '../../expression/build.ts'
import { substitute, visit } from '../../expression/conditions.ts'
import type { Expression, ValueType } from '../../expression/expression.ts'
import { isAnswered, isExact } from '../../expression/value-types.ts'
import type { Field } from '../../model/entities.ts'
import type { Through as ThroughNamed } from '../../model/field-types.ts'
import { builtIn, fieldNamed } from '../../model/find.ts'
import { columnName, linkColumns, linkTableName, tableName } from './database-names.ts'
import { entityIn } from './identifier-form.ts'
import { identifier, joinSql, rawSql, type Sql, sql, variable } from './sql.ts'
import {
  reachedTable,
  reachingEverything,
  referencedTable,
  referringTable,
  type SqlContext,
  type SqlVariable,
} from './sql-context.ts'
import { byCodePoint, databaseType, decimalQuotient, safeInteger } from './value-sql.ts'

type Through = ThroughNamed<string>

/** `isCondition`: NULL may stand for false. */
export type WriteSql = (expression: Expression, context: SqlContext, isCondition: boolean) => Sql

/** A list as the rest of a query: `SELECT … FROM from WHERE where`, one row per item. */
export interface ListRows {
  readonly from: Sql
  readonly where: readonly Sql[]
  /** The item, as an expression in `context`. */
  readonly item: Expression
  readonly context: SqlContext
  /** The list's own order. */
  readonly order: Sql
}

/** A table alias that no enclosing scope uses. */
export function freshAlias(context: SqlContext): string {
  const taken = new Set<string>()
  for (const [name, variable] of context.variables) {
    taken.add(name)
    if (variable.kind === 'row') taken.add(variable.alias)
  }
  let number = 1
  while (taken.has(`r${number}`)) number += 1
  return `r${number}`
}

/** Binds a variable to a new alias of the same name. */
export function bound(context: SqlContext, name: string, variable: SqlVariable): SqlContext {
  return { ...context, variables: new Map([...context.variables, [name, variable]]) }
}

/** Rows for the items of a list. `isIdentityEnough`: only the items' ids are read. */
export function withRows(
  list: Expression,
  context: SqlContext,
  isIdentityEnough: boolean,
  write: WriteSql,
  query: (rows: ListRows) => Sql,
): Sql {
  if (list.type.kind !== 'list') throw new Error('Defect: what is no list has no items.')
  switch (list.kind) {
    case 'records':
      return query(entityRows(list, list.entity, reachedTable(context, tableName(list.entity)), context))
    case 'field':
      if (list.type.of.kind !== 'record') return query(valueRows(list, list.type.of, context, write))
      return query(relatedRows(list, context, isIdentityEnough, write))
    case 'comprehension': {
      const { variable, body, operation } = list
      const isEnough = isIdentityEnough && operation === 'filter' && readsOnlyIdentity(body, variable)
      return withRows(list.over, context, isEnough, write, (rows) => {
        const inside = substitute(body, variable, rows.item)
        if (operation === 'map') return query({ ...rows, item: inside })
        return query({ ...rows, where: [...rows.where, write(inside, rows.context, true)] })
      })
    }
    case 'conditional': {
      const branch = (part: Expression) => withRows(part, context, isIdentityEnough, write, query)
      return sql`CASE WHEN ${write(list.condition, context, true)} THEN ${branch(list.then)} ELSE ${branch(list.otherwise)} END`
    }
    default:
      return query(valueRows(list, list.type.of, context, write))
  }
}

/** Every record of an entity in `table`. */
function entityRows(list: Expression, entity: string, table: Sql, context: SqlContext): ListRows {
  const alias = freshAlias(context)
  const inner = bound(context, alias, { kind: 'row', entity, alias })
  return {
    from: sql`${table} AS ${rawSql(alias)}`,
    where: [],
    item: build.variable(alias, { kind: 'record', entity }, list.span),
    context: inner,
    order: naturalOrder(entity, alias, context),
  }
}

/** That of creation. */
function naturalOrder(entityName: string, alias: string, context: SqlContext, direction = rawSql('')): Sql {
  const created = builtIn(entityIn(context, entityName), 'createdAt')
  const id = sql`${rawSql(alias)}."id"${direction}`
  return created === null
    ? id
    : sql`${rawSql(alias)}.${identifier(columnName(created.name, created.type))}${direction}, ${id}`
}

/** The records of a to-many field: those that refer back, or those that a link table connects with the owner. */
function relatedRows(
  list: Expression & { kind: 'field' },
  context: SqlContext,
  isIdentityEnough: boolean,
  write: WriteSql,
): ListRows {
  const field = fieldNamed(entityIn(context, list.entity), list.field)
  if (field.type.kind !== 'collection') throw new Error(`Defect: "${list.entity}.${list.field}" is no to-many field.`)
  const owner = write(list.of, context, false)
  const target = field.type.entity
  const back = field.type.via === null ? null : fieldNamed(entityIn(context, target), field.type.via)
  const backColumn = back?.type.kind === 'reference' ? columnName(back.name, back.type) : null
  const all =
    backColumn === null
      ? referencedTable(context, tableName(target))
      : referringTable(context, tableName(target), backColumn)
  const rows = entityRows(list, target, all, context)
  if (rows.item.kind !== 'variable') throw new Error('Defect: a row is a variable.')
  const alias = rows.item.name
  const order = relatedOrder(field, target, alias, rows, context)
  const given = givenList(list, context)
  if (given !== null) return { ...rows, where: [sql`${rawSql(alias)}."id" = ANY (${given})`, ...rows.where], order }
  if (backColumn !== null) {
    const pointsBack = sql`${rawSql(alias)}.${identifier(backColumn)} = ${owner}`
    return { ...rows, where: [pointsBack, ...rows.where], order }
  }
  const link = field.type.through === null ? linkOf(list, back, target) : throughLink(field.type.through, context)
  const pair = freshAlias(rows.context)
  const isPaired = sql`${rawSql(pair)}.${identifier(link.owner)} = ${owner}`
  const itemId = sql`${rawSql(pair)}.${identifier(link.item)}`
  // An entity that serves as a link has rights of its own.
  const isRecord = field.type.through !== null
  const table = referringTable(isRecord ? reachingEverything(context) : context, link.table, link.owner)
  const from = sql`${table} AS ${rawSql(pair)}`
  const isEachOnce = !isRecord || pairsOnce(field.type.through, context)
  // The link's alias is not a variable, but no inner scope may reuse it.
  if (isIdentityEnough && isEachOnce && !(isRecord && context.reach === 'caller')) {
    const value = { kind: 'value', sql: itemId } as const
    const paired = bound(bound(context, alias, value), pair, value)
    return { ...rows, from, where: [isPaired], context: paired, order: itemId }
  }
  const inner = bound(rows.context, pair, { kind: 'value', sql: itemId })
  if (!isEachOnce) {
    // A record is in a list once, even if several records lead to it.
    const leadsTo = sql`EXISTS (SELECT FROM ${from} WHERE ${isPaired} AND ${itemId} = ${rawSql(alias)}."id")`
    return { ...rows, where: [leadsTo, ...rows.where], context: inner, order }
  }
  return {
    ...rows,
    from: sql`${from} JOIN ${rows.from} ON ${rawSql(alias)}."id" = ${itemId}`,
    where: [isPaired, ...rows.where],
    context: inner,
    order,
  }
}

/** The list of a record that is about to be created. */
function givenList({ of, field }: Expression & { kind: 'field' }, context: SqlContext): Sql | null {
  const record = of.kind === 'variable' ? context.variables.get(of.name) : undefined
  return record?.kind === 'fields' ? (record.list?.(field) ?? null) : null
}

function linkOf(
  list: Expression & { kind: 'field' },
  back: Field | null,
  target: string,
): { table: string; owner: string; item: string } {
  if (back === null)
    return { table: linkTableName(list.entity, list.field), ...linkColumns(list.entity, list.field, target) }
  const { owner, item } = linkColumns(target, back.name, list.entity)
  return { table: linkTableName(target, back.name), owner: item, item: owner }
}

/** An entity with fields of its own that serves as the link. */
function throughLink(through: Through, context: SqlContext): { table: string; owner: string; item: string } {
  const pairs = entityIn(context, through.entity)
  const [owner, item] = [through.own, through.other].map((name) => columnName(name, fieldNamed(pairs, name).type))
  return { table: tableName(through.entity), owner: owner ?? '', item: item ?? '' }
}

/** Tells whether no two records link the same pair. */
function pairsOnce(through: Through | null, context: SqlContext): boolean {
  if (through === null) return true
  return entityIn(context, through.entity).uniqueTogether.some(
    ({ fields, countingOnly }) =>
      countingOnly === null && fields.every((field) => field === through.own || field === through.other),
  )
}

function relatedOrder(field: Field, target: string, alias: string, rows: ListRows, context: SqlContext): Sql {
  const sorted = field.type.kind === 'collection' ? field.type.sortedBy : null
  if (sorted === null) return rows.order
  const key = fieldNamed(entityIn(context, target), sorted.field)
  if (key.type.kind === 'collection' || key.computed !== null) return rows.order
  const direction = rawSql(sorted.direction === 'ascending' ? ' ASC' : ' DESC')
  const ties = naturalOrder(target, alias, context, direction)
  return sql`${rawSql(alias)}.${identifier(columnName(key.name, key.type))}${direction} NULLS LAST, ${ties}`
}

/** A list that is a value: a parameter or a literal. */
function valueRows(list: Expression, of: ValueType, context: SqlContext, write: WriteSql): ListRows {
  const alias = freshAlias(context)
  const value = sql`${rawSql(alias)}.item`
  return {
    from: sql`unnest(${write(list, context, false)}) WITH ORDINALITY AS ${rawSql(alias)}(item, place)`,
    where: [],
    item: build.variable(alias, of, list.span),
    context: bound(context, alias, { kind: 'value', sql: value }),
    order: sql`${rawSql(alias)}.place`,
  }
}

/** Tells whether the body uses only the identity of the variable's record. */
function readsOnlyIdentity(body: Expression, variable: string): boolean {
  let isOnly = true
  visit(body, (part) => {
    const of = part.kind === 'field' || part.kind === 'shape' ? part.of : null
    if (of?.kind === 'variable' && of.name === variable && !(part.kind === 'field' && part.field === 'id'))
      isOnly = false
  })
  return isOnly
}

export function whereSql(conditions: readonly Sql[]): Sql {
  return conditions.length === 0 ? sql`` : sql` WHERE ${joinSql(conditions, ' AND ')}`
}

/** `exists`, `all`, `exists_one`. The results of `filter` and `map` are lists: see `listSql`. */
export function quantifierSql(
  expression: Expression & { kind: 'comprehension' },
  context: SqlContext,
  isCondition: boolean,
  write: WriteSql,
): Sql {
  const { over, variable, body, operation } = expression
  const paired = isCondition && operation === 'exists' ? pairedSql(expression, context, write) : null
  if (paired !== null) return paired
  return withRows(over, context, readsOnlyIdentity(body, variable), write, (rows) => {
    const inside = substitute(body, variable, rows.item)
    if (operation === 'all') {
      const fails = sql`NOT ${write(inside, rows.context, false)}`
      return sql`NOT EXISTS (SELECT FROM ${rows.from}${whereSql([...rows.where, fails])})`
    }
    const where = whereSql([...rows.where, write(inside, rows.context, true)])
    if (operation === 'exists') return sql`EXISTS (SELECT FROM ${rows.from}${where})`
    return sql`((SELECT count(*) FROM ${rows.from}${where}) = 1)`
  })
}

/**
 * `team.members.exists(m, m == me)` of a row that refers to the team: the teams of `me` are looked up once, and an
 * index on the reference finds the rows. Null: not of this form. The result is NULL if the reference is empty.
 */
function pairedSql(
  { over, variable, body }: Expression & { kind: 'comprehension' },
  context: SqlContext,
  write: WriteSql,
): Sql | null {
  if (over.kind !== 'field' || over.type.kind !== 'list' || over.type.of.kind !== 'record') return null
  const { of } = over
  if (of.kind !== 'field' || of.of.kind !== 'variable' || context.variables.get(of.of.name)?.kind !== 'row') return null
  if (body.kind !== 'binary' || body.operator !== '==') return null
  const sides = [body.left, body.right]
  const item = sides.find((side) => side.kind === 'variable' && side.name === variable)
  const other = sides.find(
    (side) => side.kind === 'variable' && isFixed(context.variables.get(side.name)) && side !== item,
  )
  if (item === undefined || other === undefined) return null
  const owners = ownersSql(over, other, context, write)
  return owners === null ? null : sql`${write(of, context, false)} = ANY (${owners})`
}

/**
 * The ids of the records whose to-many field contains the item, as an array. Null: the item refers to its only owner.
 */
export function ownersSql(
  over: Expression & { kind: 'field' },
  item: Expression,
  asked: SqlContext,
  write: WriteSql,
): Sql | null {
  const context = over.isOfEverything === true ? reachingEverything(asked) : asked
  const { type } = fieldNamed(entityIn(context, over.entity), over.field)
  if (type.kind !== 'collection') return null
  const back = type.via === null ? null : fieldNamed(entityIn(context, type.entity), type.via)
  if (back?.type.kind === 'reference') return null
  const link = type.through === null ? linkOf(over, back, type.entity) : throughLink(type.through, context)
  const reach = type.through === null ? context : reachingEverything(context)
  const table = referringTable(reach, link.table, link.owner)
  const pairs = sql`SELECT ${identifier(link.owner)} FROM ${table}`
  return sql`ARRAY(${pairs} WHERE ${identifier(link.item)} = ${write(item, context, false)})`
}

/** True for parameters and values that are the same in every row. */
function isFixed(variable: SqlVariable | undefined): boolean {
  return variable === undefined || (variable.kind === 'value' && variable.isFixed === true)
}

/** A list as a value: a PostgreSQL array in the list's order, with the ids of records. */
export function listSql(list: Expression, context: SqlContext, write: WriteSql): Sql {
  return withRows(list, context, false, write, (rows) => {
    return sql`ARRAY(SELECT ${write(rows.item, rows.context, false)} FROM ${rows.from}${whereSql(rows.where)} ORDER BY ${rows.order})`
  })
}

export function writtenListSql(list: Expression & { kind: 'list' }, context: SqlContext, write: WriteSql): Sql {
  return sql`ARRAY[${joinSql(
    list.items.map((item) => write(item, context, false)),
    ', ',
  )}]::${rawSql(databaseType(list.type, context))}`
}

/** Tells whether the value is among the items. False for NULL and for an empty list. */
export function membershipSql(value: Expression, list: Expression, context: SqlContext, write: WriteSql): Sql {
  const sought = write(value, context, false)
  return withRows(list, context, true, write, (rows) => {
    return sql`EXISTS (SELECT FROM ${rows.from}${whereSql([...rows.where, sql`${write(rows.item, rows.context, false)} = ${sought}`])})`
  })
}

/** NULL for an empty list. */
export function itemAtEndSql(end: 'first' | 'last', list: Expression, context: SqlContext, write: WriteSql): Sql {
  if (end === 'last')
    return sql`(SELECT whole.list[cardinality(whole.list)] FROM (SELECT ${write(list, context, false)} AS list) AS whole)`
  return withRows(list, context, false, write, (rows) => {
    return sql`(SELECT ${write(rows.item, rows.context, false)} FROM ${rows.from}${whereSql(rows.where)} ORDER BY ${rows.order} LIMIT 1)`
  })
}

const AGGREGATES: Readonly<Record<string, (item: Sql, isInteger: boolean) => Sql>> = {
  size: () => sql`count(*)`,
  sum: (item, isInteger) => (isInteger ? safeInteger(sql`coalesce(sum(${item}), 0)`) : sql`coalesce(sum(${item}), 0)`),
  avg: (item) => decimalQuotient(sql`sum(${item})::numeric`, sql`count(*)::numeric`),
  min: (item) => sql`min(${item})`,
  max: (item) => sql`max(${item})`,
}

/** `size`, `sum`, `avg`, `min` and `max` of a list. For an empty list, `sum` is 0 and the last three are empty. */
export function aggregateSql(
  expression: Expression & { kind: 'call' },
  list: Expression,
  context: SqlContext,
  write: WriteSql,
): Sql {
  const aggregate = AGGREGATES[expression.function]
  if (aggregate === undefined) throw new Error(`Defect: no function "${expression.function}" of a list.`)
  // Objects named by `let` are bound as their JSON.
  if (list.kind === 'variable' && isAnswered(list.type))
    return sql`coalesce(json_array_length(nullif(${variable(list.name, 'text')}, 'null')::json), 0)::bigint`
  const isInteger = list.type.kind === 'list' && !isExact(list.type.of)
  return withRows(list, context, expression.function === 'size', write, (rows) => {
    if (expression.function === 'size')
      return sql`(SELECT ${aggregate(sql``, isInteger)} FROM ${rows.from}${whereSql(rows.where)})`
    // An aggregate over columns of only the outer query would belong to that query, so the items get a subquery.
    const items = sql`SELECT ${write(rows.item, rows.context, false)} AS item FROM ${rows.from}${whereSql(rows.where)}`
    const item = rawSql('items.item')
    const isText = list.type.kind === 'list' && list.type.of.kind === 'text'
    return sql`(SELECT ${aggregate(isText ? byCodePoint(item) : item, isInteger)} FROM (${items}) AS items)`
  })
}
