// A pooler that lends each transaction another connection: the whole application works behind it, and no setting
// outlives its transaction. The pooler of this test checks each connection after each transaction.

import { readFileSync } from 'node:fs'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { type Client, runApplication, type RunningApplication } from '../../testing/running-application.ts'
import { type TransactionPooler, startTransactionPooler } from '../../testing/servers/transaction-pooler.ts'
import { type SecondProcess, secondProcess } from '../../testing/servers/second-process.ts'
import { createTestDatabase } from '../../testing/test-database.ts'
import { type Database, openDatabase } from './database.ts'
import { SETTINGS_OF_CALLS } from './connection-pools.ts'
import { refuseUnfitPooling } from './pooler-check.ts'
import type { Row } from './rows.ts'

const text = readFileSync(new URL('../../../../../examples/helpdesk/app.md', import.meta.url), 'utf8')

let helpDesk: RunningApplication
let direct: string
let pooler: TransactionPooler
let behind: SecondProcess
let ben: Client
let cleo: Client

beforeAll(async () => {
  helpDesk = await runApplication(text)
  direct = helpDesk.database.pool.options.connectionString ?? ''
  pooler = await startTransactionPooler(direct)
  const pooling = { directConnectionString: direct, keepsStatements: false }
  behind = await secondProcess(helpDesk, { connectionString: pooler.connectionString, pooling })
  const ada = await helpDesk.signIn('ada@example.test', 'correct-horse-1')
  const agent = await helpDesk.signIn('ben@example.test', 'correct-horse-2')
  ben = behind.as(agent)
  cleo = behind.as(await helpDesk.signIn('cleo@example.test', 'correct-horse-3'))
  const me = (await ben.get('/_ninefold/app')).body.caller.id
  await ada.patch(`/api/teams/${(await ada.get('/api/teams')).body.items[0].id}`, { members: [me] })
})

afterAll(async () => {
  await behind[Symbol.asyncDispose]()
  await pooler[Symbol.asyncDispose]()
  await helpDesk[Symbol.asyncDispose]()
})

it('serves callers, each behind their own wall, and leaves nothing of them on a connection', async () => {
  const category = (await cleo.get('/api/categories')).body.items[0].id
  const made = await Promise.all(
    Array.from({ length: 6 }, (_, at) => cleo.post('/api/tickets', { subject: `Number ${at}`, body: 'x', category })),
  )
  expect(made.map(({ status }) => status)).toEqual(Array(6).fill(201))
  const at = `/api/tickets/${made[0]?.body.number}`
  const taken = await Promise.all(Array.from({ length: 8 }, () => ben.post(`${at}/take`)))
  expect(taken.map(({ status }) => status).sort()).toEqual([200, ...Array<number>(7).fill(409)])
  expect((await cleo.post('/api/tickets', { subject: '', body: 'x', category })).status).toBe(422)
  expect((await cleo.get('/api/tickets')).body.items).toHaveLength(6)
  expect((await behind.as({ ...cleo, cookie: null }).get('/api/tickets')).status).toBe(401)
  expect((await helpDesk.guest.get('/api/tickets')).status).toBe(401)
  expect(pooler.lent()).toBeGreaterThan(20)
  expect(pooler.left()).toEqual([])
})

it('tells each transaction what a connection that stays is told', async () => {
  const pooling = { directConnectionString: direct, keepsStatements: false }
  const database = openDatabase({ connectionString: pooler.connectionString, pooling })
  const names = [...Object.keys(SETTINGS_OF_CALLS), 'search_path', 'transaction_isolation']
  const text = `SELECT name, setting FROM pg_settings WHERE name IN ('${names.join("','")}') ORDER BY name`
  const kept = openDatabase({ connectionString: direct })
  const ways: readonly ((one: Database) => Promise<readonly Row[]>)[] = [
    (one) => one.runOwn('told', text, []),
    (one) => one.write((transaction) => transaction.runOwn('told', text, [])),
    (one) => one.read((transaction) => transaction.runOwn('told', text, [])),
    (one) => one.writeAtOnce({ text, parameters: [] }, {}),
  ]
  try {
    for (const way of ways) {
      const told = await way(database)
      expect(told).toHaveLength(names.length)
      expect(told).toEqual(await way(kept))
    }
    await expect(database.writeAtOnce({ text: 'SELECT 1 / 0', parameters: [] }, {})).rejects.toThrow('division by zero')
    await expect(database.runOwn('fails', 'SELECT 1 / 0', [])).rejects.toThrow('division by zero')
    expect(pooler.left()).toEqual([])
  } finally {
    await database.close()
    await kept.close()
  }
})

it('finds what a connection that is taken for one that stays leaves behind', async () => {
  await using other = await startTransactionPooler(direct, 2)
  const careless = openDatabase({ connectionString: other.connectionString })
  await careless.runOwn('one', 'SELECT 1 AS one', [])
  await careless.pool.query(`SELECT pg_advisory_lock(1)`)
  await careless.pool.query(`LISTEN nothing; CREATE TEMPORARY TABLE leaked ()`)
  await careless.runOwn('one', 'SELECT 1 AS one', []).catch(() => {})
  await careless.close()
  expect(other.left()).toEqual(
    expect.arrayContaining([
      'setting jit',
      'setting search_path',
      'prepared own-one',
      'lock 1',
      'channel nothing',
      'table leaked',
    ]),
  )
})

it('refuses addresses of two databases, and a pooler that forgets what it is said to keep', async () => {
  await using elsewhere = await createTestDatabase()
  const pooling = { directConnectionString: direct, keepsStatements: false }
  await refuseUnfitPooling(pooler.connectionString, pooling)
  const other = { ...pooling, directConnectionString: elsewhere.connectionString }
  await expect(refuseUnfitPooling(pooler.connectionString, other)).rejects.toThrow('different databases')
  await using forgetful = await startTransactionPooler(direct, 3)
  const keeping = { ...pooling, keepsStatements: true }
  await expect(refuseUnfitPooling(forgetful.connectionString, keeping)).rejects.toThrow('max_prepared_statements')
  await refuseUnfitPooling(direct, keeping)
})
