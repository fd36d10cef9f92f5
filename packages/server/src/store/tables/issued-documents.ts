// Issued documents, in the engine's own table: their content, and their bytes once they are rendered.

import type { Executor } from '../driver/database.ts'
import { ATTEMPTS_MAX, nextTryMs } from './retry-delay.ts'

export interface OfDocument {
  readonly document: string
  readonly entity: string
  readonly record: string
}

/** Its content as JSON. */
export interface IssuedDocument {
  readonly id: string
  readonly content: string
}

/** Keeps the first one: issuing a document again changes nothing. */
export async function keepIssued(
  executor: Executor,
  { document, entity, record }: OfDocument,
  content: string,
  atMs: number,
): Promise<void> {
  await executor.runOwn(
    'keep-issued',
    `INSERT INTO ninefold.issued_document (document, entity, record, content, issued_at, next_try_at)
     VALUES ($1, $2, $3, $4, $5::timestamptz, $5::timestamptz) ON CONFLICT (entity, record, document) DO NOTHING`,
    [document, entity, record, content, new Date(atMs).toISOString()],
  )
}

/** Null: it was never issued. */
export async function issuedOf(
  executor: Executor,
  { document, entity, record }: OfDocument,
): Promise<IssuedDocument | null> {
  const [row] = await executor.runOwn(
    'issued-of',
    'SELECT id::text AS id, content FROM ninefold.issued_document WHERE entity = $1 AND record = $2 AND document = $3',
    [entity, record, document],
  )
  return row === undefined ? null : { id: String(row['id']), content: String(row['content']) }
}

/** Null: deleted with its record. */
export async function issuedContent(executor: Executor, id: string): Promise<string | null> {
  const [row] = await executor.runOwn('issued-content', 'SELECT content FROM ninefold.issued_document WHERE id = $1', [
    id,
  ])
  return row === undefined ? null : String(row['content'])
}

/** Null: not rendered yet, or deleted. */
export async function issuedBytes(executor: Executor, id: string): Promise<Buffer | null> {
  const [row] = await executor.runOwn(
    'issued-bytes',
    `SELECT encode(pdf, 'base64') AS pdf FROM ninefold.issued_document WHERE id = $1`,
    [id],
  )
  const pdf = row?.['pdf'] ?? null
  return pdf === null ? null : Buffer.from(String(pdf), 'base64')
}

/** The first bytes stay, even if another process renders it at the same moment. */
export async function keepIssuedBytes(executor: Executor, id: string, bytes: Buffer): Promise<void> {
  await executor.runOwn(
    'keep-issued-bytes',
    `UPDATE ninefold.issued_document SET pdf = decode($2, 'base64'), next_try_at = NULL WHERE id = $1 AND pdf IS NULL`,
    [id, bytes.toString('base64')],
  )
}

/** Returns whether this was the last attempt; later requests try again. */
export async function markIssuedFailed(executor: Executor, id: string, nowMs: number): Promise<boolean> {
  const [row] = await executor.runOwn(
    'issued-failed',
    `UPDATE ninefold.issued_document SET attempts = attempts + 1 WHERE id = $1 RETURNING attempts`,
    [id],
  )
  const attempts = Number(row?.['attempts'] ?? ATTEMPTS_MAX)
  const isLast = attempts >= ATTEMPTS_MAX
  await executor.runOwn('issued-next', 'UPDATE ninefold.issued_document SET next_try_at = $2 WHERE id = $1', [
    id,
    isLast ? null : new Date(nextTryMs(nowMs, attempts - 1)).toISOString(),
  ])
  return isLast
}

export async function entitiesWithIssued(executor: Executor): Promise<readonly string[]> {
  const rows = await executor.runOwn('entities-with-issued', 'SELECT DISTINCT entity FROM ninefold.issued_document', [])
  return rows.map((row) => String(row['entity']))
}

/**
 * Deletes documents of records that are deleted for good. `table`: of the records; null: the entity is gone, and its
 * documents are kept.
 */
export async function forgetIssuedOfDeleted(executor: Executor, entity: string, table: string): Promise<void> {
  await executor.runOwn(
    `forget-issued-${table}`,
    `DELETE FROM ninefold.issued_document AS i WHERE i.entity = $1
       AND NOT EXISTS (SELECT FROM ninefold.deleted_row AS d WHERE d.entity = i.entity AND d.record = i.record)
       AND NOT EXISTS (SELECT FROM public."${table}" AS t WHERE t."id"::text = i.record)`,
    [entity],
  )
}
