// A tenant that moves → triggers that refuse every write to its records and deferred steps, from any process. Other
// tenants pay for a comparison of two ids while the move lasts, and for nothing before and after it.

import { setTimeout as pause } from 'node:timers/promises'
import { inPublic, quoted, quotedText } from '@ninefold/core/plan/schema/ddl.ts'
import { tenantTables, type TenantTable } from '@ninefold/core/plan/schema/shards/tenant-tables.ts'
import pg from 'pg'
import { type Connection, type MovedTenant, MoveRefused } from './moved-tenant.ts'

/** Statements that wait behind a waiting change of triggers wait no longer than this. */
const LOCK_MS_MAX = 200
const BETWEEN_MS = 100
const WAIT_MS_MAX = 30_000
const LOCK_NOT_AVAILABLE = '55P03'

interface BlockedTable {
  readonly table: string
  readonly statements: readonly string[]
}

/**
 * When it returns, every earlier write to the tenant is committed and visible, because creating a trigger waits for the
 * transactions that have written to its table.
 */
export async function blockWrites(client: Connection, moved: MovedTenant): Promise<void> {
  for (const { table, statements } of blockedTables(moved)) await whenUnlocked(client, table, statements)
}

export async function unblockWrites(client: Connection, moved: MovedTenant): Promise<void> {
  for (const { table } of blockedTables(moved)) {
    const names = EVENTS.map((event) => quoted(triggerName(moved.tenant, event)))
    await whenUnlocked(
      client,
      table,
      names.map((name) => `DROP TRIGGER IF EXISTS ${name} ON ${table}`),
    )
  }
}

/** Waits for a lock in short turns, so that other statements on the table go on between them. */
async function whenUnlocked(client: Connection, table: string, statements: readonly string[]): Promise<void> {
  const endsAt = Date.now() + WAIT_MS_MAX
  while (!(await isDone(client, statements))) {
    if (Date.now() > endsAt)
      throw new MoveRefused(
        `A transaction has used ${table} for more than ${WAIT_MS_MAX / 1000} s, so its triggers could not be changed. Repeat the command when that transaction has ended.`,
      )
    await pause(BETWEEN_MS)
  }
}

async function isDone(client: Connection, statements: readonly string[]): Promise<boolean> {
  await client.query('BEGIN')
  try {
    await client.query(`SET LOCAL lock_timeout = ${LOCK_MS_MAX}`)
    for (const statement of statements) await client.query(statement)
    await client.query('COMMIT')
    return true
  } catch (cause) {
    await client.query('ROLLBACK')
    if (cause instanceof pg.DatabaseError && cause.code === LOCK_NOT_AVAILABLE) return false
    throw cause
  }
}

const EVENTS = ['INSERT', 'UPDATE', 'DELETE'] as const
type WriteEvent = (typeof EVENTS)[number]

const ROWS: Readonly<Record<WriteEvent, readonly ('OLD' | 'NEW')[]>> = {
  INSERT: ['NEW'],
  UPDATE: ['OLD', 'NEW'],
  DELETE: ['OLD'],
}

function blockedTables({ model, schema, tenant }: MovedTenant): BlockedTable[] {
  const id = quotedText(tenant)
  // A deferred step is deleted in the transaction that does it.
  const steps: BlockedTable = blocked('ninefold.later', tenant, (row) => `${row}.tenant = ${id}`)
  return [...tenantTables(model, schema).map((table) => blockedTable(table, tenant)), steps]
}

function blockedTable({ table, column, owner }: TenantTable, tenant: string): BlockedTable {
  const id = quotedText(tenant)
  const name = inPublic(table.name)
  if (column !== null) return blocked(name, tenant, (row) => `${row}.${quoted(column)}::text = ${id}`)
  if (owner === null) throw new Error(`Defect: ${table.name} has neither a tenant nor an owner.`)
  const given = [owner.column, owner.table, owner.tenantColumn, tenant].map(quotedText).join(', ')
  return blocked(name, tenant, null, `ninefold.refuse_moving_link(${given})`)
}

function blocked(
  table: string,
  tenant: string,
  condition: ((row: 'OLD' | 'NEW') => string) | null,
  call = 'ninefold.refuse_moving_record()',
): BlockedTable {
  const statements = EVENTS.map((event) => {
    const name = quoted(triggerName(tenant, event))
    const when = condition === null ? '' : ` WHEN (${ROWS[event].map(condition).join(' OR ')})`
    return `CREATE OR REPLACE TRIGGER ${name} BEFORE ${event} ON ${table} FOR EACH ROW${when} EXECUTE FUNCTION ${call}`
  })
  return { table, statements }
}

/** No field has such a name. */
function triggerName(tenant: string, event: WriteEvent): string {
  return `~moving ${tenant} ${event}`
}
