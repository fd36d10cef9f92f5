// Imports → cycles of modules that import each other, type imports included. A reader of one module would have to read
// all of them.

export interface Import {
  readonly from: string
  readonly target: string
}

/** The strongly connected components with more than one module, the largest first (Tarjan 1972). */
export function importCycles(imports: readonly Import[]): string[][] {
  const targets = new Map<string, Set<string>>()
  for (const { from, target } of imports) targets.set(from, (targets.get(from) ?? new Set()).add(target))
  const index = new Map<string, number>()
  const lowest = new Map<string, number>()
  const stack: string[] = []
  const found: string[][] = []
  const visit = (module: string): number => {
    const own = index.size
    index.set(module, own)
    lowest.set(module, own)
    const place = stack.push(module) - 1
    for (const target of targets.get(module) ?? []) {
      if (!targets.has(target)) continue
      const reached = index.has(target) ? (stack.includes(target) ? index.get(target) : undefined) : visit(target)
      if (reached !== undefined) lowest.set(module, Math.min(lowest.get(module) ?? own, reached))
    }
    const low = lowest.get(module) ?? own
    if (low === own) {
      const cycle = stack.splice(place)
      if (cycle.length > 1) found.push(cycle.sort())
    }
    return low
  }
  for (const module of targets.keys()) if (!index.has(module)) visit(module)
  return found.sort((one, other) => other.length - one.length)
}
