// Settings of a connection, which are set once and hold until it ends. A statement sets them instead of the startup
// message, because poolers reject most startup parameters or silently drop them.

import type { ClientBase } from 'pg'

export type ConnectionSettings = Readonly<Record<string, string>>

/** A pooler without a free connection makes clients wait. */
const ANSWER_MS_MAX = 10_000

/**
 * Two transactions that wait for each other are found after this time. PostgreSQL's default, a second, is longer than
 * most of them take, and each of the retries would lose it. Only some roles may change it.
 */
const DEADLOCKS_FOUND_SOON = `CASE WHEN has_parameter_privilege('deadlock_timeout', 'SET')
  THEN set_config('deadlock_timeout', '50ms', false) END`

/** Runs when a pool opens a connection. */
export function sayingSettings(settings: ConnectionSettings): (client: ClientBase) => Promise<void> {
  const names = Object.keys(settings)
  const calls = names.map((_, at) => `set_config($${at * 2 + 1}, $${at * 2 + 2}, false)`)
  const asked = {
    text: `SELECT ${[...calls, DEADLOCKS_FOUND_SOON].join(', ')}`,
    values: Object.entries(settings).flat(),
    query_timeout: ANSWER_MS_MAX,
  }
  return async (client) => {
    await client.query(asked)
  }
}
