// Equality and order of values by type, the same in JavaScript as in SQL.

import { exact } from './arithmetic.ts'
import { isSameJson } from './json-values.ts'
import type { ObjectValue, RecordValue, Value, ValueType } from '../expression.ts'

/** Null equals only null. */
export function equality(type: ValueType): (a: Value, b: Value) => boolean {
  switch (type.kind) {
    case 'decimal':
    case 'money':
      return (a, b) => (a === null || b === null ? a === b : exact(a).eq(exact(b)))
    case 'record':
      return (a, b) => (a === null || b === null ? a === b : identity(a) === identity(b))
    case 'period':
      return (a, b) => (a === null || b === null ? a === b : isSamePeriod(a as ObjectValue, b as ObjectValue))
    case 'json':
    case 'map':
      return isSameJson
    default:
      return (a, b) => a === b
  }
}

function isSamePeriod(a: ObjectValue, b: ObjectValue): boolean {
  return a['start'] === b['start'] && a['end'] === b['end']
}

/** Ids are compared as text, because a driver may return large numbers as text. */
function identity(value: Value): string {
  return String(typeof value === 'object' ? (value as RecordValue).id : value)
}

/** Negative if the first comes first. Both are non-empty. */
export function order(type: ValueType): (a: Value, b: Value) => number {
  switch (type.kind) {
    case 'decimal':
    case 'money':
      return (a, b) => exact(a).cmp(exact(b))
    case 'choice': {
      const positions = new Map<Value, number>(type.values.map((value, index) => [value, index]))
      return (a, b) => (positions.get(a) ?? -1) - (positions.get(b) ?? -1)
    }
    case 'integer':
    case 'duration':
    case 'timestamp':
      return (a, b) => Number(a) - Number(b)
    default:
      return (a, b) => compareText(String(a), String(b))
  }
}

/** By code points. JavaScript's own `<` compares UTF-16 units, which puts 😀 before ～; PostgreSQL's "C" does not. */
export function compareText(a: string, b: string): number {
  const length = Math.min(a.length, b.length)
  for (let index = 0; index < length; index++) {
    const unitA = a.charCodeAt(index)
    const unitB = b.charCodeAt(index)
    if (unitA === unitB) continue
    // At the first difference, a surrogate stands for a code point above all single units.
    const isHighA = unitA >= 0xd800 && unitA <= 0xdfff
    const isHighB = unitB >= 0xd800 && unitB <= 0xdfff
    return isHighA === isHighB ? unitA - unitB : isHighA ? 1 : -1
  }
  return a.length - b.length
}
