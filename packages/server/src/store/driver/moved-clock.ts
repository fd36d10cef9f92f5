// A clock that stands elsewhere while a specification is written: connections whose `now()` is so far from the real one.
// A function of that name comes before PostgreSQL's own, for these connections; what asks it on any other is told the real
// time.

import { CLOCK_SCHEMA } from '@ninefold/core/plan/schema/counters.ts'
import type pg from 'pg'
import type { ConnectionSettings } from './connection-settings.ts'

const SCHEMA = CLOCK_SCHEMA

/** Before connections are opened that need it. */
export async function makeMovable(pool: pg.Pool): Promise<void> {
  await pool.query(`CREATE SCHEMA IF NOT EXISTS ${SCHEMA};
    CREATE OR REPLACE FUNCTION ${SCHEMA}.now() RETURNS timestamptz LANGUAGE sql STABLE AS
    $$SELECT pg_catalog.now() + coalesce(pg_catalog.current_setting('${SCHEMA}.ahead', true), '0')::interval$$;
    GRANT USAGE ON SCHEMA ${SCHEMA} TO PUBLIC`)
}

/** Left over from a process that ended while its clock was moved. */
export async function endMovable(pool: pg.Pool): Promise<void> {
  await pool.query(`DROP SCHEMA IF EXISTS ${SCHEMA} CASCADE`)
}

/** Of a connection. PostgreSQL's own names are searched first, unless it is said where. */
export function settingsOfClock(aheadMs: number): ConnectionSettings {
  return aheadMs === 0
    ? { search_path: 'public' }
    : { search_path: `${SCHEMA}, pg_catalog, public`, [`${SCHEMA}.ahead`]: `${aheadMs}ms` }
}
