// Statements for large tables while others use them, each outside of a transaction.

import pg, { type Pool, type PoolClient } from 'pg'

/** The error by which PostgreSQL refused one of the statements; null: all were carried out. */
export async function refusalOf(client: PoolClient, statements: readonly string[]): Promise<pg.DatabaseError | null> {
  try {
    for (const statement of statements) await client.query(statement)
    return null
  } catch (cause) {
    if (cause instanceof pg.DatabaseError) return cause
    throw cause
  }
}

/** Those of the tables that have at least this many bytes, without indexes. A table that does not exist has none. */
export async function largeTables(
  client: PoolClient,
  tables: readonly string[],
  bytes: number,
): Promise<ReadonlySet<string>> {
  const { rows } = await client.query<{ name: string }>(
    `SELECT relname AS name FROM pg_class
     WHERE relnamespace = 'public'::regnamespace AND relkind = 'r' AND relname = ANY ($1) AND pg_relation_size(oid) >= $2`,
    // PostgreSQL compares with a number, which Infinity is not as a bigint.
    [[...new Set(tables)], Math.min(bytes, Number.MAX_SAFE_INTEGER)],
  )
  return new Set(rows.map(({ name }) => name))
}

export async function countRows(client: PoolClient, sql: string): Promise<number> {
  const { rows } = await client.query<{ count: string }>(`SELECT (${sql}) AS count`)
  return Number(rows[0]?.count ?? 0)
}

/** The signal cancels the statement that runs on the connection. */
export async function cancelledBy<Result>(
  signal: AbortSignal | undefined,
  pool: Pool,
  client: PoolClient & { readonly processID?: number },
  work: () => Promise<Result>,
): Promise<Result> {
  // Without an answer the statement goes on, and its end is awaited.
  const cancel = (): void => void pool.query('SELECT pg_cancel_backend($1)', [client.processID]).catch(() => {})
  signal?.addEventListener('abort', cancel)
  try {
    return await work()
  } finally {
    signal?.removeEventListener('abort', cancel)
  }
}
