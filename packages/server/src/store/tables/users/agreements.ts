// Versions of documents that users have agreed to.

import type { Executor } from '../../driver/database.ts'

export interface DocumentVersion {
  readonly name: string
  readonly version: string
}

export interface KeptAgreement extends DocumentVersion {
  readonly agreedAtMs: number
}

/** Every version, the newest agreement first. */
export async function agreementsOf(executor: Executor, userId: string): Promise<KeptAgreement[]> {
  const rows = await executor.runOwn(
    'agreements-of-user',
    `SELECT document, version, (extract(epoch FROM agreed_at) * 1000)::bigint AS agreed_ms
     FROM ninefold.agreement WHERE user_id = $1 ORDER BY agreed_at DESC, document, version`,
    [userId],
  )
  return rows.map((row) => ({
    name: String(row['document']),
    version: String(row['version']),
    agreedAtMs: Number(row['agreed_ms']),
  }))
}

/** Returns the new ones. */
export async function keepAgreements(
  executor: Executor,
  userId: string,
  documents: readonly DocumentVersion[],
): Promise<DocumentVersion[]> {
  const rows = await executor.runOwn(
    'keep-agreements',
    `INSERT INTO ninefold.agreement (user_id, document, version)
     SELECT $1, document, version FROM unnest($2::text[], $3::text[]) AS shown (document, version)
     ON CONFLICT DO NOTHING RETURNING document, version`,
    [userId, documents.map(({ name }) => name), documents.map(({ version }) => version)],
  )
  return rows.map((row) => ({ name: String(row['document']), version: String(row['version']) }))
}
