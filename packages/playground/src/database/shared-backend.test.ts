// One PGlite, used by the driver over several connections like any PostgreSQL.

import type { Server } from 'node:net'
import { PGlite } from '@electric-sql/pglite'
import pg from 'pg'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { addressOf, listening } from '../build/prepared-databases.ts'
import { EXTENSIONS, shareBackend } from './pglite.ts'

let pglite: PGlite
let server: Server
const failures: unknown[] = []

beforeAll(async () => {
  pglite = await PGlite.create({ extensions: EXTENSIONS })
  server = await listening(await shareBackend(pglite, { onFailure: (cause) => failures.push(cause) }))
})

afterAll(async () => {
  server.close()
  await pglite.close()
  expect(failures).toEqual([])
})

async function connected(): Promise<pg.Client> {
  const client = new pg.Client({ connectionString: addressOf(server) })
  await client.connect()
  return client
}

it('lets a connection wait while another one is in a transaction', async () => {
  const [one, two] = [await connected(), await connected()]
  await one.query('CREATE TABLE counted (value integer)')
  await one.query('BEGIN')
  await one.query('INSERT INTO counted VALUES (1)')
  let isAnswered = false
  const asked = two.query('SELECT count(*)::int AS count FROM counted').finally(() => (isAnswered = true))
  await one.query('INSERT INTO counted VALUES (2)')
  expect(isAnswered).toBe(false)
  await one.query('COMMIT')
  expect((await asked).rows).toEqual([{ count: 2 }])
  await Promise.all([one.end(), two.end()])
})

it('keeps prepared statements of the same name apart', async () => {
  const [one, two] = [await connected(), await connected()]
  for (let times = 0; times < 2; times++) {
    expect((await one.query({ name: 'same', text: 'SELECT $1::int + 1 AS is', values: [1] })).rows).toEqual([{ is: 2 }])
    expect((await two.query({ name: 'same', text: 'SELECT $1::text AS is', values: ['a'] })).rows).toEqual([
      { is: 'a' },
    ])
  }
  await Promise.all([one.end(), two.end()])
  const { rows } = await pglite.query('SELECT count(*)::int AS left FROM pg_prepared_statements')
  expect(rows).toEqual([{ left: 0 }])
})

it('rolls back what a connection leaves open, and goes on with others after a statement that fails', async () => {
  const [one, two] = [await connected(), await connected()]
  await one.query('CREATE TABLE left_open (value integer)')
  await one.query('BEGIN')
  await one.query('INSERT INTO left_open VALUES (1)')
  await expect(one.query('SELECT nothing')).rejects.toThrow('nothing')
  await one.end()
  expect((await two.query('SELECT FROM left_open')).rowCount).toBe(0)
  await two.end()
})

it('tells every connection of a notification', async () => {
  const [one, two] = [await connected(), await connected()]
  const heard = new Promise((resolve) => one.once('notification', ({ payload }) => resolve(payload)))
  await one.query('LISTEN news')
  await two.query(`SELECT pg_notify('news', 'it rains')`)
  expect(await heard).toBe('it rains')
  await Promise.all([one.end(), two.end()])
})

it('keeps the second wall: a role that owns nothing sees what its policy lets through', async () => {
  const one = await connected()
  await one.query('CREATE ROLE caller NOLOGIN; CREATE TABLE walled (owner text)')
  await one.query(`INSERT INTO walled VALUES ('ada'), ('ben'); GRANT SELECT ON walled TO caller`)
  await one.query('ALTER TABLE walled ENABLE ROW LEVEL SECURITY')
  await one.query(`CREATE POLICY own ON walled TO caller USING (owner = current_setting('app.me', true))`)
  await one.query('BEGIN')
  await one.query(`SELECT set_config('app.me', 'ada', true), set_config('role', 'caller', true)`)
  expect((await one.query('SELECT owner FROM walled')).rows).toEqual([{ owner: 'ada' }])
  await expect(one.query('DELETE FROM walled')).rejects.toThrow('permission denied')
  await one.query('ROLLBACK')
  expect((await one.query('SELECT FROM walled')).rowCount).toBe(2)
  await one.end()
})
