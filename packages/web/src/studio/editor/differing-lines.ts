// Two versions of a specification → the lines of each file that differ, without common lines at both ends.

import { chaptersOf } from '@ninefold/core/text/chapters.ts'

export interface DifferingFile extends DifferingLines {
  /** Null: the main file. */
  readonly path: string | null
}

/** A file that only one version has is empty in the other. */
export function differingFiles(theirs: string, mine: string): DifferingFile[] {
  const [a, b] = [filesIn(theirs), filesIn(mine)]
  return [...new Set([...a.keys(), ...b.keys()])].flatMap((path) => {
    const [one = '', other = ''] = [a.get(path), b.get(path)]
    return one === other ? [] : [{ path, ...differingLines(one, other) }]
  })
}

function filesIn(text: string): ReadonlyMap<string | null, string> {
  return new Map(chaptersOf(text).map(({ path, span }) => [path, text.slice(span.start, span.end)]))
}

interface DifferingLines {
  readonly theirs: readonly string[]
  readonly mine: readonly string[]
}

/** Lines of context. */
const AROUND = 2

function differingLines(theirs: string, mine: string): DifferingLines {
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
