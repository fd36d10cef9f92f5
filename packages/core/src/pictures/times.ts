// Lengths of time → words, in the largest unit that divides them evenly.

import { DURATION_UNITS } from '../contract/inputs/duration-parts.ts'

export function timeInWords(duration: number): string {
  const [word, length] = DURATION_UNITS.find(([, each]) => duration % each === 0) ?? ['second', 1000]
  const count = duration / length
  return `${count} ${word}${count === 1 ? '' : 's'}`
}
