// Two schemas → the tighter rules and required fields of present columns that are compared with the records before the
// migration, while the old version serves. The old version writes as before: a trigger notes each record that it writes
// and that breaks a rule of the new version. So the migration's transaction looks at the noted records alone, and adds
// the rules for later writes (`NOT VALID`). PostgreSQL compares them with all records afterwards, which locks nobody out
// and cannot fail.

import {
  addCheck,
  addReference,
  constraintsOfCheck,
  createIndex,
  dropConstraint,
  inPublic,
  quoted,
  quotedText,
} from '../schema/ddl.ts'
import { requiredCheckName } from '../schema/constraints.ts'
import { NOTED_RECORDS, UNVALIDATED } from '../schema/constraint-validation.ts'
import type { Check, Column, Index, Reference, Schema, Table } from '../schema/schema.ts'
import { compositeName } from '../sql/database-names.ts'
import { alterColumn } from './added-column.ts'
import type { ColumnFill, Expansion } from './column-fill.ts'
import { buildsConcurrently, type IndexAhead } from './indexes-ahead.ts'
import type { Migration } from './migration.ts'
import type { MigrationStep } from './migration-step.ts'

/** Rules of one table. */
export interface RulesAhead extends Expansion {
  readonly table: string
  /** Statements that note the records which break a rule already. They read the table, while others write. */
  readonly note: readonly string[]
  /** Begins the migration's transaction: each record that it writes is noted, because columns may have other names then. */
  readonly noteAll: readonly string[]
  /** Comes before each step, so that nobody writes a record after the noted ones were counted. */
  readonly lock: string
  readonly steps: readonly RuleAhead[]
}

export interface RuleAhead {
  /** The step of the migration that these statements replace. */
  readonly step: string
  /** Counts the noted records that still break the rule; null: none can. */
  readonly countSql: string | null
  /** Several statements. */
  readonly sql: string
}

/** A unique index. From its completion on, the old version cannot write a value twice. */
export interface UniqueAhead extends Expansion, IndexAhead {
  /** Statements that remain of the step. */
  readonly rest: readonly string[]
  /** Counts the records with a value of another one, before the index is built. */
  readonly countSql: string
}

export function rulesAhead(from: Schema, to: Schema, migration: Migration): RulesAhead[] {
  return keptTables(from, to, migration).flatMap(([old, table]) => {
    const steps = new Map(migration.steps.map((step) => [step.sql, step]))
    const names = new Set(old.columns.map(({ name }) => name))
    const filled = migration.fills.filter(
      (fill) => fill.entity === table.entity && fill.table === table.name && !names.has(fill.column.name),
    )
    const isThere = (name: string): boolean => names.has(name) || filled.some(({ column }) => column.name === name)
    const rules = [
      ...table.columns
        .filter(({ name }) => isThere(name) && steps.has(requireSql(table, name)))
        .map((column) => requiredAhead(table, column)),
      ...table.checks
        .filter((check) => isThere(check.column) && steps.has(addCheck(table.name, check, 'all rows')))
        .map((check) => checkAhead(table, check)),
    ]
    const references = table.references.filter(
      (reference) => steps.has(addReference(reference)) && old.references.some((before) => keepsTo(before, reference)),
    )
    const bound = references.map((reference) => referenceAhead(table, reference))
    const ofTable = rules.length === 0 ? NOTHING_NOTED : noting(table, filled, rules)
    const fitted = rules.length === 0 ? [] : migration.steps.filter(isOf(table)).flatMap(fittedAhead(table))
    if (rules.length + bound.length === 0) return []
    const lock = `LOCK TABLE ${inPublic(table.name)} IN ACCESS EXCLUSIVE MODE`
    return [{ table: table.name, ...ofTable, lock, steps: [...rules.map(({ ahead }) => ahead), ...fitted, ...bound] }]
  })
}

/** Tables that have the same name, and whose common columns have the same names and types. */
function keptTables(from: Schema, to: Schema, { disturbed }: Migration): [Table, Table][] {
  return to.tables.flatMap((table): [Table, Table][] => {
    const old = from.tables.find(({ name }) => name === table.name)
    const hasIds = table.primaryKey.columns.join() === 'id' && old?.primaryKey.columns.join() === 'id'
    return old === undefined || !hasIds || disturbed.has(table.name) ? [] : [[old, table]]
  })
}

interface Rule {
  /** Condition of a record that breaks it, over the columns of the new version. */
  readonly broken: string
  readonly ahead: RuleAhead
}

function requiredAhead(table: Table, column: Column): Rule {
  const broken = `${quoted(column.name)} IS NULL`
  const name = requiredCheckName(table, column)
  const add = `ALTER TABLE ${inPublic(table.name)} ADD CONSTRAINT ${quoted(name)} CHECK (${quoted(column.name)} IS NOT NULL) NOT VALID`
  const sql = `${add};\n${unvalidated(table, name, column.name)}`
  return { broken, ahead: { step: requireSql(table, column.name), countSql: countNoted(table, broken), sql } }
}

function checkAhead(table: Table, check: Check): Rule {
  const broken = `NOT (${check.condition})`
  const sql = [
    addCheck(table.name, check, 'not validated yet'),
    ...constraintsOfCheck(check).map(({ name }) => unvalidated(table, name, null)),
  ].join(';\n')
  return { broken, ahead: { step: addCheck(table.name, check, 'all rows'), countSql: countNoted(table, broken), sql } }
}

function referenceAhead(table: Table, reference: Reference): RuleAhead {
  const step = addReference(reference)
  return { step, countSql: null, sql: `${step} NOT VALID;\n${unvalidated(table, reference.name, null)}` }
}

/** Every record that keeps the one reference keeps the other: they differ in the effect of a deletion. */
function keepsTo(before: Reference, { column, target, tenant }: Reference): boolean {
  const place = ({ tenant: of, ...each }: Pick<Reference, 'column' | 'target' | 'tenant'>): string =>
    JSON.stringify([each.column, each.target.table, each.target.column, of?.column ?? null, of?.target ?? null])
  return place(before) === place({ column, target, ...(tenant && { tenant }) })
}

/** Stated values for the records that break a rule: each of these is noted. */
function fittedAhead(table: Table): (step: MigrationStep) => RuleAhead[] {
  return ({ sql, among }) => (among === undefined ? [] : [{ step: sql, countSql: null, sql: among(isNoted(table)) }])
}

function isOf(table: Table): (step: MigrationStep) => boolean {
  return ({ sql }) => sql.startsWith(`UPDATE ${inPublic(table.name)} `)
}

const NOTHING_NOTED = { expand: [], contract: [], withdraw: 'SELECT', note: [], noteAll: [] } as const

function noting(
  table: Table,
  filled: readonly ColumnFill[],
  rules: readonly Rule[],
): Expansion & Pick<RulesAhead, 'note' | 'noteAll'> {
  const onTable = inPublic(table.name)
  const trigger = quoted(compositeName('~', table.name, 'noted'))
  const functionName = `ninefold.${trigger}`
  const broken = rules.map((rule) => rule.broken).join(' OR ')
  const values = (row: string): string =>
    ['*', ...filled.map(({ next, column }) => `${quoted(next)} AS ${quoted(column.name)}`)]
      .map((each) => `${row}.${each}`)
      .join(', ')
  const insert = `INSERT INTO ${NOTED_RECORDS} (table_name, record_id) SELECT ${quotedText(table.name)}, "id"::text`
  const create = (from: string): string =>
    `CREATE OR REPLACE FUNCTION ${functionName}() RETURNS trigger LANGUAGE plpgsql SET search_path TO public AS ${quotedText(`\nBEGIN\n${insert} FROM ${from};\nRETURN NULL;\nEND\n`)}`
  return {
    expand: [
      create(`(SELECT ${values('NEW')}) AS written WHERE ${broken}`),
      `CREATE TRIGGER ${trigger} AFTER INSERT OR UPDATE ON ${onTable} FOR EACH ROW EXECUTE FUNCTION ${functionName}()`,
    ],
    contract: [`DROP TRIGGER ${trigger} ON ${onTable}`, `DROP FUNCTION ${functionName}()`],
    withdraw: `DELETE FROM ${NOTED_RECORDS} WHERE table_name = ${quotedText(table.name)}`,
    note: [`${insert} FROM (SELECT ${values('kept')} FROM ${onTable} AS kept) AS kept WHERE ${broken}`],
    noteAll: [create('(SELECT NEW.*) AS written')],
  }
}

function isNoted(table: Table): string {
  const type = table.columns.find(({ name }) => name === 'id')?.type ?? 'uuid'
  return `"id" IN (SELECT record_id::${type} FROM ${NOTED_RECORDS} WHERE table_name = ${quotedText(table.name)})`
}

function countNoted(table: Table, broken: string): string {
  return `SELECT count(*) FROM ${inPublic(table.name)} WHERE (${broken}) AND ${isNoted(table)}`
}

function unvalidated(table: Table, constraint: string, required: string | null): string {
  const values = [table.name, constraint].map(quotedText).join(', ')
  return `INSERT INTO ${UNVALIDATED} (table_name, constraint_name, required_column) VALUES (${values}, ${required === null ? 'NULL' : quotedText(required)})`
}

function requireSql(table: Table, column: string): string {
  const found = table.columns.find(({ name }) => name === column)
  return found === undefined ? '' : `${alterColumn(table, found)} SET NOT NULL`
}

export function uniqueAhead(from: Schema, to: Schema, migration: Migration): UniqueAhead[] {
  const known = new Set(from.tables.flatMap(({ indexes }) => indexes.map(({ name }) => name)))
  return keptTables(from, to, migration).flatMap(([old, table]) => {
    const isOld = (name: string): boolean => old.columns.some((column) => column.name === name)
    return table.indexes.flatMap((index): UniqueAhead[] => {
      const step = migration.steps.find(({ sql }) => sql === createIndex(table.name, index))
      if (index.unique === null || !step?.countSql || !index.columns.every(isOld)) return []
      const name = known.has(index.name) ? nextName(index) : index.name
      const built = buildsConcurrently(table, { ...index, name })
      return [
        {
          ...built,
          step: step.sql,
          rest: name === index.name ? [] : [`ALTER INDEX ${inPublic(name)} RENAME TO ${quoted(index.name)}`],
          countSql: step.countSql,
          expand: [],
          contract: [],
          withdraw: `DROP INDEX IF EXISTS ${inPublic(name)}`,
        },
      ]
    })
  })
}

/** A name that no index has. */
function nextName({ name }: Index): string {
  return `${name.slice(0, 55)}$next`
}

/** A rule for later writes → the statements that apply it to all records. */
export interface Unvalidated {
  readonly table: string
  readonly constraint: string
  /** The column that the constraint stands for until it is required. */
  readonly required: string | null
}

/** Reads the table, while others read and write. */
export function validateSql({ table, constraint }: Unvalidated): string {
  return `ALTER TABLE ${inPublic(table)} VALIDATE CONSTRAINT ${quoted(constraint)}`
}

/** PostgreSQL knows from the valid constraint that no value is missing, and reads nothing. */
export function requireValidatedSql({ table, constraint, required }: Unvalidated): string[] {
  if (required === null) return []
  const column = `ALTER TABLE ${inPublic(table)} ALTER COLUMN ${quoted(required)} SET NOT NULL`
  return [column, dropConstraint(table, constraint)]
}
