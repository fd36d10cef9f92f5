// The addresses of a primary and its replica → a refusal if reads from there could not be right. A replica that is gone
// or late is not refused: the primary answers meanwhile.

import { ENGINE_SCHEMA } from '@ninefold/core/plan/schema/engine/engine-tables.ts'
import pg from 'pg'
import { isDatabaseAway } from '../failures.ts'
import { type Asked, isShared, withConnections } from '../pooler-check.ts'
import { ServerUnsuitable } from '../suitable-server.ts'

const ELSEWHERE =
  'DATABASE_REPLICA_URL leads to another database, and not to a replica of this one. Correct the address, or leave the variable out.'

const SHARED =
  'A connection pooler stands before the replica in DATABASE_REPLICA_URL and gives each transaction another connection. ' +
  'Name the replica itself, or let the pooler work by sessions (PgBouncer: pool_mode = session).'

const NOT_FLUSHED =
  'synchronous_commit is off, so a commit may be visible before it is in the write-ahead log that the replica in DATABASE_REPLICA_URL gets. ' +
  'Switch it on for the user of DATABASE_URL, or leave DATABASE_REPLICA_URL out.'

const UNKNOWN_TABLE = '42P01'

/** The primary has the engine's tables already. `primary` leads there without a pooler. */
export async function refuseUnfitReplica(primary: string, replica: string): Promise<void> {
  const own = await withConnections(primary, 1, ([client]) => identityOf(client))
  if (!own.isFlushed) throw new ServerUnsuitable(NOT_FLUSHED)
  try {
    const found = await withConnections(replica, 1, async ([client]) => {
      if (client !== undefined && (await isShared(client, replica))) throw new ServerUnsuitable(SHARED)
      return identityOf(client)
    })
    if (found.id !== own.id) throw new ServerUnsuitable(ELSEWHERE)
  } catch (cause) {
    // A replica that is late does not have the tables yet.
    const isLate = cause instanceof pg.DatabaseError && cause.code === UNKNOWN_TABLE
    if (!isLate && !isDatabaseAway(cause)) throw cause
  }
}

interface Identity {
  readonly id: string
  readonly isFlushed: boolean
}

async function identityOf(client: Asked | undefined): Promise<Identity> {
  const found = await client?.query<Identity>(
    `SELECT id::text AS id, current_setting('synchronous_commit') <> 'off' AS "isFlushed" FROM ${ENGINE_SCHEMA}.identity`,
  )
  const [identity] = found?.rows ?? []
  if (identity === undefined) throw new Error('The database does not say which one it is.')
  return identity
}
