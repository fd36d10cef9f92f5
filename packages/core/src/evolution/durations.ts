// Milliseconds → the words for them: `15 minutes`.

const UNITS = [
  ['day', 86_400_000],
  ['hour', 3_600_000],
  ['minute', 60_000],
  ['second', 1_000],
  ['millisecond', 1],
] as const

export function durationWords(milliseconds: number): string {
  const [unit, size] = UNITS.find(([, size]) => milliseconds !== 0 && milliseconds % size === 0) ?? ['second', 1_000]
  const number = milliseconds / size
  return `${number} ${unit}${number === 1 ? '' : 's'}`
}
