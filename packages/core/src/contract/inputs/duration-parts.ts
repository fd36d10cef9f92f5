// A duration → counts of its units, largest first, for formatting in the reader's language.

export interface DurationPart {
  readonly count: number
  readonly unit: 'day' | 'hour' | 'minute' | 'second'
}

export const DURATION_UNITS = [
  ['day', 86_400_000],
  ['hour', 3_600_000],
  ['minute', 60_000],
  ['second', 1000],
] as const

/** Without its sign. Units with a count of zero are left out; milliseconds are a fraction of a second. */
export function durationParts(milliseconds: number): DurationPart[] {
  let rest = Math.abs(milliseconds)
  const parts: DurationPart[] = []
  for (const [unit, size] of DURATION_UNITS) {
    const count = Math.floor(rest / size)
    rest -= count * size
    if (count > 0) parts.push({ count, unit })
  }
  return parts.length === 0 ? [{ count: rest / 1000, unit: 'second' }] : parts
}
