// A change of an object in a history → a change of each value that a definition describes. Values whose definition is
// gone stay together, as a change of the object.

import { isSameJson } from '../../expression/evaluate/json-values.ts'
import type { Value } from '../../expression/expression.ts'
import { ownValue } from '../../model/find.ts'
import type { Definition, CustomFieldValues } from '../../model/custom-fields/definitions.ts'
import type { HistoryData } from '../screens/record-history.ts'

type Change = HistoryData['changes'][number]

export function changesOfValues(change: Change, definitions: readonly Definition[]): Change[] {
  const [before, after] = [objectIn(change.before), objectIn(change.after)]
  const known = new Set(definitions.map(({ key }) => key))
  const keys = [...new Set([...Object.keys(before), ...Object.keys(after)])]
  const changed = keys.filter((key) => !isSameJson(valueOf(before, key), valueOf(after, key)))
  const defined = definitions.filter(({ key }) => changed.includes(key))
  const others = changed.filter((key) => !known.has(key))
  const part = (of: CustomFieldValues): CustomFieldValues | null => {
    const entries = others.flatMap((key) => (Object.hasOwn(of, key) ? [[key, of[key]]] : []))
    return entries.length === 0 ? null : (Object.fromEntries(entries) as CustomFieldValues)
  }
  return [
    ...defined.map(({ key }) => ({
      ...change,
      field: `${change.field}.${key}`,
      before: valueOf(before, key),
      after: valueOf(after, key),
    })),
    ...(others.length === 0 ? [] : [{ ...change, before: part(before), after: part(after) }]),
  ]
}

function objectIn(value: unknown): CustomFieldValues {
  return typeof value === 'object' && value !== null ? (value as CustomFieldValues) : {}
}

function valueOf(of: CustomFieldValues, key: string): Value {
  return (ownValue(of, key) ?? null) as Value
}
