// Two schemas → the steps that migrate a database from one to the other, each with a sentence for its author. A step
// that loses values, or that existing rows may violate, has a query that counts them; the database decides what is
// done.
//
// Order: parts that disappear lose their constraints first, then come renames, then tables and columns, then new
// constraints.

import { changeColumns } from './column-migration.ts'
import { archiveTable } from './archive.ts'
import {
  addReference,
  addBelow,
  addCheck,
  dropCheck,
  createIndex,
  createTable,
  dropConstraint,
  inPublic,
  quoted,
} from '../schema/ddl.ts'
import {
  bindHistory,
  bindRule,
  changedHistories,
  changedRules,
  type Disturbed,
  releaseHistory,
  releaseRule,
} from './rule-migration.ts'
import { authorsName, losesValues, type MigrationStep, needsPassingRows, safe } from './migration-step.ts'
import { planFills, type ColumnFill } from './column-fill.ts'
import { dropLoose, type LooseChecks, staysLoose, withoutLoose } from './loose-checks.ts'
import { type KeptTable, leadsElsewhere, whereColumnsLed } from './relation-migration.ts'
import { renameSchema } from './renaming.ts'
import { NO_CHANGES, type SchemaChanges } from './schema-changes.ts'
import type { Check, Column, History, Index, Reference, Schema, Table } from '../schema/schema.ts'
import { goneTables, pairOf, targetOf } from './table-pairs.ts'
import { replaceWords } from './word-migration.ts'

export type { MigrationStep } from './migration-step.ts'

export interface Migration {
  /** Values that are computed beforehand, in temporary columns. */
  readonly fills: readonly ColumnFill[]
  /** Tables whose triggers, policies and the like have to be created again. */
  readonly disturbed: Disturbed
  /** Statements that drop loose rules, before anything else. */
  readonly dropLoose: readonly string[]
  readonly steps: readonly MigrationStep[]
}

export const NO_MIGRATION: Migration = { fills: [], disturbed: new Set(), dropLoose: [], steps: [] }

/** `from` null: an empty database. */
export function planMigration(
  from: Schema | null,
  to: Schema,
  changes: SchemaChanges = NO_CHANGES,
  loose: LooseChecks = new Set(),
): Migration {
  const gone = from === null ? [] : goneTables(from, to, changes)
  const goneNames = new Set(gone.map(({ name }) => name))
  const stays = (from?.tables ?? []).filter(({ name }) => !goneNames.has(name))
  const toGone = stays.flatMap(({ references }) => references.filter(({ target }) => goneNames.has(target.table)))
  const base = {
    format: 1,
    tables: stays.map((table) => withoutReferences(withoutLoose(table, loose), toGone)),
  } as const
  const renaming = renameSchema(base, to, changes)
  const kept = renaming.schema.tables.flatMap((old) => {
    const table = to.tables.find(({ name }) => name === old.name)
    return table === undefined ? [] : [{ old, table }]
  })
  const keptNames = new Set(kept.map(({ table }) => table.name))
  const made = to.tables.filter(({ name }) => !keptNames.has(name))
  const fills = from === null ? [] : planFills(from, to, changes, loose)
  const isLoose = staysLoose(stays, to, changes, loose)
  const led = whereColumnsLed(stays, to, changes, goneNames)
  const pairs = kept.map(({ old, table }): KeptTable => {
    const taking = made.filter(({ field, references }) => field !== null && references[0]?.target.table === table.name)
    return { old, table, changes, fills, isLoose, ledTo: led.get(table.name) ?? new Map(), taking }
  })
  const disturbed = new Set([
    ...goneNames,
    ...stays.filter((old) => hasOtherNames(old, to, changes)).map(({ name }) => name),
    ...pairs.filter(hasOtherColumns).map(({ table }) => table.name),
  ])
  const rules = changedRules(from, to, disturbed)
  const histories = changedHistories(from, to, disturbed)
  // True for a history whose trigger stays valid until words are replaced, so that it records that change.
  const isKeeping = ({ tables }: History): boolean =>
    tables.every((table) => keptNames.has(table) && !disturbed.has(table))
  return {
    fills,
    disturbed,
    dropLoose: dropLoose(from?.tables ?? [], loose),
    steps: [
      ...rules.gone.map(releaseRule),
      ...histories.gone.filter((history) => !isKeeping(history)).map(releaseHistory),
      ...[...gone.flatMap(({ references }) => references), ...toGone].map(releaseReference),
      ...gone.map((table) => dropTable(table, to, changes, perhapsRenamed(table, made))),
      ...renaming.steps,
      ...pairs.flatMap(releaseReferences),
      ...pairs.flatMap(releaseChecks),
      ...pairs.flatMap(releaseIndexes),
      ...made.map((table) =>
        safe(createTable(table), table.field === null ? `${table.entity} is new.` : `${authorsName(table)} is new.`),
      ),
      ...pairs.flatMap(({ old, table }) => replaceWords(old, table, changes)),
      ...histories.gone.filter(isKeeping).map(releaseHistory),
      ...pairs.flatMap(changeColumns),
      ...pairs.flatMap(bindChecks),
      ...pairs.flatMap(bindIndexes),
      ...made.flatMap((table) => table.indexes.map((index) => addIndex(table, index))),
      ...made.flatMap((table) => table.references.map((reference) => bindReference(table, reference))),
      ...pairs.flatMap(bindReferences),
      ...rules.made.map(bindRule),
      ...histories.made.map(bindHistory),
    ],
  }
}

function hasOtherNames(old: Table, to: Schema, changes: SchemaChanges): boolean {
  const { name: table, columns } = pairOf(old, to, changes)
  return table !== old.name || columns.some(({ column, name }) => name !== column.name)
}

/** Tells whether a column is replaced by another one with the same name. */
function hasOtherColumns(kept: KeptTable): boolean {
  const names = kept.old.columns.map(({ name }) => name)
  return kept.table.columns.some(({ name }) => names.includes(name) && !isSameColumn(name, kept))
}

function withoutReferences(table: Table, released: readonly Reference[]): Table {
  return { ...table, references: table.references.filter((reference) => !released.includes(reference)) }
}

function dropTable(table: Table, to: Schema, changes: SchemaChanges, hint: string | null): MigrationStep {
  const isMadeAgain = to.tables.some(({ name }) => name === table.name)
  const what = table.field === null ? `All records of ${table.entity}` : `All links of ${authorsName(table)}`
  const why = isMadeAgain ? 'it leads to other records now' : 'the specification no longer has it'
  const sql = [archiveTable(table), `DROP TABLE ${inPublic(table.name)}`, ...functionsOf(table)].join(';\n')
  if (hasOtherIds(table, to, changes)) return refuseOtherIds(table, to, changes, sql)
  // Links disappear with their entity.
  if (changes.removed.some(({ entity, field }) => entity === table.entity && (field ?? table.field) === table.field))
    return safe(sql, `${what} are archived, as the specification says.`)
  return losesValues(sql, `${what} are removed, because ${why}.`, `SELECT count(*) FROM ${inPublic(table.name)}`, {
    about: authorsName(table),
    hint,
  })
}

/** Tells whether the entity stays and its kind of ids changes. */
function hasOtherIds(table: Table, to: Schema, changes: SchemaChanges): boolean {
  return table.field === null && targetOf(table, to, changes) !== undefined
}

/**
 * Audit entries, kept changes and outside links contain ids, so ids are never replaced without consent. The step is
 * tried anyway, because later steps depend on it; everything is rolled back while it waits.
 */
function refuseOtherIds(table: Table, to: Schema, changes: SchemaChanges, sql: string): MigrationStep {
  const kind = table.columns.some(({ name, isIdentity }) => table.primaryKey.columns.includes(name) && isIdentity)
    ? 'id as a counting number'
    : 'id as a random identifier'
  const entity = targetOf(table, to, changes)?.entity ?? table.entity
  const sentence = `The ids of ${entity} can be of another kind only while it has no records.`
  const count = `SELECT count(*) FROM ${inPublic(table.name)}`
  const hint = `Write \`${kind}\` again, as it was; or delete its records first.`
  return { ...needsPassingRows(sql, sentence, count), hint, isTried: true }
}

/** A dropped entity and an added one with mostly the same fields may be a rename. */
function perhapsRenamed(gone: Table, made: readonly Table[]): string | null {
  if (gone.field !== null) return null
  const own = gone.columns.filter(({ field }) => !BUILT_IN.includes(field))
  const has = (table: Table, column: Column): boolean =>
    table.columns.some(({ field, type }) => field === column.field && type === column.type)
  const partner = made.find(
    (table) => table.field === null && own.filter((column) => has(table, column)).length * 2 > own.length,
  )
  if (partner === undefined) return null
  return `If ${partner.entity} is what ${gone.entity} was, write \`### Entity: ${partner.entity}, was ${gone.entity}\`.`
}

const BUILT_IN: readonly string[] = ['id', 'createdAt', 'updatedAt', 'createdBy', 'version']

/** Triggers are dropped with their table, but their functions are not. */
function functionsOf({ columns }: Table): string[] {
  return columns.flatMap(({ counter }) => counter?.drop.filter((each) => each.startsWith('DROP FUNCTION')) ?? [])
}

function releaseReferences(kept: KeptTable): MigrationStep[] {
  return kept.old.references.filter((reference) => !staysReference(reference, kept)).map(releaseReference)
}

function releaseReference(reference: Reference): MigrationStep {
  return safe(dropConstraint(reference.table, reference.name), `A reference to ${reference.target.entity} is released.`)
}

function releaseChecks(kept: KeptTable): MigrationStep[] {
  const { old } = kept
  return old.checks
    .filter((check) => !staysCheck(check, kept))
    .map((check) =>
      safe(dropCheck(old.name, check), `${authorsName(old, check.field)} loses its rule on "${check.rule.kind}".`),
    )
}

function releaseIndexes(kept: KeptTable): MigrationStep[] {
  const { old } = kept
  return old.indexes
    .filter((index) => !staysIndex(index, kept))
    .map((index) => safe(`DROP INDEX ${inPublic(index.name)}`, `${authorsName(old, index.fields[0])} loses an index.`))
}

function bindChecks(kept: KeptTable): MigrationStep[] {
  return kept.table.checks.flatMap((check) =>
    staysCheck(check, kept) ? tellBelow(kept, check) : [bindCheck(kept, check)],
  )
}

/** Databases of earlier versions do not tell a value below both limits from one above them. */
function tellBelow({ old, table, isLoose }: KeptTable, check: Check): MigrationStep[] {
  const isTold = old.checks.some(({ name, below }) => name === check.name && below !== undefined)
  if (check.below === undefined || isTold) return []
  const sql = addBelow(table.name, check, isLoose(table, check) ? 'changed rows' : 'all rows')
  return [safe(sql, `${authorsName(table, check.field)} tells values below its limits from values above them.`)]
}

function bindCheck(on: KeptTable, check: Check): MigrationStep {
  const { table, changes, isLoose } = on
  const isKept = changes.kept.some(({ entity, field }) => entity === table.entity && field === check.field)
  const sentence = `${authorsName(table, check.field)} ${ruleSentence(check)}`
  // PostgreSQL then applies it to new writes only.
  if (isKept || isLoose(table, check))
    return safe(addCheck(table.name, check, 'changed rows'), `${sentence}, once it is changed.`)
  const step = needsPassingRows(
    addCheck(table.name, check, 'all rows'),
    `${sentence}.`,
    `SELECT count(*) FROM ${inPublic(table.name)} WHERE NOT (${check.condition})`,
    { entity: table.entity, table: table.name, where: `NOT (${check.condition})` },
  )
  if (check.rule.kind === 'places') return { ...step, hint: roundingHint(table, check.field, check.rule.places) }
  return check.rule.kind === 'one of' ? withWordHint(step, on, check, check.rule.values) : step
}

/** A removed word and an added one may be a rename. */
function withWordHint(step: MigrationStep, kept: KeptTable, check: Check, words: readonly string[]): MigrationStep {
  const { entity } = kept.table
  const place = `${entity}.${check.field}`
  const before = kept.old.checks.find(({ column, rule }) => column === check.column && rule.kind === 'one of')
  if (before?.rule.kind !== 'one of') return step
  const had = before.rule.values.map(
    (word) =>
      kept.changes.words.find((each) => each.entity === entity && each.field === check.field && each.from === word)
        ?.to ?? word,
  )
  const gone = had.find((word) => !words.includes(word))
  const come = words.find((word) => !had.includes(word))
  if (gone === undefined) return step
  const replaced = `put another in the place of "${gone}": | ${place} ${gone} | removed | ${words[0]} | |`
  const renamed =
    come === undefined
      ? ''
      : `If "${come}" is what "${gone}" was, add the row | ${place} ${come} | ${place} ${gone} | | |. Otherwise `
  return { ...step, hint: `${renamed}${come === undefined ? `A row can ${replaced}` : replaced}` }
}

/** Only the author knows which of two amounts is meant; the hint shows the usual choice. */
function roundingHint({ entity }: Table, field: string, places: number): string {
  return `A row of "Changes to version …" rounds them (| ${entity}.${field} | | | \`round(${field}, ${places})\` |) or leaves them as they are (| ${entity}.${field} | | | kept until next change |).`
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
    case 'money':
      return 'must be an amount with its currency'
    case 'map':
      return 'must have keys and values that fit the map'
    default:
      return 'must not be blank'
  }
}

function bounds(min: number | null, max: number | null): string {
  if (min === null) return `at most ${max}`
  return max === null ? `at least ${min}` : `${min} to ${max}`
}

function bindIndexes(kept: KeptTable): MigrationStep[] {
  const { table } = kept
  return table.indexes.filter((index) => !staysIndex(index, kept)).map((index) => addIndex(table, index))
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

function bindReferences(kept: KeptTable): MigrationStep[] {
  const { table } = kept
  return table.references
    .filter((reference) => !staysReference(reference, kept))
    .map((reference) => bindReference(table, reference))
}

const EFFECTS: Readonly<Record<Reference['onDelete'], string>> = {
  CASCADE: 'is deleted together with it',
  RESTRICT: 'blocks its deletion',
  'NO ACTION': 'blocks its deletion',
  'SET NULL': 'is cleared on its deletion',
}

function bindReference(table: Table, reference: Reference): MigrationStep {
  const column = `source.${quoted(reference.column)}`
  const { tenant } = reference
  const isSame = tenant === undefined ? '' : ` AND target.${quoted(tenant.target)} = source.${quoted(tenant.column)}`
  const target = `SELECT 1 FROM ${inPublic(reference.target.table)} AS target WHERE target.${quoted(reference.target.column)} = ${column}${isSame}`
  return needsPassingRows(
    addReference(reference),
    `${authorsName(table, reference.field)} points to ${reference.target.entity} and ${EFFECTS[reference.onDelete]}.`,
    `SELECT count(*) FROM ${inPublic(reference.table)} AS source WHERE ${column} IS NOT NULL AND NOT EXISTS (${target})`,
  )
}

// A check stays if both schemas have it unchanged and none of its columns changes type or is replaced.

function staysCheck(check: Check, kept: KeptTable): boolean {
  const alike = (other: Check): boolean => other.name === check.name && other.condition === check.condition
  return kept.old.checks.some(alike) && kept.table.checks.some(alike) && isSameColumn(check.column, kept)
}

function staysIndex(index: Index, kept: KeptTable): boolean {
  const text = ({ name, keys, unique, where, included }: Index): string =>
    JSON.stringify([name, keys, unique !== null, where ?? null, included ?? []])
  const alike = (other: Index): boolean => text(other) === text(index)
  return (
    kept.old.indexes.some(alike) &&
    kept.table.indexes.some(alike) &&
    index.columns.every((column) => isSameColumn(column, kept))
  )
}

function staysReference(reference: Reference, kept: KeptTable): boolean {
  const text = ({ name, column, target, tenant, onDelete, isDeferred }: Reference): string =>
    JSON.stringify([
      name,
      column,
      target.table,
      target.column,
      tenant?.column ?? null,
      tenant?.target ?? null,
      onDelete,
      isDeferred === true,
    ])
  const alike = (other: Reference): boolean => text(other) === text(reference)
  const bothHaveIt = kept.old.references.some(alike) && kept.table.references.some(alike)
  const { column, tenant } = reference
  return bothHaveIt && isSameColumn(column, kept) && (tenant === undefined || isSameColumn(tenant.column, kept))
}

function isSameColumn(name: string, kept: KeptTable): boolean {
  const { old, table, fills, changes } = kept
  const one = old.columns.find((column) => column.name === name)
  const other = table.columns.find((column) => column.name === name)
  const isReplaced =
    fills.some((fill) => fill.entity === table.entity && fill.column.name === name && fill.isOfEvery) ||
    changes.replaced.some((each) => each.entity === table.entity && each.field === other?.field) ||
    leadsElsewhere(name, kept)
  return one !== undefined && other !== undefined && one.kind === other.kind && one.type === other.type && !isReplaced
}
