// Lengths of time → words, in the largest unit that has them whole.

const UNITS = [
  ['day', 86_400_000],
  ['hour', 3_600_000],
  ['minute', 60_000],
  ['second', 1000],
] as const

export function timeInWords(duration: number): string {
  const [word, length] = UNITS.find(([, each]) => duration % each === 0) ?? ['second', 1000]
  const count = duration / length
  return `${count} ${word}${count === 1 ? '' : 's'}`
}
