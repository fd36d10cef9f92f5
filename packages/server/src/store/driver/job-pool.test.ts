import { expect, it } from 'vitest'
import { doorTo } from '../../testing/servers/database-door.ts'
import { createTestDatabase } from '../../testing/test-database.ts'
import { openDatabase } from './database.ts'
import { JobPool } from './job-pool.ts'

it('gives a connection as soon as there is a database again', async () => {
  await using test = await createTestDatabase()
  await using door = await doorTo(test.connectionString)
  const database = openDatabase({ connectionString: door.connectionString })
  const pool = new JobPool(database, 1)
  const asked = pool.query('SELECT 1 AS one')
  const waiting = pool.connect()
  await expect(asked).rejects.toThrow()
  await door.open()
  const client = await waiting
  expect((await client.query('SELECT 1 AS one')).rows).toEqual([{ one: 1 }])
  client.release()
  await pool.close()
  await database.close()
})

it('lets nobody wait for a database that is away, once it is told that it ends', async () => {
  await using test = await createTestDatabase()
  await using door = await doorTo(test.connectionString)
  const database = openDatabase({ connectionString: door.connectionString })
  const pool = new JobPool(database, 1)
  const waiting = pool.connect()
  pool.stopWaiting()
  await expect(waiting).rejects.toThrow()
  await expect(pool.connect()).rejects.not.toHaveProperty('code', '40001')
  await pool.close()
  await database.close()
})
