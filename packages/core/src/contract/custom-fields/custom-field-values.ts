// Data of screens and forms → the same with a value for each definition, under the keys of its column and its input. A
// missing value is an empty one.

import { ownValue } from '../../model/find.ts'
import type { CustomFieldValues } from '../../model/custom-fields/definitions.ts'
import type { Definitions } from './app-with-custom-fields.ts'

/** Keys of fields that hold custom fields, each with the entity of its definitions. */
export type CustomFieldKeys = ReadonlyMap<string, string>

type Members = Readonly<Record<string, unknown>>

/** A value that is hidden stays left out. */
export function flatValues(values: Members, keys: CustomFieldKeys, definitions: Definitions): Members {
  return flat(values, keys, definitions, (value, key) => {
    const object = (typeof value === 'object' && value !== null ? value : {}) as CustomFieldValues
    return ownValue(object, key) ?? null
  })
}

/** Names of inputs that may be changed. */
export function flatNames(names: readonly string[], keys: CustomFieldKeys, definitions: Definitions): string[] {
  const all = Object.fromEntries(names.map((name) => [name, true]))
  return Object.keys(flat(all, keys, definitions, () => true))
}

/** `json`: a list, a part of one, a board or a record, as screens get it. */
export function withFlatRows(json: string, keys: CustomFieldKeys, definitions: Definitions): string {
  if (keys.size === 0) return json
  const flatRow = (row: Members): Members => {
    const { values, changes } = row as { readonly values?: Members; readonly changes?: Members }
    return {
      ...row,
      ...(values === undefined ? {} : { values: flatValues(values, keys, definitions) }),
      ...(changes === undefined ? {} : { changes: flat(changes, keys, definitions, (value) => value) }),
    }
  }
  const { row, rows, ...rest } = JSON.parse(json) as { readonly row?: Members; readonly rows?: readonly Members[] }
  return JSON.stringify({
    ...(rows === undefined ? {} : { rows: rows.map(flatRow) }),
    ...(row === undefined ? {} : { row: flatRow(row) }),
    ...rest,
  })
}

function flat(
  members: Members,
  keys: CustomFieldKeys,
  definitions: Definitions,
  valueOf: (value: unknown, key: string) => unknown,
): Members {
  const entries = Object.entries(members).flatMap(([name, value]): (readonly [string, unknown])[] => {
    const entity = keys.get(name)
    if (entity === undefined) return [[name, value]]
    return (definitions.get(entity) ?? []).map(({ key }) => [`${name}.${key}`, valueOf(value, key)])
  })
  return Object.fromEntries(entries)
}
