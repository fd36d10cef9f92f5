// The functions of reference/expression for non-empty values.

import type { ValueType } from '../../expression/expression.ts'
import type { Zone } from './dates.ts'
import { valueOfTimeFunction } from './functions-of-time.ts'
import { NotCovered } from '../not-covered.ts'
import { valueOfJsonFunction } from './json.ts'
import { decimal, decimalQuotient, decimalText, rounded, whole, wholeOf, wholeQuotient } from './numbers.ts'
import type { Datum } from '../store.ts'
import { compared } from './values.ts'

const isExact = (type: ValueType | undefined): boolean => type?.kind === 'decimal' || type?.kind === 'money'

export function valueOfFunction(
  name: string,
  types: readonly ValueType[],
  values: readonly Datum[],
  zone: Zone,
): Datum {
  const ofTime = valueOfTimeFunction(name, types, values, zone)
  if (ofTime !== undefined) return ofTime
  const [first = null, second = null] = values
  if (name === 'asNumber' && types[0]?.kind !== 'json') return numberIn(String(first))
  const ofJson = valueOfJsonFunction(name, first, second)
  if (ofJson !== undefined) return ofJson
  if (name.startsWith('.')) return partOf(types[0], first, name.slice(1))
  const [type] = types
  const text = String(first)
  const items = Array.isArray(first) ? (first as readonly Datum[]) : []
  const item = type?.kind === 'list' ? type.of : undefined
  if (isEnd(name, values)) return items.at(name === 'first' ? 0 : -1) ?? null
  const ofList = valueOfListFunction(name, items, item, second)
  if (ofList !== undefined) return ofList
  switch (name) {
    case 'lower':
      return text.toLowerCase()
    case 'upper':
      return text.toUpperCase()
    case 'trim':
      return text.trim()
    case 'startsWith':
      return text.startsWith(String(second))
    case 'endsWith':
      return text.endsWith(String(second))
    case 'contains':
      return text.includes(String(second))
    case 'size':
      if (type?.kind === 'map') return Object.keys(first as object).length
      return type?.kind === 'list' ? items.length : [...text].length
    case 'string':
      if (type?.kind === 'timestamp') return new Date(Number(first)).toISOString()
      return type?.kind === 'decimal' ? decimalText(decimal(first)) : text
    case 'replace':
      return String(second) === '' ? text : text.split(String(second)).join(String(values[2]))
    case 'encode':
      return encodeURIComponent(text)
    case 'decimal':
    case 'number':
      return decimalText(decimal(first))
    case 'round':
      return values.length === 1
        ? wholeOf(rounded(decimal(first), 0))
        : decimalText(rounded(decimal(first), Number(second)))
    case 'abs':
      return isExact(type) ? decimalText(decimal(first).abs()) : Math.abs(Number(first))
    case 'div':
      return isExact(type)
        ? decimalQuotient(decimal(first), decimal(second))
        : wholeQuotient(Number(first), Number(second))
    case 'min':
    case 'max':
      return extreme(name, item ?? type ?? { kind: 'integer' }, item === undefined ? values : items)
    default:
      throw new NotCovered(`the function ${name}`)
  }
}

/** Empty for a text that is written in any other way than an amount is sent. */
function numberIn(text: string): Datum {
  const [whole = '', places = '0', ...others] = text.replace(/^-/, '').split('.')
  const isNumber = (digits: string, most: number) => /^[0-9]+$/.test(digits) && digits.length <= most
  return others.length === 0 && isNumber(whole, 30) && isNumber(places, 20) ? decimalText(decimal(text)) : null
}

/** `first(list)` and `last(list)` without a number: one item. */
function isEnd(name: string, values: readonly Datum[]): boolean {
  return ['first', 'last'].includes(name) && values.length === 1
}

/** Undefined: not a function for lists only. */
function valueOfListFunction(
  name: string,
  items: readonly Datum[],
  item: ValueType | undefined,
  second: Datum,
): Datum | undefined {
  switch (name) {
    case 'join':
      return items.map(String).join(String(second))
    case 'keyed': {
      // A pair with a hidden part is left out.
      const pairs = (items as readonly Readonly<Record<string, Datum>>[]).filter(
        (pair) => 'key' in pair && 'value' in pair,
      )
      return Object.fromEntries(pairs.map(({ key, value = null }) => [String(key), value]))
    }
    case 'sum':
      return isExact(item)
        ? decimalText(items.reduce((sum: ReturnType<typeof decimal>, each) => sum.plus(decimal(each)), decimal(0)))
        : whole(items.reduce((sum: bigint, each) => sum + BigInt(Number(each)), 0n))
    case 'avg': {
      const sum = items.reduce((so: ReturnType<typeof decimal>, each) => so.plus(decimal(each)), decimal(0))
      return decimalQuotient(sum, decimal(items.length))
    }
    case 'first':
      return items.slice(0, Math.max(0, Number(second)))
    case 'last':
      return [...items]
        .reverse()
        .slice(0, Math.max(0, Number(second)))
        .reverse()
    default:
      return undefined
  }
}

/** `during.start`, `price.amount`. An amount in a fixed currency is stored without it. */
function partOf(type: ValueType | undefined, value: Datum, part: string): Datum {
  if (type?.kind === 'money' && type.currency !== null)
    return part === 'currency' ? type.currency : decimalText(decimal(value))
  return (value as Readonly<Record<string, Datum>>)[part] ?? null
}

function extreme(name: 'min' | 'max', type: ValueType, values: readonly Datum[]): Datum {
  const sign = name === 'min' ? 1 : -1
  return [...values].sort((a, b) => sign * compared(type, a, b))[0] ?? null
}
