// JSON values and maps: their acceptance, their equality, and functions of them (reference/3-entities, JSON and maps;
// reference/expression, Maps and JSON).

import type { CheckedFieldType } from '../../model/entities.ts'
import { JSON_DEPTH_MAX, JSON_LENGTH_MAX, MAP_KEY_LENGTH_MAX, MAP_KEYS_MAX } from '../../expression/json-text.ts'
import { placeOfKeys } from '../../model/wire.ts'
import type { Mistake } from '../refusals/mistakes.ts'
import type { Datum } from '../store.ts'
import { decimal, decimalText } from './numbers.ts'

type Members = Readonly<Record<string, Datum>>

function isObject(value: Datum): value is Members {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

/** Keys in one order, so that equal values look alike. */
export function inOneOrder(value: Datum): Datum {
  if (Array.isArray(value)) return (value as readonly Datum[]).map(inOneOrder)
  if (!isObject(value)) return value
  return Object.fromEntries(
    Object.keys(value)
      .sort()
      .map((key): [string, Datum] => [key, inOneOrder(value[key] ?? null)]),
  )
}

/** U+0000, or half a character. */
const NO_TEXT = /[\u0000\ud800-\udfff]/u

export type TakenJson = { readonly value: Datum } | Mistake

export function takenJson(sent: Datum): TakenJson {
  const texts: string[] = []
  if (depthOf(sent, texts) > JSON_DEPTH_MAX) return { code: 'wrong type' }
  if (texts.some((text) => NO_TEXT.test(text))) return { code: 'pattern' }
  return JSON.stringify(sent).length > JSON_LENGTH_MAX
    ? { code: 'too long', limit: JSON_LENGTH_MAX }
    : { value: inOneOrder(sent) }
}

/** Also collects the texts and keys. */
function depthOf(value: Datum, texts: string[]): number {
  if (typeof value === 'string') texts.push(value)
  if (Array.isArray(value)) return 1 + Math.max(-1, ...(value as readonly Datum[]).map((item) => depthOf(item, texts)))
  if (!isObject(value)) return 0
  texts.push(...Object.keys(value))
  return 1 + Math.max(-1, ...Object.values(value).map((item) => depthOf(item, texts)))
}

type MapType = Extract<CheckedFieldType, { kind: 'map' }>

/** `at`: behind the place of the map, `.key` or `[1].value`. */
export type MistakeAt = Mistake & { readonly at: string }

/** All mistakes of its pairs, or the map. `takes` validates a value. */
export function takenMap(
  { item, countMax }: MapType,
  sent: Datum,
  takes: (type: CheckedFieldType, value: Datum) => TakenJson,
): { readonly value: Datum } | { readonly mistakes: readonly MistakeAt[] } {
  const pairs = pairsIn(sent)
  if (pairs === null) return { mistakes: [{ code: 'wrong type', at: '' }] }
  const most = countMax ?? MAP_KEYS_MAX
  if (pairs.length > most) return { mistakes: [{ code: 'too big', limit: most, at: '' }] }
  const mistakes: MistakeAt[] = []
  const kept: [string, Datum][] = []
  const key: CheckedFieldType = { kind: 'text', lengthMin: null, lengthMax: MAP_KEY_LENGTH_MAX }
  for (const [index, pair] of pairs.entries()) {
    const taken = [takes(key, pair.key), takes(item, pair.value)]
    // A member of an object is named by its key, and a pair of a list by its index.
    const places = Array.isArray(sent)
      ? [`[${index}].key`, `[${index}].value`]
      : Array(2).fill(`.${placeOfKeys([String(pair.key)])}`)
    for (const [place, each] of taken.entries()) if ('code' in each) mistakes.push({ ...each, at: places[place] ?? '' })
    const [name, value] = taken
    if (name !== undefined && 'value' in name && value !== undefined && 'value' in value) {
      if (Array.isArray(sent) && kept.some(([other]) => other === name.value))
        mistakes.push({ code: 'taken', at: `[${index}].key` })
      kept.push([String(name.value), inNormalForm(item, value.value)])
    }
  }
  return mistakes.length > 0 ? { mistakes } : { value: inOneOrder(Object.fromEntries(kept)) }
}

function inNormalForm({ kind }: CheckedFieldType, value: Datum): Datum {
  return kind === 'decimal' ? decimalText(decimal(value)) : value
}

function pairsIn(sent: Datum): readonly { readonly key: Datum; readonly value: Datum }[] | null {
  if (isObject(sent)) return Object.entries(sent).map(([key, value]) => ({ key, value }))
  if (!Array.isArray(sent)) return null
  const pairs = (sent as readonly Datum[]).map((pair) =>
    isObject(pair) ? { key: pair['key'] ?? null, value: pair['value'] ?? null } : null,
  )
  return pairs.every((pair) => pair !== null) ? pairs : null
}

/** The pairs of a sent map as a map. */
export function mapIn(pairs: readonly Datum[]): Datum {
  const all = pairs.map((pair): [string, Datum] => {
    const { key = null, value = null } = isObject(pair) ? pair : {}
    return [String(key), value]
  })
  return inOneOrder(Object.fromEntries(all))
}

export function valueAt(of: Datum, key: Datum): Datum {
  return isObject(of) && Object.hasOwn(of, String(key)) ? (of[String(key)] ?? null) : null
}

export function isKeyOf(key: Datum, of: Datum): boolean {
  return typeof key === 'string' && isObject(of) && Object.hasOwn(of, key)
}

/** Undefined: not a function of these. Its value may be null. */
export function valueOfJsonFunction(name: string, first: Datum, second: Datum): Datum | undefined {
  switch (name) {
    case '[]':
      return valueAt(first, second)
    case 'map of pairs':
      return mapIn((first ?? []) as readonly Datum[])
    case 'asText':
      return typeof first === 'string' ? first : null
    case 'asYesNo':
      return typeof first === 'boolean' ? first : null
    case 'asNumber': {
      if (typeof first !== 'number') return null
      const number = decimal(first)
      return number.abs().lt('1e30') ? decimalText(number.round(20, 1)) : null
    }
    case 'asList':
      return Array.isArray(first) ? (first as readonly Datum[]).filter((item) => item !== null) : []
    case 'pairs':
      return isObject(first) ? byKey(first) : []
    default:
      return undefined
  }
}

function byKey(map: Members): Datum[] {
  const points = (text: string): number[] => [...text].map((character) => character.codePointAt(0) ?? 0)
  return Object.entries(map)
    .map(([key, value]) => ({ key, value }))
    .sort((a, b) => {
      const [one, other] = [points(a.key), points(b.key)]
      const place = one.findIndex((point, index) => point !== other[index])
      return place < 0 ? one.length - other.length : (one[place] ?? 0) - (other[place] ?? -1)
    })
}
