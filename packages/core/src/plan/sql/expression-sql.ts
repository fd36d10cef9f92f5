// A checked expression → SQL of the same value, where empty is NULL. A boolean is never NULL, so that NOT is exact;
// only a WHERE condition may use NULL for false. No expression raises an error. Where a condition guards an optional
// value, the value may still be NULL in rows that the condition excludes: FALSE AND NULL is FALSE, TRUE OR NULL is
// TRUE, so the whole is two-valued.

import { isEndOfList } from '../../expression/end-of-list.ts'
import * as build from '../../expression/build.ts'
import type { BinaryOperator, Expression, ValueType } from '../../expression/expression.ts'
import { withinIn } from '../../expression/is-within.ts'
import { keyIn, memberIn } from '../../expression/members.ts'
import { isExact, MAP_OF_PAIRS } from '../../expression/value-types.ts'
import { fieldNamed } from '../../model/find.ts'
import { STATE_BEFORE } from '../../model/transitions.ts'
import { columnName, stateBeforeColumn, tableName } from './database-names.ts'
import { functionSql, groupPartSql } from './function-sql.ts'
import { entityIn, identifierForm } from './identifier-form.ts'
import {
  aggregateSql,
  itemAtEndSql,
  bound,
  freshAlias,
  listSql,
  membershipSql,
  ownersSql,
  quantifierSql,
  withRows,
  writtenListSql,
  type WriteSql,
} from './list-sql.ts'
import { hasKeySql, valueAtKeySql } from './json-sql.ts'
import { identifier, joinSql, rawSql, type Sql, sql, variable as variableParameter } from './sql.ts'
import {
  type CurrentTenantSql,
  reachingEverything,
  referencedTable,
  referringTable,
  type SqlContext,
  type SqlVariable,
} from './sql-context.ts'
import { byCodePoint, databaseType, decimalQuotient, literalSql, safeInteger } from './value-sql.ts'
import { withinSql } from './within-sql.ts'

export { freshAlias } from './list-sql.ts'

/** The value. A record gives its id, a list an array. */
export function expressionSql(expression: Expression, context: SqlContext): Sql {
  return write(expression, context, false)
}

/** For WHERE, where NULL counts as false: comparisons stay plain, so that indexes serve them. */
export function conditionSql(expression: Expression, context: SqlContext): Sql {
  return write(expression, context, true)
}

/** The ids of the records whose to-many field contains the item, as an array. */
export function ownersOf(over: Expression & { kind: 'field' }, item: Expression, context: SqlContext): Sql {
  const owners = ownersSql(over, item, context, write)
  if (owners === null) throw new Error(`Defect: "${over.entity}.${over.field}" has no pairs.`)
  return owners
}

export interface CollectionRows {
  readonly from: Sql
  readonly where: readonly Sql[]
  /** Binds `variable` to the row of one item. */
  readonly context: SqlContext
  readonly order: Sql
}

/** A list of records as rows, for answers that contain it. */
export function collectionRows(list: Expression, variable: string, context: SqlContext): CollectionRows {
  let found: CollectionRows | null = null
  withRows(list, context, false, write, (rows) => {
    const item = rows.item.kind === 'variable' ? rows.context.variables.get(rows.item.name) : undefined
    const value: SqlVariable = item ?? { kind: 'value', sql: write(rows.item, rows.context, false) }
    if (found !== null) throw new Error('Defect: a list that depends on a condition has no rows of its own.')
    found = { from: rows.from, where: rows.where, context: bound(rows.context, variable, value), order: rows.order }
    return rows.from
  })
  if (found === null) throw new Error('Defect: a list without rows.')
  return found
}

const write: WriteSql = (expression, asked, isCondition) => {
  const context = expression.isOfEverything === true ? reachingEverything(asked) : asked
  const inner = (part: Expression) => write(part, context, false)
  switch (expression.kind) {
    case 'literal':
      return literalSql(expression.value, expression.type, context)
    case 'variable':
      return variableSql(expression, context)
    case 'field':
      return isListOfRecords(expression.type) ? listSql(expression, context, write) : fieldSql(expression, context)
    case 'records':
      return listSql(expression, context, write)
    case 'unary':
      return expression.operator === '!'
        ? sql`(NOT ${inner(expression.operand)})`
        : sql`(- ${inner(expression.operand)})`
    case 'binary':
      return binarySql(expression, context, isCondition)
    case 'conditional': {
      const isBranchCondition = isCondition && expression.type.kind === 'boolean'
      const [then, otherwise] = [expression.then, expression.otherwise].map((part) =>
        write(part, context, isBranchCondition),
      )
      return sql`CASE WHEN ${write(expression.condition, context, true)} THEN ${then ?? sql``} ELSE ${otherwise ?? sql``} END`
    }
    case 'list':
      return writtenListSql(expression, context, write)
    case 'call':
      return callSql(expression, context, isCondition)
    case 'comprehension':
      return expression.operation === 'filter' || expression.operation === 'map'
        ? listSql(expression, context, write)
        : quantifierSql(expression, context, isCondition, write)
    case 'lookup':
      return lookupSql(expression, context)
    case 'has role':
      return hasRoleSql(context.hasRole(expression.role))
    case 'object':
    case 'shape':
      throw new Error('Defect: an object is answered, not computed with; see output.ts.')
  }
}

function hasRoleSql(has: boolean | Sql): Sql {
  return typeof has === 'boolean' ? rawSql(has ? 'TRUE' : 'FALSE') : has
}

function isListOfRecords(type: ValueType): boolean {
  return type.kind === 'list' && type.of.kind === 'record'
}

function variableSql(expression: Expression & { kind: 'variable' }, context: SqlContext): Sql {
  const variable = context.variables.get(expression.name)
  switch (variable?.kind) {
    case undefined:
      return variableParameter(expression.name, databaseType(expression.type, context))
    case 'row':
      return sql`${rawSql(variable.alias)}."id"`
    case 'fields':
      return variable.id
    case 'value':
      return variable.sql
  }
}

function fieldSql(expression: Expression & { kind: 'field' }, context: SqlContext): Sql {
  const field = fieldNamed(entityIn(context, expression.entity), expression.field)
  if (field.type.kind === 'identifier') {
    const id = write(expression.of, context, false)
    // In expressions, a random identifier is a text.
    return field.type.form === 'random' ? sql`(${id})::text` : id
  }
  const { currentTenant } = context
  if (currentTenant !== undefined && isCurrentTenant(expression, currentTenant)) return currentTenant.value(context)
  if (field.type.kind === 'inverse') return inverseSql(expression, field.type, context)
  const record = expression.of.kind === 'variable' ? context.variables.get(expression.of.name) : undefined
  if (record === undefined || record.kind === 'value') return referencedFieldSql(expression, context)
  if (field.computed !== null) {
    // A reader of a computed field may see its value, even if it uses hidden data.
    return write(field.computed.expression, bound(reachingEverything(context), 'this', record), false)
  }
  return record.kind === 'fields'
    ? record.field(field.name)
    : sql`${rawSql(record.alias)}.${identifier(columnName(field.name, field.type))}`
}

function isCurrentTenant({ of, entity, field }: Expression & { kind: 'field' }, current: CurrentTenantSql): boolean {
  return of.kind === 'variable' && of.name === 'me' && entity === current.users && field === current.field
}

/** The id of the one record that refers back. */
function inverseSql(
  { of }: Expression & { kind: 'field' },
  { entity, via }: { readonly entity: string; readonly via: string },
  context: SqlContext,
): Sql {
  const alias = rawSql(freshAlias(context))
  const owner = write(of, context, false)
  // The identity of the record belongs to the field, as for a reference.
  const column = columnName(via, fieldNamed(entityIn(context, entity), via).type)
  const table = referringTable(reachingEverything(context), tableName(entity), column)
  return sql`(SELECT ${alias}."id" FROM ${table} AS ${alias} WHERE ${alias}.${identifier(column)} = ${owner})`
}

/** A field of a referenced record, by lookup or join. NULL if the path ends early. */
function referencedFieldSql(expression: Expression & { kind: 'field' }, context: SqlContext): Sql {
  const table = referencedTable(context, tableName(expression.entity))
  const id = write(expression.of, context, false)
  const joined = context.joins?.aliasOf(table, id) ?? null
  if (joined !== null) return fieldOfJoined(expression, joined, context)
  const alias = freshAlias(context)
  const value = fieldOfRow(expression, alias, context)
  return sql`(SELECT ${value} FROM ${table} AS ${rawSql(alias)} WHERE ${rawSql(alias)}."id" = ${id})`
}

/** Columns of a missing joined row are NULL, but values computed from them may not be. */
function fieldOfJoined(expression: Expression & { kind: 'field' }, alias: string, context: SqlContext): Sql {
  const value = fieldOfRow(expression, alias, context)
  const { computed } = fieldNamed(entityIn(context, expression.entity), expression.field)
  if (computed === null || !expression.of.isOptional) return value
  return sql`CASE WHEN ${rawSql(alias)}."id" IS NOT NULL THEN ${value} END`
}

function fieldOfRow(expression: Expression & { kind: 'field' }, alias: string, context: SqlContext): Sql {
  const { entity, span } = expression
  const of = build.recordVariable(alias, entity, span)
  return write({ ...expression, of }, bound(context, alias, { kind: 'row', entity, alias }), false)
}

function stateBeforeSql({ of, entity, field }: Expression & { kind: 'field' }, context: SqlContext): Sql {
  const before = identifier(stateBeforeColumn(field))
  const record = of.kind === 'variable' ? context.variables.get(of.name) : undefined
  if (record?.kind === 'row') return sql`${rawSql(record.alias)}.${before}`
  const alias = rawSql(freshAlias(context))
  const id = write(of, context, false)
  return sql`(SELECT ${alias}.${before} FROM ${referencedTable(context, tableName(entity))} AS ${alias} WHERE ${alias}."id" = ${id})`
}

function lookupSql(expression: Expression & { kind: 'lookup' }, context: SqlContext): Sql {
  const { of, rows, type } = expression
  const cases = rows.map(
    ({ key, value }) =>
      sql`WHEN ${literalSql(key, { kind: 'text' }, context)} THEN ${literalSql(value, type, context)}`,
  )
  if (cases.length === 0) return literalSql(null, type, context)
  return sql`CASE ${write(of, context, false)} ${joinSql(cases, ' ')} END`
}

function callSql(expression: Expression & { kind: 'call' }, context: SqlContext, isCondition: boolean): Sql {
  const [first] = expression.arguments
  const within = withinIn(expression)
  if (within !== null) return withinSql(within, context, isCondition, write)
  if (expression.function === STATE_BEFORE && first?.kind === 'field') return stateBeforeSql(first, context)
  const member = first?.type.kind === 'group' ? memberIn(expression) : null
  if (member !== null)
    return groupPartSql(write(member.of, context, false), member.name, expression.type, (type) =>
      databaseType(type, context),
    )
  const named = keyIn(expression)
  if (named !== null) {
    const [of, key] = [write(named.of, context, false), write(named.key, context, false)]
    return valueAtKeySql(of, key, expression.type, (type) => databaseType(type, context))
  }
  if (expression.arguments.length === 1 && first?.type.kind === 'list' && expression.function !== MAP_OF_PAIRS)
    return isEndOfList(expression)
      ? itemAtEndSql(expression.function, first, context, write)
      : aggregateSql(expression, first, context, write)
  const used = expression.arguments.map((argument) => write(argument, context, false))
  return expression.function === 'orElse'
    ? sql`coalesce(${joinSql(used, ', ')})`
    : functionSql(expression, used, context.timeZone)
}

type Binary = Expression & { kind: 'binary' }

function binarySql(expression: Binary, context: SqlContext, isCondition: boolean): Sql {
  const { operator, left, right } = expression
  switch (operator) {
    case '&&':
    case '||': {
      const parts = chain(expression, operator).map((part) => write(part, context, isCondition))
      return sql`(${joinSql(parts, operator === '&&' ? ' AND ' : ' OR ')})`
    }
    case '==':
    case '!=':
      return equalitySql(expression, context, isCondition)
    case 'in':
      return inSql(expression, context, isCondition)
    case '<':
    case '<=':
    case '>':
    case '>=':
      return orderSql(operator, left, right, context)
    default:
      return arithmeticSql(operator, expression, write(left, context, false), write(right, context, false))
  }
}

function chain(expression: Expression, operator: '&&' | '||', outer: Expression = expression): Expression[] {
  if (expression.kind !== 'binary' || expression.operator !== operator) return [expression]
  if (expression !== outer && expression.isOfEverything === true) return [expression]
  return [...chain(expression.left, operator, outer), ...chain(expression.right, operator, outer)]
}

/** Tells whether the value may be NULL. Substituted variables may bring an optional path with them. */
function mayBeEmpty(expression: Expression): boolean {
  return expression.isOptional || (expression.kind === 'field' && mayBeEmpty(expression.of))
}

function isNull(expression: Expression): boolean {
  return expression.kind === 'literal' && expression.value === null
}

function equalitySql(expression: Binary, context: SqlContext, isCondition: boolean): Sql {
  const { left, right } = expression
  const isEqual = expression.operator === '=='
  const nothing = rawSql(isEqual ? ' IS NULL' : ' IS NOT NULL')
  if (isNull(right)) return sql`(${write(left, context, false)}${nothing})`
  if (isNull(left)) return sql`(${write(right, context, false)}${nothing})`
  const ids = identifierSides(left, right, context)
  if (ids !== null && ids.isGuarded) {
    // A text that is not an identifier equals none.
    const equal = sql`(${ids.left} = ${ids.right})`
    if (isCondition && isEqual) return equal
    return isEqual ? sql`coalesce(${equal}, FALSE)` : sql`(NOT coalesce(${equal}, FALSE))`
  }
  const [a, b] = ids === null ? [write(left, context, false), write(right, context, false)] : [ids.left, ids.right]
  const emptySides = [left, right].filter(mayBeEmpty).length
  const isPlain = emptySides === 0 || (isCondition && isEqual && emptySides === 1)
  if (isPlain) return sql`(${a} ${rawSql(isEqual ? '=' : '<>')} ${b})`
  return sql`(${a} ${rawSql(isEqual ? 'IS NOT DISTINCT FROM' : 'IS DISTINCT FROM')} ${b})`
}

const IDENTIFIER_PATTERN = `'^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$'`

/**
 * Random identifiers are texts in expressions and uuids in the database. Compared as uuids, their index serves; an
 * invalid text becomes NULL instead of an error.
 */
function identifierSides(
  left: Expression,
  right: Expression,
  context: SqlContext,
): { left: Sql; right: Sql; isGuarded: boolean } | null {
  const [a, b] = [rawIdentifier(left, context), rawIdentifier(right, context)]
  if (a === null && b === null) return null
  const guarded = (expression: Expression) => {
    const text = write(expression, context, false)
    return sql`CASE WHEN ${text} ~ ${rawSql(IDENTIFIER_PATTERN)} THEN (${text})::uuid END`
  }
  return { left: a ?? guarded(left), right: b ?? guarded(right), isGuarded: a === null || b === null }
}

function rawIdentifier(expression: Expression, context: SqlContext): Sql | null {
  if (expression.kind !== 'field' || identifierForm(expression.entity, context) !== 'random') return null
  const field = fieldNamed(entityIn(context, expression.entity), expression.field)
  return field.type.kind === 'identifier' ? write(expression.of, context, false) : null
}

function inSql({ left, right }: Binary, context: SqlContext, isCondition: boolean): Sql {
  if (right.type.kind === 'map' || right.type.kind === 'json')
    return hasKeySql(write(right, context, false), write(left, context, false))
  const isValue = right.kind === 'list' || (right.kind === 'variable' && !context.variables.has(right.name))
  if (!isValue) return membershipSql(left, right, context, write)
  if (right.kind === 'list' && right.items.length === 0) return rawSql('FALSE')
  const value = write(left, context, false)
  const among =
    right.kind === 'list'
      ? sql`(${value} IN (${joinSql(
          right.items.map((item) => write(item, context, false)),
          ', ',
        )}))`
      : sql`(${value} = ANY (${write(right, context, false)}))`
  return mayBeEmpty(left) && !isCondition ? sql`coalesce(${among}, FALSE)` : among
}

function orderSql(operator: BinaryOperator, left: Expression, right: Expression, context: SqlContext): Sql {
  const side = (expression: Expression): Sql => {
    const { type } = expression
    if (type.kind === 'text') return byCodePoint(write(expression, context, false))
    if (type.kind !== 'choice') return write(expression, context, false)
    // Choices sort in the order of their list.
    if (expression.kind === 'literal') return rawSql(String(type.values.indexOf(String(expression.value)) + 1))
    const words = joinSql(
      type.values.map((value) => literalSql(value, { kind: 'text' }, context)),
      ', ',
    )
    return sql`array_position(ARRAY[${words}], ${write(expression, context, false)})`
  }
  return sql`(${side(left)} ${rawSql(operator)} ${side(right)})`
}

function arithmeticSql(operator: BinaryOperator, expression: Binary, left: Sql, right: Sql): Sql {
  const { type } = expression
  if (type.kind === 'text' || type.kind === 'list') return sql`(${left} || ${right})`
  // A guard in the expression excludes zero, but PostgreSQL may evaluate the division before the guard.
  const divisor = expression.right.kind === 'literal' ? right : sql`NULLIF(${right}, 0)`
  if (isExact(type)) {
    return operator === '/' ? decimalQuotient(left, divisor) : sql`(${left} ${rawSql(operator)} ${right})`
  }
  switch (operator) {
    case '/':
    case '%':
      return sql`(${left} ${rawSql(operator)} ${divisor})`
    case '*':
      return safeInteger(sql`(${left})::numeric * ${right}`)
    default:
      return safeInteger(sql`${left} ${rawSql(operator)} ${right}`)
  }
}
