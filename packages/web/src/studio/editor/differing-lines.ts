// Two texts → the lines that differ, without common lines at both ends.

export interface DifferingLines {
  readonly theirs: readonly string[]
  readonly mine: readonly string[]
}

/** Lines of context. */
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
