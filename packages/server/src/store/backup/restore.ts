// A backup → the same data in an empty database. All checksums are verified first; then one transaction creates the
// tables as any start does, and fills them.

import { pipeline } from 'node:stream/promises'
import { ENGINE_SCHEMA } from '@ninefold/core/plan/schema/engine/engine-tables.ts'
import { addChecks, type CheckScope, dropChecks, inPublic, quoted, quotedText } from '@ninefold/core/plan/schema/ddl.ts'
import type { Check, Schema, Table } from '@ninefold/core/plan/schema/schema.ts'
import pg, { type PoolClient } from 'pg'
import { from as copyFrom } from 'pg-copy-streams'
import { BACKUP_FORMAT, COPY_SETTINGS, copiedColumns, type KeptTable, type Manifest, NOT_KEPT } from './backup.ts'
import { BackupUnreadable, checkPart, type OpenBackupFile, openBackupFile } from './backup-file.ts'
import { type FileStore } from '../files/file-store.ts'
import { rebuild, type Rebuilt } from '../migrate/migrate.ts'

/** Nothing was restored, and the database is unchanged. */
export class NotRestored extends Error {
  override name = 'NotRestored'
}

export interface RestoreOptions {
  /** The store for the uploads. */
  readonly files?: FileStore
}

/** Returns what was restored. Throws BackupUnreadable or NotRestored. */
export async function restoreBackup(
  connectionString: string,
  path: string,
  options: RestoreOptions,
): Promise<Manifest> {
  await using file = await openBackupFile(path)
  const manifest = checkedManifest(path, file.manifest)
  await checkParts(path, file, manifest)
  if ((manifest.files?.length ?? 0) > 0 && options.files === undefined)
    throw new NotRestored('The backup has uploads, and nobody has said where they are to be kept: set NINEFOLD_FILES.')
  const pool = new pg.Pool({ connectionString, max: 1, application_name: 'ninefold restore' })
  pool.on('error', () => {})
  try {
    await refuseUsed(pool)
    await rebuild(pool, manifest.engine, {
      before: loadsFreely,
      engine: async (client) => {
        const tables = manifest.tables.filter(({ schema }) => schema === ENGINE_SCHEMA)
        await refuseMissingEngineTables(client, path, tables)
        for (const table of tables) await makeArchive(client, table)
        for (const table of tables) await loadTable(client, path, file, table)
        return newestSchema(client)
      },
      records: async (client, { schema }) => {
        await loadRecordTables(client, path, file, manifest, schema)
        await setSequences(client, manifest)
        await restoreUploads(client, file, manifest, options.files)
      },
    })
    await pool.query('ANALYZE')
    return manifest
  } finally {
    await pool.end()
  }
}

/** The specification's text in a backup, for an operator who has lost the file. */
export async function specificationIn(path: string): Promise<string> {
  await using file = await openBackupFile(path)
  const manifest = checkedManifest(path, file.manifest)
  await checkPart(path, file, manifest.specification)
  const parts: Buffer[] = []
  for await (const part of await file.read(manifest.specification.part)) parts.push(part as Buffer)
  return Buffer.concat(parts).toString('utf8')
}

/** The checksum shows that Ninefold wrote it; the format shows whether this version can read it. */
function checkedManifest(path: string, manifest: unknown): Manifest {
  const { format, program } = manifest as Manifest
  if (format === BACKUP_FORMAT) return manifest as Manifest
  throw new BackupUnreadable(`${path} was written by Ninefold ${program}, which is newer than this one.`)
}

async function checkParts(path: string, file: OpenBackupFile, manifest: Manifest): Promise<void> {
  for (const part of [manifest.specification, ...manifest.tables, ...(manifest.files ?? [])])
    await checkPart(path, file, part)
}

async function refuseUsed(pool: pg.Pool): Promise<void> {
  const { rows } = await pool.query<{ isUsed: boolean }>(
    `SELECT EXISTS (SELECT FROM pg_class WHERE relkind IN ('r', 'p', 'v', 'm', 'S') AND relnamespace = 'public'::regnamespace)
       OR EXISTS (SELECT FROM pg_namespace WHERE nspname = $1) AS "isUsed"`,
    [ENGINE_SCHEMA],
  )
  if (rows[0]?.isUsed !== true) return
  throw new NotRestored(
    'There is something in this database already, and a backup is restored only where nothing is. Name an empty one: with --data another folder, or with --database one that "createdb" has just made.',
  )
}

/** Disables triggers and constraint checks: rows come in any order, and were checked when they were written. */
async function loadsFreely(client: PoolClient): Promise<void> {
  for (const setting of COPY_SETTINGS) await client.query(setting.replace('SET ', 'SET LOCAL '))
  try {
    await client.query('SET LOCAL session_replication_role = replica')
  } catch (cause) {
    if ((cause as { code?: string }).code !== '42501') throw cause
    throw new NotRestored(
      'This user may not load rows without their triggers. A superuser can say: GRANT SET ON PARAMETER session_replication_role TO … (and take it back afterwards).',
      { cause },
    )
  }
}

/** Each version of the engine has known tables; a missing one was removed from the backup. */
async function refuseMissingEngineTables(client: PoolClient, path: string, kept: readonly KeptTable[]): Promise<void> {
  const { rows } = await client.query<{ name: string }>(
    `SELECT relname AS name FROM pg_class WHERE relkind = 'r' AND relnamespace = $1::regnamespace AND NOT relname = ANY ($2::text[])`,
    [ENGINE_SCHEMA, [...NOT_KEPT]],
  )
  refuseMissing(path, rows, kept)
}

function refuseMissing(path: string, needed: readonly { readonly name: string }[], kept: readonly KeptTable[]): void {
  const missing = needed.filter(({ name }) => !kept.some((table) => table.name === name)).map(({ name }) => name)
  if (missing.length > 0) throw new BackupUnreadable(`${path} lacks the table ${missing.join(', ')}.`)
}

/** Archived values of earlier schema changes are in tables that no start creates. */
async function makeArchive(client: PoolClient, { name, columns }: KeptTable): Promise<void> {
  if (!/^archived_[0-9]+$/.test(name)) return
  const lines = columns.map(
    (column) =>
      `${quoted(column.name)} ${column.type}${column.collation === undefined ? '' : ` COLLATE ${quoted(column.collation)}`}`,
  )
  await client.query(`CREATE TABLE ${ENGINE_SCHEMA}.${quoted(name)} (${lines.join(', ')})`)
}

async function loadTable(client: PoolClient, path: string, file: OpenBackupFile, table: KeptTable): Promise<void> {
  // Default rows of new engine tables are replaced by those of the backup.
  if (table.schema === ENGINE_SCHEMA) await client.query(`DELETE FROM ${ENGINE_SCHEMA}.${quoted(table.name)}`)
  const copy = client.query(copyFrom(`COPY ${copiedColumns(table)} FROM STDIN`))
  await pipeline(await file.read(table.part), copy)
  const place = `${quoted(table.schema)}.${quoted(table.name)}`
  const { rows } = await client.query<{ count: string }>(`SELECT count(*) FROM ${place}`)
  if (Number(rows[0]?.count) !== table.rows)
    throw new BackupUnreadable(
      `${path} has other rows of ${table.name} than it says: ${rows[0]?.count}, not ${table.rows}.`,
    )
}

async function newestSchema(client: PoolClient): Promise<Rebuilt> {
  const { rows } = await client.query<Rebuilt>(
    `SELECT schema FROM ${ENGINE_SCHEMA}.specification ORDER BY id DESC LIMIT 1`,
  )
  const [newest] = rows
  if (newest === undefined) throw new Error('The backup has no specification.')
  return newest
}

async function loadRecordTables(
  client: PoolClient,
  path: string,
  file: OpenBackupFile,
  { tables }: Manifest,
  schema: Schema,
): Promise<void> {
  const records = tables.filter((table) => table.schema === 'public')
  refuseMissing(path, schema.tables, records)
  const checked = schema.tables.filter(({ checks }) => checks.length > 0)
  for (const { name, checks } of checked) await client.query(dropChecks(name, checks))
  for (const table of records) await loadTable(client, path, file, table)
  for (const table of checked) await bindChecks(client, table)
}

/** Rules of values that are kept until their next change hold for changed rows only, as they did before the backup. */
async function bindChecks(client: PoolClient, { name, checks }: Table): Promise<void> {
  const broken = checks.map(({ condition }) => `coalesce(bool_or(NOT (${condition})), false)`)
  const { rows } = await client.query<{ isBroken: readonly boolean[] }>(
    `SELECT ARRAY[${broken.join(', ')}] AS "isBroken" FROM ${inPublic(name)}`,
  )
  const scoped = checks.map((check, index): [Check, CheckScope] => [
    check,
    rows[0]?.isBroken[index] === true ? 'changed rows' : 'all rows',
  ])
  await client.query(addChecks(name, scoped))
}

async function setSequences(client: PoolClient, { sequences }: Manifest): Promise<void> {
  for (const { schema, name, owner, last, isCalled } of sequences) {
    const place =
      owner === null
        ? quotedText(`${quoted(schema)}.${quoted(name)}`)
        : `pg_get_serial_sequence(${quotedText(`${quoted(schema)}.${quoted(owner.table)}`)}, ${quotedText(owner.column)})`
    await client.query(`SELECT setval(${place}::regclass, $1::bigint, $2)`, [last, isCalled])
  }
}

/** Files are restored before the commit, so that no row refers to a missing file. */
async function restoreUploads(
  client: PoolClient,
  file: OpenBackupFile,
  { files }: Manifest,
  store: FileStore | undefined,
): Promise<void> {
  if (files === null || store === undefined) return
  const { rows } = await client.query<{ id: string }>(`SELECT id::text AS id FROM ${ENGINE_SCHEMA}.identity`)
  const identity = rows[0]?.id ?? ''
  if ((await store.claim(identity)) !== identity)
    throw new NotRestored('The place for uploads holds those of another database. Name an empty one.')
  const kept: string[] = []
  try {
    for (const { id, part, bytes } of files) {
      const received = await store.receive(id, await file.read(part), bytes)
      kept.push(id)
      await received.keep()
    }
  } catch (cause) {
    for (const id of kept) await store.remove(id)
    throw cause
  }
}
