// Two words → the number of typos between them.

/** One typo in a word of four letters, two in one of eight: with fewer letters another word would match. */
export function typosForgiven(word: string): number {
  return word.length < 4 ? 0 : word.length < 8 ? 1 : 2
}

/**
 * Optimal string alignment distance: insertions, deletions, substitutions and swaps of neighbours. At most `giveUpAt`.
 */
export function editDistance(a: string, b: string, giveUpAt: number): number {
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
