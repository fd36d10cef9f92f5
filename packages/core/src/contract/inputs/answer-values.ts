// A value as an answer has it → the value with which an expression computes. The values of accepted inputs are such
// values already (accept-inputs.ts).

import type { ObjectValue, Value, ValueType } from '../../expression/expression.ts'

type Told = null | boolean | number | string | readonly Told[] | { readonly [key: string]: Told }
type Convert = (told: Told, type: ValueType) => Value

const asTold: Convert = (told) => told

/** Complete, so that a new type states here how answers have its values. */
const VALUES: Readonly<Record<ValueType['kind'], Convert>> = {
  text: asTold,
  choice: asTold,
  integer: asTold,
  decimal: asTold,
  boolean: asTold,
  date: asTold,
  time: asTold,
  duration: asTold,
  money: asTold,
  json: asTold,
  map: asTold,
  file: asTold,
  // Two records are equal if their ids are, and an id stands for its record.
  record: asTold,
  // An answer only says that there is one.
  secret: asTold,
  timestamp: (told) => Date.parse(String(told)),
  period: (told, type) => {
    const { start = null, end = null } = told as ObjectValue
    if (type.kind !== 'period' || type.of === 'date') return { start, end }
    return { start: Date.parse(String(start)), end: Date.parse(String(end)) }
  },
  list: (told, type) =>
    (Array.isArray(told) ? (told as readonly Told[]) : []).map((item) =>
      type.kind === 'list' ? valueOfAnswer(item, type.of) : item,
    ),
  // No field has such a value.
  group: asTold,
  object: asTold,
  'calendar period': asTold,
  'working time': asTold,
  calendar: asTold,
  empty: asTold,
  unknown: asTold,
}

/** `told`: parsed JSON. */
export function valueOfAnswer(told: unknown, type: ValueType): Value {
  return told === null ? null : VALUES[type.kind](told as Told, type)
}
