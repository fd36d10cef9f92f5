// The hand-written server under test, with a database of its own and the requested number of rows.

import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import pg from 'pg'
import { type Contender, startServer, stopServer, TOKENS } from './contender.ts'
import { type ApplicationName, CATEGORY_ID, conduitByHand, fillDatabase, helpDeskByHand } from '../data.ts'
import { signedToken, TOKEN_KEY, tasksByHand } from '../tasks/tasks-data.ts'

interface Application {
  readonly program: string
  readonly schema: string
  readonly fill: (rows: number) => string[]
}

/** One server for the help desk and Conduit, and a leaner one for the task tracker. */
const APPLICATIONS: Readonly<Record<ApplicationName, Application>> = {
  helpdesk: { program: 'hand-written-server.ts', schema: 'hand-written-schema.sql', fill: helpDeskByHand },
  conduit: { program: 'hand-written-server.ts', schema: 'hand-written-conduit.sql', fill: conduitByHand },
  tasks: { program: '../tasks/lean-server.ts', schema: '../tasks/schema.sql', fill: tasksByHand },
}

/** Each application has a database of its own. */
export async function startHandWritten(
  adminConnection: string,
  application: ApplicationName,
  rows: number,
): Promise<Contender> {
  const connectionString = await createDatabase(adminConnection, `by_hand_${application}_${rows}`)
  const { program, schema, fill } = APPLICATIONS[application]
  const tables = readFileSync(join(import.meta.dirname, schema), 'utf8')
  await fillDatabase(connectionString, [tables, ...fill(rows)])
  const { address, child, startMs } = await startServer([join(import.meta.dirname, program)], {
    DATABASE_URL: connectionString,
    TOKEN_KEY,
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
      member: { authorization: `Bearer ${signedToken('member')}` },
      clerk: { authorization: `Bearer ${signedToken('clerk')}` },
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
  // Not URL, because it rejects the connection string of a local socket, which has no host.
  return adminConnection.replace(/(\/\/[^/]*\/)[^?]*/, `$1${name}`)
}
