// How the database is reached → a refusal where a pooler gives one connection to several by turns. The settings of a
// connection (serializable transactions, prepared statements, channels) would then hold for another caller: nothing
// would fail, and two people could win where one may.

import pg from 'pg'
import { ServerUnsuitable } from './suitable-server.ts'
import { toldProcess } from './upstream/told-process.ts'

/** So many are open at once, that one which is lent to two is seen. */
const CONNECTIONS = 3
const NO_TRANSACTIONS = '08P01'

const REFUSAL =
  'A connection pooler stands before this database and gives each transaction another connection. Ninefold needs connections that stay: ' +
  'let the pooler work by sessions (PgBouncer: pool_mode = session), or name the database itself in DATABASE_URL.'

/** `client` is connected to it already. */
export async function refuseSharedConnections(
  client: pg.ClientBase,
  connectionString: string | undefined,
): Promise<void> {
  // PostgreSQL has said which of its processes answers; a pooler says a number of its own.
  if ((await processOf(client)) === toldProcess(client)) return
  const clients = Array.from(
    { length: CONNECTIONS },
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
    if (await isLent(clients)) throw new ServerUnsuitable(REFUSAL)
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
