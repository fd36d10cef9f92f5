// JSON and maps in the cells of a table → their values, and the limits of JSON values.

import type { ObjectValue, Value } from './expression.ts'

/** As many characters as its JSON without spaces may have. */
export const JSON_LENGTH_MAX = 100_000
/** As deep as lists and objects may stand in each other. */
export const JSON_DEPTH_MAX = 32

/** Keys of a map where its type does not say how many. */
export const MAP_KEYS_MAX = 100
export const MAP_KEY_LENGTH_MAX = 200

/** Undefined: no JSON. */
export function jsonOfText(text: string): Value | undefined {
  try {
    return JSON.parse(text) as Value
  } catch {
    return undefined
  }
}

/** `colour: red, size: L`, or an object of JSON. Undefined: neither. */
export function mapOfText(text: string, valueOf: (text: string) => Value): ObjectValue | undefined {
  if (text.trim().startsWith('{')) {
    const value = jsonOfText(text)
    return typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as ObjectValue) : undefined
  }
  const pairs = text.split(',').map((pair) => /^\s*([^:]+?)\s*:\s*(.*?)\s*$/s.exec(pair))
  if (pairs.some((pair) => pair === null)) return undefined
  return Object.fromEntries(pairs.map((pair): [string, Value] => [pair?.[1] ?? '', valueOf(pair?.[2] ?? '')]))
}
