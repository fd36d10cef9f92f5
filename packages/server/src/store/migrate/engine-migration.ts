// Migrates the engine's own tables to the version of this program.

import { ENGINE_MIGRATIONS, ENGINE_SCHEMA } from '@ninefold/core/plan/schema/engine/engine-tables.ts'
import type { PoolClient } from 'pg'

/** Runs in the caller's transaction. */
export async function migrateEngine(client: PoolClient, to = ENGINE_MIGRATIONS.length): Promise<void> {
  const { rows } = await client.query<{ found: boolean }>('SELECT to_regclass($1) IS NOT NULL AS found', [
    `${ENGINE_SCHEMA}.engine`,
  ])
  if (rows[0]?.found !== true) {
    await client.query('CREATE SCHEMA IF NOT EXISTS ninefold')
    await client.query('CREATE TABLE ninefold.engine (version int NOT NULL)')
    await client.query('INSERT INTO ninefold.engine VALUES (0)')
  }
  const current = await client.query<{ version: number }>('SELECT version FROM ninefold.engine')
  const version = current.rows[0]?.version ?? 0
  const newest = Math.max(version, to)
  if (newest > ENGINE_MIGRATIONS.length) {
    throw new Error(
      `This database was opened by a newer Ninefold (engine tables version ${newest}, this one knows ${ENGINE_MIGRATIONS.length}).`,
    )
  }
  for (const sql of ENGINE_MIGRATIONS.slice(version, to)) await client.query(sql)
  if (version < to) await client.query('UPDATE ninefold.engine SET version = $1', [to])
  if (to === ENGINE_MIGRATIONS.length) await client.query(NEXT_ERA_OF_EVENTS)
}

/**
 * Events are read in the order of transactions. A backup's transaction ids come from another server, so a new era
 * orders later events behind them.
 */
const NEXT_ERA_OF_EVENTS = `
  WITH last AS (SELECT era, written_by FROM ninefold.event ORDER BY number DESC LIMIT 1000)
  UPDATE ninefold.identity SET event_era = (SELECT max(era) FROM last) + 1
  WHERE EXISTS (
    SELECT FROM last WHERE era > event_era OR (era = event_era AND written_by >= pg_snapshot_xmax(pg_current_snapshot())))`
