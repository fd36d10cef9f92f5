// Settings of a connection, which are set once and hold until it ends. A statement sets them instead of the startup
// message, because poolers reject most startup parameters or silently drop them.
//
// The same statement refuses a replica: after a failover, an address may lead to the former primary for a while, whose
// data is old. A primary becomes a replica only by a restart, which ends its connections, so asking once is enough.

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

/**
 * The server asks whether its client still exists: a network that was cut may have lost the end of a connection, whose
 * session would keep its place, and the locks of its transaction. In seconds and milliseconds; without effect on local
 * sockets.
 */
const KEEPALIVES: ConnectionSettings = {
  tcp_keepalives_idle: '5',
  tcp_keepalives_interval: '2',
  tcp_keepalives_count: '3',
  tcp_user_timeout: '15000',
}

/** The server of a new connection is a replica. The code is PostgreSQL's for a write that is sent there. */
class ServerIsReplica extends Error {
  override name = 'ServerIsReplica'
  readonly code = '25006'

  constructor() {
    super('This server is a replica, and the primary is expected at its address.')
  }
}

/** Runs when a pool opens a connection. */
export function sayingSettings(
  settings: ConnectionSettings,
  mayBeReplica: boolean,
): (client: ClientBase) => Promise<void> {
  const all = { ...KEEPALIVES, ...settings }
  const names = Object.keys(all)
  const calls = names.map((_, at) => `set_config($${at * 2 + 1}, $${at * 2 + 2}, false)`)
  const asked = {
    text: `SELECT ${['pg_is_in_recovery() AS "isReplica"', ...calls, DEADLOCKS_FOUND_SOON].join(', ')}`,
    values: Object.entries(all).flat(),
    query_timeout: ANSWER_MS_MAX,
  }
  return async (client) => {
    const { rows } = await client.query<{ isReplica: boolean }>(asked)
    if (rows[0]?.isReplica === true && !mayBeReplica) throw new ServerIsReplica()
  }
}
