// Online migration: new columns are added and filled beside the present ones while the old version keeps serving.
// Records are locked in small batches, and a trigger computes the value for concurrent writes. An interrupted run
// continues where it stopped.

import {
  type ColumnFill,
  type Expansion,
  fillAllSql,
  fillBatchSql,
  fillLaterSql,
} from '@ninefold/core/plan/migration/column-fill.ts'
import type { Migration } from '@ninefold/core/plan/migration/migration.ts'
import type { Schema } from '@ninefold/core/plan/schema/schema.ts'
import type { PoolClient } from 'pg'
import { TABLE_LOCK_MS_MAX } from './table-lock.ts'

/** Small enough that other writers wait only briefly. */
const BATCH = 500

export interface FillOptions {
  /** Records per statement. */
  readonly batch?: number
}

/** Computes the values of columns that have been added. */
export async function fillColumns(
  client: PoolClient,
  from: Schema,
  fills: readonly ColumnFill[],
  { batch = BATCH }: FillOptions,
): Promise<void> {
  for (const fill of fills) {
    let last = await filledUntil(client, fill)
    for (;;) {
      const { rows } = await client.query<{ last: string }>(fillBatchSql(from, fill), [last, batch])
      last = rows[0]?.last ?? null
      if (last === null) break
      await client.query(`UPDATE ninefold.evolution SET done = done || jsonb_build_object($1::text, $2::text)`, [
        keyOf(fill),
        last,
      ])
    }
  }
}

function keyOf({ table, next }: ColumnFill): string {
  return `${table} ${next}`
}

async function filledUntil(client: PoolClient, fill: ColumnFill): Promise<string | null> {
  const { rows } = await client.query<{ last: string | null }>('SELECT done ->> $1 AS last FROM ninefold.evolution', [
    keyOf(fill),
  ])
  return rows[0]?.last ?? null
}

/** Adds the columns; first reverts an unfinished other change. */
export async function expand(client: PoolClient, expansions: readonly Expansion[]): Promise<void> {
  const { rows } = await client.query<{ isSame: boolean }>(
    'SELECT fills = $1::jsonb AS "isSame" FROM ninefold.evolution',
    [JSON.stringify(expansions)],
  )
  if (rows[0]?.isSame === true) return
  if (rows.length === 0 && expansions.length === 0) return
  await client.query(`BEGIN; SET LOCAL lock_timeout = ${TABLE_LOCK_MS_MAX}`)
  await takeBackIn(client)
  for (const { expand } of expansions) await client.query(expand.join(';\n'))
  if (expansions.length > 0)
    await client.query('INSERT INTO ninefold.evolution (fills) VALUES ($1)', [JSON.stringify(expansions)])
  await client.query('COMMIT')
}

/** Tells whether a change is in progress or unfinished. */
export async function hasBegun(client: PoolClient): Promise<boolean> {
  const { rows } = await client.query<{ isThere: boolean }>(
    'SELECT EXISTS (SELECT FROM ninefold.evolution) AS "isThere"',
  )
  return rows[0]?.isThere === true
}

/** Reverts the change completely. */
export async function takeBack(client: PoolClient): Promise<void> {
  await client.query('BEGIN')
  await takeBackIn(client)
  await client.query('COMMIT')
}

async function takeBackIn(client: PoolClient): Promise<void> {
  const { rows } = await client.query<{ fills: readonly Expansion[] }>('DELETE FROM ninefold.evolution RETURNING fills')
  for (const { contract, withdraw } of rows[0]?.fills ?? []) await client.query([...contract, withdraw].join(';\n'))
}

/** Removes the triggers, and renames the columns to their final names. Runs in the transaction that ends the change. */
export async function contract(client: PoolClient, fills: readonly ColumnFill[]): Promise<void> {
  for (const fill of fills) {
    const later = fillLaterSql(fill)
    if (later !== null) await client.query(later)
  }
  for (const fill of fills) await client.query(fill.contract.join(';\n'))
  await client.query('DELETE FROM ninefold.evolution')
}

/** Adds and fills everything at once, for a trial that is rolled back, so unfinished changes do not matter. */
export async function startAnew(client: PoolClient, { fills }: Pick<Migration, 'fills'>): Promise<void> {
  await takeBackIn(client)
  for (const fill of fills) {
    await client.query(fill.expand.join(';\n'))
    await client.query(fillAllSql(fill))
  }
}
