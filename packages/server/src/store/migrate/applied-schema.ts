// A database → its latest schema and text, as far as known.

import type { LooseChecks } from '@ninefold/core/plan/migration/loose-checks.ts'
import { UNVALIDATED } from '@ninefold/core/plan/schema/constraint-validation.ts'
import type { Schema } from '@ninefold/core/plan/schema/schema.ts'
import type { PoolClient } from 'pg'

/** A database before a change: its tables and their text. */
export interface Applied {
  readonly schema: Schema
  /** '' if unknown. */
  readonly text: string
  /** Identities of names; null if unknown. */
  readonly identities: unknown
}

export interface AppliedSchema {
  readonly id: string
  readonly isSame: boolean
  /** Rules that existing records may break until they are changed. */
  readonly loose: readonly string[]
}

const LOOSE = `SELECT coalesce(jsonb_agg(relname || '.' || conname), '[]') FROM pg_constraint JOIN pg_class ON pg_class.oid = conrelid WHERE contype = 'c' AND NOT convalidated AND connamespace = 'public'::regnamespace AND (relname, conname) NOT IN (SELECT table_name, constraint_name FROM ${UNVALIDATED})`

/** Compared by the database, which normalizes the order of keys in JSON. */
/** Names of these rules: `ticket.ticket_subject_length`. */
export async function looseChecks(client: PoolClient): Promise<LooseChecks> {
  const { rows } = await client.query<{ loose: readonly string[] }>(`SELECT (${LOOSE}) AS loose`)
  return new Set(rows[0]?.loose)
}

export async function appliedSchema(client: PoolClient, next: Schema): Promise<(Applied & AppliedSchema) | null> {
  const { rows } = await client.query<Applied & AppliedSchema>(
    `SELECT id::text, schema, text, identities, schema = $1::jsonb AS "isSame", (${LOOSE}) AS loose FROM ninefold.specification ORDER BY ninefold.specification.id DESC LIMIT 1`,
    [JSON.stringify(next)],
  )
  return rows[0] ?? null
}
