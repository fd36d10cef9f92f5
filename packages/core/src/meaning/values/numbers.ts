// Numbers by reference/expression: integers stop at the largest safe one, decimals are exact, and a quotient of
// decimals has twenty places.

import Big from 'big.js'

const Decimal = Big()
Decimal.DP = 20
Decimal.RM = Decimal.roundDown

const LARGEST = BigInt(Number.MAX_SAFE_INTEGER)

export function whole(value: bigint): number {
  return Number(value > LARGEST ? LARGEST : value < -LARGEST ? -LARGEST : value)
}

export function decimal(value: unknown): Big {
  return new Decimal(typeof value === 'number' || typeof value === 'string' ? value : 0)
}

export function decimalText(value: Big): string {
  return value.eq(0) ? '0' : value.toFixed()
}

/** Half away from zero. */
export function rounded(value: Big, places: number): Big {
  return value.round(places, Decimal.roundHalfUp)
}

export function wholeOf(value: Big): number {
  return whole(BigInt(value.toFixed(0)))
}

/** Null: the divisor is zero. */
export function wholeQuotient(a: number, b: number): number | null {
  return b === 0 ? null : Number(BigInt(a) / BigInt(b))
}

export function wholeRemainder(a: number, b: number): number | null {
  return b === 0 ? null : Number(BigInt(a) % BigInt(b))
}

export function decimalQuotient(a: Big, b: Big): string | null {
  return b.eq(0) ? null : decimalText(a.div(b))
}
