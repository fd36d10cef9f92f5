// A word that is not known → the known word that was probably meant.

/** The known word nearest to the written one, or null when none is near enough to be meant. */
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

/** Optimal string alignment distance: inserts, deletes, replacements and swaps of neighbours. */
function editDistance(a: string, b: string, giveUpAt: number): number {
  if (Math.abs(a.length - b.length) >= giveUpAt) return giveUpAt
  let beforeLast: number[] = []
  let last = Array.from({ length: b.length + 1 }, (_, column) => column)
  for (let row = 1; row <= a.length; row++) {
    const current = [row]
    for (let column = 1; column <= b.length; column++) {
      const replaced = (last[column - 1] ?? 0) + (a[row - 1] === b[column - 1] ? 0 : 1)
      let distance = Math.min(replaced, (last[column] ?? 0) + 1, (current[column - 1] ?? 0) + 1)
      if (row > 1 && column > 1 && a[row - 1] === b[column - 2] && a[row - 2] === b[column - 1]) {
        distance = Math.min(distance, (beforeLast[column - 2] ?? 0) + 1)
      }
      current.push(distance)
    }
    beforeLast = last
    last = current
  }
  return last[b.length] ?? giveUpAt
}
