// Equality and order of values, by type.

import type { ValueType } from '../../expression/expression.ts'
import { currencyPlaces } from '../../model/currencies.ts'
import { decimal, decimalText } from './numbers.ts'
import { inOneOrder } from './json.ts'
import { type Datum, isReference } from '../store.ts'

/** Empty equals only empty. */
export function isSame(type: ValueType, a: Datum, b: Datum): boolean {
  if (a === null || b === null) return a === b
  if (type.kind === 'money' && type.currency === null) return comparedAmounts(a, b) === 0
  if (type.kind === 'decimal' || type.kind === 'money') return decimal(a).eq(decimal(b))
  if (type.kind === 'json' || type.kind === 'map')
    return JSON.stringify(inOneOrder(a)) === JSON.stringify(inOneOrder(b))
  if (isReference(a) && isReference(b)) return a.id === b.id
  return JSON.stringify(a) === JSON.stringify(b)
}

/** Equal texts for equal values, for grouping. Null: empty. */
export function keyOfValue(type: ValueType, value: Datum): string | null {
  if (value === null) return null
  if (isReference(value)) return value.id
  if (type.kind === 'decimal' || (type.kind === 'money' && type.currency !== null)) return decimalText(decimal(value))
  if (type.kind !== 'money') return JSON.stringify(value)
  const { amount, currency } = value as unknown as Amount
  return `${currency} ${decimalText(decimal(amount))}`
}

/** Negative: `a` comes first. Both are non-empty. */
export function compared(type: ValueType, a: Datum, b: Datum): number {
  switch (type.kind) {
    case 'money':
      return type.currency === null ? comparedAmounts(a, b) : decimal(a).cmp(decimal(b))
    case 'decimal':
      return decimal(a).cmp(decimal(b))
    case 'choice':
      return type.values.indexOf(String(a)) - type.values.indexOf(String(b))
    case 'integer':
    case 'duration':
    case 'timestamp':
    case 'boolean':
      return Number(a) - Number(b)
    default:
      return comparedTexts(String(a), String(b))
  }
}

export interface Amount {
  readonly amount: string
  readonly currency: string
}

/** By currency, then by amount. */
function comparedAmounts(a: Datum, b: Datum): number {
  const [one, other] = [a, b].map((each) => each as unknown as Amount)
  if (one === undefined || other === undefined) return 0
  const byCurrency = comparedTexts(one.currency, other.currency)
  return byCurrency === 0 ? decimal(one.amount).cmp(decimal(other.amount)) : byCurrency
}

/** By code point. */
function comparedTexts(a: string, b: string): number {
  const [left, right] = [[...a], [...b]]
  const place = left.findIndex((character, index) => character !== right[index])
  if (place < 0) return left.length - right.length
  return right[place] === undefined ? 1 : (left[place]?.codePointAt(0) ?? 0) - (right[place].codePointAt(0) ?? 0)
}

/** The form in answers: moments in ISO 8601, decimals with the places of their type, or more where they have more. */
export function inJson(type: ValueType, value: Datum): Datum {
  if (value === null) return null
  if (type.kind === 'list') return (value as readonly Datum[]).map((item) => inJson(type.of, item))
  if (type.kind === 'group') {
    const parts = value as Readonly<Record<string, Datum>>
    return Object.fromEntries(
      type.parts.map((part): [string, Datum] => {
        const empty = part.type.kind === 'list' ? [] : null
        return [part.key ?? part.name, inJson(part.type, parts[part.name] ?? empty)]
      }),
    )
  }
  if (type.kind === 'decimal' && type.isNumber === true) return Number(decimalText(decimal(value)))
  if (type.kind === 'decimal') return withPlaces(decimal(value), type.places ?? 0)
  if (type.kind === 'money' && type.currency !== null)
    return withPlaces(decimal(value), currencyPlaces(type.currency) ?? 0)
  if (type.kind === 'period') {
    const { start, end } = value as unknown as Readonly<Record<'start' | 'end', Datum>>
    return { start: inJson({ kind: type.of }, start), end: inJson({ kind: type.of }, end) }
  }
  if (type.kind === 'secret') return true
  return type.kind === 'timestamp' ? new Date(Number(value)).toISOString() : value
}

function withPlaces(value: ReturnType<typeof decimal>, places: number): string {
  const text = decimalText(value)
  const own = text.split('.')[1]?.length ?? 0
  return own < places ? value.toFixed(places) : text
}
