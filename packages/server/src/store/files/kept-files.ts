// Uploads in the engine's own tables: which there are, and which records hold them.

import type { Executor } from '../driver/database.ts'
import type { Row } from '../driver/rows.ts'

/** A file as a field of a record keeps it, and as expressions know it. */
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
  /** The uploader; null: nobody who had signed in. */
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

/** The uploader, or the place of somebody who has not signed in; a hash, since only counting asks for it. */
export type Uploader = { readonly user: string } | { readonly place: string }

export function fileAddress(id: string): string {
  return `/_ninefold/files/${id}`
}

/** How many uploads of a caller no record holds yet: more than a person needs are refused. */
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
    // In the order in which PostgreSQL has the keys, so that two of one file are the same text.
    file: { id, url: fileAddress(id), name, size: Number(row['size']), type },
    uploadedBy: by === null ? null : String(by),
  }
}

function holderOf(row: Row): FileUse[] {
  if (row['entity'] === null) return []
  return [{ entity: String(row['entity']), field: String(row['field']), record: String(row['record']) }]
}

/** From now on the field of the record holds exactly these. */
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

/** Those of the ids that are no file of the database. */
export async function unknownFiles(executor: Executor, ids: readonly string[]): Promise<readonly string[]> {
  const rows = await executor.runOwn(
    'unknown-files',
    `SELECT id::text AS id FROM unnest($1::uuid[]) AS id WHERE NOT EXISTS (SELECT FROM ninefold.file AS f WHERE f.id = id.id)`,
    [ids],
  )
  return rows.map((row) => String(row['id']))
}

/** Forgets uses by records that are there no more, and by fields that the entity has no more. */
export async function forgetUses(
  executor: Executor,
  entity: string,
  /** Where its records are; null: there is no such entity any more. */
  table: string | null,
  fields: readonly string[],
): Promise<void> {
  // A deleted record that can be brought back still holds its files.
  const isGone = `NOT EXISTS (SELECT FROM ninefold.deleted_row AS d WHERE d.entity = u.entity AND d.record = u.record)${
    table === null ? '' : ` AND NOT EXISTS (SELECT FROM public."${table}" AS t WHERE t."id"::text = u.record)`
  }`
  await executor.runOwn(
    `forget-uses-${table ?? 'of-no-table'}`,
    `DELETE FROM ninefold.file_use AS u WHERE u.entity = $1 AND (NOT (u.field = ANY ($2::text[])) OR ${isGone})`,
    [entity, fields],
  )
}

/** Entities whose records hold files, or did. */
export async function entitiesWithFiles(executor: Executor): Promise<readonly string[]> {
  const rows = await executor.runOwn('entities-with-files', 'SELECT DISTINCT entity FROM ninefold.file_use', [])
  return rows.map((row) => String(row['entity']))
}

/**
 * Forgets files that no record holds and that are old enough, and says which they were. A transaction that attaches
 * one at the same moment comes before or after: both read and write the same rows.
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
