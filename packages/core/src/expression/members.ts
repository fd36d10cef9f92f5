// Parts of a value that is not a record: `during.start`, `price.amount`, `photo.size`. A part is a library function
// whose name begins with a dot, so authors cannot call it directly. A part of an empty value is empty.

import type { Expression, ScopeVariable, ValueType } from './expression.ts'
import { DATE, DECIMAL, INTEGER, TEXT, TIMESTAMP } from './value-types.ts'

/** By name; null for values without parts. Each part of a group has its own optionality. */
export function membersOf(type: ValueType): ReadonlyMap<string, ScopeVariable> | null {
  if (type.kind === 'group') return new Map(type.parts.map((part) => [part.name, part]))
  const types = typesOfMembers(type)
  return types === null ? null : new Map([...types].map(([name, of]) => [name, { type: of, isOptional: false }]))
}

function typesOfMembers(type: ValueType): ReadonlyMap<string, ValueType> | null {
  switch (type.kind) {
    case 'period': {
      const end = type.of === 'date' ? DATE : TIMESTAMP
      return new Map([
        ['start', end],
        ['end', end],
      ])
    }
    case 'money':
      return new Map([
        ['amount', DECIMAL],
        ['currency', TEXT],
      ])
    case 'file':
      return new Map([
        ['name', TEXT],
        ['size', INTEGER],
        ['type', TEXT],
        ['url', TEXT],
      ])
    default:
      return null
  }
}

/** The function that reads a value by its key: `labels["colour"]`. Authors cannot write its name. */
export const AT_KEY = '[]'

/** The value and the key by which it is read; null if the expression is not such a part. */
export function keyIn(expression: Expression): { readonly of: Expression; readonly key: Expression } | null {
  if (expression.kind !== 'call' || expression.function !== AT_KEY) return null
  const [of, key] = expression.arguments
  return of === undefined || key === undefined ? null : { of, key }
}

/** The function that reads a JSON number, or a decimal as a text. Authors cannot write its name. */
export const WRITTEN_NUMBER = 'written number'

const READS_JSON: readonly string[] = ['asText', 'asNumber', 'asYesNo', WRITTEN_NUMBER]

/** The JSON value that is read as a text, a number, or yes or no; null if the expression does not. */
export function jsonReadBy(expression: Expression): Expression | null {
  if (expression.kind !== 'call' || !READS_JSON.includes(expression.function)) return null
  return expression.arguments[0] ?? null
}

export function memberName(name: string): string {
  return `.${name}`
}

/** The value and the name of its part; null if the expression is not a part. */
export function memberIn(expression: Expression): { readonly of: Expression; readonly name: string } | null {
  if (expression.kind !== 'call' || !expression.function.startsWith('.')) return null
  const [of] = expression.arguments
  return of === undefined ? null : { of, name: expression.function.slice(1) }
}
