// A new column → the statements that add it to a table with records, and the value that these get.

import { countedRankSql, rankSql } from '../../model/lists/ranks.ts'
import { columnDefault, columnDefinition, createSequence, inPublic, ownSequence, quoted } from '../schema/ddl.ts'
import type { Column, Table } from '../schema/schema.ts'

/** The value of existing rows in a new column, as SQL text; null: they stay empty. */
export function firstValue(column: Column): string | null {
  return columnDefault(column) ?? (column.isRequired ? column.fill : null)
}

/**
 * PostgreSQL adds a column with NOT NULL and a constant without reading the table. A later SET NOT NULL would block all
 * writers while it reads every row.
 */
export function isRequiredAtOnce(column: Column): boolean {
  return column.isRequired && column.kind !== 'rank' && firstValue(column) !== null
}

/**
 * Existing rows get the fill value if the column is required; otherwise they stay empty. It is not a default for later rows, whose values the engine computes.
 */
export function addColumn(table: Table, column: Column): string {
  return addColumnStatements(table, column).join(';\n')
}

export function addColumnStatements(table: Table, column: Column): string[] {
  const { sequence } = column
  const value = columnDefault(column)
  if (column.kind === 'rank') return addRank(table, column)
  const first = firstValue(column)
  const isRequired = isRequiredAtOnce(column)
  return [
    ...(sequence === null ? [] : [createSequence(sequence)]),
    `${alter(table)} ADD COLUMN ${columnDefinition({ ...column, isRequired, sequence: null, default: first })}`,
    ...(value === null && first !== null ? [`${alterColumn(table, column)} DROP DEFAULT`] : []),
    ...(sequence === null ? [] : [ownSequence(table.name, column.name, sequence)]),
    ...(column.counter === undefined ? [] : [...column.counter.create, ...column.counter.fill]),
  ]
}

/** Existing rows keep the order of their creation, and later ones come after them. */
function addRank(table: Table, column: Column): string[] {
  const name = quoted(column.name)
  const isCounted = table.columns.find((each) => each.name === 'id')?.type === 'bigint'
  const rank = isCounted ? countedRankSql('"id"') : rankSql('"id"')
  return [
    `${alter(table)} ADD COLUMN ${columnDefinition({ ...column, isRequired: false, default: null })}`,
    `UPDATE ${inPublic(table.name)} SET ${name} = ${rank}`,
    `${alterColumn(table, column)} SET DEFAULT ${column.default ?? 'NULL'}`,
  ]
}

export function alter(table: Table): string {
  return `ALTER TABLE ${inPublic(table.name)}`
}

export function alterColumn(table: Table, column: Column): string {
  return `${alter(table)} ALTER COLUMN ${quoted(column.name)}`
}
