// A value of a row → the value of expressions. A record comes as its id, and a list as JSON
// (core/plan/record-checks.ts), because the driver cannot parse arrays of all types.

import type { ObjectValue, Value, ValueType } from '@ninefold/core/expression/expression.ts'
import { parseMoment, parsePeriod } from './column-values.ts'

export function storedValue(value: Value, type: ValueType): Value {
  if (value === null) return null
  if (type.kind === 'record') return { id: value as string | number, fields: {} }
  return type.kind === 'list' ? listOfJson(JSON.parse(String(value)) as Value[], type.of) : value
}

function listOfJson(items: readonly Value[], of: ValueType): Value[] {
  return items.map((item) => itemOfJson(item, of))
}

/** In JSON, moments and periods are in PostgreSQL's text format. */
function itemOfJson(item: Value, type: ValueType): Value {
  switch (type.kind) {
    case 'record':
      return { id: item as string | number, fields: {} }
    case 'timestamp':
      return parseMoment(String(item))
    case 'period':
      return (type.of === 'date' ? parsePeriod(String(item)) : parsePeriod(String(item), parseMoment)) as ObjectValue
    case 'list':
      return listOfJson(item as Value[], type.of)
    default:
      return item
  }
}
