// Two schemas → the steps that bring a database from one to the other, each with a sentence for its author.
// A step that loses values, or that existing rows may break, comes with a query that counts them: what is
// done about them is decided where the rows are.
//
// Order: what is to go lets go of the rest first, then tables and columns change, then what binds them comes.

import { changeColumns } from './column-migration.ts'
import {
  addReference,
  checkDefinition,
  createHistory,
  createIndex,
  createTable,
  dropConstraint,
  dropHistory,
  inPublic,
  quoted,
} from './ddl.ts'
import { bindRule, changedRules, releaseRule } from './rule-migration.ts'
import { authorsName, losesValues, type MigrationStep, needsPassingRows, safe } from './migration-step.ts'
import type { Check, Index, Reference, Schema, Table } from './schema.ts'

export type { MigrationStep } from './migration-step.ts'

export interface Migration {
  readonly steps: readonly MigrationStep[]
}

/** `from` null: an empty database. */
export function planMigration(from: Schema | null, to: Schema): Migration {
  const before = from?.tables ?? []
  const kept = to.tables.flatMap((table) => {
    const old = before.find(({ name }) => name === table.name)
    return old === undefined || isMadeAnew(old, table) ? [] : [{ old, table }]
  })
  const keptNames = new Set(kept.map(({ table }) => table.name))
  const gone = before.filter(({ name }) => !keptNames.has(name))
  const made = to.tables.filter(({ name }) => !keptNames.has(name))
  const goneNames = new Set(gone.map(({ name }) => name))
  const rules = changedRules(from, to)
  const pairs = kept.map(({ old, table }) => ({ old, table, goneNames }))
  return {
    steps: [
      ...rules.gone.map(releaseRule),
      ...gone.flatMap(({ references }) => references.map(releaseReference)),
      ...pairs.flatMap(releaseReferences),
      ...pairs.flatMap(releaseChecks),
      ...pairs.flatMap(releaseIndexes),
      ...pairs.flatMap(releaseHistory),
      ...gone.map((table) => dropTable(table, to)),
      ...made.map((table) =>
        safe(createTable(table), table.field === null ? `${table.entity} is new.` : `${authorsName(table)} is new.`),
      ),
      ...pairs.flatMap(({ old, table }) => changeColumns(old, table)),
      ...pairs.flatMap(bindChecks),
      ...pairs.flatMap(bindIndexes),
      ...made.flatMap((table) => table.indexes.map((index) => addIndex(table, index))),
      ...made.flatMap((table) => table.references.map((reference) => bindReference(table, reference))),
      ...pairs.flatMap(bindReferences),
      ...made.flatMap(bindHistory),
      ...pairs.flatMap(({ old, table }) => (staysHistory(old, table) ? [] : bindHistory(table))),
      ...rules.made.map(bindRule),
    ],
  }
}

/** A table that stays. Parts that touch what goes are released and bound again, even when they are the same. */
interface KeptTable {
  readonly old: Table
  readonly table: Table
  readonly goneNames: ReadonlySet<string>
}

/** Another kind of id, or other sides of a link: no row of the old table can be one of the new. */
function isMadeAnew(old: Table, table: Table): boolean {
  return keyOf(old) !== keyOf(table)
}

function keyOf({ columns, primaryKey }: Table): string {
  const keys = columns.filter(({ name }) => primaryKey.columns.includes(name))
  return JSON.stringify([
    primaryKey.name,
    primaryKey.columns,
    keys.map(({ name, type, isIdentity }) => [name, type, isIdentity]),
  ])
}

function dropTable(table: Table, to: Schema): MigrationStep {
  const isMadeAgain = to.tables.some(({ name }) => name === table.name)
  const what = table.field === null ? `All records of ${table.entity}` : `All links of ${authorsName(table)}`
  const why = isMadeAgain ? 'their ids change' : 'the specification no longer has it'
  return losesValues(
    [`DROP TABLE ${inPublic(table.name)}`, ...functionsOf(table)].join(';\n'),
    `${what} are removed, because ${why}.`,
    `SELECT count(*) FROM ${inPublic(table.name)}`,
  )
}

/** A table takes its triggers with it, but not what they call. */
function functionsOf({ columns }: Table): string[] {
  return columns.flatMap(({ counter }) => counter?.drop.filter((each) => each.startsWith('DROP FUNCTION')) ?? [])
}

function releaseReferences({ old, table, goneNames }: KeptTable): MigrationStep[] {
  return old.references.filter((reference) => !staysReference(reference, old, table, goneNames)).map(releaseReference)
}

function releaseReference(reference: Reference): MigrationStep {
  return safe(dropConstraint(reference.table, reference.name), `A reference to ${reference.target.entity} is released.`)
}

function releaseChecks({ old, table }: KeptTable): MigrationStep[] {
  return old.checks
    .filter((check) => !staysCheck(check, old, table))
    .map((check) =>
      safe(
        dropConstraint(old.name, check.name),
        `${authorsName(old, check.field)} loses its rule on "${check.rule.kind}".`,
      ),
    )
}

function releaseIndexes({ old, table }: KeptTable): MigrationStep[] {
  return old.indexes
    .filter((index) => !staysIndex(index, old, table))
    .map((index) => safe(`DROP INDEX ${inPublic(index.name)}`, `${authorsName(old, index.fields[0])} loses an index.`))
}

function releaseHistory({ old, table }: KeptTable): MigrationStep[] {
  if (old.history === undefined || staysHistory(old, table)) return []
  const what = table.history === undefined ? 'is kept no longer' : 'is kept of other fields'
  return [safe(dropHistory(old.name, old.history), `The history of ${authorsName(old)} ${what}.`)]
}

function bindHistory(table: Table): MigrationStep[] {
  if (table.history === undefined) return []
  const fields = Object.values(table.history.fields).join(', ')
  return [safe(createHistory(table, table.history), `Changes of ${authorsName(table)} are kept: ${fields}.`)]
}

function staysHistory(old: Table, table: Table): boolean {
  const text = ({ history }: Table): string =>
    history === undefined ? '' : JSON.stringify([history.trigger, Object.entries(history.fields).sort()])
  return text(old) === text(table)
}

function bindChecks({ old, table }: KeptTable): MigrationStep[] {
  return table.checks.filter((check) => !staysCheck(check, old, table)).map((check) => addCheck(table, check))
}

function addCheck(table: Table, check: Check): MigrationStep {
  return needsPassingRows(
    `ALTER TABLE ${inPublic(table.name)} ADD ${checkDefinition(check)}`,
    `${authorsName(table, check.field)} ${ruleSentence(check)}.`,
    `SELECT count(*) FROM ${inPublic(table.name)} WHERE NOT (${check.condition})`,
  )
}

function ruleSentence({ rule }: Check): string {
  switch (rule.kind) {
    case 'one of':
      return `must be one of ${rule.values.join(', ')}`
    case 'length':
      return `must be ${bounds(rule.min, rule.max)} characters long`
    case 'range':
      return `must be ${bounds(rule.min, rule.max)}`
    case 'places':
      return `must have at most ${rule.places} decimal places`
    case 'period':
      return 'must end after it starts'
    default:
      return 'must not be blank'
  }
}

function bounds(min: number | null, max: number | null): string {
  if (min === null) return `at most ${max}`
  return max === null ? `at least ${min}` : `${min} to ${max}`
}

function bindIndexes({ old, table }: KeptTable): MigrationStep[] {
  return table.indexes.filter((index) => !staysIndex(index, old, table)).map((index) => addIndex(table, index))
}

function addIndex(table: Table, index: Index): MigrationStep {
  const sql = createIndex(table.name, index)
  const name = authorsName(table, index.fields[0])
  if (index.unique === null) return safe(sql, `${name} gets an index.`)
  const within = index.unique.within.length === 0 ? '' : ` within ${index.unique.within.join(', ')}`
  const present = index.keys.map((key) => `(${key}) IS NOT NULL`).join(' AND ')
  const shared = `SELECT count(*) AS size FROM ${inPublic(table.name)} WHERE ${present} GROUP BY ${index.keys.join(', ')} HAVING count(*) > 1`
  return needsPassingRows(
    sql,
    `${name} must be unique${within}${index.unique.ignoringCase ? ' ignoring case' : ''}.`,
    `SELECT coalesce(sum(size), 0) FROM (${shared}) AS shared`,
  )
}

function bindReferences({ old, table, goneNames }: KeptTable): MigrationStep[] {
  return table.references
    .filter((reference) => !staysReference(reference, old, table, goneNames))
    .map((reference) => bindReference(table, reference))
}

const EFFECTS: Readonly<Record<Reference['onDelete'], string>> = {
  CASCADE: 'is deleted together with it',
  RESTRICT: 'blocks its deletion',
  'SET NULL': 'is cleared on its deletion',
}

function bindReference(table: Table, reference: Reference): MigrationStep {
  const column = `source.${quoted(reference.column)}`
  const target = `SELECT 1 FROM ${inPublic(reference.target.table)} AS target WHERE target.${quoted(reference.target.column)} = ${column}`
  return needsPassingRows(
    addReference(reference),
    `${authorsName(table, reference.field)} points to ${reference.target.entity} and ${EFFECTS[reference.onDelete]}.`,
    `SELECT count(*) FROM ${inPublic(reference.table)} AS source WHERE ${column} IS NOT NULL AND NOT EXISTS (${target})`,
  )
}

// A part stays when both schemas have it alike and no column under it changes its type.

function staysCheck(check: Check, old: Table, table: Table): boolean {
  const alike = (other: Check): boolean => other.name === check.name && other.condition === check.condition
  return old.checks.some(alike) && table.checks.some(alike) && isSameColumn(check.column, old, table)
}

function staysIndex(index: Index, old: Table, table: Table): boolean {
  const text = ({ name, keys, unique, where }: Index): string => JSON.stringify([name, keys, unique !== null, where])
  const alike = (other: Index): boolean => text(other) === text(index)
  return (
    old.indexes.some(alike) &&
    table.indexes.some(alike) &&
    index.columns.every((column) => isSameColumn(column, old, table))
  )
}

function staysReference(reference: Reference, old: Table, table: Table, goneNames: ReadonlySet<string>): boolean {
  const text = ({ name, column, target, onDelete }: Reference): string =>
    JSON.stringify([name, column, target.table, onDelete])
  const alike = (other: Reference): boolean => text(other) === text(reference)
  const bothHaveIt = old.references.some(alike) && table.references.some(alike)
  return bothHaveIt && !goneNames.has(reference.target.table) && isSameColumn(reference.column, old, table)
}

function isSameColumn(name: string, old: Table, table: Table): boolean {
  const one = old.columns.find((column) => column.name === name)
  const other = table.columns.find((column) => column.name === name)
  return one !== undefined && other !== undefined && one.kind === other.kind && one.type === other.type
}
