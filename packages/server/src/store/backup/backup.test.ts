import { randomUUID } from 'node:crypto'
import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { text } from 'node:stream/consumers'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { cellsOf } from '../../testing/cells.ts'
import { runApplication, type RunningApplication } from '../../testing/running-application.ts'
import { createTestDatabase } from '../../testing/test-database.ts'
import { backUp, NothingToBackUp, type Manifest } from './backup.ts'
import { BackupExists, BackupUnreadable, openBackupFile, writeBackupFile } from './backup-file.ts'
import { folderOfFiles } from '../files/folder-of-files.ts'
import { NotRestored, restoreBackup } from './restore.ts'

const HELP_DESK = fileURLToPath(new URL('../../../../../examples/helpdesk/app.md', import.meta.url))
const OPTIONS = { program: '0.0.0', revisionOf: () => 'some' }

let application: RunningApplication
let folder: string
let path: string
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'ninefold-backup-'))
  path = join(folder, 'a.zip')
  application = await runApplication(await readFile(HELP_DESK, 'utf8'))
  const { pool } = application.database
  await pool.query(`SELECT ninefold.archive('Ticket', 'subject', 'ticket', 'subject')`)
  await pool.query(`INSERT INTO ninefold.message (name, way, receiver, subject, body, created_at)
    VALUES ('odd', 'mail', 'a@example.test', E'tab\\tline\\nback\\\\slash \\\\N', 'ü 😀', now())`)
  const id = randomUUID()
  await (await application.files.receive(id, Readable.from([Buffer.from('what was uploaded')]), 100)).keep()
  await pool.query(`INSERT INTO ninefold.file (id, name, size, type) VALUES ($1, 'a.txt', 17, 'text/plain')`, [id])
  await backUp(connectionOf(application), path, { ...OPTIONS, files: application.files })
})
afterAll(async () => {
  await application[Symbol.asyncDispose]()
  await rm(folder, { recursive: true, force: true })
})

function connectionOf({ database }: RunningApplication): string {
  return database.pool.options.connectionString ?? ''
}

it('brings every cell, every sequence and every upload back', async () => {
  await using database = await createTestDatabase()
  const files = folderOfFiles(join(folder, 'restored'))
  const manifest = await restoreBackup(database.connectionString, path, { files })
  expect(await cellsOf(database.pool)).toEqual(await cellsOf(application.database.pool))
  expect(manifest.files).toHaveLength(1)
  for (const { id } of manifest.files ?? [])
    expect(await text((await files.read(id)) ?? Readable.from([]))).toBe('what was uploaded')
  // The triggers are restored: new writes are checked.
  await expect(database.pool.query(`UPDATE category SET name = repeat('x', 5000)`)).rejects.toMatchObject({
    code: '23514',
  })
})

it('is of one moment, whatever is written meanwhile', async () => {
  const { pool } = application.database
  const during = join(folder, 'during.zip')
  let isOver = false
  let written = 0
  // Writes a pair of rows at once, into tables that are copied one after another.
  const writing = (async () => {
    while (!isOver) {
      await pool.query(`WITH one AS (INSERT INTO ninefold.limit_use VALUES ('w${written}', now(), true))
        INSERT INTO ninefold.counter VALUES ('w${written}', '', 1)`)
      written++
    }
  })()
  try {
    await backUp(connectionOf(application), during, { ...OPTIONS, files: application.files })
  } finally {
    isOver = true
    await writing
  }
  await using file = await openBackupFile(during)
  const names: string[][] = []
  for (const table of ['counter', 'limit_use']) {
    const kept = (file.manifest as Manifest).tables.find(({ name }) => name === table)
    names.push((await text(await file.read(kept?.part ?? ''))).match(/\bw\d+\b/g)?.toSorted() ?? [])
  }
  expect(names[0]).toEqual(names[1])
  await pool.query(`DELETE FROM ninefold.limit_use WHERE key LIKE 'w%'`)
  await pool.query(`DELETE FROM ninefold.counter WHERE name LIKE 'w%'`)
})

it('is found when a byte of it was changed, and then nothing is restored', async () => {
  await using database = await createTestDatabase()
  const whole = await readFile(path)
  const changed = join(folder, 'changed.zip')
  const files = folderOfFiles(join(folder, 'changed'))
  // Tables and uploads fill the first half; the manifest and the zip directory follow.
  for (const share of [0.02, 0.1, 0.2, 0.3, 0.4]) {
    const bytes = Buffer.from(whole)
    const place = contentAt(bytes, Math.floor(whole.length * share))
    bytes[place] = (bytes[place] ?? 0) ^ 1
    await writeFile(changed, bytes)
    await expect(restoreBackup(database.connectionString, changed, { files })).rejects.toBeInstanceOf(BackupUnreadable)
  }
  await writeFile(changed, whole.subarray(0, whole.length - 100))
  await expect(restoreBackup(database.connectionString, changed, { files })).rejects.toBeInstanceOf(BackupUnreadable)
  expect((await database.pool.query(`SELECT FROM pg_namespace WHERE nspname = 'ninefold'`)).rowCount).toBe(0)
})

/** The first content byte from there on; bytes that the zip stores twice may change without effect. */
function contentAt(bytes: Buffer, from: number): number {
  for (let header = bytes.indexOf('PK\x03\x04', from); header >= 0; header = bytes.indexOf('PK\x03\x04', header + 4)) {
    const start = header + 30 + bytes.readUInt16LE(header + 26) + bytes.readUInt16LE(header + 28)
    const end = bytes.indexOf('PK', start)
    if (end - start > 8) return start + Math.floor((end - start) / 2)
  }
  throw new Error('There is no part behind that place.')
}

it.each(['ticket', 'session'])(
  'is found when the table %s was taken out of it, and nothing is restored',
  async (gone) => {
    await using database = await createTestDatabase()
    const without = join(folder, `without-${gone}.zip`)
    await using file = await openBackupFile(path)
    const manifest = file.manifest as Manifest
    await writeBackupFile(without, async (made) => {
      const tables = manifest.tables.filter(({ name }) => name !== gone)
      for (const { part } of [manifest.specification, ...tables, ...(manifest.files ?? [])])
        await made.add(part, await file.read(part))
      return { ...manifest, tables }
    })
    const files = folderOfFiles(join(folder, `without-${gone}`))
    await expect(restoreBackup(database.connectionString, without, { files })).rejects.toThrow(
      `lacks the table ${gone}`,
    )
    expect((await database.pool.query(`SELECT FROM pg_namespace WHERE nspname = 'ninefold'`)).rowCount).toBe(0)
  },
)

it('is restored only where nothing is, and written over nothing', async () => {
  const refusing = restoreBackup(connectionOf(application), path, { files: application.files })
  await expect(refusing).rejects.toBeInstanceOf(NotRestored)
  await expect(backUp(connectionOf(application), path, OPTIONS)).rejects.toBeInstanceOf(BackupExists)
  await using empty = await createTestDatabase()
  await expect(backUp(empty.connectionString, join(folder, 'empty.zip'), OPTIONS)).rejects.toBeInstanceOf(
    NothingToBackUp,
  )
  expect((await readdir(folder)).filter((name) => name.includes('unfinished') || name === 'empty.zip')).toEqual([])
})

it('says what a user may not, who may not load rows without triggers', async () => {
  await using database = await createTestDatabase()
  const role = `plain_${randomUUID().slice(0, 8)}`
  await database.pool.query(
    `CREATE ROLE ${role} LOGIN PASSWORD 'plain'; ALTER DATABASE ${database.name} OWNER TO ${role}`,
  )
  await database.pool.query(`ALTER SCHEMA public OWNER TO ${role}`)
  const plain = database.connectionString.replace(/\/\/[^@]+@/, `//${role}:plain@`)
  const files = folderOfFiles(join(folder, 'plain'))
  await expect(restoreBackup(plain, path, { files })).rejects.toThrow('GRANT SET ON PARAMETER')
  await database.pool.query(`GRANT SET ON PARAMETER session_replication_role TO ${role}`)
  await restoreBackup(plain, path, { files })
  expect(await cellsOf(database.pool)).toEqual(await cellsOf(application.database.pool))
  await database.pool.query(
    `REVOKE SET ON PARAMETER session_replication_role FROM ${role}; REASSIGN OWNED BY ${role} TO CURRENT_USER; DROP OWNED BY ${role}; DROP ROLE ${role}`,
  )
})
