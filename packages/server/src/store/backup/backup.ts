// A database → a consistent backup without downtime: every row of the records' tables and of the engine's, the
// sequences, the text and its revision, and the uploads in a folder. Jobs are left out, because they only point to rows
// that are included.

import { Readable } from 'node:stream'
import { ENGINE_SCHEMA } from '@ninefold/core/plan/schema/engine/engine-tables.ts'
import { TABLES_OF_VALIDATION } from '@ninefold/core/plan/schema/constraint-validation.ts'
import { TABLES_OF_STREAMS } from '@ninefold/core/plan/schema/streams/open-streams.ts'
import { quoted } from '@ninefold/core/plan/schema/ddl.ts'
import type { Schema } from '@ninefold/core/plan/schema/schema.ts'
import pg from 'pg'
import { to as copyTo } from 'pg-copy-streams'
import { type KeptPart, type NewBackupFile, writeBackupFile } from './backup-file.ts'
import type { FileStore } from '../files/file-store.ts'
import { refuseSharedConnections } from '../driver/pooler-check.ts'
import { MIGRATION_LOCK } from '../migrate/table-lock.ts'

export const BACKUP_FORMAT = 1

export interface Manifest {
  readonly format: typeof BACKUP_FORMAT
  /** The version of Ninefold that wrote the backup. */
  readonly program: string
  readonly at: string
  /** Revision of the specification, as requests and logs show it. */
  readonly revision: string
  /** The version of the engine's tables. */
  readonly engine: number
  readonly specification: KeptPart
  readonly tables: readonly KeptTable[]
  readonly sequences: readonly KeptSequence[]
  /** Null: uploads are in a bucket, outside of the backup. */
  readonly files: readonly KeptUpload[] | null
  /** Known uploads that are missing from the store. */
  readonly missingFiles: readonly string[]
}

export interface KeptTable extends KeptPart {
  readonly schema: string
  readonly name: string
  readonly columns: readonly KeptColumn[]
  readonly rows: number
}

export interface KeptColumn {
  readonly name: string
  /** In PostgreSQL's notation. */
  readonly type: string
  /** Missing: the default of the type. */
  readonly collation?: string
}

/** A sequence, identified by the column that owns it or else by its name, because names change and owners do not. */
export interface KeptSequence {
  readonly schema: string
  readonly name: string
  readonly owner: { readonly table: string; readonly column: string } | null
  readonly last: string
  readonly isCalled: boolean
}

export interface KeptUpload extends KeptPart {
  readonly id: string
}

export interface BackupOptions {
  readonly program: string
  readonly revisionOf: (text: string) => string
  /** Missing: the file store has backups of its own. */
  readonly files?: FileStore
}

/** The database holds nothing to back up. */
export class NothingToBackUp extends Error {
  override name = 'NothingToBackUp'
}

/** Settings for writing and reading copies, independent of the defaults of a server or user. */
export const COPY_SETTINGS = [
  `SET client_encoding = 'UTF8'`,
  `SET timezone = 'UTC'`,
  `SET datestyle = 'ISO'`,
  `SET intervalstyle = 'postgres'`,
  `SET extra_float_digits = 3`,
  // With row-level security, hidden rows would be silently missing; this setting makes them an error.
  `SET row_security = off`,
  `SET statement_timeout = 0`,
  `SET search_path = public`,
]

/** Engine tables that are left out: work in progress, open streams, and rows that the program itself creates. */
export const NOT_KEPT: ReadonlySet<string> = new Set([
  'engine',
  'evolution',
  'replication_mark',
  ...TABLES_OF_STREAMS,
  ...TABLES_OF_VALIDATION,
])

export async function backUp(connectionString: string, path: string, options: BackupOptions): Promise<Manifest> {
  const client = new pg.Client({ connectionString, application_name: 'ninefold backup' })
  await client.connect()
  // The running statement reports a broken connection.
  client.on('error', () => {})
  try {
    await refuseSharedConnections(client, connectionString)
    for (const setting of COPY_SETTINGS) await client.query(setting)
    const found = await oneMoment(client)
    let manifest: Manifest | undefined
    await writeBackupFile(path, async (file) => (manifest = await copyAll(client, found, file, options)))
    if (manifest === undefined) throw new Error('The backup has no manifest.')
    return manifest
  } finally {
    await client.end()
  }
}

interface Found {
  readonly at: string
  readonly engine: number
  readonly text: string
  readonly tables: readonly FoundTable[]
}

type FoundTable = Pick<KeptTable, 'schema' | 'name' | 'columns'>

/** Holds the migration lock until the tables are locked, so that no process alters them between the two. */
async function oneMoment(client: pg.Client): Promise<Found> {
  await client.query('SELECT pg_advisory_lock_shared($1)', [MIGRATION_LOCK])
  await client.query('BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY')
  const applied = await appliedNow(client)
  const tables = await tablesOf(client, applied.schema)
  const names = tables.map(({ schema, name }) => `${quoted(schema)}.${quoted(name)}`)
  await client.query(`LOCK TABLE ${names.join(', ')} IN ACCESS SHARE MODE`)
  await client.query('SELECT pg_advisory_unlock_shared($1)', [MIGRATION_LOCK])
  return { ...applied, tables }
}

async function appliedNow(
  client: pg.Client,
): Promise<{ readonly at: string; readonly engine: number; readonly text: string; readonly schema: Schema }> {
  const { rows: there } = await client.query<{ isThere: boolean }>(
    `SELECT to_regclass('${ENGINE_SCHEMA}.specification') IS NOT NULL AS "isThere"`,
  )
  const { rows } =
    there[0]?.isThere !== true
      ? { rows: [] }
      : await client.query<{ at: Date; engine: number; text: string; schema: Schema }>(
          `SELECT now() AS at, engine.version AS engine, text, schema FROM ${ENGINE_SCHEMA}.specification, ${ENGINE_SCHEMA}.engine
           ORDER BY id DESC LIMIT 1`,
        )
  const [applied] = rows
  if (applied === undefined) throw new NothingToBackUp('No specification was applied to this database yet.')
  return { ...applied, at: applied.at.toISOString() }
}

/** Only the columns that the schema names: others are being filled for a coming version. */
async function tablesOf(client: pg.Client, schema: Schema): Promise<FoundTable[]> {
  const { rows } = await client.query<FoundTable>(
    `SELECT n.nspname AS schema, c.relname AS name, (
       SELECT json_agg(json_strip_nulls(json_build_object('name', a.attname, 'type', format_type(a.atttypid, a.atttypmod), 'collation',
         (SELECT collname FROM pg_collation AS o WHERE o.oid = a.attcollation AND o.oid <> (SELECT typcollation FROM pg_type WHERE pg_type.oid = a.atttypid))
       )) ORDER BY a.attnum)
       FROM pg_attribute AS a WHERE a.attrelid = c.oid AND a.attnum > 0 AND NOT a.attisdropped AND a.attgenerated = '') AS columns
     FROM pg_class AS c JOIN pg_namespace AS n ON n.oid = c.relnamespace
     WHERE c.relkind = 'r' AND n.nspname IN ('public', $1) ORDER BY n.nspname, c.relname`,
    [ENGINE_SCHEMA],
  )
  const own = rows.filter(({ schema: place, name }) => place === ENGINE_SCHEMA && !NOT_KEPT.has(name))
  const records = schema.tables.map(({ name, columns }) => {
    const there = rows.find((row) => row.schema === 'public' && row.name === name)
    const kept = columns.map((column) => there?.columns.find((each) => each.name === column.name))
    if (kept.some((column) => column === undefined))
      throw new Error(`The table ${name} is not as the specification made it.`)
    return { schema: 'public', name, columns: kept.filter((column) => column !== undefined) }
  })
  return [...records, ...own]
}

async function copyAll(
  client: pg.Client,
  found: Found,
  file: NewBackupFile,
  { program, revisionOf, files }: BackupOptions,
): Promise<Manifest> {
  const specification = await file.add('specification.md', Readable.from([Buffer.from(found.text)]))
  const tables: KeptTable[] = []
  for (const [index, table] of found.tables.entries()) tables.push(await copyTable(client, file, table, index + 1))
  const uploads = files === undefined ? null : await copyUploads(client, file, files)
  const sequences = await sequencesOf(client)
  await client.query('COMMIT')
  return {
    format: BACKUP_FORMAT,
    program,
    at: found.at,
    revision: revisionOf(found.text),
    engine: found.engine,
    specification,
    tables,
    sequences,
    files: uploads?.kept ?? null,
    missingFiles: uploads?.missing ?? [],
  }
}

async function copyTable(client: pg.Client, file: NewBackupFile, table: FoundTable, place: number): Promise<KeptTable> {
  const copy = client.query(copyTo(`COPY ${copiedColumns(table)} TO STDOUT`))
  const part = `tables/${String(place).padStart(4, '0')}-${table.name.replace(/[^a-z0-9_]/g, '_')}.copy`
  const kept = await file.add(part, copy)
  return { ...table, ...kept, rows: copy.rowCount }
}

export function copiedColumns({ schema, name, columns }: FoundTable): string {
  return `${quoted(schema)}.${quoted(name)} (${columns.map((column) => quoted(column.name)).join(', ')})`
}

async function copyUploads(
  client: pg.Client,
  file: NewBackupFile,
  store: FileStore,
): Promise<{ readonly kept: readonly KeptUpload[]; readonly missing: readonly string[] }> {
  const { rows } = await client.query<{ id: string; isHeld: boolean }>(
    `SELECT id::text AS id, EXISTS (SELECT FROM ninefold.file_use AS u WHERE u.file = f.id) AS "isHeld" FROM ninefold.file AS f ORDER BY id`,
  )
  const kept: KeptUpload[] = []
  const missing: string[] = []
  for (const { id, isHeld } of rows) {
    const content = await store.read(id)
    if (content !== null) kept.push({ id, ...(await file.add(`files/${id}`, content)) })
    // The cleanup job may remove unheld files meanwhile.
    else if (isHeld) missing.push(id)
  }
  return { kept, missing }
}

/** Sequences are not transactional: read later, they are never too low. */
async function sequencesOf(client: pg.Client): Promise<KeptSequence[]> {
  const { rows } = await client.query<Pick<KeptSequence, 'schema' | 'name' | 'owner'>>(
    `SELECT n.nspname AS schema, c.relname AS name,
       (SELECT json_build_object('table', t.relname, 'column', a.attname)
        FROM pg_depend AS d JOIN pg_class AS t ON t.oid = d.refobjid JOIN pg_attribute AS a ON a.attrelid = t.oid AND a.attnum = d.refobjsubid
        WHERE d.classid = 'pg_class'::regclass AND d.objid = c.oid AND d.deptype IN ('a', 'i')) AS owner
     FROM pg_class AS c JOIN pg_namespace AS n ON n.oid = c.relnamespace
     WHERE c.relkind = 'S' AND n.nspname IN ('public', $1) ORDER BY n.nspname, c.relname`,
    [ENGINE_SCHEMA],
  )
  const kept: KeptSequence[] = []
  for (const sequence of rows) {
    const { rows: stands } = await client.query<{ last: string; isCalled: boolean }>(
      `SELECT last_value::text AS last, is_called AS "isCalled" FROM ${quoted(sequence.schema)}.${quoted(sequence.name)}`,
    )
    kept.push({ ...sequence, last: stands[0]?.last ?? '1', isCalled: stands[0]?.isCalled ?? false })
  }
  return kept
}
