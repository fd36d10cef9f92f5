// The audit log: who did what to which record, by which call and under which revision.

import type { Pool } from 'pg'

export interface Done {
  readonly at: Date
  /** The user's id; null: a guest, or automatic work. */
  readonly caller: string | null
  /** The visible start of the API key; null: a session. */
  readonly key: string | null
  /** Null: the key has no name, or no longer exists. */
  readonly keyName: string | null
  /** Through the Model Context Protocol. */
  readonly byAgent: boolean
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

/** Oldest first, in batches, so that memory stays bounded. */
export async function* auditOf(pool: Pool, { since, caller }: AuditAsked): AsyncGenerator<Done> {
  const client = await pool.connect()
  try {
    await client.query('BEGIN READ ONLY')
    await client.query(
      `DECLARE done NO SCROLL CURSOR FOR SELECT a.at, a.caller, a.api_key AS key, k.name AS "keyName", coalesce(a.by_agent, false) AS "byAgent",
         a.action, a.entity, a.record, a.call, a.request, a.revision
       FROM ninefold.audit AS a
       LEFT JOIN LATERAL (
         SELECT name FROM ninefold.api_key WHERE user_id = a.caller AND beginning = a.api_key ORDER BY created_at LIMIT 1
       ) AS k ON true
       WHERE a.at >= coalesce($1::timestamptz, '-infinity') AND ($2::text IS NULL OR a.caller = $2) ORDER BY a.at`,
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
