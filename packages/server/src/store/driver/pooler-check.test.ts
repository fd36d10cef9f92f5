// Poolers by their mode: one that keeps connections is accepted, and each mode that shares them is detected.

import pg from 'pg'
import { expect, it } from 'vitest'
import { createTestDatabase } from '../../testing/test-database.ts'
import { type Asked, isLent, refuseSharedConnections } from './pooler-check.ts'

/** Chooses among PostgreSQL's idle processes; the most recently used one comes first. */
type Lending = (free: readonly number[]) => number

const LAST_USED: Lending = (free) => free[0] ?? 0
const LONGEST_UNUSED: Lending = (free) => free.at(-1) ?? 0

/** A pooler that lends one of these processes for a transaction, or for a statement. */
function pooler(processes: number, lend: Lending, hasTransactions = true) {
  let free = Array.from({ length: processes }, (_, at) => at + 1)
  return (): Asked => {
    let held: number | null = null
    const query = (text: string): Promise<unknown> => {
      if (text === 'BEGIN' && !hasTransactions) {
        const refusal = new pg.DatabaseError('transaction blocks not allowed in statement pooling mode', 0, 'error')
        return Promise.reject(Object.assign(refusal, { code: '08P01' }))
      }
      const process = held ?? lend(free)
      free = free.filter((each) => each !== process)
      if (text === 'BEGIN') held = process
      if (held === null) free = [process, ...free]
      return Promise.resolve({ rows: text === 'BEGIN' ? [] : [{ process }] })
    }
    return { query: query as unknown as Asked['query'] }
  }
}

/** A pooler that keeps one connection for each client. */
function keeper(): () => Asked {
  let last = 0
  return () => {
    const own = ++last
    return pooler(1, () => own)()
  }
}

it.each([
  ['the last that was used', pooler(5, LAST_USED)],
  ['one after another', pooler(5, LONGEST_UNUSED)],
  ['one after another, of as many as ask', pooler(3, LONGEST_UNUSED)],
  ['any for each statement', pooler(4, LONGEST_UNUSED, false)],
  ['any for each statement, of as many as ask', pooler(3, LONGEST_UNUSED, false)],
])('sees a pooler that lends %s', async (_way, open) => {
  expect(await isLent([open(), open(), open()])).toBe(true)
})

it('lets a pooler pass that keeps a connection for each', async () => {
  const open = keeper()
  expect(await isLent([open(), open(), open()])).toBe(false)
})

it('asks nothing of others where PostgreSQL itself answers, and asks them where something is between', async () => {
  await using database = await createTestDatabase()
  const client = await database.pool.connect()
  try {
    await refuseSharedConnections(client, 'postgres://nobody@127.0.0.1:1/nowhere')
    // Like a pooler, it reports a process number of its own.
    Object.assign(client, { processID: -1 })
    await refuseSharedConnections(client, database.connectionString)
    await expect(refuseSharedConnections(client, 'postgres://nobody@127.0.0.1:1/nowhere')).rejects.toThrow(
      /ECONNREFUSED/,
    )
  } finally {
    client.release(true)
  }
})
