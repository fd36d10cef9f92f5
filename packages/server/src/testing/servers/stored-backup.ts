// `node packages/server/src/testing/servers/stored-backup.ts` → backups/VERSION.zip and VERSION.json: a backup in this
// version's format, of an application with a field of every kind, and the cells that it was made from. Each release
// keeps its own, and later releases restore them all.

import { randomUUID } from 'node:crypto'
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { compile } from '@ninefold/core/compile.ts'
import { planTables } from '@ninefold/core/plan/schema/tables.ts'
import pg from 'pg'
import { pino } from 'pino'
import { startServer } from '../../api/server.ts'
import { createApplication } from '../../gate/context/application.ts'
import { backUp } from '../../store/backup/backup.ts'
import { openDatabase } from '../../store/driver/database.ts'
import { startEmbeddedPostgres } from '../../store/embedded/embedded-postgres.ts'
import { folderOfFiles } from '../../store/files/folder-of-files.ts'
import { migrate } from '../../store/migrate/migrate.ts'
import { secretTextsWith } from '../../store/data/secret-texts.ts'
import { cellsOf } from '../cells.ts'
import { clientOf } from '../running-application.ts'
import { cookieOfSession } from '../cookie-of-session.ts'

/** A public test key; the protected data is in this file. */
const KEY = Buffer.alloc(32, 9).toString('base64')
/** A record with a value of nearly every kind. */
const THING = {
  page: '**bold**',
  mail: 'a@example.test',
  site: 'https://example.test/',
  land: 'DE',
  tongue: 'de',
  zone: 'Europe/Berlin',
  tint: '#ff8800',
  big: 9_007_199_254_740_991,
  price: '1234.50',
  key: 'kept secret',
  isOpen: true,
  day: '2026-02-28',
  hour: '23:59',
  at: '2026-11-21T10:00:00.123Z',
  size: 'large',
}

const FOLDER = new URL('../backups/', import.meta.url)

const manifest = JSON.parse(await readFile(new URL('../../../../../package.json', import.meta.url), 'utf8')) as {
  version: string
}
const text = await readFile(new URL('../texts/every-kind.md', import.meta.url), 'utf8')
const folder = await mkdtemp(join(tmpdir(), 'ninefold-stored-'))
const postgres = await startEmbeddedPostgres({ dataDirectory: folder })
try {
  await mkdir(FOLDER, { recursive: true })
  const [zip, cells] = ['zip', 'json'].map((ending) => new URL(`${manifest.version}.${ending}`, FOLDER))
  if (zip === undefined || cells === undefined) throw new Error('There are two files.')
  await rm(zip, { force: true })
  const files = folderOfFiles(join(folder, 'files'))
  await fill(postgres.connectionString)
  await upload(postgres.connectionString)
  const options = { program: manifest.version, revisionOf: () => 'stored', files }
  await backUp(postgres.connectionString, zip.pathname, options)
  const pool = new pg.Pool({ connectionString: postgres.connectionString })
  await writeFile(cells, `${JSON.stringify(await cellsOf(pool), null, 1)}\n`)
  await pool.end()

  async function upload(connectionString: string): Promise<void> {
    const client = new pg.Client({ connectionString })
    await client.connect()
    const id = randomUUID()
    await (await files.receive(id, Readable.from([Buffer.from('stored')]), 100)).keep()
    await client.query(`INSERT INTO ninefold.file (id, name, size, type) VALUES ($1, 'a.txt', 6, 'text/plain')`, [id])
    await client.query(`SELECT ninefold.archive('Thing', 'name', 'thing', 'name')`)
    await client.end()
  }
} finally {
  await postgres.stop()
  await rm(folder, { recursive: true, force: true })
}

/** Actions of people: they sign up, create things with unusual values, and move them. */
async function fill(connectionString: string): Promise<void> {
  const { model } = compile(text)
  if (model === null) throw new Error('The text has errors.')
  const database = openDatabase({ connectionString })
  await migrate(database.pool, planTables(model), { consent: false, text })
  const application = createApplication(model, 'stored', 'development', database, secretTextsWith([KEY]))
  const logger = pino({ level: 'fatal' })
  const server = await startServer(
    { host: '127.0.0.1', port: 0, webFolder: null, logger, development: null },
    application,
  )
  const address = `http://127.0.0.1:${server.port}`
  const person = { name: 'Ada', email: 'ada@example.test', password: 'correct-horse-1' }
  const { headers } = await expected(201, clientOf(address, null).post('/_ninefold/users', person))
  const ada = clientOf(address, cookieOfSession({ headers }))
  for (const [index, notes] of ['tab\tand\nline', 'back\\slash \\N \\.', 'ü 😀 "quoted"', ''].entries())
    await expected(201, ada.post('/things', { ...THING, name: `thing ${index}`, notes, stars: null }))
  await expected(201, ada.post('/things', { name: 'plain', stars: 3 }))
  await server.close()
  await database.close()
}

async function expected<Sent extends { readonly status: number; readonly body: unknown }>(
  status: number,
  answer: Promise<Sent>,
): Promise<Sent> {
  const found = await answer
  if (found.status !== status) throw new Error(`Answered ${found.status}: ${JSON.stringify(found.body)}`)
  return found
}
