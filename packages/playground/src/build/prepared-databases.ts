// PGlite → the files of two databases, packed: one without anything, and one that has the tables of the first example. A browser
// that began with neither would make a database of its own first, which takes it ten times as long as all else together. No
// records are in them: sample data has moments that count from the visit.

import { createServer, type Server } from 'node:net'
import { promisify } from 'node:util'
import { gzip } from 'node:zlib'
import { PGlite } from '@electric-sql/pglite'
import { MAILBOX_ONLY } from '@ninefold/server/jobs/mail.ts'
import { openDatabase } from '@ninefold/server/store/driver/database.ts'
import { pino } from 'pino'
import { applicationOf, bringTo, compile, startServer } from '@ninefold/cli/pipeline.ts'
import { EXTENSIONS, shareBackend } from '../database/pglite.ts'
import type { SharedBackend } from '../database/shared-backend.ts'

export interface PreparedDatabases {
  readonly empty: Uint8Array
  readonly example: Uint8Array
}

/** A log of small parts: what is not in use is not sent to anybody. */
const INIT = ['--wal-segsize=1']
const SMALL = [
  `ALTER SYSTEM SET min_wal_size = '2MB'`,
  `ALTER SYSTEM SET max_wal_size = '4MB'`,
  'UPDATE pg_database SET datistemplate = false, datallowconn = true',
  'DROP DATABASE template0',
  'DROP DATABASE template1',
]

export async function prepareDatabases(text: string): Promise<PreparedDatabases> {
  const pglite = await PGlite.create({ extensions: EXTENSIONS, initDbStartParams: INIT })
  try {
    for (const statement of SMALL) await pglite.query(statement)
    const empty = await packed(pglite)
    await bringExample(pglite, text)
    return { empty, example: await packed(pglite) }
  } finally {
    await pglite.close()
  }
}

async function packed(pglite: PGlite): Promise<Uint8Array> {
  await pglite.query('CHECKPOINT')
  await pglite.query('SELECT pg_switch_wal()')
  await pglite.query('CHECKPOINT')
  const files = await pglite.dumpDataDir('none')
  return promisify(gzip)(new Uint8Array(await files.arrayBuffer()), { level: 9 })
}

/** The tables of the text, and those of jobs. */
async function bringExample(pglite: PGlite, text: string): Promise<void> {
  const { model } = compile(text)
  if (model === null) throw new Error('The first example has errors.')
  let failure: unknown = null
  const server = await listening(await shareBackend(pglite, { onFailure: (cause) => (failure = cause) }))
  const database = openDatabase({ connectionString: addressOf(server) })
  try {
    await bringTo(database, model, text, { consent: () => false, lock: null })
    const running = await startServer(
      {
        host: '127.0.0.1',
        port: 0,
        webFolder: null,
        logger: pino({ level: 'warn' }),
        development: null,
        jobs: { mail: MAILBOX_ONLY, webhooks: null },
      },
      applicationOf(model, text, 'development', database, null),
    )
    await running.close()
  } finally {
    await database.close()
    server.close()
  }
  if (failure !== null) throw failure
}

/** The backend as a server of this computer, which the engine's driver reaches as any other. */
export function listening(shared: SharedBackend): Promise<Server> {
  const server = createServer((socket) => {
    const connection = shared.connect((bytes) => void socket.write(bytes))
    socket.on('data', (bytes) => connection.send(bytes))
    socket.on('close', () => connection.close())
    socket.on('error', () => connection.close())
  })
  return new Promise((resolve) => {
    server.listen(0, '127.0.0.1', () => resolve(server))
  })
}

export function addressOf(server: Server): string {
  const address = server.address()
  if (typeof address !== 'object' || address === null) throw new Error('The server has no address.')
  return `postgres://postgres@127.0.0.1:${address.port}/postgres`
}
