// The PostgreSQL roles of callers, on a server of the test's own, because they belong to all of its databases.

import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { CALLER_SLOTS } from '@ninefold/core/plan/schema/caller-slots.ts'
import pg from 'pg'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { type CallerRoles, callerRoles } from './caller-roles.ts'
import { type EmbeddedPostgres, startEmbeddedPostgres } from '../embedded/embedded-postgres.ts'

let folder: string
let server: EmbeddedPostgres

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'ninefold-roles-'))
  server = await startEmbeddedPostgres({ dataDirectory: folder, settings: { fsync: 'off' } })
})

afterAll(async () => {
  await server.stop()
  await rm(folder, { recursive: true, force: true, maxRetries: 20, retryDelay: 50 })
})

/** Like a migration: in a transaction, as a user who may create roles and nothing else. */
async function made(beforeEnd: () => Promise<void> = async () => {}): Promise<CallerRoles> {
  const client = new pg.Client({ connectionString: server.connectionString })
  await client.connect()
  try {
    await client.query('BEGIN')
    await client.query('SET LOCAL ROLE maker')
    const roles = await callerRoles(client)
    await beforeEnd()
    await client.query('COMMIT')
    return roles
  } finally {
    await client.end()
  }
}

it('are made once, whoever makes them at the same moment, and used only where they let nothing else through', async () => {
  const admin = new pg.Client({ connectionString: server.connectionString })
  await admin.connect()
  try {
    await admin.query('CREATE ROLE maker CREATEROLE; CREATE ROLE seeing')
    const others: Promise<CallerRoles>[] = []
    // The first transaction has created them, invisible to the others so far.
    const first = await made(async () => {
      others.push(made(), made(), made())
      await expect.poll(() => waiting(admin)).toBe(others.length)
    })
    const all = [first, ...(await Promise.all(others))]
    for (const { problem, slots } of all) expect([problem, slots]).toEqual([null, CALLER_SLOTS])

    await admin.query('GRANT ninefold_caller TO ninefold_caller_3; ALTER ROLE ninefold_caller_5 BYPASSRLS')
    const { problem, slots } = await made()
    expect(problem).toBeNull()
    expect(slots).toEqual(CALLER_SLOTS.filter((slot) => !/_[35]$/.test(slot)))
    await admin.query('GRANT seeing TO ninefold_caller')
    expect((await made()).problem).toContain('a member of another role')
  } finally {
    await admin.end()
  }
})

async function waiting(admin: pg.Client): Promise<number> {
  const { rows } = await admin.query<{ count: number }>(
    `SELECT count(*)::int FROM pg_stat_activity WHERE wait_event_type = 'Lock'`,
  )
  return rows[0]?.count ?? 0
}
