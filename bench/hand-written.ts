// The hand-written server as a contender: a database of its own, with as many rows as are asked for.

import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import pg from 'pg'
import { type Contender, startServer, stopServer, TOKENS } from './contender.ts'
import { CATEGORY_ID, conduitByHand, fillDatabase, helpDeskByHand } from './data.ts'

/** One server for both applications, each with its tables in a database of its own. */
export async function startHandWritten(
  adminConnection: string,
  application: 'helpdesk' | 'conduit',
  rows: number,
): Promise<Contender> {
  const connectionString = await createDatabase(adminConnection, `by_hand_${application}_${rows}`)
  const schema = application === 'helpdesk' ? 'hand-written-schema.sql' : 'hand-written-conduit.sql'
  const tables = readFileSync(join(import.meta.dirname, schema), 'utf8')
  await fillDatabase(connectionString, [
    tables,
    ...(application === 'helpdesk' ? helpDeskByHand(rows) : conduitByHand(rows)),
  ])
  const { address, child, startMs } = await startServer([join(import.meta.dirname, 'hand-written-server.ts')], {
    DATABASE_URL: connectionString,
  })
  const cookie = (token: string) => ({ cookie: `session=${token}` })
  return {
    name: 'hand-written',
    address,
    processId: child.pid ?? 0,
    connectionString,
    who: {
      customer: cookie(TOKENS.customer),
      agent: cookie(TOKENS.agent),
      admin: cookie(TOKENS.admin),
      reader: { authorization: `Token ${TOKENS.reader}` },
    },
    category: CATEGORY_ID,
    startMs,
    stop: () => stopServer(child),
  }
}

export async function createDatabase(adminConnection: string, name: string): Promise<string> {
  const pool = new pg.Pool({ connectionString: adminConnection })
  await pool.query(`CREATE DATABASE ${name}`)
  await pool.end()
  // Not URL: a local socket's connection string has no host, which URL refuses.
  return adminConnection.replace(/(\/\/[^/]*\/)[^?]*/, `$1${name}`)
}
