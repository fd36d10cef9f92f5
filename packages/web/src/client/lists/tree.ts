// Rows that refer to their parent → a tree. A row without its parent is at the top level; in a cycle the first row is,
// so that every row is shown once.

import type { RowData } from '@ninefold/core/contract/wire/app.ts'

export interface Branch {
  readonly row: RowData
  readonly below: readonly Branch[]
}

export function treeOf(rows: readonly RowData[], by: string): Branch[] {
  const ids = new Set(rows.map(({ id }) => id))
  const below = Map.groupBy(rows, (row) => aboveOf(row, by, ids))
  const placed = new Set<string>()
  const branch = (row: RowData): Branch => {
    placed.add(row.id)
    return { row, below: (below.get(row.id) ?? []).filter(({ id }) => !placed.has(id)).map(branch) }
  }
  const roots = (below.get(null) ?? []).map(branch)
  for (const row of rows) if (!placed.has(row.id)) roots.push(branch(row))
  return roots
}

function aboveOf(row: RowData, by: string, ids: ReadonlySet<string>): string | null {
  const value = row.values[by]
  const id = typeof value === 'string' || typeof value === 'number' ? String(value) : null
  return id !== null && id !== row.id && ids.has(id) ? id : null
}
