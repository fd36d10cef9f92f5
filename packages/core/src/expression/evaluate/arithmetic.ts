// Total arithmetic: integers are clamped to the safe range, decimals are exact, and a quotient of decimals has twenty
// places. plan/sql/expression-sql.ts does the same in PostgreSQL.

import Big from 'big.js'
import type { Value } from '../expression.ts'

const Exact = Big()
Exact.DP = 20
Exact.RM = Exact.roundDown

export function safeInteger(value: number): number {
  // Adding zero turns -0 into 0.
  return Math.min(Math.max(value, Number.MIN_SAFE_INTEGER), Number.MAX_SAFE_INTEGER) + 0
}

export function exact(value: Value): Big {
  return new Exact(typeof value === 'number' || typeof value === 'string' ? value : 0)
}

/** Plain notation without trailing zeros: the canonical text of a number. */
export function decimalText(value: Big): string {
  return value.eq(0) ? '0' : value.toFixed()
}

/** With all decimals of its currency, so that equal amounts have equal texts. */
export function amountText(amount: string, places: number): string {
  const text = exact(amount).toFixed(places)
  return text.replace(/^-(?=[0.]+$)/, '')
}

export function divideDecimals(a: Big, b: Big): Big | null {
  return b.eq(0) ? null : a.div(b)
}

export function roundHalfAwayFromZero(value: Big, places: number): Big {
  return value.round(places, Exact.roundHalfUp)
}

export function integerOf(value: Big): number {
  if (value.gt(Number.MAX_SAFE_INTEGER)) return Number.MAX_SAFE_INTEGER
  if (value.lt(Number.MIN_SAFE_INTEGER)) return Number.MIN_SAFE_INTEGER
  return Number(value.toFixed(0)) + 0
}

/** Truncated towards zero. Subtracting the exact remainder first leaves a division without rounding. */
export function divideIntegers(a: number, b: number): number | null {
  return b === 0 ? null : (a - (a % b)) / b + 0
}

/** Exact in any order; clamped only at the end. */
export function sumIntegers(values: readonly Value[]): number {
  let sum = 0n
  for (const value of values) sum += BigInt(typeof value === 'number' ? value : 0)
  const most = BigInt(Number.MAX_SAFE_INTEGER)
  return Number(sum > most ? most : sum < -most ? -most : sum)
}

export function sumDecimals(values: readonly Value[]): Big {
  return values.reduce<Big>((sum, value) => sum.plus(exact(value)), new Exact(0))
}

/** At most as many digits as a decimal that is sent. */
const NUMBER = /^-?[0-9]{1,30}(?:\.[0-9]{1,20})?$/

/** Null: the text is not a number. */
export function numberOfText(text: string): string | null {
  return NUMBER.test(text) ? decimalText(exact(text)) : null
}
