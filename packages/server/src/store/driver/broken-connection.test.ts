import { once } from 'node:events'
import { expect, it } from 'vitest'
import { createTestDatabase } from '../../testing/test-database.ts'
import { openDatabase } from './database.ts'
import { isDatabaseAway } from './failures.ts'
import { JobPool } from './job-pool.ts'

it('fails a transaction whose connection breaks between two statements, and goes on with others', async () => {
  await using test = await createTestDatabase()
  const database = openDatabase({ connectionString: test.connectionString })
  try {
    const backend = { text: 'SELECT pg_backend_pid() AS id', parameters: [] }
    const broken = database.write(async (transaction) => {
      const [row] = await transaction.run(backend, {})
      await test.pool.query('SELECT pg_terminate_backend($1, 5000)', [row?.['id']])
      return transaction.run(backend, {})
    })
    await expect(broken).rejects.toThrow()
    expect(await database.write((transaction) => transaction.run(backend, {}))).toHaveLength(1)
  } finally {
    await database.close()
  }
})

it('takes a server that has become a replica for one that is away, and asks it on no connection again', async () => {
  await using test = await createTestDatabase()
  await test.pool.query('CREATE TABLE kept (value text)')
  const database = openDatabase({ connectionString: test.connectionString })
  const insert = { text: `INSERT INTO kept VALUES ('one')`, parameters: [] }
  try {
    await test.pool.query(`ALTER DATABASE ${test.name} SET default_transaction_read_only = on`)
    const [inTransaction, alone] = await Promise.allSettled([
      database.write((transaction) => transaction.run(insert, {})),
      database.writeAtOnce(insert, {}),
    ])
    for (const { status, ...outcome } of [inTransaction, alone]) {
      expect(status).toBe('rejected')
      expect(isDatabaseAway('reason' in outcome ? outcome.reason : null)).toBe(true)
    }
    await test.pool.query(`ALTER DATABASE ${test.name} RESET default_transaction_read_only`)
    await database.writeAtOnce(insert, {})
    await database.write((transaction) => transaction.run(insert, {}))
    expect((await test.pool.query('SELECT FROM kept')).rowCount).toBe(2)
  } finally {
    await database.close()
  }
})

it('looks for tables in public, whatever the user is called', async () => {
  await using test = await createTestDatabase()
  await test.pool.query('CREATE SCHEMA "owner"')
  const database = openDatabase({ connectionString: test.connectionString })
  try {
    const { rows } = await database.pool.query('SELECT current_schema()')
    expect(rows).toEqual([{ current_schema: 'public' }])
  } finally {
    await database.close()
  }
})

it('tells of an idle connection that breaks, and not all that the connection holds', async () => {
  await using test = await createTestDatabase()
  const lost = Promise.withResolvers<Error>()
  const database = openDatabase({ connectionString: test.connectionString, onConnectionLost: lost.resolve })
  const jobs = new JobPool(database, 1)
  try {
    await database.pool.query('SELECT')
    await jobs.query('SELECT')
    const lostByJobs = once(jobs, 'error')
    await test.pool.query(
      `SELECT pg_terminate_backend(pid, 5000) FROM pg_stat_activity WHERE datname = current_database() AND application_name LIKE 'ninefold%'`,
    )
    for (const cause of [await lost.promise, (await lostByJobs)[0] as Error]) {
      expect(cause.message).not.toBe('')
      expect(Object.keys(cause)).not.toContain('client')
    }
  } finally {
    await jobs.close()
    await database.close()
  }
})
