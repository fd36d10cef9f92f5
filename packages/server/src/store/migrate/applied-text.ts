// A database → the applied text of the specification, and the identities of its names.

import { type Identities, isIdentities } from '@ninefold/core/evolution/identities.ts'
import type { Pool } from 'pg'

/** Null if no specification was applied yet. */
export async function appliedText(pool: Pool): Promise<string | null> {
  const { rows: found } = await pool.query<{ isThere: boolean }>(
    `SELECT to_regclass('ninefold.specification') IS NOT NULL AS "isThere"`,
  )
  if (found[0]?.isThere !== true) return null
  const { rows } = await pool.query<{ text: string }>(
    'SELECT text FROM ninefold.specification ORDER BY id DESC LIMIT 1',
  )
  return rows[0]?.text ?? null
}

/** Null if none were stored. */
export async function appliedIdentities(pool: Pool): Promise<Identities | null> {
  const { rows } = await pool.query<{ identities: unknown }>(
    'SELECT identities FROM ninefold.specification ORDER BY id DESC LIMIT 1',
  )
  const found = rows[0]?.identities ?? null
  return isIdentities(found) ? found : null
}
