// Two answers → the second one, in which a decimal with fewer places than in the first is marked. More places are
// right: a computed value keeps all of its digits.

import type { Json } from '../json.ts'

const DECIMAL = /^-?\d+(?:\.(?<places>\d+))?$/

export function withMissingPlaces(expected: Json, came: Json): Json {
  if (typeof expected === 'string' && typeof came === 'string') {
    const [wanted, given] = [DECIMAL.exec(expected), DECIMAL.exec(came)]
    // The digits of an average are not guaranteed, so only zeros can be missing.
    if (wanted === null || given === null || withoutZeros(expected) !== withoutZeros(came)) return came
    const places = wanted.groups?.['places']?.length ?? 0
    return (given.groups?.['places']?.length ?? 0) < places ? `${came}, which has less than ${places} places` : came
  }
  if (Array.isArray(expected) && Array.isArray(came))
    return came.map((item, index) => withMissingPlaces(expected[index] ?? null, item))
  if (!isObject(expected) || !isObject(came)) return came
  return Object.fromEntries(
    Object.entries(came).map(([key, value]) => [key, withMissingPlaces(expected[key] ?? null, value)]),
  )
}

function withoutZeros(decimal: string): string {
  return decimal.includes('.') ? decimal.replace(/\.?0*$/, '') : decimal
}

function isObject(value: Json): value is { readonly [key: string]: Json } {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
