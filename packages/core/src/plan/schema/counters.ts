// Sequences that are counted apart, have a form or have no gaps → a counter's row per count, which a trigger moves in
// the transaction that makes the record: whoever comes second waits, and a number of what fails is given again.
// A plain sequence is PostgreSQL's own, for which nobody waits and which leaves gaps.

import type { CheckedFieldType, Entity, Field } from '../../model/entities.ts'
import { builtIn, fieldNamed } from '../../model/find.ts'
import type { Model } from '../../model/model.ts'
import { columnName, compositeName, tableName } from '../sql/database-names.ts'
import { inPublic, quoted, quotedText } from './ddl.ts'
import type { Counter } from './schema.ts'
import { tenantColumn } from './tenant-keys.ts'

type SequenceType = Extract<CheckedFieldType, { readonly kind: 'sequence' }>

/** Where a moved clock keeps its `now()`, which comes before PostgreSQL's own. On other connections it is not there. */
export const CLOCK_SCHEMA = 'ninefold_clock'
const PLACES_OF_NAMES = `${CLOCK_SCHEMA}, pg_catalog, public`

/** As earlier versions wrote them: they count the same, and on no moved clock. */
export function asEverWritten(statement: string): string {
  return statement.replace(`search_path TO ${PLACES_OF_NAMES} AS`, 'search_path TO public AS')
}

/** Is the sequence one of PostgreSQL's? */
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
      // Numbers that records have count as given, and those that have none get theirs in the order in which they came.
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
  /** The group within which the next number is counted. */
  readonly scope: string
  /** The number `counted` as it is written. */
  readonly written: string
  /** The number of a value that is there already; NULL where it has another form. */
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

/** Everything that tells one count from another, unmistakably. */
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
