// Generated texts for `asNumber`, for agreement-expressions.ts.

import type { Choosing } from './agreement-values.ts'

/** Texts that are numbers, and texts that nearly are. */
export function writtenNumber(choosing: Choosing, inner: (kind: 'decimal' | 'integer' | 'text') => string): string {
  return choosing.of([
    () => `string(${inner(choosing.of(['decimal', 'integer'] as const))})`,
    () =>
      `(string(${inner('integer')}) + ${choosing.of(['".5"', '"."', '".00"', '"e1"', '" "', '"\\n"', '".5.5"', '"٣"'])})`,
    () => `(${choosing.of(['"-"', '"+"', '"0"', '" "', '"."', '"--"'])} + string(${inner('decimal')}))`,
    () => choosing.of(['"-0.0"', '"007"', '""', '"-"', '"NaN"', '"Infinity"', '"1_000"', '"0x1"']),
    () => `"1${'0'.repeat(29)}"`,
    () => `"1${'0'.repeat(30)}"`,
    () => `"0.${'0'.repeat(19)}1"`,
    () => `"0.${'0'.repeat(20)}1"`,
    () => inner('text'),
  ])()
}
