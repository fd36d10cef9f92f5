// PGlite → the packed files of two databases: an empty one, and one with the tables of the first example. Without them
// a browser would have to create a database first, which takes ten times as long as everything else together. They hold
// no records, because the moments of sample data count from the visit. Afterwards the example runs as it will in a
// browser, and the answers for its first page are kept.

import { randomBytes } from 'node:crypto'
import { createServer, type Server } from 'node:net'
import { promisify } from 'node:util'
import { gzip } from 'node:zlib'
import { PGlite } from '@electric-sql/pglite'
import { MAILBOX_ONLY } from '@ninefold/server/jobs/mail.ts'
import { secretTextsWith } from '@ninefold/server/store/data/secret-texts.ts'
import { openDatabase } from '@ninefold/server/store/driver/database.ts'
import { pino } from 'pino'
import { LiveSpecification } from '@ninefold/cli/development/live-specification.ts'
import { applicationOf, bringTo, compile, startServer } from '@ninefold/cli/pipeline.ts'
import { EXTENSIONS, shareBackend } from '../database/pglite.ts'
import type { SharedBackend } from '../database/shared-backend.ts'
import type { FirstAnswers } from '../protocol.ts'
import { firstAnswers } from './first-answers.ts'

export interface PreparedDatabases {
  readonly empty: Uint8Array
  readonly example: Uint8Array
  readonly answers: FirstAnswers
}

export interface PreparedExample {
  /** Path of its text in the browser. */
  readonly file: string
  readonly text: string
  /** Folder of the built web app. */
  readonly webFolder: string
}

/** Small WAL segments: unused space of the log is downloaded too. */
const INIT = ['--wal-segsize=1']
const SMALL = [
  `ALTER SYSTEM SET min_wal_size = '2MB'`,
  `ALTER SYSTEM SET max_wal_size = '4MB'`,
  'UPDATE pg_database SET datistemplate = false, datallowconn = true',
  'DROP DATABASE template0',
  'DROP DATABASE template1',
]

export async function prepareDatabases(example: PreparedExample): Promise<PreparedDatabases> {
  const pglite = await PGlite.create({ extensions: EXTENSIONS, initDbStartParams: INIT })
  try {
    for (const statement of SMALL) await pglite.query(statement)
    const empty = await packed(pglite)
    await withServer(pglite, (connectionString) => bringExample(connectionString, example.text))
    const tables = await packed(pglite)
    return {
      empty,
      example: tables,
      answers: await withServer(pglite, (connectionString) => answersOf(connectionString, example)),
    }
  } finally {
    await pglite.close()
  }
}

/** Runs PGlite as a local server during `work`. */
async function withServer<Result>(
  pglite: PGlite,
  work: (connectionString: string) => Promise<Result>,
): Promise<Result> {
  let failure: unknown = null
  const server = await listening(await shareBackend(pglite, { onFailure: (cause) => (failure = cause) }))
  try {
    const result = await work(addressOf(server))
    if (failure !== null) throw failure
    return result
  } finally {
    server.close()
  }
}

async function packed(pglite: PGlite): Promise<Uint8Array> {
  await pglite.query('CHECKPOINT')
  await pglite.query('SELECT pg_switch_wal()')
  await pglite.query('CHECKPOINT')
  const files = await pglite.dumpDataDir('none')
  return promisify(gzip)(new Uint8Array(await files.arrayBuffer()), { level: 9 })
}

/** Creates the tables of the specification and those of jobs. */
async function bringExample(connectionString: string, text: string): Promise<void> {
  const { model } = compile(text)
  if (model === null) throw new Error('The first example has errors.')
  const database = openDatabase({ connectionString })
  try {
    await bringTo(database, model, text, { consent: () => false, lock: null })
    const server = await startServer(
      { ...SERVER, webFolder: null, development: null },
      applicationOf(model, text, 'development', database, null),
    )
    await server.close()
  } finally {
    await database.close()
  }
}

const SERVER = {
  host: '127.0.0.1',
  port: 0,
  logger: pino({ level: 'warn' }),
  jobs: { mail: MAILBOX_ONLY, webhooks: null },
}

/** Returns the answers of the example, run as in the browser's worker, with its sample data. */
async function answersOf(connectionString: string, { file, text, webFolder }: PreparedExample): Promise<FirstAnswers> {
  const live = new LiveSpecification(
    file,
    (aheadMs) => openDatabase({ connectionString, aheadMs }),
    secretTextsWith([randomBytes(32).toString('base64')]),
    () => {},
  )
  const application = await live.open({ file, text })
  const server = await startServer({ ...SERVER, webFolder, development: live }, application)
  try {
    live.attach(server)
    const { language, translations } = application.model.limits
    return await firstAnswers(`http://127.0.0.1:${server.port}`, [
      language,
      ...translations.map((each) => each.language),
    ])
  } finally {
    await server.close()
    await live.close()
  }
}

/** Exposes the backend as a local server, so that the engine's driver can connect to it. */
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
