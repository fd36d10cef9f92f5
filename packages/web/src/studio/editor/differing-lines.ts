// Two texts → the lines in which they differ: without those that are the same at the beginning and at the end.

export interface DifferingLines {
  readonly theirs: readonly string[]
  readonly mine: readonly string[]
}

/** So many equal lines around them say where it is. */
const AROUND = 2

export function differingLines(theirs: string, mine: string): DifferingLines {
  const [a, b] = [theirs.split('\n'), mine.split('\n')]
  const shorter = Math.min(a.length, b.length)
  let start = 0
  while (start < shorter && a[start] === b[start]) start++
  let end = 0
  while (end < shorter - start && a.at(-1 - end) === b.at(-1 - end)) end++
  const from = Math.max(0, start - AROUND)
  const rest = Math.max(0, end - AROUND)
  return { theirs: a.slice(from, a.length - rest), mine: b.slice(from, b.length - rest) }
}
