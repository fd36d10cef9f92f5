// The order of a list → SQL terms that are the same in reading statements and in indexes.

import type { Expression } from '../../expression/expression.ts'
import type { Direction } from '../../model/field-types.ts'
import { conditionSql, expressionSql } from './expression-sql.ts'
import { joinSql, rawSql, type Sql, sql, textLiteral } from './sql.ts'
import type { SqlContext } from './sql-context.ts'

export interface SortKey {
  readonly value: Expression
  readonly direction: Direction
  /** The value is constant unless this holds. Missing: always. */
  readonly when?: Expression
}

export interface OrderKey {
  readonly value: Sql
  readonly direction: Direction
  /** It may be empty. */
  readonly isOptional: boolean
  readonly when?: Sql
}

export function orderKey({ value, direction, when }: SortKey, context: SqlContext): OrderKey {
  const key = { value: sortSql(value, context), direction, isOptional: value.isOptional }
  return when === undefined ? key : { ...key, when: conditionSql(when, context) }
}

/** Choices and states sort in the order of their lists, not alphabetically. */
function sortSql(value: Expression, context: SqlContext): Sql {
  const plain = expressionSql(value, context)
  // By currency first, because amounts of different currencies are not comparable.
  if (value.type.kind === 'money' && value.type.currency === null)
    return sql`CASE WHEN ${plain} IS NOT NULL THEN jsonb_build_array((${plain}) ->> 'currency', ((${plain}) ->> 'amount')::numeric) END`
  return value.type.kind === 'choice' ? placeAmong(value.type.values, plain) : plain
}

export function placeAmong(words: readonly string[], value: Sql): Sql {
  const places = words.map((word, index) => sql` WHEN ${textLiteral(word)} THEN ${rawSql(String(index + 1))}`)
  return sql`CASE ${value}${joinSql(places, '')} END`
}

/**
 * Empty values come last in either direction. For a column that is never empty this is left out, so that one index
 * serves both directions; equal records then come in reverse order, too. `id` null: the order is already total.
 */
export function orderSql(keys: readonly OrderKey[], id: Sql | null): Sql {
  const terms = keys.map(({ value, direction, isOptional }) =>
    isOptional ? sql`${value} ${inWords(direction)} NULLS LAST` : sql`${value} ${inWords(direction)}`,
  )
  return joinSql([...terms, ...(id === null ? [] : tieSql(keys, id))], ', ')
}

/** Equal records come in the direction of the last order that holds. */
function tieSql(keys: readonly OrderKey[], id: Sql): readonly Sql[] {
  const certain = keys.findLastIndex(({ when }) => when === undefined)
  const otherwise = keys[certain]?.direction ?? 'ascending'
  const conditional = keys.slice(certain + 1)
  if (conditional.every(({ direction }) => direction === otherwise)) return [sql`${id} ${inWords(otherwise)}`]
  const isDescending = (direction: Direction) => rawSql(direction === 'descending' ? 'TRUE' : 'FALSE')
  const cases = conditional
    .toReversed()
    .map(({ when, direction }) => sql` WHEN ${when ?? rawSql('TRUE')} THEN ${isDescending(direction)}`)
  const descends = sql`CASE${joinSql(cases, '')} ELSE ${isDescending(otherwise)} END`
  return [sql`CASE WHEN ${descends} THEN ${id} END DESC`, sql`${id} ASC`]
}

/** For descending time, the record created last comes first. */
export function idDirection(keys: readonly Pick<OrderKey, 'direction'>[]): Direction {
  return keys.at(-1)?.direction ?? 'ascending'
}

function inWords(direction: Direction): Sql {
  return rawSql(direction === 'ascending' ? 'ASC' : 'DESC')
}
