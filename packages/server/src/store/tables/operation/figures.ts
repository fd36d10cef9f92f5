// The database and the engine's tables → figures for an operator.

import type { SessionRules } from '@ninefold/core/model/roles.ts'
import type { Executor } from '../../driver/database.ts'
import { countSessions } from '../users/sessions.ts'

export interface DatabaseFigures {
  readonly version: string
  readonly bytes: number
  /** Null: no process serves this text. */
  readonly servedSinceMs: number | null
  /** Null: the text has no users. */
  readonly sessions: number | null
}

export async function databaseFigures(
  executor: Executor,
  revision: string,
  rules: SessionRules | null,
): Promise<DatabaseFigures> {
  const rows = await executor.runOwn(
    'database-figures',
    `SELECT current_setting('server_version') AS version, pg_database_size(current_database()) AS bytes,
       (SELECT since FROM ninefold.served_revision WHERE revision = $1) AS since`,
    [revision],
  )
  const row = rows[0] ?? {}
  return {
    version: String(row['version']),
    bytes: Number(row['bytes']),
    servedSinceMs: row['since'] === null ? null : Number(row['since']),
    sessions: rules === null ? null : await countSessions(executor, rules),
  }
}
