// The placements of tenants in a database → the tenants that are leaving it or have left it, and the steps of a move as
// rows. Each step is durable, so that a repeated command goes on where the one before was cut off.

import type { Executor } from '../driver/database.ts'
import { type Connection, MoveRefused } from './moved-tenant.ts'

/** A tenant that is leaving, or whose requests go to another server. */
export interface Placement {
  readonly tenant: string
  /** Its name in addresses. */
  readonly label: string
  readonly state: 'leaving' | 'moved'
  /** The origin of the server of the other database, such as `http://shard-2:4400`. */
  readonly address: string
}

export async function placementsElsewhere(executor: Executor): Promise<Placement[]> {
  const rows = await executor.runOwn(
    'tenants-elsewhere',
    `SELECT tenant, label, state, address FROM ninefold.tenant_placement WHERE state <> 'arrived'`,
    [],
  )
  return rows.map((row) => ({
    tenant: String(row['tenant']),
    label: String(row['label']),
    state: row['state'] === 'moved' ? 'moved' : 'leaving',
    address: String(row['address']),
  }))
}

export interface PlacementRow {
  readonly tenant: string
  readonly label: string
  readonly state: 'leaving' | 'moved' | 'arrived'
  readonly address: string | null
  /** The identity of the database to which it is leaving, or has left. */
  readonly target: string | null
  readonly move: string
}

export async function placementOf(client: Connection, label: string): Promise<PlacementRow | null> {
  const { rows } = await client.query<PlacementRow>(
    'SELECT tenant, label, state, address, target::text AS target, move::text AS move FROM ninefold.tenant_placement WHERE label = $1',
    [label],
  )
  return rows[0] ?? null
}

/** Servers let no new write of the tenant begin from then on. `move` null: the one under way, or a new one. */
export async function beginLeaving(
  client: Connection,
  { tenant, label, address, target, move }: Omit<PlacementRow, 'state' | 'move'> & { readonly move: string | null },
): Promise<Pick<PlacementRow, 'move'>> {
  const { rows } = await client.query<{ move: string }>(
    `INSERT INTO ninefold.tenant_placement AS p (tenant, label, state, address, target, move) VALUES ($1, $2, 'leaving', $3, $4, coalesce($5::uuid, gen_random_uuid()))
     ON CONFLICT (tenant) DO UPDATE SET label = excluded.label, state = 'leaving', address = excluded.address, target = excluded.target, since = now(),
       move = CASE WHEN p.state = 'leaving' THEN p.move ELSE excluded.move END
     RETURNING move::text AS move`,
    [tenant, label, address, target, move],
  )
  if (rows[0] === undefined) throw new Error('A move was not noted.')
  return rows[0]
}

/** Part of the transaction that copies: from its commit on, the tenant is there. */
export async function arrive(
  client: Connection,
  { tenant, label, move }: Pick<PlacementRow, 'tenant' | 'label' | 'move'>,
): Promise<void> {
  await client.query(
    `INSERT INTO ninefold.tenant_placement (tenant, label, state, move) VALUES ($1, $2, 'arrived', $3)
     ON CONFLICT (tenant) DO UPDATE SET label = excluded.label, state = 'arrived', address = NULL, target = NULL, since = now(), move = excluded.move`,
    [tenant, label, move],
  )
  await client.query('DELETE FROM ninefold.moved_member WHERE tenant = $1', [tenant])
}

export async function identityOf(client: Connection): Promise<string> {
  const { rows } = await client.query<{ id: string }>('SELECT id::text AS id FROM ninefold.identity')
  if (rows[0] === undefined) throw new MoveRefused('The database has no identity, because no server has used it yet.')
  return rows[0].id
}

export async function hasArrived(client: Connection, tenant: string, move: string): Promise<boolean> {
  const { rows } = await client.query(
    `SELECT FROM ninefold.tenant_placement WHERE tenant = $1 AND move = $2 AND state = 'arrived'`,
    [tenant, move],
  )
  return rows.length > 0
}

/** Servers pass requests of the tenant on from then on. `members`: SQL with the ids of its users. */
export async function leave(client: Connection, tenant: string, title: string, members: string): Promise<void> {
  await client.query('BEGIN')
  await client.query(
    `UPDATE ninefold.tenant_placement SET state = 'moved', title = $2, since = now() WHERE tenant = $1 AND state = 'leaving'`,
    [tenant, title],
  )
  await client.query(
    `INSERT INTO ninefold.moved_member (user_id, tenant) SELECT user_id, $1 FROM (${members}) AS m (user_id) ON CONFLICT DO NOTHING`,
    [tenant],
  )
  await client.query('COMMIT')
}

/** Tenants in other databases to which an account of this one has led. */
export async function movedTenantsOf(executor: Executor, userId: string): Promise<MovedTenantOfUser[]> {
  const rows = await executor.runOwn(
    'moved-tenants-of-user',
    `SELECT p.tenant, p.title, p.label FROM ninefold.moved_member AS m JOIN ninefold.tenant_placement AS p ON p.tenant = m.tenant
     WHERE m.user_id = $1 AND p.state = 'moved' ORDER BY p.tenant LIMIT ${MOVED_TOLD_MAX}`,
    [userId],
  )
  return rows.map((row) => ({ id: String(row['tenant']), title: String(row['title']), label: String(row['label']) }))
}

const MOVED_TOLD_MAX = 1000

export interface MovedTenantOfUser {
  readonly id: string
  readonly title: string
  readonly label: string
}

/** The tenant stays; the move has not happened. */
export async function stay(client: Connection, tenant: string): Promise<void> {
  await client.query(`DELETE FROM ninefold.tenant_placement WHERE tenant = $1 AND state = 'leaving'`, [tenant])
}

/**
 * The first source of a move is the home shard, and a target becomes another shard. A database with tenants of its own
 * cannot: their names in addresses could be those of tenants in other databases.
 */
export async function nameShards(source: Connection, target: Connection, tenants: string): Promise<void> {
  await source.query(`UPDATE ninefold.identity SET shard = 'home' WHERE shard IS NULL`)
  const { rows } = await target.query<{ shard: string | null; hasTenants: boolean }>(
    `SELECT shard, EXISTS (SELECT FROM ${tenants}) AS "hasTenants" FROM ninefold.identity`,
  )
  if (rows[0]?.shard !== null) return
  if (rows[0].hasTenants)
    throw new MoveRefused(
      'The target has tenants of its own, whose names in addresses could be those of tenants of another database. Move tenants to a database in which no tenant was created.',
    )
  await target.query(`UPDATE ninefold.identity SET shard = 'other'`)
}
