import { expect, it } from 'vitest'
import { createTestDatabase } from '../../testing/test-database.ts'
import { openDatabase } from './database.ts'

it('keeps no connection once another takes its place, and serves whoever still comes', async () => {
  await using test = await createTestDatabase()
  const database = openDatabase({ connectionString: test.connectionString })
  const one = { text: 'SELECT 1 AS one', parameters: [] }
  const total = () => database.usage().reduce((sum, pool) => sum + pool.total, 0)
  try {
    await Promise.all(Array.from({ length: 5 }, () => database.run(one, {})))
    await database.write(async (transaction) => {
      await transaction.run(one, {})
      expect(total()).toBe(6)
      database.retire()
      // Running work continues, on a connection that closes afterwards.
      await expect.poll(total).toBe(1)
      expect(await transaction.run(one, {})).toHaveLength(1)
    })
    await expect.poll(total).toBe(0)
    expect(await database.run(one, {})).toHaveLength(1)
    await expect.poll(total).toBe(0)
  } finally {
    await database.close()
  }
})
