// Values of JSON and maps in expressions: their parts, their equality, and the values that they are read as. A null
// inside is empty, as it is everywhere. plan/sql/json-sql.ts has the same in SQL.

import Big from 'big.js'
import { decimalText, numberOfText } from './arithmetic.ts'
import type { ObjectValue, Value } from '../expression.ts'

function isJsonObject(value: Value | undefined): value is ObjectValue {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

/** The value under a key; empty if there is none. */
export function valueAtKey(of: Value, key: string): Value {
  return isJsonObject(of) && Object.hasOwn(of, key) ? (of[key] ?? null) : null
}

export function hasKey(of: Value, key: Value): boolean {
  return typeof key === 'string' && isJsonObject(of) && Object.hasOwn(of, key)
}

/** The order of keys has no meaning. */
export function isSameJson(a: Value, b: Value): boolean {
  if (Array.isArray(a) && Array.isArray(b))
    return a.length === b.length && a.every((item: Value, index) => isSameJson(item, b[index] as Value))
  if (!isJsonObject(a) || !isJsonObject(b)) return a === b
  const keys = Object.keys(a)
  return (
    keys.length === Object.keys(b).length &&
    keys.every((key) => Object.hasOwn(b, key) && isSameJson(a[key] ?? null, b[key] ?? null))
  )
}

/** The pairs of a map, by code point of their keys. */
export function pairsOf(map: Value, compare: (a: string, b: string) => number): readonly ObjectValue[] {
  if (!isJsonObject(map)) return []
  return Object.keys(map)
    .toSorted(compare)
    .map((key) => ({ key, value: map[key] ?? null }))
}

export function mapOfPairs(pairs: readonly Value[]): ObjectValue {
  return Object.fromEntries(
    pairs.map((pair): [string, Value] => [
      String((pair as ObjectValue)['key']),
      (pair as ObjectValue)['value'] ?? null,
    ]),
  )
}

/** As many digits before and behind the point as a decimal that is sent. */
const DIGITS_MAX = 30
const PLACES_MAX = 20

export function textOfJson(value: Value): string | null {
  return typeof value === 'string' ? value : null
}

/** Empty for a number with more digits than a decimal has. */
export function numberOfJson(value: Value): string | null {
  if (typeof value !== 'number') return null
  const number = new Big(value)
  return number.abs().gte(new Big(10).pow(DIGITS_MAX)) ? null : decimalText(number.round(PLACES_MAX, Big.roundHalfUp))
}

/** Also of a text that is a decimal. */
export function writtenNumberOfJson(value: Value): string | null {
  if (typeof value !== 'string') return numberOfJson(value)
  return numberOfText(value)
}

export function yesOrNoOfJson(value: Value): boolean | null {
  return typeof value === 'boolean' ? value : null
}

/** The items that are not null. */
export function itemsOfJson(value: Value): readonly Value[] {
  return Array.isArray(value) ? (value as readonly Value[]).filter((item) => item !== null) : []
}
