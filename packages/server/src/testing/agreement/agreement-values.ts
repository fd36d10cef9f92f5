// Values of every type for comparing JavaScript and PostgreSQL, biased towards edge cases: letters of all of Unicode,
// moments around clock changes, numbers at their limits.

import { decimalText, exact } from '@ninefold/core/expression/evaluate/arithmetic.ts'
import { dateOf, DAY_MAX, DAY_MIN, TIMESTAMP_MAX, TIMESTAMP_MIN } from '@ninefold/core/expression/calendar.ts'
import type { ObjectValue, Value, ValueType } from '@ninefold/core/expression/expression.ts'

export const PRIORITIES = ['low', 'normal', 'high', 'urgent']

/** A source of choices. Everything generated uses one, so that a seed reproduces it. */
export interface Choosing {
  /** An integer from 0 to below `count`. */
  readonly below: (count: number) => number
  readonly of: <T>(options: readonly T[]) => T
}

/** The same choices for the same seed. */
export function choosingFrom(seed: number): Choosing {
  let state = seed >>> 0
  const next = () => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return (mixed ^ (mixed >>> 14)) >>> 0
  }
  const below = (count: number) => Math.floor((next() / 2 ** 32) * count)
  return { below, of: (options) => options[below(options.length)] as never }
}

const TRICKY = [
  ...'abBz',
  ...'éÉßΣςσİıǅ😀～ "\'\\%_\n1-',
  '\u00a0',
  'e\u0301',
  'ﬁ',
  'ŉ',
  '\u{10ffff}',
  '\ufeff',
  '\u200d',
]

function someText(choosing: Choosing): string {
  const length = choosing.below(5)
  return Array.from({ length }, () => (choosing.below(4) === 0 ? anyCharacter(choosing) : choosing.of(TRICKY))).join('')
}

/** Any present or future character: all code points except U+0000 and lone surrogates. */
function anyCharacter(choosing: Choosing): string {
  const codePoint = 1 + choosing.below(choosing.of([0x7f, 0x2fff, 0xd7ff, 0x1ffff, 0x10ffff]))
  if (codePoint >= 0xd800 && codePoint <= 0xdfff) return '\ufffd'
  return isDatedCharacter(codePoint) ? 'ა' : String.fromCodePoint(codePoint)
}

/**
 * Unicode 17 gave 56 more letters two cases. Node 24 knows them, PostgreSQL 18 has the tables of Unicode 16. Data of
 * different ages is an accepted exception.
 */
export function isDatedCharacter(codePoint: number): boolean {
  return DATED_CHARACTERS.test(String.fromCodePoint(codePoint))
}

const DATED_CHARACTERS = /[\ua7ce\ua7cf\ua7d2-\ua7d5\u{16ea0}-\u{16eb8}\u{16ebb}-\u{16ed3}]/u

const between = (choosing: Choosing, min: number, max: number) => min + choosing.below(max - min + 1)
const LIMIT = Number.MAX_SAFE_INTEGER

function someInteger(choosing: Choosing): number {
  switch (choosing.below(4)) {
    case 0:
      return choosing.of([LIMIT, -LIMIT, 2 ** 31, -(2 ** 31) - 1, 0])
    case 1:
      return between(choosing, -1_000_000, 1_000_000) * 1_000_000
    default:
      return between(choosing, -3, 3)
  }
}

function someDecimal(choosing: Choosing): string {
  return decimalText(exact(between(choosing, -30_000, 30_000)).div(10 ** choosing.below(5)))
}

/** Around the clock changes of 2026, at the ends of time, and anywhere. */
const CHANGES = [1_774_746_000_000, 1_792_890_000_000, 1_772_946_000_000, 1_777_000_000_000]

function someMoment(choosing: Choosing): number {
  switch (choosing.below(5)) {
    case 0:
      return choosing.of([TIMESTAMP_MIN, TIMESTAMP_MAX, -62_000_000_000_000, 253_000_000_000_000, 0])
    case 1:
    case 2:
      return choosing.of(CHANGES) + between(choosing, -7_200_000, 7_200_000)
    default:
      return between(choosing, 0, 4_000_000_000_000)
  }
}

function someDay(choosing: Choosing): number {
  if (choosing.below(6) === 0) return choosing.of([DAY_MIN, DAY_MAX, -1, 11_016, 20_542])
  return between(choosing, 0, 40_000)
}

function someTime(choosing: Choosing): string {
  return new Date(choosing.below(86_400) * 1000).toISOString().slice(11, 19)
}

function someDuration(choosing: Choosing): number {
  if (choosing.below(3) === 0) return choosing.of([0, LIMIT, -LIMIT, 99_999_999_999_999])
  return between(choosing, -200_000_000, 200_000_000)
}

/** Periods overlap often: few distinct starts, and lengths that make ends and starts coincide. */
function somePeriod(choosing: Choosing, of: 'date' | 'timestamp'): Value {
  const start = 20_000 + choosing.below(8)
  const end = start + 1 + choosing.below(5)
  if (of === 'date') return { start: dateOf(start), end: choosing.below(12) === 0 ? dateOf(DAY_MAX) : dateOf(end) }
  return { start: start * 86_400_000, end: end * 86_400_000 + choosing.of([0, 0, 1, -1]) }
}

/** Keys that expressions ask for. */
export const KEYS = ['a', 'b', 'É', '😀', 'list'] as const

function someMap(choosing: Choosing, value: () => Value): Value {
  return Object.fromEntries(KEYS.filter(() => choosing.below(2) === 0).map((key): [string, Value] => [key, value()]))
}

const NUMBERS = [0, -0, 1.5, -7, 1e21, 1e29, -1e30, 1e300, 1e-7, 2e-21, 5e-324, 0.1, LIMIT]

function someJson(choosing: Choosing, depth: number): Value {
  const inner = (): Value => someJson(choosing, depth - 1)
  const list = (): Value => Array.from({ length: choosing.below(4) }, inner)
  switch (choosing.below(depth > 0 ? 9 : 5)) {
    case 0:
      return null
    case 1:
      return choosing.below(2) === 0
    case 2:
      return choosing.of(NUMBERS)
    case 3:
      return choosing.of(KEYS)
    case 4:
      return someText(choosing)
    case 5:
      return list()
    default:
      return { ...(someMap(choosing, inner) as ObjectValue), ...(choosing.below(2) === 0 ? { list: list() } : {}) }
  }
}

export function someValue(type: ValueType, choosing: Choosing): Value {
  switch (type.kind) {
    case 'integer':
      return someInteger(choosing)
    case 'decimal':
      return someDecimal(choosing)
    case 'money':
      if (type.currency !== null) return someDecimal(choosing)
      return { amount: someDecimal(choosing), currency: choosing.of(['EUR', 'USD', 'JPY']) }
    case 'boolean':
      return choosing.below(2) === 0
    case 'timestamp':
      return someMoment(choosing)
    case 'date':
      return dateOf(someDay(choosing))
    case 'time':
      return someTime(choosing)
    case 'duration':
      return someDuration(choosing)
    case 'period':
      return somePeriod(choosing, type.of)
    case 'file':
      return {
        name: someText(choosing),
        size: choosing.below(5_000_000),
        type: choosing.of(['image/png', 'text/plain']),
      }
    case 'map':
      return someMap(choosing, () => someValue(type.of, choosing))
    case 'json':
      return someJson(choosing, 3) ?? {}
    case 'choice':
      return choosing.of(type.values)
    case 'list':
      return Array.from({ length: choosing.below(4) }, () => someValue(type.of, choosing))
    default:
      return someText(choosing)
  }
}
