// Sent objects of a list in two forms: values by dotted path, as inputs have them, and nested values, as expressions
// have them.

import { ownValue } from '../find.ts'
import type { ObjectValue, Value } from '../../expression/expression.ts'

type Values = Readonly<Record<string, Value>>

/** `{"address.city": "Rome"}` → `{"address": {"city": "Rome"}}`. */
export function groupOf(values: Values): ObjectValue {
  const group: Record<string, Value> = {}
  for (const [name, value] of Object.entries(values)) {
    const path = name.split('.')
    let within = group
    for (const part of path.slice(0, -1)) {
      const inner = (ownValue(within, part) ?? {}) as Record<string, Value>
      within[part] = inner
      within = inner
    }
    within[path.at(-1) ?? name] = value
  }
  return group
}

/** Undefined: not sent. Accepts dotted paths and nested values. */
export function partAt(values: Values, path: readonly string[]): Value | undefined {
  const name = path.join('.')
  if (Object.hasOwn(values, name)) return values[name]
  let part: Value | undefined = values
  for (const key of path) {
    if (typeof part !== 'object' || part === null || !Object.hasOwn(part, key)) return undefined
    part = (part as ObjectValue)[key]
  }
  return part
}

export function groupsIn(value: Value | undefined): readonly ObjectValue[] {
  return Array.isArray(value) ? (value as readonly ObjectValue[]) : []
}

/** Inputs of an object, by dotted path. */
export function valuesOfGroup(
  inputs: readonly { readonly path: readonly string[] }[],
  group: ObjectValue,
): Record<string, Value> {
  return Object.fromEntries(
    inputs.flatMap(({ path }): [string, Value][] => {
      const value = partAt(group, path)
      return value === undefined ? [] : [[path.join('.'), value]]
    }),
  )
}
