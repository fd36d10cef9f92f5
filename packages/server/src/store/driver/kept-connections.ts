// The way to the database → a refusal where a pooler gives one connection to several by turns, on a way that is taken for
// one that stays. The settings of a connection (serializable transactions, prepared statements, channels) would then hold
// for another caller: nothing would fail, and two people could win where one may.

import { randomInt, randomUUID } from 'node:crypto'
import pg from 'pg'
import { ServerUnsuitable } from './suitable-server.ts'
import type { Pooling } from './transaction-settings.ts'
import { toldProcess } from './upstream/told-process.ts'

/** So many are open at once, that one which is lent to two is seen. */
const CONNECTIONS = 3
const NO_TRANSACTIONS = '08P01'
/** There is none of this name, or another one has it; and a transaction that has failed so. */
const STATEMENT_LOST = /^(26000|42P05|25P02)$/

const REFUSAL =
  'A connection pooler stands before this database and gives each transaction another connection. Name the database itself beside it, ' +
  'in DATABASE_DIRECT_URL: listening, locks and migrations need connections that stay. Otherwise let the pooler work by sessions ' +
  '(PgBouncer: pool_mode = session), or name the database itself in DATABASE_URL.'

/** `client` is connected to it already. */
export async function refuseSharedConnections(
  client: pg.ClientBase,
  connectionString: string | undefined,
): Promise<void> {
  // PostgreSQL has said which of its processes answers; a pooler says a number of its own.
  if ((await processOf(client)) === toldProcess(client)) return
  await withConnections(connectionString, CONNECTIONS, async (clients) => {
    if (await isLent(clients)) throw new ServerUnsuitable(REFUSAL)
  })
}

const ELSEWHERE =
  'DATABASE_URL and DATABASE_DIRECT_URL lead to different databases. The second one names the database behind the pooler of the first one.'

const FORGETS =
  'DATABASE_PREPARED_STATEMENTS is on, and the pooler in DATABASE_URL does not prepare a statement on the connection that it lends. ' +
  'Set max_prepared_statements (PgBouncer 1.21 or newer), or leave the variable out: statements are then sent with their text.'

/** Two addresses are one database, and a pooler that is said to keep prepared statements keeps them. */
export async function refuseUnfitPooling(connectionString: string, pooling: Pooling): Promise<void> {
  await withConnections(connectionString, CONNECTIONS, async (pooled) => {
    await withConnections(pooling.directConnectionString, 1, async ([direct]) => {
      if (direct === undefined || !(await isSameDatabase(direct, pooled[0] ?? direct)))
        throw new ServerUnsuitable(ELSEWHERE)
    })
    if (pooling.keepsStatements && !(await keepsStatements(pooled))) throw new ServerUnsuitable(FORGETS)
  })
}

/** A lock of a database is seen by everybody in it, and by nobody else. */
async function isSameDatabase(direct: Asked, pooled: Asked): Promise<boolean> {
  const lock = randomInt(2 ** 47)
  await direct.query(`BEGIN; SELECT pg_advisory_xact_lock(${lock})`)
  const { rows } = await pooled.query<{ isFree: boolean }>(`SELECT pg_try_advisory_xact_lock(${lock}) AS "isFree"`)
  await direct.query('ROLLBACK')
  return rows[0]?.isFree === false
}

/** Each prepares another statement under one name, and asks it again, in the other order and in transactions that stay open. */
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

async function withConnections<Result>(
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

/** The query of a connection, as far as it is needed here. */
export type Asked = Pick<pg.ClientBase, 'query'>

/** Whether the same process answers two of them, or two processes answer one. */
export async function isLent(clients: readonly Asked[]): Promise<boolean> {
  const before: number[] = []
  for (const client of clients) before.push(await processOf(client))
  if (new Set(before).size < clients.length) return true
  // From the last to the first: a pooler that lends in turn would otherwise give everybody the same one again.
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
