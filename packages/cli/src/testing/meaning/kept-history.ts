// Values of records and histories → the form that both programs share, because PostgreSQL has its own notation for
// values in JSON.

import { inOneOrder } from '@ninefold/core/meaning/values/json.ts'
import type { CheckedFieldType } from '@ninefold/core/model/entities.ts'
import type { Json } from './json.ts'

/** `named`: maps an id to the record's code. */
export function comparedChange(type: CheckedFieldType, value: Json, named: (id: Json) => Json): Json {
  if (value === null) return null
  switch (type.kind) {
    case 'reference':
    case 'collection':
    case 'inverse':
      return named(value)
    case 'date and time':
      return momentOf(value)
    case 'period': {
      const { start, end } = periodOf(value)
      return type.of === 'date' ? { start, end } : { start: momentOf(start), end: momentOf(end) }
    }
    default:
      return comparedValue(type, value)
  }
}

function momentOf(value: Json): number {
  return typeof value === 'number' ? value : Date.parse(String(value))
}

/** A range has the form `["2026-01-01 10:00:00+00","2026-01-02 10:00:00+00")`. */
function periodOf(value: Json): { readonly start: Json; readonly end: Json } {
  if (typeof value !== 'string') return value as unknown as { readonly start: Json; readonly end: Json }
  const [start = '', end = ''] = value.slice(1, -1).replaceAll('"', '').split(',')
  return { start, end }
}

const NUMBERS = ['whole number', 'decimal', 'percent', 'duration']

/** PostgreSQL returns numbers as text, with trailing zeros as sent, and several words as `{red,blue}`. */
export function comparedValue(type: CheckedFieldType, value: Json): Json {
  if (value === null) return null
  if (type.kind === 'random code') return codeWords(type.length, value)
  const isNumber = NUMBERS.includes(type.kind) || (type.kind === 'money' && type.currency !== null)
  if (isNumber) return Number(value)
  if (type.kind === 'choices' && typeof value === 'string') return value.slice(1, -1).split(',').filter(Boolean)
  if (type.kind === 'money' && typeof value === 'object')
    return Object.fromEntries(Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1)))
  return type.kind === 'map' || type.kind === 'json' ? (inOneOrder(value) as Json) : value
}

/** A random code cannot be predicted, so only its form counts. */
function codeWords(length: number, value: Json): Json {
  const isCode = typeof value === 'string' && value.length === length && /^[0-9a-hjkmnp-tv-z]+$/.test(value)
  return isCode ? `a code of ${length} characters` : value
}
