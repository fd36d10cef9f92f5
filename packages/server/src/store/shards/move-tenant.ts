// A tenant of one database → the same tenant in another one, while it and all others are used. Reads go on until the end;
// writes of the tenant wait in the servers while its rows are copied. A move that was cut off goes on when it is repeated.

import { inPublic, quoted } from '@ninefold/core/plan/schema/ddl.ts'
import { columnName, tableName } from '@ninefold/core/plan/sql/database-names.ts'
import { setTimeout as pause } from 'node:timers/promises'
import { entityNamed, fieldNamed } from '@ninefold/core/model/find.ts'
import { planLabelOfTenant } from '@ninefold/core/plan/read/tenants.ts'
import type { CallerRoles } from '@ninefold/core/rights/roles.ts'
import pg from 'pg'
import { COPY_SETTINGS } from '../backup/backup.ts'
import { refuseSharedConnections } from '../driver/pooler-check.ts'
import { parameterValues } from '../driver/statement.ts'
import type { FileStore } from '../files/file-store.ts'
import { MIGRATION_LOCK } from '../migrate/table-lock.ts'
import { copyFiles } from './copied-files.ts'
import { removeLeftRows } from './left-rows.ts'
import { type Connection, membersOf, type MovedTenant, MoveRefused, tenancyOf } from './moved-tenant.ts'
import { keepNames } from './names-of-tenants.ts'
import {
  arrive,
  beginLeaving,
  hasArrived,
  identityOf,
  leave,
  nameShards,
  placementOf,
  type PlacementRow,
  stay,
} from './placements.ts'
import { selectRecords } from './selected-records.ts'
import { copyTenant, type Ends } from './tenant-copy.ts'
import { blockWrites, unblockWrites } from './blocked-writes.ts'

/** An arbitrary number, the same in all processes. */
const MOVE_LOCK = 9_009_004

export interface MoveOptions extends Omit<MovedTenant, 'tenant'> {
  readonly source: string
  readonly target: string
  /** The tenant's name in addresses. */
  readonly label: string
  /** The origin of the server of the target, as servers of the source reach it. */
  readonly address: string
  /** Missing: uploads are in a place that both databases share, or there are none. */
  readonly files?: { readonly source: FileStore; readonly target: FileStore }
  /** Time in which servers notice that the tenant is leaving, and requests end that began before. */
  readonly graceMs: number
  /** Missing: the usual time to wait for a moment without schedules. */
  readonly schedulesMsMax?: number
  readonly tell: (line: string) => void
}

export interface Moved {
  readonly records: number
  readonly files: number
  /** The time in which writes of the tenant waited. */
  readonly pauseMs: number
}

export async function moveTenant(options: MoveOptions): Promise<Moved> {
  return onBothEnds(options, async (ends) => {
    const { source } = ends
    const known = await placementOf(source, options.label)
    const tenant = known?.tenant ?? (await tenantNamed(source, options))
    const moved = { model: options.model, schema: options.schema, tenant }
    if (known?.state === 'moved') {
      await removeLeftRows(source, moved)
      throw new MoveRefused(`"${options.label}" has moved to ${known.address} already.`)
    }
    const target = await identityOf(ends.target)
    refuseOtherTarget(known, target)
    await nameShards(source, ends.target, inPublic(tableName(tenancyOf(options.model).tenant)))
    for (const end of [source, ends.target]) await keepNames(end, options.model, options.schema)
    const files = await copyFilesAhead(source, moved, options)
    for (const end of [source, ends.target]) await awaitSchedules(end, options.schedulesMsMax ?? SCHEDULE_WAIT_MS_MAX)
    const begunAt = performance.now()
    const before = await placementOf(ends.target, options.label)
    if (before?.state === 'arrived' && known?.move !== before.move)
      throw new MoveRefused(
        `The target has "${options.label}" already, as after the restoration of an earlier backup here. --discard removes the records of this database.`,
      )
    const leaving = { tenant, label: options.label, address: options.address, target }
    const { move } = await beginLeaving(source, { ...leaving, move: null })
    const row: PlacementRow = { ...leaving, state: 'leaving', move }
    const records = before?.state === 'arrived' ? 0 : await copyPaused(ends, moved, row, options)
    // Servers of the target still pass requests on to the source, and a circle would follow.
    if (before !== null) await pause(options.graceMs)
    await leave(source, tenant, await titleOf(source, moved), membersOf(moved))
    const pauseMs = performance.now() - begunAt
    options.tell(`"${options.label}" is served by ${options.address} from now on.`)
    // Servers answer reads from the former rows until they notice.
    await pause(options.graceMs)
    await removeLeftRows(source, moved)
    return { records, files, pauseMs }
  })
}

/**
 * For a source that was restored from a backup of a time before the move, and has the tenant again: the target's records
 * count, and those of the source are removed.
 */
export async function discardTenant(options: MoveOptions): Promise<void> {
  await onBothEnds(options, async ({ source, target }) => {
    const arrived = await placementOf(target, options.label)
    if (arrived?.state !== 'arrived')
      throw new MoveRefused(`"${options.label}" has not arrived in the target, so the records here are the only ones.`)
    const moved = { model: options.model, schema: options.schema, tenant: arrived.tenant }
    await beginLeaving(source, { ...arrived, address: options.address, target: await identityOf(target) })
    await pause(options.graceMs)
    await blockWrites(source, moved)
    await leave(source, arrived.tenant, await titleOf(source, moved), membersOf(moved))
    await pause(options.graceMs)
    await removeLeftRows(source, moved)
  })
}

/** For a move that was cut off before its rows had arrived: writes of the tenant go on where they were. */
export async function cancelMove(options: MoveOptions): Promise<void> {
  await onBothEnds(options, async ({ source, target }) => {
    const known = await placementOf(source, options.label)
    if (known?.state !== 'leaving') throw new MoveRefused(`"${options.label}" is not moving.`)
    refuseOtherTarget(known, await identityOf(target))
    if (await hasArrived(target, known.tenant, known.move))
      throw new MoveRefused(
        `The rows of "${options.label}" have arrived. Repeat the command without --cancel to end the move.`,
      )
    await unblockWrites(source, { ...options, tenant: known.tenant })
    await stay(source, known.tenant)
  })
}

/** The records may have arrived in the target of the move that was cut off. */
function refuseOtherTarget(known: PlacementRow | null, target: string): void {
  if (known?.state === 'leaving' && known.target !== target)
    throw new MoveRefused(
      `"${known.label}" is moving to the database of ${known.address}. Repeat that command, or end it by --cancel with the same target.`,
    )
}

/**
 * A failure lets the tenant go on where it was. A commit whose outcome is unknown does not: the tenant stays between both
 * ends until the command is repeated, and has never two places.
 */
async function copyPaused(ends: Ends, moved: MovedTenant, row: PlacementRow, options: MoveOptions): Promise<number> {
  const { source, target } = ends
  let records: number
  try {
    await pause(options.graceMs)
    await blockWrites(source, moved)
    await source.query('BEGIN ISOLATION LEVEL REPEATABLE READ')
    await selectRecords(source, moved)
    // Uploads of the last moment.
    await copySelectedFiles(source, options)
    await target.query('BEGIN')
    await target.query('SET LOCAL session_replication_role = replica')
    records = await copyTenant(ends, moved)
    await arrive(target, row)
    await source.query('COMMIT')
  } catch (cause) {
    await target.query('ROLLBACK').catch(() => options.tell('The connection to the target is lost.'))
    await source.query('ROLLBACK')
    await unblockWrites(source, moved)
    await stay(source, moved.tenant)
    throw cause
  }
  await target.query('COMMIT')
  return records
}

async function onBothEnds<Result>(options: MoveOptions, work: (ends: Ends) => Promise<Result>): Promise<Result> {
  const source = await opened('source', options.source)
  try {
    const target = await opened('target', options.target)
    try {
      await refuseSecondMove({ source, target })
      await refuseUnlike({ source, target }, options)
      return await work({ source, target })
    } finally {
      await target.end()
    }
  } finally {
    await source.end()
  }
}

async function opened(end: 'source' | 'target', connectionString: string): Promise<pg.Client> {
  const client = new pg.Client({ connectionString, application_name: 'ninefold move-tenant' })
  await client.connect().catch((cause: unknown) => {
    throw new MoveRefused(`The ${end} cannot be reached: ${cause instanceof Error ? cause.message : String(cause)}`)
  })
  // The running statement reports a broken connection.
  client.on('error', () => {})
  try {
    await refuseSharedConnections(client, connectionString)
    for (const setting of COPY_SETTINGS) await client.query(setting)
    await refuseUnused(client, end)
    // No process alters tables meanwhile.
    await client.query('SELECT pg_advisory_lock_shared($1)', [MIGRATION_LOCK])
    return client
  } catch (cause) {
    await client.end()
    throw cause
  }
}

async function refuseUnused(client: Connection, end: 'source' | 'target'): Promise<void> {
  const { rows } = await client.query<{ isUsed: boolean }>(
    `SELECT to_regclass('ninefold.tenant_placement') IS NOT NULL AS "isUsed"`,
  )
  if (rows[0]?.isUsed !== true)
    throw new MoveRefused(
      `No server of this version has used the ${end}. Start one on it with this specification first.`,
    )
}

/** Session locks belong to one database, so source and target cannot be the same one. */
async function refuseSecondMove({ source, target }: Ends): Promise<void> {
  for (const client of [source, target]) {
    const { rows } = await client.query<{ isAlone: boolean }>('SELECT pg_try_advisory_lock($1) AS "isAlone"', [
      MOVE_LOCK,
    ])
    if (rows[0]?.isAlone !== true)
      throw new MoveRefused(
        'Source and target are the same database, or another tenant is moving from or to one of them.',
      )
  }
}

async function refuseUnlike({ source, target }: Ends, { schema }: MoveOptions): Promise<void> {
  for (const [end, client] of [
    ['source', source],
    ['target', target],
  ] as const) {
    const { rows: like } = await client.query<{ isLike: boolean }>(
      'SELECT schema = $1::jsonb AS "isLike" FROM ninefold.specification ORDER BY id DESC LIMIT 1',
      [JSON.stringify(schema)],
    )
    if (like[0]?.isLike !== true)
      throw new MoveRefused(
        `The ${end} has another version of the specification. Start or apply this version on both databases, and repeat the command.`,
      )
  }
  const { rows: mayCopy } = await target.query<{ may: boolean }>(
    `SELECT has_parameter_privilege('session_replication_role', 'SET') AS may`,
  )
  if (mayCopy[0]?.may !== true)
    throw new MoveRefused(
      'The user of the target may not set session_replication_role. An administrator permits it by: GRANT SET ON PARAMETER session_replication_role TO the user.',
    )
}

/** Labels ask for no rights. */
const NOBODY: CallerRoles = { roles: new Set(), isSignedIn: false }

/** The name of the tenant for people. */
async function titleOf(source: Connection, { model, tenant }: MovedTenant): Promise<string> {
  const statement = planLabelOfTenant({ model, caller: NOBODY }, tenancyOf(model))
  const { rows } = await source.query<{ label: string }>(statement.text, parameterValues(statement, { tenant }))
  return rows[0]?.label ?? ''
}

async function tenantNamed(source: Connection, { model, label }: MoveOptions): Promise<string> {
  const { tenant, address } = tenancyOf(model)
  if (address?.by !== 'host')
    throw new MoveRefused(
      'Tenants are moved where point 6 says "Current tenant: by host": the host leads requests to their database.',
    )
  const { type } = fieldNamed(entityNamed(model, tenant), address.field)
  const { rows } = await source.query<{ id: string }>(
    `SELECT "id"::text AS id FROM ${inPublic(tableName(tenant))} WHERE ${quoted(columnName(address.field, type))} = $1`,
    [label],
  )
  if (rows[0] === undefined) throw new MoveRefused(`No ${tenant} of the source has "${label}" in its address.`)
  return rows[0].id
}

const SCHEDULE_AHEAD_MS = 30_000
const SCHEDULE_WAIT_MS_MAX = 90_000

/**
 * A schedule runs over the records of all tenants of a database. One that became due during the pause could run in both
 * databases without this tenant. Frequent ones meet it the next time.
 */
async function awaitSchedules(client: Connection, msMax: number): Promise<void> {
  const endsAt = Date.now() + msMax
  while (Date.now() < endsAt) {
    const { rows } = await client.query(
      `SELECT FROM ninefold.recurring WHERE next_at < now() + $1::int * interval '1 millisecond' LIMIT 1`,
      [SCHEDULE_AHEAD_MS],
    )
    if (rows.length === 0) return
    await pause(LOOK_EVERY_MS)
  }
}

const LOOK_EVERY_MS = 500

/** The pause is then left with those of its last moment. */
async function copyFilesAhead(source: Connection, moved: MovedTenant, options: MoveOptions): Promise<number> {
  if (options.files === undefined) return 0
  await source.query('BEGIN')
  await selectRecords(source, moved)
  const copied = await copySelectedFiles(source, options)
  await source.query('ROLLBACK')
  return copied
}

/** Returns the number of files that the target did not have. */
async function copySelectedFiles(source: Connection, { files }: MoveOptions): Promise<number> {
  if (files === undefined) return 0
  const { rows } = await source.query<{ id: string }>('SELECT id::text AS id FROM moved_file ORDER BY id')
  return copyFiles(
    files,
    rows.map(({ id }) => id),
  )
}
