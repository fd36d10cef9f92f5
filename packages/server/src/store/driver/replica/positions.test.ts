import { expect, it } from 'vitest'
import { withEngineTables } from '../../../testing/servers/prepared-databases.ts'
import { createTestDatabase } from '../../../testing/test-database.ts'
import { Positions } from './positions.ts'

it('asks once for reads that wait together, and answers none by a question that began before it', async () => {
  await using test = await createTestDatabase(await withEngineTables())
  const asked: number[] = []
  let reads = 0
  const query = ((...statement: Parameters<typeof test.pool.query>) => {
    asked.push(reads)
    return test.pool.query(...statement)
  }) as typeof test.pool.query
  const positions = new Positions({ query })
  await positions.present()
  asked.length = 0
  const found = Array.from({ length: 5 }, () => {
    reads += 1
    return positions.present()
  })
  const [first, second, ...others] = await Promise.all(found)
  expect(asked).toEqual([1, 5])
  expect(first).not.toBe(second)
  expect(new Set(others)).toEqual(new Set([second]))
  expect(first?.position).toMatch(/^[0-9A-F]+\/[0-9A-F]+$/)
})

it('marks the database at each start and on each timeline, and goes on after a failure', async () => {
  await using test = await createTestDatabase(await withEngineTables())
  let isAway = false
  const query = ((...statement: Parameters<typeof test.pool.query>) =>
    isAway ? Promise.reject(new Error('away')) : test.pool.query(...statement)) as typeof test.pool.query
  const positions = new Positions({ query })
  const marks = [(await positions.present()).mark, (await positions.present()).mark]
  expect(marks[1]).toBe(marks[0])
  marks.push((await new Positions({ query }).present()).mark)
  expect((await positions.present()).mark).toBe(marks[2])
  await test.pool.query(`UPDATE ninefold.replication_mark SET timeline = '0000000F'`)
  marks.push((await positions.present()).mark)
  expect(new Set(marks).size).toBe(3)
  isAway = true
  await expect(Promise.all([positions.present(), positions.present()])).rejects.toThrow('away')
  isAway = false
  expect((await positions.present()).mark).toBe(marks[3])
})
