// Tighter rules and required fields of large tables → records in the way, noted while the old version serves; and after
// the migration, constraints for later writes → constraints of all records, while the new version serves.

import {
  type RuleAhead,
  type RulesAhead,
  requireValidatedSql,
  type Unvalidated,
  validateSql,
} from '@ninefold/core/plan/migration/rules-ahead.ts'
import type { IndexAhead } from '@ninefold/core/plan/migration/indexes-ahead.ts'
import type { Migration } from '@ninefold/core/plan/migration/migration.ts'
import type { Preparations } from '@ninefold/core/plan/migration/preparations.ts'
import { inPublic } from '@ninefold/core/plan/schema/ddl.ts'
import { UNVALIDATED } from '@ninefold/core/plan/schema/constraint-validation.ts'
import type { PoolClient } from 'pg'
import { countRows, refusalOf } from './online-ddl.ts'
import { TABLE_LOCK_MS_MAX } from './table-lock.ts'

export interface RuleStep extends RuleAhead {
  readonly of: RulesAhead
}

/** Returns the rules whose records in the way are noted. PostgreSQL may refuse, for instance by a time limit. */
export async function noteBroken(client: PoolClient, rules: readonly RulesAhead[]): Promise<RulesAhead[]> {
  const noted: RulesAhead[] = []
  for (const each of rules) if ((await refusalOf(client, each.note)) === null) noted.push(each)
  return noted
}

/**
 * For a trial of the migration, which is rolled back: steps that would read large tables under a lock → the statements that
 * stand for them. Rules are compared with the records here, before the trial locks a table.
 */
export async function triedSteps(
  client: PoolClient,
  { steps, fills }: Migration,
  { rules, unique, indexes, columns }: Preparations,
): Promise<Map<string, readonly string[]>> {
  const tried = new Map<string, readonly string[]>()
  for (const { step } of [...indexes, ...columns.flatMap((each) => each.indexes.filter(isOrdinary))])
    tried.set(step, [])
  const counts = new Map(steps.map(({ sql, countSql }) => [sql, countSql]))
  const isKept = async (step: string): Promise<boolean> => {
    const countSql = counts.get(step) ?? null
    return countSql !== null && (await countRows(client, countSql)) === 0
  }
  // A new reference may need the unique index of its target.
  const isTarget = (table: string): boolean => steps.some(({ sql }) => sql.includes(` REFERENCES ${inPublic(table)} `))
  for (const { table, step } of unique) if (!isTarget(table) && (await isKept(step))) tried.set(step, [])
  for (const { table, steps: ofTable } of rules) {
    // Columns of stated values do not exist yet.
    if (fills.some((fill) => fill.table === table)) continue
    for (const { step, countSql, sql } of ofTable) if (countSql === null || (await isKept(step))) tried.set(step, [sql])
  }
  return tried
}

function isOrdinary({ step }: IndexAhead): boolean {
  return !step.startsWith('CREATE UNIQUE')
}

export function stepsOf(rules: readonly RulesAhead[]): Map<string, RuleStep> {
  return new Map(rules.flatMap((of) => of.steps.map((each) => [each.step, { ...each, of }] as const)))
}

/** Begins the migration's transaction. */
export async function noteAll(client: PoolClient, rules: readonly RulesAhead[]): Promise<void> {
  for (const each of rules) for (const sql of each.noteAll) await client.query(sql)
}

/** Ends the migration's transaction. */
export async function forgetNoted(client: PoolClient, rules: readonly RulesAhead[]): Promise<void> {
  for (const { contract, withdraw } of rules) await client.query([...contract, withdraw].join(';\n'))
}

/** Tells whether a migration has left constraints that do not apply to all records yet. */
export async function hasUnvalidated(client: PoolClient): Promise<boolean> {
  const { rows } = await client.query<{ isThere: boolean }>(`SELECT EXISTS (SELECT FROM ${UNVALIDATED}) AS "isThere"`)
  return rows[0]?.isThere === true
}

/** Another program may have dropped the constraint, or compared it with the records. */
const NEXT = `SELECT kept.id::text, table_name AS "table", constraint_name AS "constraint", required_column AS "required",
    pg_constraint.oid IS NOT NULL AS "isThere", coalesce(convalidated, true) AS "isValid"
  FROM ${UNVALIDATED} AS kept LEFT JOIN pg_constraint
    ON conname = constraint_name AND conrelid = to_regclass(format('public.%I', table_name))
  ORDER BY kept.id LIMIT 1`

interface Next extends Unvalidated {
  readonly id: string
  readonly isThere: boolean
  readonly isValid: boolean
}

/**
 * Runs under the lock, outside of a transaction. Returns the validated constraints. `isEnded`: the rest is left for the
 * next time.
 */
export async function validateAll(client: PoolClient, isEnded: () => boolean = () => false): Promise<string[]> {
  const validated: string[] = []
  try {
    await client.query(`SET lock_timeout = ${TABLE_LOCK_MS_MAX}`)
    while (!isEnded()) {
      const next = (await client.query<Next>(NEXT)).rows[0]
      if (next === undefined) break
      if (!next.isValid) await client.query(validateSql(next))
      const ending = next.isThere ? requireValidatedSql(next) : []
      const forget = `DELETE FROM ${UNVALIDATED} WHERE id = ${next.id}`
      await client.query(['BEGIN', ...ending, forget, 'COMMIT'].join(';\n'))
      validated.push(`${next.table}.${next.constraint}`)
    }
    return validated
  } finally {
    await client.query('RESET lock_timeout')
  }
}
