// A database → the usage counts of each index of the records' tables, from PostgreSQL's statistics.

import type pg from 'pg'

export interface IndexUse {
  readonly table: string
  readonly name: string
  /** Its columns: `owner_id, created_at, id`. */
  readonly keys: string
  /** Number of scans since `since`. */
  readonly uses: number
  readonly bytes: number
  /** The index enforces uniqueness, which the scans do not show. */
  readonly isUnique: boolean
}

export interface IndexUses {
  /** Start of the statistics; null: since the database was created. */
  readonly since: Date | null
  /** Least used first, then the largest. */
  readonly indexes: readonly IndexUse[]
}

export async function indexUses(pool: pg.Pool): Promise<IndexUses> {
  const reset = await pool.query<{ since: string | null }>(
    `SELECT to_char(stats_reset AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS"Z"') AS since
     FROM pg_stat_database WHERE datname = current_database()`,
  )
  const { rows } = await pool.query<Record<'table' | 'name' | 'keys' | 'uses' | 'bytes' | 'unique', string>>(
    `SELECT stat.relname AS table, stat.indexrelname AS name, stat.idx_scan::text AS uses,
       pg_relation_size(stat.indexrelid)::text AS bytes, indisunique::text AS unique,
       substring(pg_get_indexdef(stat.indexrelid) FROM ' USING \\w+ \\((.*?)\\)(?: INCLUDE .*| WHERE .*|)$') AS keys
     FROM pg_stat_user_indexes AS stat JOIN pg_index ON pg_index.indexrelid = stat.indexrelid
     WHERE stat.schemaname = 'public'
     ORDER BY stat.idx_scan, pg_relation_size(stat.indexrelid) DESC, stat.indexrelname`,
  )
  const since = reset.rows[0]?.since ?? null
  return {
    since: since === null ? null : new Date(since),
    indexes: rows.map(({ table, name, keys, uses, bytes, unique }) => ({
      table,
      name,
      keys,
      uses: Number(uses),
      bytes: Number(bytes),
      isUnique: unique === 'true',
    })),
  }
}
