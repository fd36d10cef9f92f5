// An unknown word → the known word that was probably meant.

import { editDistance } from '../text/edit-distance.ts'

/** The known word with the smallest edit distance, or null if none is near enough. */
export function closest(written: string, known: Iterable<string>): string | null {
  const target = written.toLowerCase()
  let best: string | null = null
  let bestDistance = Math.max(1, Math.floor(target.length / 3)) + 1
  for (const word of known) {
    const distance = editDistance(target, word.toLowerCase(), bestDistance)
    if (distance < bestDistance) {
      best = word
      bestDistance = distance
    }
  }
  return best
}
