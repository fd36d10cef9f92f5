// A schema and renames → the schema under the new names, and the steps that rename. Tables, columns and constraints are
// renamed in place; objects that contain names in their SQL text are dropped and created again by later steps.

import { quoted, quotedText, inPublic, dropCheck, dropConstraint } from '../schema/ddl.ts'
import { type MigrationStep, safe } from './migration-step.ts'
import { aside, pairOf, type Pair } from './table-pairs.ts'
import { renamedInDeletions, renamedRows } from './renamed-rows.ts'
import type { Check, Column, Index, Reference, Schema, Table } from '../schema/schema.ts'
import type { SchemaChanges } from './schema-changes.ts'

export interface Renaming {
  readonly steps: readonly MigrationStep[]
  readonly schema: Schema
}

/** Each table of `from` has exactly one successor in `to`. */
export function renameSchema(from: Schema, to: Schema, changes: SchemaChanges): Renaming {
  const pairs = from.tables.map((old) => pairOf(old, to, changes))
  const tables = new Map(pairs.map(({ old, name }) => [old.name, name]))
  const moved = pairs.filter(({ old, name }) => name !== old.name)
  const isMoved = (table: string): boolean => tables.get(table) !== table
  const concerned = pairs.filter(
    (pair) => isMoved(pair.old.name) || pair.columns.some(({ column, name }) => column.name !== name),
  )
  if (concerned.length === 0 && moved.length === 0) return { steps: renamedRows(from, changes), schema: from }
  const released = concerned.flatMap(({ old }) => releaseKept(old))
  const inTheWay = concerned.filter(isCrowded)
  const isReleased = new Set(inTheWay.map(({ old }) => old.name))
  const inUse = namesInUse(from)
  const renamed = pairs.map((pair) =>
    concerned.includes(pair)
      ? renameTable(pair, isReleased.has(pair.old.name), tables, inUse)
      : { ...untouched(pair, tables), first: [] },
  )
  return {
    steps: [
      ...released,
      ...inTheWay.flatMap(({ old }) => releaseBinding(old)),
      // Uses temporary names, so that tables can swap names.
      ...moved.map(({ old }) => rename(`TABLE ${inPublic(old.name)}`, aside(old.name))),
      ...moved.map(({ old, name, target }) =>
        safe(
          `ALTER TABLE ${inPublic(aside(old.name))} RENAME TO ${quoted(name)}`,
          old.entity === target.entity ? `${old.name} makes place.` : `${old.entity} is called ${target.entity} now.`,
        ),
      ),
      ...concerned.flatMap(renameColumns),
      ...renamed.flatMap(({ first }) => first),
      ...renamed.flatMap(({ steps }) => steps),
      ...concerned.flatMap(renameCounters),
      ...renamedRows(from, changes),
    ],
    schema: { ...from, tables: renamed.map(({ table }) => table) },
  }
}

/** Indexes, keys and sequences of all tables share one namespace. */
function namesInUse({ tables }: Schema): ReadonlySet<string> {
  return new Set(
    tables.flatMap(({ indexes, primaryKey, columns }) => [
      primaryKey.name,
      ...indexes.map(({ name }) => name),
      ...columns.flatMap(({ sequence }) => sequence?.name ?? []),
    ]),
  )
}

/** Tells whether a new name still belongs to another object. Then the table's parts are not renamed in place. */
function isCrowded({ columns }: Pair): boolean {
  const before = new Set(columns.map(({ column }) => column.name))
  return columns.some(({ column, name }) => column.name !== name && (before.has(name) || name === aside(column.name)))
}

/** Counters contain names in their SQL text. */
function releaseKept(old: Table): MigrationStep[] {
  const counters = old.columns.flatMap(({ counter }) => (counter === undefined ? [] : [counter.drop.join(';\n')]))
  return counters.map((sql) => safe(sql, `${old.entity} is renamed in what is counted.`))
}

function releaseBinding({ name, entity, checks, references, indexes }: Table): MigrationStep[] {
  const sql = [
    ...checks.map((each) => dropCheck(name, each)),
    ...references.map((each) => dropConstraint(name, each.name)),
    ...indexes.map((each) => `DROP INDEX ${inPublic(each.name)}`),
  ]
  return sql.length === 0 ? [] : [safe(sql.join(';\n'), `${entity} is released from its rules for a moment.`)]
}

function rename(what: string, to: string): MigrationStep {
  return safe(`ALTER ${what} RENAME TO ${quoted(to)}`, `${what} makes place.`)
}

function renameColumns({ name: table, target, columns, old }: Pair): MigrationStep[] {
  const moved = columns.filter(({ column, name }) => column.name !== name)
  const before = new Set(columns.map(({ column }) => column.name))
  const first = moved.filter(({ name }) => before.has(name))
  const sql = (from: string, to: string): string =>
    `ALTER TABLE ${inPublic(table)} RENAME COLUMN ${quoted(from)} TO ${quoted(to)}`
  // Tables whose names others take are renamed first.
  const others = moved.filter((each) => !first.includes(each))
  return [
    ...first.map(({ column }) => safe(sql(column.name, `${aside(column.name)}$`), `${old.entity} makes place.`)),
    ...[...others, ...first].map(({ column, name, field }) => {
      const from = before.has(name) ? `${aside(column.name)}$` : column.name
      const isSame = column.field === field || column.isOwn === true
      const words = isSame ? 'makes place' : `is called ${field} now`
      return safe(sql(from, name), `${target.entity}.${column.field} ${words}.`)
    }),
  ]
}

function renameCounters({ target, columns }: Pair): MigrationStep[] {
  return columns.flatMap(({ column, name, field }) => {
    const now = target.columns.find((each) => each.name === name)?.counter
    const { counter } = column
    if (counter === undefined || now === undefined || counter.name === now.name) return []
    const names = [now.name, counter.name].map(quotedText)
    return [
      safe(
        `DELETE FROM ninefold.counter WHERE name = ${names[0]};\nUPDATE ninefold.counter SET name = ${names[0]} WHERE name = ${names[1]}`,
        `${target.entity}.${field} goes on counting.`,
      ),
    ]
  })
}

interface RenamedTable {
  readonly table: Table
  /** Renames that free a name, before any part of a table gets its new one. */
  readonly first: readonly MigrationStep[]
  readonly steps: readonly MigrationStep[]
}

/** For a table that is not renamed, only the targets of its references change their names. */
function untouched({ old }: Pair, tables: ReadonlyMap<string, string>): Omit<RenamedTable, 'first'> {
  return { table: { ...old, references: old.references.map((each) => pointing(each, tables)) }, steps: [] }
}

function pointing(reference: Reference, tables: ReadonlyMap<string, string>): Reference {
  const table = tables.get(reference.target.table) ?? reference.target.table
  return { ...reference, table: tables.get(reference.table) ?? reference.table, target: { ...reference.target, table } }
}

function renameTable(
  { old, target, name, columns }: Pair,
  isReleased: boolean,
  tables: ReadonlyMap<string, string>,
  inUse: ReadonlySet<string>,
): RenamedTable {
  const [first, steps]: [string[], string[]] = [[], []]
  const onTable = inPublic(name)
  const names = new Map(columns.map((each) => [each.column.name, each.name]))
  const fields = new Map(columns.map((each) => [each.column.field, each.field]))
  const part = { now: target, names, fields, tables, first, steps, onTable, inUse }
  const key = target.primaryKey.name
  renamePart(part, 'INDEX', old.primaryKey.name, key)
  const sequences = columns.map((each) => renameSequence(each, part))
  const table: Table = {
    ...old,
    name,
    entity: target.entity,
    field: target.field,
    columns: sequences,
    primaryKey: {
      name: key,
      columns: old.primaryKey.columns.map((column) => names.get(column) ?? column),
    },
    checks: isReleased ? [] : old.checks.map((check) => renameCheck(check, part)),
    references: isReleased ? [] : old.references.map((reference) => renameReference(reference, part)),
    indexes: isReleased ? [] : old.indexes.map((index) => renameIndex(index, part)),
  }
  steps.push(renameNotNull(name), ...renamedInDeletions({ old, target, name, columns }))
  return {
    table,
    first: first.length === 0 ? [] : [safe(first.join(';\n'), `${target.entity} makes place.`)],
    steps: [safe(steps.join(';\n'), `The rules of ${target.entity} are renamed as well.`)],
  }
}

interface Part {
  readonly now: Table
  readonly names: ReadonlyMap<string, string>
  readonly fields: ReadonlyMap<string, string>
  readonly tables: ReadonlyMap<string, string>
  /** Statements are appended to both lists. */
  readonly first: string[]
  readonly steps: string[]
  readonly onTable: string
  readonly inUse: ReadonlySet<string>
}

/** Uses a temporary name if another object still has the new one. */
function renamePart({ first, steps, inUse }: Part, kind: 'INDEX' | 'SEQUENCE', from: string, to: string): void {
  if (from === to) return
  const rename = (one: string, other: string): string => `ALTER ${kind} ${inPublic(one)} RENAME TO ${quoted(other)}`
  first.push(rename(from, inUse.has(to) ? aside(from) : to))
  if (inUse.has(to)) steps.push(rename(aside(from), to))
}

function renameSequence({ column, name, field }: Pair['columns'][number], part: Part): Column {
  // Its statements were dropped before.
  const { counter: _, ...plain } = column
  const renamed = { ...plain, name, field }
  const sequence = part.now.columns.find((each) => each.name === name)?.sequence ?? null
  if (column.sequence === null || sequence === null || column.sequence.name === sequence.name) return renamed
  renamePart(part, 'SEQUENCE', column.sequence.name, sequence.name)
  return { ...renamed, sequence: { ...column.sequence, name: sequence.name } }
}

function renameCheck(check: Check, part: Part): Check {
  const column = part.names.get(check.column) ?? check.column
  const field = part.fields.get(check.field) ?? check.field
  const condition = renamedText(check.condition, part.names)
  const next = part.now.checks.find((each) => each.column === column && each.rule.kind === check.rule.kind)
  const name = renamedConstraint(check.name, next?.name, part)
  const below = check.below && {
    name: renamedConstraint(check.below.name, next?.below?.name, part),
    condition: renamedText(check.below.condition, part.names),
  }
  return { ...check, name, column, field, condition, ...(below && { below }) }
}

function renamedConstraint(name: string, next: string | undefined, { steps, onTable }: Part): string {
  if (next === undefined || next === name) return name
  steps.push(`ALTER TABLE ${onTable} RENAME CONSTRAINT ${quoted(name)} TO ${quoted(next)}`)
  return next
}

function renameReference(reference: Reference, part: Part): Reference {
  const column = part.names.get(reference.column) ?? reference.column
  const next = part.now.references.find((each) => each.column === column)
  const name = next?.name ?? reference.name
  if (name !== reference.name)
    part.steps.push(`ALTER TABLE ${part.onTable} RENAME CONSTRAINT ${quoted(reference.name)} TO ${quoted(name)}`)
  const field = part.fields.get(reference.field) ?? reference.field
  return { ...pointing(reference, part.tables), name, column, field }
}

function renameIndex(index: Index, part: Part): Index {
  const keys = index.keys.map((key) => renamedText(key, part.names))
  const columns = index.columns.map((column) => part.names.get(column) ?? column)
  const fields = index.fields.map((field) => part.fields.get(field) ?? field)
  const where = index.where === undefined ? {} : { where: renamedText(index.where, part.names) }
  const included =
    index.included === undefined ? {} : { included: index.included.map((key) => renamedText(key, part.names)) }
  const isSame = (other: Index): boolean =>
    JSON.stringify([other.keys, other.where, other.included]) ===
      JSON.stringify([keys, where.where, included.included]) && (other.unique === null) === (index.unique === null)
  const name = part.now.indexes.find(isSame)?.name ?? index.name
  renamePart(part, 'INDEX', index.name, name)
  return { ...index, name, keys, columns, fields, ...where, ...included }
}

/**
 * PostgreSQL renames columns inside its stored definitions; the text here is adapted to match, except for quoted
 * literals.
 */
function renamedText(text: string, names: ReadonlyMap<string, string>): string {
  return text.replaceAll(/'(?:[^']|'')*'|"([^"]+)"/g, (whole, name: string | undefined) => {
    const now = name === undefined ? undefined : names.get(name)
    return now === undefined ? whole : quoted(now)
  })
}

/** PostgreSQL names NOT NULL constraints after table and column, and does not rename them later. */
function renameNotNull(table: string): string {
  const onTable = inPublic(table)
  const rename = (to: string): string =>
    `EXECUTE format('ALTER TABLE ${onTable.replaceAll("'", "''")} RENAME CONSTRAINT %I TO %I', one.name, ${to});`
  const all = `SELECT c.conname AS name, ${quotedText(`${table}_`)} || a.attname || '_not_null' AS wanted, a.attnum AS place FROM pg_constraint c
JOIN pg_attribute a ON a.attrelid = c.conrelid AND a.attnum = c.conkey[1]
WHERE c.conrelid = ${quotedText(onTable)}::regclass AND c.contype = 'n'`
  const others = `SELECT * FROM (${all}) AS every WHERE name <> wanted AND length(wanted) < 64`
  // Uses temporary names, so that objects can swap names.
  const body = `
DECLARE one record;
BEGIN
FOR one IN ${others} LOOP ${rename(`'$aside' || one.place`)} END LOOP;
FOR one IN ${others} LOOP ${rename('one.wanted')} END LOOP;
END`
  return `DO ${quotedText(body)}`
}
