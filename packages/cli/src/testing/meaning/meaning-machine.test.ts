// Specifications that nobody has written mean on the engine what they mean to the reference interpreter.
// `npm run prove meaning` compares more of them.

import { createTestDatabase, type TestDatabase } from '@ninefold/server/testing/test-database.ts'
import { afterEach, describe, expect, it } from 'vitest'
import { MEANING_FAULTS } from './meaning-faults.ts'
import { runMeaningMachine } from './meaning-machine.ts'

const databases: TestDatabase[] = []

async function newDatabase(): Promise<string> {
  const database = await createTestDatabase()
  databases.push(database)
  return database.connectionString
}

afterEach(async () => {
  await Promise.all(databases.splice(0).map((database) => database.drop()))
})

it('gives made-up specifications one meaning', async () => {
  const found = await runMeaningMachine({
    specifications: 20,
    requestsPerSpecification: 30,
    seed: 3000,
    newDatabase,
    isHasty: true,
  })
  expect(found.differences.map(({ what }) => what)).toEqual([])
  expect(found.refused, 'the generator writes what the checker refuses').toBeLessThan(5)
  expect(found.results).toBeGreaterThan(80)
}, 180_000)

describe('the machine finds that', () => {
  it.each(Object.entries(MEANING_FAULTS))(
    '%s',
    async (_, fault) => {
      const found = await runMeaningMachine({
        specifications: 60,
        requestsPerSpecification: 30,
        seed: 3000,
        newDatabase,
        isHasty: true,
        fault,
      })
      expect(found.differences).toHaveLength(1)
    },
    180_000,
  )
})
