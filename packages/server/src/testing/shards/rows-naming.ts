// A database → every row of it in which one of some ids stands, whatever its table: what a tenant has there, found
// without any knowledge of tables.

import type { Pool } from 'pg'

/**
 * By the qualified name of the table, each row as sorted JSON, without numbers that a database gives by itself. Tables
 * without such a row are missing.
 */
export async function rowsNaming(pool: Pool, ids: readonly string[]): Promise<Map<string, string[]>> {
  const { rows: tables } = await pool.query<{ name: string }>(
    `SELECT format('%I.%I', nspname, relname) AS name FROM pg_class AS c JOIN pg_namespace AS n ON n.oid = c.relnamespace
     WHERE relkind = 'r' AND nspname IN ('public', 'ninefold') ORDER BY 1`,
  )
  const found = new Map<string, string[]>()
  for (const { name } of tables) {
    const { rows } = await pool.query<{ row: string }>(
      `SELECT (to_jsonb(t) - ARRAY(SELECT attname FROM pg_attribute WHERE attrelid = $1::regclass AND attidentity <> ''))::text AS row
       FROM ${name} AS t WHERE to_jsonb(t)::text LIKE ANY ($2::text[]) ORDER BY 1`,
      [name, ids.map((id) => `%${id}%`)],
    )
    const texts = rows.map(({ row }) => row)
    if (texts.length > 0) found.set(name, texts)
  }
  return found
}
