// The extension pg_trgm for fuzzy search, which is part of PostgreSQL but not installed on every server. It has a
// schema that every role may use, because statements run under the callers' roles.

import type { PoolClient } from 'pg'
import type { Executor } from './database.ts'

const TRIGRAM_SCHEMA = 'ninefold_letters'

const EXTENSION = 'pg_trgm'

/** Installs it if the server has it and this user may. Without it, search only finds words as typed. */
export async function installTrigrams(client: Pick<PoolClient, 'query'>): Promise<void> {
  const { rows } = await client.query<{ isThere: boolean }>(
    `SELECT EXISTS (SELECT FROM pg_extension WHERE extname = $1) AS "isThere"
     FROM pg_available_extension_versions AS available
     WHERE name = $1 AND (available.trusted OR available.installed OR pg_has_role(current_user, 'pg_database_owner', 'USAGE'))
       AND has_database_privilege(current_database(), 'CREATE')
     LIMIT 1`,
    [EXTENSION],
  )
  if (rows[0]?.isThere !== false) return
  await client.query(`CREATE SCHEMA IF NOT EXISTS ${TRIGRAM_SCHEMA};
    GRANT USAGE ON SCHEMA ${TRIGRAM_SCHEMA} TO PUBLIC;
    CREATE EXTENSION IF NOT EXISTS ${EXTENSION} SCHEMA ${TRIGRAM_SCHEMA}`)
}

const SCHEMA = `SELECT n.nspname AS schema FROM pg_extension AS e JOIN pg_namespace AS n ON n.oid = e.extnamespace
  WHERE e.extname = $1 AND n.nspname IN ($2, 'public')`

/** The schema of the extension; null: it is not available to every role. */
export async function trigramSupport(database: Executor): Promise<string | null> {
  const [found] = await database.runOwn('letters compared', SCHEMA, [EXTENSION, TRIGRAM_SCHEMA])
  return found === undefined ? null : String(found['schema'])
}

/** The same on a connection of a migration. */
export async function trigramSchema(client: Pick<PoolClient, 'query'>): Promise<string | null> {
  const { rows } = await client.query<{ schema: string }>(SCHEMA, [EXTENSION, TRIGRAM_SCHEMA])
  return rows[0]?.schema ?? null
}
