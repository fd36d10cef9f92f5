// The audit log: who did what to which record, by which call and under which revision.

import type { Pool } from 'pg'

export interface Done {
  readonly at: Date
  /** The id of a user; null: somebody who is not signed in, or the application by itself. */
  readonly caller: string | null
  /** The beginning of the API key by which they asked; null: by a session. */
  readonly key: string | null
  readonly action: string
  readonly entity: string
  readonly record: string
  readonly call: string
  readonly request: string | null
  readonly revision: string
}

export interface AuditAsked {
  readonly since: Date | null
  readonly caller: string | null
}

const PART = 1_000

/** The oldest first; no more at once than can be held. */
export async function* auditOf(pool: Pool, { since, caller }: AuditAsked): AsyncGenerator<Done> {
  const client = await pool.connect()
  try {
    await client.query('BEGIN READ ONLY')
    await client.query(
      `DECLARE done NO SCROLL CURSOR FOR SELECT at, caller, api_key AS key, action, entity, record, call, request, revision FROM ninefold.audit
       WHERE at >= coalesce($1::timestamptz, '-infinity') AND ($2::text IS NULL OR caller = $2) ORDER BY at`,
      [since?.toISOString() ?? null, caller],
    )
    for (;;) {
      const { rows } = await client.query<Omit<Done, 'at'> & { at: number }>(`FETCH ${PART} FROM done`)
      for (const row of rows) yield { ...row, at: new Date(row.at) }
      if (rows.length < PART) return
    }
  } finally {
    await client.query('ROLLBACK')
    client.release()
  }
}
