// Uploads in the engine's own tables: the files, and the records that hold them.

import type { Executor } from '../driver/database.ts'
import type { Row } from '../driver/rows.ts'

/** A file as a field stores it and as expressions see it. */
export interface FileValue {
  readonly id: string
  readonly name: string
  /** In bytes. */
  readonly size: number
  readonly type: string
  readonly url: string
  readonly [key: string]: string | number
}

export interface FileUse {
  readonly entity: string
  readonly field: string
  readonly record: string
}

export interface KeptFile {
  readonly file: FileValue
  /** The uploader's user id; null: a guest. */
  readonly uploadedBy: string | null
  readonly uses: readonly FileUse[]
}

export interface NewFile {
  readonly id: string
  readonly name: string
  readonly size: number
  readonly type: string
  readonly from: Uploader
}

/** The uploader, or the hashed address of a guest; a hash suffices for counting. */
export type Uploader = { readonly user: string } | { readonly place: string }

export function fileAddress(id: string): string {
  return `/_ninefold/files/${id}`
}

/** The number of a caller's unattached uploads, for a limit. */
export async function countUnused(executor: Executor, from: Uploader): Promise<number> {
  const [column, value] = 'user' in from ? ['uploaded_by', from.user] : ['uploaded_from', from.place]
  const rows = await executor.runOwn(
    `count-unused-files-${column}`,
    `SELECT count(*)::int AS count FROM ninefold.file AS f
     WHERE f.${column} = $1 AND NOT EXISTS (SELECT FROM ninefold.file_use AS u WHERE u.file = f.id)`,
    [value],
  )
  return Number(rows[0]?.['count'] ?? 0)
}

export async function addFile(executor: Executor, { id, name, size, type, from }: NewFile): Promise<void> {
  await executor.runOwn(
    'add-file',
    `INSERT INTO ninefold.file (id, name, size, type, uploaded_by, uploaded_from, created_at)
     VALUES ($1, $2, $3, $4, $5, $6, now())`,
    [id, name, size, type, 'user' in from ? from.user : null, 'place' in from ? from.place : null],
  )
}

/** Files in a field of a record. */
export async function filesIn(executor: Executor, { entity, field, record }: FileUse): Promise<readonly KeptFile[]> {
  const rows = await executor.runOwn(
    'files-in',
    'SELECT file::text AS id FROM ninefold.file_use WHERE entity = $1 AND field = $2 AND record = $3',
    [entity, field, record],
  )
  const files = await keptFiles(
    executor,
    rows.map((row) => String(row['id'])),
  )
  return [...files.values()]
}

export async function keptFiles(executor: Executor, ids: readonly string[]): Promise<ReadonlyMap<string, KeptFile>> {
  if (ids.length === 0) return new Map()
  const rows = await executor.runOwn(
    'kept-files',
    `SELECT f.id::text AS id, f.name, f.size, f.type, f.uploaded_by, u.entity, u.field, u.record
     FROM ninefold.file AS f LEFT JOIN ninefold.file_use AS u ON u.file = f.id
     WHERE f.id = ANY ($1::uuid[]) ORDER BY u.entity, u.field, u.record`,
    [ids],
  )
  const found = new Map<string, KeptFile>()
  for (const row of rows) {
    const id = String(row['id'])
    const known = found.get(id)
    found.set(id, { ...keptFile(row), uses: [...(known?.uses ?? []), ...holderOf(row)] })
  }
  return found
}

function keptFile(row: Row): Omit<KeptFile, 'uses'> {
  const id = String(row['id'])
  const by = row['uploaded_by']
  const [name, type] = [String(row['name']), String(row['type'])]
  return {
    // With keys in PostgreSQL's order, so that equal files have equal texts.
    file: { id, url: fileAddress(id), name, size: Number(row['size']), type },
    uploadedBy: by === null ? null : String(by),
  }
}

function holderOf(row: Row): FileUse[] {
  if (row['entity'] === null) return []
  return [{ entity: String(row['entity']), field: String(row['field']), record: String(row['record']) }]
}

/** Makes the field of the record hold exactly these files. */
export async function setUses(executor: Executor, use: FileUse, ids: readonly string[]): Promise<void> {
  await executor.runOwn(
    'set-file-uses',
    `WITH gone AS (
       DELETE FROM ninefold.file_use
       WHERE entity = $1 AND field = $2 AND record = $3 AND NOT (file = ANY ($4::uuid[])))
     INSERT INTO ninefold.file_use (entity, field, record, file)
     SELECT $1, $2, $3, file FROM unnest($4::uuid[]) AS file ON CONFLICT DO NOTHING`,
    [use.entity, use.field, use.record, ids],
  )
}

/** The ids that belong to no file of the database. */
export async function unknownFiles(executor: Executor, ids: readonly string[]): Promise<readonly string[]> {
  const rows = await executor.runOwn(
    'unknown-files',
    `SELECT id::text AS id FROM unnest($1::uuid[]) AS id WHERE NOT EXISTS (SELECT FROM ninefold.file AS f WHERE f.id = id.id)`,
    [ids],
  )
  return rows.map((row) => String(row['id']))
}

/** Removes uses by deleted records and by fields that the entity no longer has. */
export async function forgetUses(
  executor: Executor,
  entity: string,
  /** Table of its records; null: the entity no longer exists. */
  table: string | null,
  fields: readonly string[],
): Promise<void> {
  // A deleted record that can be restored still holds its files.
  const isGone = `NOT EXISTS (SELECT FROM ninefold.deleted_row AS d WHERE d.entity = u.entity AND d.record = u.record)${
    table === null ? '' : ` AND NOT EXISTS (SELECT FROM public."${table}" AS t WHERE t."id"::text = u.record)`
  }`
  await executor.runOwn(
    `forget-uses-${table ?? 'of-no-table'}`,
    `DELETE FROM ninefold.file_use AS u WHERE u.entity = $1 AND (NOT (u.field = ANY ($2::text[])) OR ${isGone})`,
    [entity, fields],
  )
}

/** Entities whose records hold or held files. */
export async function entitiesWithFiles(executor: Executor): Promise<readonly string[]> {
  const rows = await executor.runOwn('entities-with-files', 'SELECT DISTINCT entity FROM ninefold.file_use', [])
  return rows.map((row) => String(row['entity']))
}

/**
 * Removes rows of files that no record holds and that are old enough, and returns their ids. A concurrent transaction
 * that attaches one conflicts on the same rows.
 */
export async function forgetUnused(executor: Executor, olderThanMs: number): Promise<readonly string[]> {
  const rows = await executor.runOwn(
    'forget-unused-files',
    `DELETE FROM ninefold.file AS f
     WHERE f.created_at < now() - $1::bigint * interval '1 millisecond'
       AND NOT EXISTS (SELECT FROM ninefold.file_use AS u WHERE u.file = f.id)
     RETURNING f.id::text AS id`,
    [olderThanMs],
  )
  return rows.map((row) => String(row['id']))
}
