// Sequences that are counted per group, formatted or gapless → a counter row per group, which a trigger increments in
// the creating transaction: concurrent creators wait, and a rolled-back number is reused. A plain sequence is
// PostgreSQL's own, which never waits and leaves gaps.

import type { CheckedFieldType, Entity, Field } from '../../model/entities.ts'
import { builtIn, fieldNamed } from '../../model/find.ts'
import type { Model } from '../../model/model.ts'
import { columnName, compositeName, tableName } from '../sql/database-names.ts'
import { inPublic, quoted, quotedText } from './ddl.ts'
import type { Counter } from './schema.ts'
import { tenantColumn } from './tenant-keys.ts'

type SequenceType = Extract<CheckedFieldType, { readonly kind: 'sequence' }>

/**
 * The schema whose `now()` replaces PostgreSQL's own on connections with a moved clock. Other connections do not search
 * it.
 */
export const CLOCK_SCHEMA = 'ninefold_clock'
const PLACES_OF_NAMES = `${CLOCK_SCHEMA}, pg_catalog, public`

/** The statement in the form of earlier versions, which differ only in ignoring a moved clock. */
export function asEverWritten(statement: string): string {
  return statement.replace(`search_path TO ${PLACES_OF_NAMES} AS`, 'search_path TO public AS')
}

/** Tells whether it is a PostgreSQL sequence. */
export function isPlainSequence({ per, isPerYear, format, isWithoutGaps }: SequenceType): boolean {
  return per === null && !isPerYear && format === null && !isWithoutGaps
}

export function counterOf(model: Model, entity: Entity, field: Field): Counter | null {
  const { type } = field
  if (type.kind !== 'sequence' || isPlainSequence(type)) return null
  const name = compositeName(entity.name, field.name, 'counter')
  const functionName = `ninefold.${quoted(name)}`
  const table = inPublic(tableName(entity.name))
  const number = quoted(columnName(field.name, type))
  const row = (alias: string) => partsOf(model, entity, field, type, alias)
  const made = row('NEW')
  const body = `
DECLARE counted bigint;
BEGIN
IF NEW.${number} IS NULL THEN
INSERT INTO ninefold.counter AS known (name, scope, last) VALUES (${quotedText(name)}, ${made.scope}, ${type.from}) ON CONFLICT (name, scope) DO UPDATE SET last = known.last + 1 RETURNING last INTO counted;
NEW.${number} := ${made.written};
ELSIF ${made.given} IS NOT NULL THEN
INSERT INTO ninefold.counter AS known (name, scope, last) VALUES (${quotedText(name)}, ${made.givenScope}, ${made.given}) ON CONFLICT (name, scope) DO UPDATE SET last = greatest(known.last, excluded.last);
END IF;
RETURN NEW;
END
`
  const there = row('there')
  const order = hasCreation(entity) ? '"created_at", "id"' : '"id"'
  return {
    name,
    create: [
      `CREATE FUNCTION ${functionName}() RETURNS trigger LANGUAGE plpgsql SET search_path TO ${PLACES_OF_NAMES} AS ${quotedText(body)}`,
      `CREATE TRIGGER ${quoted(name)} BEFORE INSERT OR UPDATE OF ${number} ON ${table} FOR EACH ROW EXECUTE FUNCTION ${functionName}()`,
    ],
    fill: [
      // Existing numbers are kept and count; records without one are numbered in the order of creation.
      `INSERT INTO ninefold.counter AS known (name, scope, last) SELECT ${quotedText(name)}, ${there.givenScope}, max(${there.given}) FROM ${table} AS there WHERE ${there.given} IS NOT NULL GROUP BY 2 ON CONFLICT (name, scope) DO UPDATE SET last = greatest(known.last, excluded.last)`,
      `DO ${quotedText(`DECLARE one record; BEGIN FOR one IN SELECT "id" FROM ${table} WHERE ${number} IS NULL ORDER BY ${order} LOOP UPDATE ${table} SET ${number} = NULL WHERE "id" = one."id"; END LOOP; END`)}`,
    ],
    drop: [`DROP TRIGGER IF EXISTS ${quoted(name)} ON ${table}`, `DROP FUNCTION IF EXISTS ${functionName}()`],
  }
}

function hasCreation(entity: Entity): boolean {
  return builtIn(entity, 'createdAt') !== null
}

interface CounterParts {
  /** The group of the count. */
  readonly scope: string
  /** The formatted form of the number `counted`. */
  readonly written: string
  /** The number in an existing value; NULL if it has another format. */
  readonly given: string
  readonly givenScope: string
}

function partsOf(model: Model, entity: Entity, field: Field, type: SequenceType, alias: string): CounterParts {
  const column = `${alias}.${quoted(columnName(field.name, type))}`
  const moment = hasCreation(entity) ? `coalesce(${alias}."created_at", now())` : 'now()'
  const year = `extract(year FROM ${moment} AT TIME ZONE ${quotedText(model.limits.timeZone)})::int`
  const per = type.per === null ? [] : [perText(entity, type.per, alias)]
  const { tenancy } = model.entities
  const tenant = tenancy?.belonging.includes(entity.name) === true ? tenantColumn(model, entity.name) : null
  const inTenant = tenant === null ? [] : [`${alias}.${quoted(tenant)}`]
  const scopeIn = (inYear: string): string =>
    scopeText([...new Set([...inTenant, ...per]), ...(type.isPerYear ? [inYear] : [])])
  if (type.format === null)
    return { scope: scopeIn(year), written: 'counted', given: column, givenScope: scopeIn(year) }
  const form = formOf(type.format)
  const written = form.map((part) => {
    if (part.kind === 'text') return quotedText(part.text)
    if (part.kind === 'year') return `${year}::text`
    return `lpad(counted::text, greatest(${part.digits}, length(counted::text)), '0')`
  })
  const pattern = quotedText(
    `^${form.map((part) => (part.kind === 'text' ? escaped(part.text) : part.kind === 'year' ? '([0-9]{4})' : '([0-9]{1,15})')).join('')}$`,
  )
  const captures = form.filter(({ kind }) => kind !== 'text').map(({ kind }) => kind)
  const capture = (kind: 'number' | 'year'): string =>
    `(regexp_match(${column}, ${pattern}))[${captures.indexOf(kind) + 1}]`
  return {
    scope: scopeIn(year),
    written: written.join(' || '),
    given: `${capture('number')}::bigint`,
    givenScope: scopeIn(captures.includes('year') ? `${capture('year')}::int` : year),
  }
}

function perText(entity: Entity, name: string, alias: string): string {
  const field = fieldNamed(entity, name)
  return `${alias}.${quoted(columnName(field.name, field.type))}`
}

/** An unambiguous key of the group. */
function scopeText(parts: readonly string[]): string {
  return parts.length === 0 ? `''` : `jsonb_build_array(${parts.join(', ')})::text`
}

type FormPart =
  | { readonly kind: 'text'; readonly text: string }
  | { readonly kind: 'year' }
  | { readonly kind: 'number'; readonly digits: number }

/** `INV-{year}-{n:5}` */
function formOf(format: string): FormPart[] {
  return format
    .split(/(\{year\}|\{n(?::[0-9]+)?\})/)
    .filter((part) => part !== '')
    .map((part): FormPart => {
      if (part === '{year}') return { kind: 'year' }
      const number = /^\{n(?::([0-9]+))?\}$/.exec(part)
      return number === null ? { kind: 'text', text: part } : { kind: 'number', digits: Number(number[1] ?? 1) }
    })
}

function escaped(text: string): string {
  return text.replaceAll(/[\\^$.*+?()[\]{}|]/g, String.raw`\$&`)
}
