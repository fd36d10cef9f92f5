// The connection to the database → a refusal if a pooler shares connections where a dedicated one is expected. Session
// settings (serializable transactions, prepared statements, channels) would then apply to other callers: nothing would
// fail visibly, but two writers could both succeed where one may.

import { randomInt, randomUUID } from 'node:crypto'
import pg from 'pg'
import { ServerUnsuitable } from './suitable-server.ts'
import type { Pooling } from './transaction-settings.ts'
import { backendProcessId } from './upstream/backend-process-id.ts'

/** Enough concurrent connections to detect one that is shared. */
const CONNECTIONS = 3
const NO_TRANSACTIONS = '08P01'
/** An unknown or duplicate prepared statement, or a transaction that has failed because of one. */
const STATEMENT_LOST = /^(26000|42P05|25P02)$/

const REFUSAL =
  'A connection pooler stands before this database and gives each transaction another connection. Name the database itself beside it, ' +
  'in DATABASE_DIRECT_URL: listening, locks and migrations need connections that stay. Otherwise let the pooler work by sessions ' +
  '(PgBouncer: pool_mode = session), or name the database itself in DATABASE_URL.'

/** `client` is already connected. */
export async function refuseSharedConnections(
  client: pg.ClientBase,
  connectionString: string | undefined,
): Promise<void> {
  if (await isShared(client, connectionString)) throw new ServerUnsuitable(REFUSAL)
}

/** `client` is already connected to that address. */
export async function isShared(client: pg.ClientBase, connectionString: string | undefined): Promise<boolean> {
  // PostgreSQL reports its own process id at startup; a pooler reports a made-up one.
  if ((await processOf(client)) === backendProcessId(client)) return false
  return withConnections(connectionString, CONNECTIONS, isLent)
}

const ELSEWHERE =
  'DATABASE_URL and DATABASE_DIRECT_URL lead to different databases. The second one names the database behind the pooler of the first one.'

const FORGETS =
  'DATABASE_PREPARED_STATEMENTS is on, and the pooler in DATABASE_URL does not prepare a statement on the connection that it lends. ' +
  'Set max_prepared_statements (PgBouncer 1.21 or newer), or leave the variable out: statements are then sent with their text.'

/**
 * Verifies that both addresses reach the same database, and that the pooler keeps prepared statements if it is said to.
 */
export async function refuseUnfitPooling(connectionString: string, pooling: Pooling): Promise<void> {
  await withConnections(connectionString, CONNECTIONS, async (pooled) => {
    await withConnections(pooling.directConnectionString, 1, async ([direct]) => {
      if (direct === undefined || !(await isSameDatabase(direct, pooled[0] ?? direct)))
        throw new ServerUnsuitable(ELSEWHERE)
    })
    if (pooling.keepsStatements && !(await keepsStatements(pooled))) throw new ServerUnsuitable(FORGETS)
  })
}

/** An advisory lock is visible in its own database only. */
async function isSameDatabase(direct: Asked, pooled: Asked): Promise<boolean> {
  const lock = randomInt(2 ** 47)
  await direct.query(`BEGIN; SELECT pg_advisory_xact_lock(${lock})`)
  const { rows } = await pooled.query<{ isFree: boolean }>(`SELECT pg_try_advisory_xact_lock(${lock}) AS "isFree"`)
  await direct.query('ROLLBACK')
  return rows[0]?.isFree === false
}

/**
 * Each client prepares a different statement under the same name and runs it again, in another order and in open
 * transactions.
 */
async function keepsStatements(clients: readonly Asked[]): Promise<boolean> {
  const name = `ninefold-${randomUUID()}`
  const answers = async (client: Asked, own: number): Promise<boolean> => {
    const { rows } = await client.query<{ own: number }>({ name, text: `SELECT ${own} AS own` })
    return rows[0]?.own === own
  }
  try {
    for (const [own, client] of clients.entries()) if (!(await answers(client, own))) return false
    for (const [own, client] of [...clients.entries()].toReversed()) {
      await client.query('BEGIN')
      if (!(await answers(client, own))) return false
    }
    return true
  } catch (cause) {
    if (cause instanceof pg.DatabaseError && STATEMENT_LOST.test(cause.code ?? '')) return false
    throw cause
  }
}

export async function withConnections<Result>(
  connectionString: string | undefined,
  count: number,
  work: (clients: readonly pg.Client[]) => Promise<Result>,
): Promise<Result> {
  const clients = Array.from(
    { length: count },
    () =>
      new pg.Client({
        ...(connectionString === undefined ? {} : { connectionString }),
        connectionTimeoutMillis: 10_000,
        application_name: 'ninefold',
      }),
  )
  for (const each of clients) each.on('error', () => {})
  try {
    for (const each of clients) await each.connect()
    return await work(clients)
  } finally {
    await Promise.all(clients.map((each) => each.end().catch(() => {})))
  }
}

/** The query method of a connection. */
export type Asked = Pick<pg.ClientBase, 'query'>

/** Tells whether one process serves two clients, or two processes serve one. */
export async function isLent(clients: readonly Asked[]): Promise<boolean> {
  const before: number[] = []
  for (const client of clients) before.push(await processOf(client))
  if (new Set(before).size < clients.length) return true
  // In reverse order, because a round-robin pooler would otherwise give each client the same connection again.
  for (const [at, client] of [...clients.entries()].toReversed()) {
    try {
      await client.query('BEGIN')
    } catch (cause) {
      if (cause instanceof pg.DatabaseError && cause.code === NO_TRANSACTIONS) return true
      throw cause
    }
    if ((await processOf(client)) !== before[at]) return true
  }
  return false
}

async function processOf(client: Asked): Promise<number> {
  const { rows } = await client.query<{ process: number }>('SELECT pg_backend_pid() AS process')
  const [found] = rows
  if (found === undefined) throw new Error('PostgreSQL does not say which process answers.')
  return found.process
}
