// A commit that was cut off while it waited for a synchronous replica is visible, and lost with its primary. A repetition
// of its request waits for the replica, too, instead of acknowledging it.

import { readFileSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, it, onTestFinished, vi } from 'vitest'
import { startEmbeddedPostgres } from '../../store/embedded/embedded-postgres.ts'
import { runApplication } from '../../testing/running-application.ts'
import { createDatabaseOn, type TemporaryDatabase } from '../../testing/servers/temporary-database.ts'

const text = readFileSync(new URL('../../../../../examples/helpdesk/app.md', import.meta.url), 'utf8')
const PATIENCE = { timeout: 60_000, interval: 20 }

it('acknowledges no repetition before the replica has the first commit', async () => {
  const dataDirectory = await mkdtemp(join(tmpdir(), 'ninefold-synchronous-'))
  const server = await startEmbeddedPostgres({ dataDirectory, settings: { fsync: 'off' } })
  onTestFinished(async () => {
    await server.stop()
    await rm(dataDirectory, { recursive: true, force: true, maxRetries: 20, retryDelay: 50 })
  })
  const database = await createDatabaseOn(server.connectionString)
  const application = await runApplication(text, { on: database })
  onTestFinished(async () => {
    // Without it, dropping the database would wait for the replica after a failure.
    await waitForReplica(database, '')
    await application[Symbol.asyncDispose]()
  })
  const cleo = await application.signIn('cleo@example.test', 'correct-horse-3')
  const category = (await cleo.get('/api/categories')).body.items[0].id
  const ticket = await cleo.post('/api/tickets', { subject: 'Number 1', body: 'x', category })
  const comments = `/api/tickets/${ticket.body.number}/comments`
  const send = () => cleo.post(comments, { body: 'It smokes.' }, { 'idempotency-key': 'one' })

  await waitForReplica(database, 'absent')
  const first = send()
  await vi.waitFor(async () => expect(await waiting(database)).toBe(1), PATIENCE)
  await database.pool.query(`SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE wait_event = 'SyncRep'`)
  expect(await first).toMatchObject({ status: 503 })
  expect((await database.pool.query(`SELECT FROM comment WHERE body = 'It smokes.'`)).rowCount).toBe(1)

  let answered: number | null = null
  const second = send().then((answer) => {
    answered = answer.status
    return answer
  })
  await vi.waitFor(async () => expect(answered !== null || (await waiting(database)) === 1).toBe(true), PATIENCE)
  expect(answered).toBeNull()
  await waitForReplica(database, '')
  expect(await second).toMatchObject({ status: 201 })
  expect((await database.pool.query(`SELECT FROM comment WHERE body = 'It smokes.'`)).rowCount).toBe(1)
})

/** Commits wait for a replica of this name from now on. Empty: for none. */
async function waitForReplica({ pool }: TemporaryDatabase, name: string): Promise<void> {
  await pool.query(`ALTER SYSTEM SET synchronous_standby_names = '${name}'`)
  await pool.query('SELECT pg_reload_conf()')
  await vi.waitFor(async () => {
    const { rows } = await pool.query<{ names: string }>(`SELECT current_setting('synchronous_standby_names') AS names`)
    expect(rows[0]?.names).toBe(name)
  }, PATIENCE)
}

/** The number of commits that wait for a replica. */
async function waiting({ pool }: TemporaryDatabase): Promise<number> {
  const { rows } = await pool.query<{ count: number }>(
    `SELECT count(*)::int FROM pg_stat_activity WHERE wait_event = 'SyncRep' AND application_name = 'ninefold'`,
  )
  return rows[0]?.count ?? 0
}
