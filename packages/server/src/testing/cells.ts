// A database → all cells of a backup, and the positions of sequences, as comparable text.

import type { Pool } from 'pg'

export type Cells = Readonly<Record<string, readonly string[]>>

export async function cellsOf(pool: Pool): Promise<Cells> {
  const { rows } = await pool.query<{ name: string; kind: string }>(
    `SELECT c.oid::regclass::text AS name, c.relkind AS kind FROM pg_class AS c
     WHERE c.relnamespace IN ('public'::regnamespace, 'ninefold'::regnamespace) AND c.relkind IN ('r', 'S')
       AND c.relname NOT IN ('engine', 'evolution') ORDER BY 1`,
  )
  const found: Record<string, readonly string[]> = {}
  for (const { name, kind } of rows) {
    const what = kind === 'S' ? `jsonb_build_array(t.last_value, t.is_called)` : 'to_jsonb(t)'
    const cells = await pool.query<{ cells: string }>(`SELECT ${what}::text AS cells FROM ${name} AS t ORDER BY 1`)
    found[name.replaceAll('"', '')] = cells.rows.map((row) => row.cells)
  }
  return found
}
