// A graph by names → the names reachable from one of them.

/** Everything reachable in at least one step. */
export function reachable(start: string, next: ReadonlyMap<string, ReadonlySet<string>>): Set<string> {
  const seen = new Set<string>()
  const waiting = [...(next.get(start) ?? [])]
  for (let name = waiting.pop(); name !== undefined; name = waiting.pop()) {
    if (seen.has(name)) continue
    seen.add(name)
    waiting.push(...(next.get(name) ?? []))
  }
  return seen
}
