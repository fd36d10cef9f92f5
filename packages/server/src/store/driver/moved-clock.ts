// A moved clock for development: connections whose `now()` has an offset. A function of that name shadows PostgreSQL's
// own on these connections; other connections keep the real time.

import { CLOCK_SCHEMA } from '@ninefold/core/plan/schema/counters.ts'
import type pg from 'pg'
import type { ConnectionSettings } from './connection-settings.ts'

const SCHEMA = CLOCK_SCHEMA

/** Runs before such connections are opened. */
export async function makeMovable(pool: pg.Pool): Promise<void> {
  await pool.query(`CREATE SCHEMA IF NOT EXISTS ${SCHEMA};
    CREATE OR REPLACE FUNCTION ${SCHEMA}.now() RETURNS timestamptz LANGUAGE sql STABLE AS
    $$SELECT pg_catalog.now() + coalesce(pg_catalog.current_setting('${SCHEMA}.ahead', true), '0')::interval$$;
    GRANT USAGE ON SCHEMA ${SCHEMA} TO PUBLIC`)
}

/** Removes the function of a process that ended while its clock was moved. */
export async function endMovable(pool: pg.Pool): Promise<void> {
  await pool.query(`DROP SCHEMA IF EXISTS ${SCHEMA} CASCADE`)
}

/**
 * Settings of a connection. The explicit search path puts the schema before the names of PostgreSQL, which otherwise
 * come first.
 */
export function settingsOfClock(aheadMs: number): ConnectionSettings {
  return aheadMs === 0
    ? { search_path: 'public' }
    : { search_path: `${SCHEMA}, pg_catalog, public`, [`${SCHEMA}.ahead`]: `${aheadMs}ms` }
}
