// A field's rules → CHECK constraints on its column. The gate checks the same rules first, with their own messages; the
// constraints also guard against other writers and our own defects.

import { currencyPlaces, unusualCurrencies } from '../../model/currencies.ts'
import type { Field } from '../../model/entities.ts'
import { MAP_KEYS_MAX } from '../../expression/json-text.ts'
import { compositeName } from '../sql/database-names.ts'
import { quoted, quotedText } from './ddl.ts'
import { isText } from '../sql/columns.ts'
import { MAP_FITS } from './engine/rules-and-limits.ts'
import type { Check, Column, FieldRule } from './schema.ts'

/** The format of an encrypted text: version, key id, ciphertext. */
const SEALED = '^1[.][0-9a-f]{16}[.][A-Za-z0-9_-]+$'

/** Larger numbers are not exact in JavaScript. */
const SAFE_INTEGER_MAX = 9007199254740991

/** `words`: permitted values of a choice or state; null for other kinds. */
export function fieldChecks(entity: string, field: Field, column: Column, words: readonly string[] | null): Check[] {
  const name = quoted(column.name)
  const check = (suffix: string, condition: string, rule: FieldRule): Check => ({
    name: compositeName(entity, field.name, suffix),
    column: column.name,
    field: field.name,
    condition,
    rule,
  })
  const limits = (kind: 'length' | 'range', value: string, { min, max }: Bounds): Check => ({
    ...check(kind, between(value, min, max), { kind, min, max }),
    // The empty first word lets the name come first.
    ...(isStated(min) && isStated(max)
      ? { below: { name: compositeName('', entity, field.name, kind), condition: between(value, min, null) } }
      : {}),
  })
  // The column contains a hash, to which no rule applies.
  if (field.type.kind === 'password') return []
  if (field.type.kind === 'file') {
    const some = check('not blank', `cardinality(${name}) > 0`, { kind: 'not blank' })
    return field.isRequired && field.type.isList ? [some] : []
  }
  if (words !== null && field.type.kind === 'choices') {
    const all = `ARRAY[${words.map(quotedText).join(', ')}]::text[]`
    const some = check('not blank', `cardinality(${name}) > 0`, { kind: 'not blank' })
    const known = check('choices', `${name} <@ ${all}`, { kind: 'one of', values: words })
    return field.isRequired ? [some, known] : [known]
  }
  if (words !== null) {
    const condition = `${name} IN (${words.map(quotedText).join(', ')})`
    return [check(field.type.kind, condition, { kind: 'one of', values: words })]
  }
  // Only encrypted values can be written.
  if (field.type.kind === 'secret text') return [check('sealed', `${name} ~ '${SEALED}'`, { kind: 'sealed' })]
  if (field.type.kind === 'map') return [check('map', mapCondition(name, field.type), { kind: 'map' })]
  const checks: Check[] = []
  if (isText(column)) {
    if (field.isRequired && lengthOf(field).min !== 0)
      checks.push(check('not blank', `btrim(${name}, E' \\t\\r\\n') <> ''`, { kind: 'not blank' }))
    const { min, max } = lengthOf(field)
    if (min !== null || max !== null) checks.push(limits('length', `char_length(${name})`, { min, max }))
  }
  if (field.type.kind === 'money' && field.type.currency === null)
    return [check('money', moneyCondition(name), { kind: 'money' })]
  const places = placesOfField(field)
  if (places !== null) checks.push(check('places', `${name} = round(${name}, ${places})`, { kind: 'places', places }))
  if (field.type.kind === 'period') {
    // Half-open like all periods, and so never empty.
    const isWhole = `lower_inc(${name}) AND NOT upper_inc(${name}) AND NOT upper_inf(${name})`
    checks.push(check('period', isWhole, { kind: 'period' }))
  }
  const range = rangeOf(field)
  if (range !== null) {
    const isWhole = column.type === 'bigint'
    const min = range.min ?? (isWhole ? -SAFE_INTEGER_MAX : null)
    const max = range.max ?? (isWhole ? SAFE_INTEGER_MAX : null)
    if (min !== null || max !== null) checks.push(limits('range', name, { min, max }))
  }
  return checks
}

/** Decimal places of its values; null: unlimited. */
function placesOfField({ type }: Field): number | null {
  if (type.kind === 'decimal') return type.places
  return type.kind === 'money' && type.currency !== null ? currencyPlaces(type.currency) : null
}

type MapType = Extract<Field['type'], { kind: 'map' }>

/** The number of keys, the type of each value, and its length or range. */
function mapCondition(name: string, { item, countMax }: MapType): string {
  const type = item.kind === 'whole number' ? 'number' : item.kind === 'yes/no' ? 'boolean' : 'string'
  const lengths = 'lengthMin' in item ? [item.lengthMin, item.lengthMax] : [null, null]
  const limits = [countMax ?? MAP_KEYS_MAX, ...lengths].map((limit) => limit ?? 'NULL').join(', ')
  const [min, max] = item.kind === 'whole number' ? [item.min, item.max] : [null, null]
  const misfits = [
    `@.type() != "${type}"`,
    ...(min === null ? [] : [`@ < ${min}`]),
    ...(max === null ? [] : [`@ > ${max}`]),
  ].join(' || ')
  const isOfType = `NOT jsonb_path_exists(${name}, ${quotedText(`strict $.* ? (${misfits})`)})`
  return `CASE WHEN ${name} IS NULL THEN TRUE WHEN jsonb_typeof(${name}) = 'object' THEN ${isOfType} AND ${MAP_FITS}(${name}, ${limits}) ELSE FALSE END`
}

/** A decimal text with the places of its currency, and a known currency. */
function moneyCondition(name: string): string {
  const currency = `(${name} ->> 'currency')`
  const places = unusualCurrencies()
    .map(([count, codes]) => ` WHEN ${currency} IN (${codes.map(quotedText).join(', ')}) THEN ${count}`)
    .join('')
  const isOne = `${currency} ~ '^[A-Z]{3}$' AND (${name} ->> 'amount') ~ '^-?[0-9]{1,30}([.][0-9]{1,20})?$'`
  const fits = `scale((${name} ->> 'amount')::numeric) <= CASE${places} ELSE 2 END`
  return `CASE WHEN ${name} IS NULL THEN TRUE WHEN ${isOne} THEN ${fits} ELSE FALSE END`
}

interface Bounds {
  readonly min: number | null
  readonly max: number | null
}

function lengthOf(field: Field): Bounds {
  const type = 'lengthMin' in field.type ? field.type : { lengthMin: null, lengthMax: null }
  return stricter({ min: type.lengthMin, max: type.lengthMax }, field)
}

/** Null for kinds without a range. */
function rangeOf(field: Field): Bounds | null {
  switch (field.type.kind) {
    case 'whole number':
      return stricter(field.type, field)
    case 'duration':
    case 'decimal':
    case 'percent':
    case 'money':
      return { min: field.min, max: field.max }
    default:
      return null
  }
}

function stricter(one: Bounds, other: Bounds): Bounds {
  return { min: pick(Math.max, one.min, other.min), max: pick(Math.min, one.max, other.max) }
}

function pick(choose: (a: number, b: number) => number, a: number | null, b: number | null): number | null {
  if (a === null) return b
  return b === null ? a : choose(a, b)
}

/** Integers have limits that no author stated: those of exact numbers. */
export function isStated(limit: number | null): boolean {
  return limit !== null && Math.abs(limit) !== SAFE_INTEGER_MAX
}

function between(value: string, min: number | null, max: number | null): string {
  if (min === null) return `${value} <= ${max}`
  return max === null ? `${value} >= ${min}` : `${value} BETWEEN ${min} AND ${max}`
}
