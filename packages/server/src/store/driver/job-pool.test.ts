import { mkdtemp, rm } from 'node:fs/promises'
import { connect, createServer, type Server } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, it, onTestFinished } from 'vitest'
import { createTestDatabase } from '../../testing/test-database.ts'
import { openDatabase } from './database.ts'
import { JobPool } from './job-pool.ts'

/** A proxy to a test's database, which starts and ends on request. */
async function doorTo(connectionString: string): Promise<{ readonly connectionString: string; open(): Promise<void> }> {
  const folder = await mkdtemp(join(tmpdir(), 'ninefold-door-'))
  const servers: Server[] = []
  onTestFinished(async () => {
    for (const server of servers) server.close()
    await rm(folder, { recursive: true, force: true })
  })
  const [, host = '', port = '5432'] = /host=([^&]*)(?:&port=(\d+))?/.exec(connectionString) ?? []
  const socket = join(decodeURIComponent(host), `.s.PGSQL.${port}`)
  const through = connectionString.replace(/host=.*/, `host=${encodeURIComponent(folder)}&port=5432`)
  const open = (): Promise<void> => {
    const server = createServer((near) => {
      const far = connect(socket)
      near.on('error', () => far.destroy()).pipe(far)
      far.on('error', () => near.destroy()).pipe(near)
    })
    servers.push(server)
    return new Promise((resolve) => server.listen(join(folder, '.s.PGSQL.5432'), resolve))
  }
  return { connectionString: through, open }
}

it('gives a connection as soon as there is a database again', async () => {
  await using test = await createTestDatabase()
  const door = await doorTo(test.connectionString)
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
  const door = await doorTo(test.connectionString)
  const database = openDatabase({ connectionString: door.connectionString })
  const pool = new JobPool(database, 1)
  const waiting = pool.connect()
  pool.stopWaiting()
  await expect(waiting).rejects.toThrow()
  await expect(pool.connect()).rejects.not.toHaveProperty('code', '40001')
  await pool.close()
  await database.close()
})
