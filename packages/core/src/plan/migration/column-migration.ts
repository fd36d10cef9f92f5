// Two versions of a table → the steps that change its columns. A value is kept wherever it has the same meaning in the
// new type. Otherwise it is dropped, which counts as data loss: a password's hash never becomes readable text, and 3 is
// not a duration of 3 ms.

import { addColumn, alter, alterColumn, isRequiredAtOnce } from './added-column.ts'
import { archiveColumn } from './archive.ts'
import type { ColumnFill } from './column-fill.ts'
import { type KeptTable, leadsElsewhere, takenOver, takeOver } from './relation-migration.ts'
import type { SchemaChanges } from './schema-changes.ts'
import type { FieldKind } from '../../model/field-types.ts'
import { countedRankSql } from '../../model/lists/ranks.ts'
import { columnDefault, createSequence, inPublic, ownSequence, quoted, quotedText } from '../schema/ddl.ts'
import { authorsName, losesValues, type MigrationStep, needsPassingRows, safe } from './migration-step.ts'
import { asEverWritten } from '../schema/counters.ts'
import { FORMER_ID, NEXT_ID } from '../schema/engine/made-values.ts'
import type { Column, Sequence, Table } from '../schema/schema.ts'

export function changeColumns(kept: KeptTable): MigrationStep[] {
  const { old, table, changes, fills } = kept
  const gone = old.columns.filter(({ name }) => !table.columns.some((column) => column.name === name))
  return [
    ...gone.map((column) => removeColumn(column, kept)),
    ...table.columns.flatMap((column) => {
      const before = old.columns.find(({ name }) => name === column.name)
      const fill = fills.find((each) => each.entity === table.entity && each.column === column)
      if (fill !== undefined) return fillColumn(kept, before, fill)
      if (before !== undefined && isReplaced(table, column, changes))
        return replaceColumn(table, before, column, 'another field is called so now')
      if (before !== undefined && leadsElsewhere(column.name, kept)) {
        const { entity } = table.references.find((each) => each.column === column.name)?.target ?? {}
        return replaceColumn(table, before, column, `it points to ${entity} now`)
      }
      return before === undefined ? newColumn(table, column) : changeColumn(table, before, column)
    }),
  ]
}

function removeColumn(column: Column, kept: KeptTable): MigrationStep {
  const { old, table, changes, fills } = kept
  if (column.isOwn === true)
    return safe(dropColumn(old, column), `${authorsName(old, column.field)} is kept without the state before.`)
  const pairs = takenOver(column, kept)
  if (pairs !== undefined) return takeOver(old, column, pairs, dropColumn(old, column))
  const what = `The values of ${authorsName(old, column.field)}`
  // The removal in the text may name the entity by its former name.
  if (changes.removed.some(({ entity, field }) => entity === table.entity && field === column.field))
    return safe(archived(old, column), `${what} are archived, as the specification says.`)
  const sentence = `${what} are removed, because the specification no longer has it.`
  const hint = perhapsRenamed(column, old, table, fills)
  const said = { about: authorsName(table, column.field), hint }
  return losesValues(archived(old, column), sentence, countValues(old, column), said)
}

function isReplaced({ entity }: Table, { field }: Column, { replaced }: SchemaChanges): boolean {
  return replaced.some((each) => each.entity === entity && each.field === field)
}

function replaceColumn(table: Table, before: Column, column: Column, why: string): MigrationStep[] {
  const sql = `${archived(table, before)};\n${addColumn(table, column)}`
  const sentence = `The values of ${authorsName(table, column.field)} are removed, because ${why}.`
  const about = authorsName(table, column.field)
  const replaced = losesValues(sql, sentence, countValues(table, before), { about })
  return [replaced, ...requireAdded(table, column)]
}

/** A dropped field and an added one of the same kind may be a rename. */
function perhapsRenamed(gone: Column, old: Table, table: Table, fills: readonly ColumnFill[]): string | null {
  const partners = table.columns.filter(
    (column) =>
      column.type === gone.type &&
      familyOf(column.kind) === familyOf(gone.kind) &&
      column.isOwn !== true &&
      !old.columns.some(({ name }) => name === column.name) &&
      !fills.some((fill) => fill.column === column),
  )
  if (partners.length === 0) return null
  const names = partners.slice(0, 3).map(({ field }) => `"${field}"`)
  return `If ${names.join(' or ')} is what "${gone.field}" was, write \`was ${gone.field}\` in its Rules.`
}

function dropColumn(table: Table, column: Column): string {
  return [...(column.counter?.drop ?? []), `${alter(table)} DROP COLUMN ${quoted(column.name)}`].join(';\n')
}

/** Removes values from the table and keeps them in the archive. */
function archived(table: Table, column: Column): string {
  return `${archiveColumn(table, column)};\n${dropColumn(table, column)}`
}

/** The computed values replace those of the column. */
function fillColumn(
  { table, isLoose }: KeptTable,
  before: Column | undefined,
  { column, next, isOfEvery }: ColumnFill,
): MigrationStep[] {
  const name = authorsName(table, column.field)
  const taken = `${alter(table)} DROP COLUMN ${quoted(next)}`
  if (before !== undefined && !isOfEvery) {
    const misfits = misfitCondition(table, column, isLoose)
    const update = (where: string): string =>
      `UPDATE ${inPublic(table.name)} SET ${quoted(column.name)} = ${quoted(next)} WHERE ${where};\n${taken}`
    return [
      {
        ...safe(update(misfits), `${name} is changed, as the specification says, where it does not fit.`),
        among: (condition) => update(`(${misfits}) AND ${condition}`),
      },
      ...changeColumn(table, before, column),
    ]
  }
  const renamed = `${alter(table)} RENAME COLUMN ${quoted(next)} TO ${quoted(column.name)}`
  const sql = before === undefined ? renamed : `${archived(table, before)};\n${renamed}`
  const plain = { ...column, default: null, sequence: null, isRequired: false }
  return [
    safe(sql, `${name} gets the values that the specification says.`),
    ...changeDefault(table, plain, column),
    ...(column.isRequired ? [require(table, column)] : []),
  ]
}

/**
 * Condition of rows that violate a rule of the column alone. A former version said that values which violate a loose rule
 * are kept.
 */
function misfitCondition(table: Table, column: Column, isLoose: KeptTable['isLoose']): string {
  const checks = table.checks
    .filter((check) => check.column === column.name && !isLoose(table, check))
    .map(({ condition }) => `NOT coalesce((${condition}), true)`)
  const empty = column.isRequired ? [`${quoted(column.name)} IS NULL`] : []
  const all = [...checks, ...empty]
  return all.length === 0 ? 'false' : all.join(' OR ')
}

function countValues(table: Table, column: Column): string {
  return `SELECT count(*) FROM ${inPublic(table.name)} WHERE ${quoted(column.name)} IS NOT NULL`
}

function newColumn(table: Table, column: Column): MigrationStep[] {
  const sentence = column.isOwn === true ? 'is kept with the state before' : 'is new'
  const added = safe(addColumn(table, column), `${authorsName(table, column.field)} ${sentence}.`)
  const hint = `Give it a default, or say what records that exist get: | ${authorsName(table, column.field)} | new, required | | "…" |.`
  return [added, ...requireAdded(table, column).map((step) => ({ ...step, hint }))]
}

function requireAdded(table: Table, column: Column): MigrationStep[] {
  return column.isRequired && !isRequiredAtOnce(column) ? [require(table, column)] : []
}

function require(table: Table, column: Column): MigrationStep {
  return needsPassingRows(
    `${alterColumn(table, column)} SET NOT NULL`,
    `${authorsName(table, column.field)} is required.`,
    `SELECT count(*) FROM ${inPublic(table.name)} WHERE ${quoted(column.name)} IS NULL`,
    { entity: table.entity, table: table.name, where: `${quoted(column.name)} IS NULL` },
  )
}

function changeColumn(table: Table, before: Column, column: Column): MigrationStep[] {
  if (familyOf(before.kind) !== familyOf(column.kind) || before.type !== column.type)
    return changeType(table, before, column)
  const name = authorsName(table, column.field)
  const steps = [...changeDefault(table, before, column), ...changeCounter(table, before, column)]
  if (before.isRequired && !column.isRequired)
    steps.push(safe(`${alterColumn(table, column)} DROP NOT NULL`, `${name} may be empty.`))
  if (!before.isRequired && column.isRequired) steps.push(require(table, column))
  return steps
}

/** The kind in words for people. */
function kindWords(kind: FieldKind): string {
  return kind === 'choice' ? 'one choice' : kind === 'choices' ? 'several choices' : kind
}

function changeType(table: Table, before: Column, column: Column): MigrationStep[] {
  const name = authorsName(table, column.field)
  const change = `${name} changes from ${kindWords(before.kind)} to ${kindWords(column.kind)}`
  const conversion = CONVERSIONS[`${familyOf(before.kind)} > ${familyOf(column.kind)}`]?.(quoted(column.name))
  if (conversion === undefined) {
    const sql = `${archived(table, before)};\n${addColumn(table, column)}`
    const steps = [losesValues(sql, `${change}: its values are removed.`, countValues(table, before), { about: name })]
    return [...steps, ...requireAdded(table, column)]
  }
  const { counter: _, ...uncounted } = before
  const plain = { ...uncounted, default: null, sequence: null }
  const converted = `${alterColumn(table, column)} TYPE ${column.type} USING ${conversion.using}`
  return [
    ...changeCounter(table, before, plain),
    ...changeDefault(table, before, plain),
    // Loosened first, because values without a counterpart become empty before the column is required again.
    ...(before.isRequired
      ? [safe(`${alterColumn(table, column)} DROP NOT NULL`, `${name} may be empty for a moment.`)]
      : []),
    conversion.lostWhere === null
      ? safe(converted, `${change}.`)
      : losesValues(
          `${archiveColumn(table, before)};\n${converted}`,
          `${change}: values that are none are removed.`,
          `SELECT count(*) FROM ${inPublic(table.name)} WHERE ${conversion.lostWhere}`,
          { about: name },
        ),
    ...changeDefault(table, plain, column),
    ...changeCounter(table, plain, column),
    ...(column.isRequired ? [require(table, column)] : []),
  ]
}

function changeDefault(table: Table, before: Column, column: Column): MigrationStep[] {
  const name = authorsName(table, column.field)
  const target = alterColumn(table, column)
  const steps: MigrationStep[] = []
  const isSameSequence = before.sequence?.name === column.sequence?.name
  if (isSameSequence && column.sequence !== null && before.sequence?.from !== column.sequence.from) {
    steps.push(safe(moveSequence(column.sequence), `${name} counts from ${column.sequence.from}.`))
  }
  if (!isSameSequence && before.sequence !== null) {
    steps.push(
      safe(
        `${target} DROP DEFAULT;\nDROP SEQUENCE ${inPublic(before.sequence.name)}`,
        `${name} no longer counts by itself.`,
      ),
    )
  }
  if (!isSameSequence && column.sequence !== null) {
    const { sequence } = column
    const sql = [
      createSequence(sequence),
      ownSequence(table.name, column.name, sequence),
      startAfterRows(table, column, sequence),
    ]
    steps.push(
      safe(
        [...sql, `${target} SET DEFAULT ${columnDefault(column)}`].join(';\n'),
        `${name} counts from ${sequence.from}.`,
      ),
    )
  }
  if (before.default !== column.default && column.sequence === null) {
    const sql = column.default === null ? `${target} DROP DEFAULT` : `${target} SET DEFAULT ${column.default}`
    const isOrdered = before.default === FORMER_ID && column.default === NEXT_ID
    const other = `${name} gets another value when none is given.`
    steps.push(
      safe(sql, isOrdered ? `${table.entity}: ids of new records grow in the order of their creation.` : other),
    )
  }
  return steps
}

/** The counter continues, so that no number is given twice. */
function changeCounter(table: Table, before: Column, column: Column): MigrationStep[] {
  const [old, counter] = [statementsOf(before.counter), statementsOf(column.counter)]
  if (old.map(asEverWritten).join(';\n') === counter.map(asEverWritten).join(';\n')) return []
  const name = authorsName(table, column.field)
  const sql = [...(before.counter?.drop ?? []), ...counter].join(';\n')
  return [safe(sql, counter.length === 0 ? `${name} no longer counts as it did.` : `${name} counts in another way.`)]
}

/** PostgreSQL returns the parts of a counter's definition in another order. */
function statementsOf(counter: Column['counter']): readonly string[] {
  return counter === undefined ? [] : [...counter.create, ...counter.fill]
}

/** A sequence only moves forward, so that no number is given twice. */
function moveSequence(sequence: Sequence): string {
  const name = inPublic(sequence.name)
  return [
    `ALTER SEQUENCE ${name} MINVALUE ${Math.min(1, sequence.from)} START WITH ${sequence.from}`,
    `SELECT setval(${quotedText(name)}, greatest(${sequence.from}, last_value + is_called::int), false) FROM ${name}`,
  ].join(';\n')
}

function startAfterRows(table: Table, column: Column, sequence: Sequence): string {
  const name = quotedText(inPublic(sequence.name))
  return `SELECT setval(${name}, greatest(${sequence.from}, max(${quoted(column.name)}) + 1), false) FROM ${inPublic(table.name)}`
}

/** Groups of kinds whose values have the same meaning. */
type Family = 'text' | 'whole' | 'number' | Exclude<FieldKind, 'text'>

function familyOf(kind: FieldKind): Family {
  switch (kind) {
    case 'text':
    case 'long text':
    case 'formatted text':
    case 'email':
    case 'url':
    case 'phone':
    case 'country':
    case 'language':
    case 'time zone':
    case 'colour':
    case 'choice':
    case 'state':
      return 'text'
    case 'whole number':
    case 'sequence':
      return 'whole'
    case 'decimal':
    case 'percent':
    case 'money':
      return 'number'
    default:
      return kind
  }
}

interface Conversion {
  readonly using: string
  /** Condition of rows whose value has no counterpart; null: every value has one. */
  readonly lostWhere: string | null
}

const WHOLE = `'^-?[0-9]{1,15}$'`
const NUMBER = `'^-?[0-9]{1,100}([.][0-9]{1,100})?$'`

const CONVERSIONS: Readonly<Record<string, (column: string) => Conversion>> = {
  'map > json': (column) => ({ using: column, lostWhere: null }),
  'json > map': (column) => ({
    using: `CASE WHEN jsonb_typeof(${column}) = 'object' THEN ${column} END`,
    lostWhere: `jsonb_typeof(${column}) <> 'object'`,
  }),
  'text > json': (column) => ({ using: `to_jsonb(${column}::text)`, lostWhere: null }),
  'text > choices': (column) => ({
    using: `CASE WHEN ${column} IS NULL THEN '{}' ELSE ARRAY[${column}] END`,
    lostWhere: null,
  }),
  'whole > number': (column) => ({ using: `${column}::numeric`, lostWhere: null }),
  // A position that was a number stays the order.
  'whole > rank': (column) => ({
    using: `CASE WHEN ${column} >= 0 THEN ${countedRankSql(column)} END`,
    lostWhere: `${column} IS NOT NULL AND ${column} < 0`,
  }),
  'whole > text': (column) => ({ using: `${column}::text`, lostWhere: null }),
  'number > text': (column) => ({ using: `${column}::text`, lostWhere: null }),
  'date > text': (column) => ({ using: `to_char(${column}, 'YYYY-MM-DD')`, lostWhere: null }),
  'yes/no > text': (column) => ({
    using: `CASE WHEN ${column} THEN 'yes' WHEN NOT ${column} THEN 'no' END`,
    lostWhere: null,
  }),
  'number > whole': (column) =>
    partial(column, `${column} = trunc(${column}) AND abs(${column}) <= 9007199254740991`, 'bigint'),
  'text > whole': (column) => partial(column, `${column} ~ ${WHOLE}`, 'bigint'),
  'text > number': (column) => partial(column, `${column} ~ ${NUMBER}`, 'numeric'),
}

function partial(column: string, condition: string, type: string): Conversion {
  return {
    using: `CASE WHEN ${condition} THEN ${column}::${type} END`,
    lostWhere: `${column} IS NOT NULL AND NOT (${condition})`,
  }
}
