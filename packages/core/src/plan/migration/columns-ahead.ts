// Two schemas → the new columns that can be added before the migration, while the old version serves, with their
// indexes, references and rules. In the migration's transaction, each of these would block all writes to its table for
// as long as it takes to read the table.

import { addCheck, addReference, constraintsOfCheck, createIndex, inPublic, quoted } from '../schema/ddl.ts'
import type { Column, Index, Reference, Schema, Table } from '../schema/schema.ts'
import { addColumn, addColumnStatements, firstValue } from './added-column.ts'
import type { Expansion } from './column-fill.ts'
import { buildsConcurrently, type IndexAhead, isUnchanged } from './indexes-ahead.ts'
import type { Migration } from './migration.ts'

/** New columns of one table. */
export interface ColumnsAhead extends Expansion {
  readonly table: string
  /** Steps of the migration that the added columns replace, with the statements that remain of each. */
  readonly added: readonly { readonly step: string; readonly rest: readonly string[] }[]
  readonly indexes: readonly IndexAhead[]
  readonly constraints: readonly ConstraintAhead[]
}

/** A rule or a reference of new columns, which the records have to be compared with. */
export interface ConstraintAhead {
  /** The migration step that the valid constraint makes unnecessary. */
  readonly step: string
  /** Removes what a killed start has left. */
  readonly drop: string
  /** Adds it for later writes, under a short lock. */
  readonly add: string
  /** Reads the table, while others write. */
  readonly validate: readonly string[]
}

export function columnsAhead(from: Schema, to: Schema, { steps, disturbed }: Migration): ColumnsAhead[] {
  // A rule that the author wants for changed records only has another step.
  const sqlOfSteps = new Set(steps.map(({ sql }) => sql))
  const isStep = (sql: string): boolean => sqlOfSteps.has(sql)
  return to.tables.flatMap((table) => {
    const old = from.tables.find(({ name }) => name === table.name)
    return old === undefined || disturbed.has(table.name) ? [] : ofTable(from, old, table, { isStep, disturbed })
  })
}

interface Steps extends Pick<Migration, 'disturbed'> {
  readonly isStep: (sql: string) => boolean
}

function ofTable(from: Schema, old: Table, table: Table, { isStep, disturbed }: Steps): ColumnsAhead[] {
  const columns = table.columns.filter((column) => isAddable(old, column) && isStep(addColumn(table, column)))
  if (columns.length === 0) return []
  const names = new Set(columns.map(({ name }) => name))
  const isThere = (name: string): boolean => names.has(name) || isUnchanged(old, table, name)
  const indexes = table.indexes.filter(
    (index) =>
      index.columns.some((name) => names.has(name)) &&
      index.columns.every(isThere) &&
      (index.unique === null || admitsOldWrites(index, columns)) &&
      isStep(createIndex(table.name, index)),
  )
  const isBound = ({ column, target, tenant }: Reference): boolean =>
    names.has(column) &&
    (tenant === undefined || isThere(tenant.column)) &&
    !disturbed.has(target.table) &&
    from.tables.some(({ name }) => name === target.table)
  const references = table.references.filter((each) => isBound(each) && isStep(addReference(each)))
  const checks = table.checks.filter((each) => names.has(each.column) && isStep(addCheck(table.name, each, 'all rows')))
  const alter = `ALTER TABLE ${inPublic(table.name)}`
  const validate = (name: string): string => `${alter} VALIDATE CONSTRAINT ${quoted(name)}`
  const drop = (constraints: readonly string[]): string =>
    `${alter} ${constraints.map((name) => `DROP CONSTRAINT IF EXISTS ${quoted(name)}`).join(', ')}`
  return [
    {
      table: table.name,
      // The old version writes no value, so a required column keeps a default until the migration.
      expand: columns.flatMap((column) => addColumnStatements(table, column).slice(0, 1)),
      contract: [],
      withdraw: `${alter} ${columns.map(({ name }) => `DROP COLUMN ${quoted(name)}`).join(', ')}`,
      added: columns.map((column) => ({
        step: addColumn(table, column),
        rest: addColumnStatements(table, column).slice(1),
      })),
      indexes: indexes.map((index) => buildsConcurrently(table, index)),
      constraints: [
        ...checks.map((check): ConstraintAhead => {
          const constraints = constraintsOfCheck(check).map(({ name }) => name)
          return {
            step: addCheck(table.name, check, 'all rows'),
            drop: drop(constraints),
            add: addCheck(table.name, check, 'not validated yet'),
            validate: constraints.map(validate),
          }
        }),
        ...references.map((reference): ConstraintAhead => {
          const step = addReference(reference)
          return { step, drop: drop([reference.name]), add: `${step} NOT VALID`, validate: [validate(reference.name)] }
        }),
      ],
    },
  ]
}

/** Other values than constants would be written into every row, which blocks all readers meanwhile. */
function isAddable(old: Table, column: Column): boolean {
  const { name, kind, sequence, counter, isIdentity, isRequired } = column
  const first = firstValue(column)
  const isConstant = first === null || /^(?:'(?:[^']|'')*'(?:::[\w ()[\]]+)?|-?\d+(?:\.\d+)?|true|false)$/.test(first)
  return (
    !old.columns.some((each) => each.name === name) &&
    kind !== 'rank' &&
    sequence === null &&
    counter === undefined &&
    !isIdentity &&
    isConstant &&
    (!isRequired || first !== null)
  )
}

/** Two records that the old version writes meanwhile differ: one of their keys is empty. */
function admitsOldWrites({ columns, where }: Index, added: readonly Column[]): boolean {
  return where === undefined && added.some((column) => columns.includes(column.name) && firstValue(column) === null)
}
