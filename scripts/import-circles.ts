// Imports of files → circles of files that import each other, imports of types included. Files of a circle have no order
// in which they can be read. The linter's `no-cycle` finds only imports that exist at run time.

import type { FoundImport } from './import-rules.ts'

/** Strongly connected components of more than one file, after Tarjan. */
export function findFileCircles(imports: readonly FoundImport[]): string[][] {
  const edges = new Map<string, string[]>()
  for (const { from, target } of imports) edges.set(from, [...(edges.get(from) ?? []), target])
  const order = new Map<string, number>()
  const lowest = new Map<string, number>()
  const stack: string[] = []
  const open = new Set<string>()
  const circles: string[][] = []
  const visit = (file: string): void => {
    order.set(file, order.size)
    lowest.set(file, order.get(file) ?? 0)
    stack.push(file)
    open.add(file)
    for (const next of edges.get(file) ?? []) {
      if (!edges.has(next)) continue
      if (!order.has(next)) visit(next)
      if (open.has(next)) lowest.set(file, Math.min(lowest.get(file) ?? 0, lowest.get(next) ?? 0))
    }
    if (lowest.get(file) !== order.get(file)) return
    const circle = stack.splice(stack.indexOf(file))
    for (const member of circle) open.delete(member)
    if (circle.length > 1) circles.push(circle.sort())
  }
  for (const file of edges.keys()) if (!order.has(file)) visit(file)
  return circles.sort((a, b) => b.length - a.length)
}
