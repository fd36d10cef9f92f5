// A connection is closed if an answer is overdue, and not for being idle.

import pg from 'pg'
import { expect, it } from 'vitest'
import { createTestDatabase } from '../../../testing/test-database.ts'
import { isDatabaseAway } from '../failures.ts'
import { cutWhenSilent } from './silent-connection.ts'

const SILENT_MS = 100

it('cuts a connection that is silent while it is asked, and keeps one that is asked nothing', async () => {
  await using test = await createTestDatabase()
  const asked = new pg.Client({ connectionString: test.connectionString })
  const idle = new pg.Client({ connectionString: test.connectionString, pipeline: true })
  for (const client of [asked, idle]) {
    client.on('error', () => {})
    await client.connect()
    cutWhenSilent(client, SILENT_MS)
  }
  // Both have been idle for longer than the limit, which must not use it up.
  await test.pool.query('SELECT pg_sleep($1)', [(3 * SILENT_MS) / 1000])
  const silent = asked.query('SELECT pg_sleep(60)').catch((failure: unknown) => failure)
  // Longer than the limit for an overdue answer would be.
  await test.pool.query('SELECT pg_sleep($1)', [(3 * SILENT_MS) / 1000])
  const failure = await silent
  expect(String(failure)).toContain('no answer for 0.1 seconds')
  expect(isDatabaseAway(failure)).toBe(true)
  expect((await idle.query('SELECT 1 AS one')).rows).toEqual([{ one: 1 }])
  await expect(asked.query('SELECT 1')).rejects.toThrow()
  await idle.end()
})
