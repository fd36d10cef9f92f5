// Specifications that nobody has written mean on the engine what they mean to the reference interpreter.
// `npm run prove meaning` compares more of them.

import { createTestDatabase, type TestDatabase } from '@ninefold/server/testing/test-database.ts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { MEANING_FAULTS, RARE_FAULTS } from './meaning-faults.ts'
import { findsFault, type MeaningResult, runMeaningMachine } from './meaning-machine.ts'

const SPECIFICATIONS = 200

const databases: TestDatabase[] = []
let found: MeaningResult

beforeAll(async () => {
  found = await runMeaningMachine({
    specifications: SPECIFICATIONS,
    requestsPerSpecification: 30,
    seed: 3000,
    newDatabase: async () => {
      const database = await createTestDatabase()
      databases.push(database)
      return database.connectionString
    },
    keepsPlays: true,
    isHasty: true,
  })
}, 600_000)

afterAll(async () => {
  await Promise.all(databases.map((database) => database.drop()))
})

it('gives made-up specifications one meaning', () => {
  expect(found.differences.map(({ what }) => what)).toEqual([])
  expect(found.refused, 'the generator writes what the checker refuses').toBeLessThan(SPECIFICATIONS / 4)
  expect(found.results).toBeGreaterThan(SPECIFICATIONS * 5)
})

describe('the machine finds that', () => {
  const looked = Object.entries(MEANING_FAULTS).filter(([name]) => !RARE_FAULTS.includes(name))
  it.each(looked)('%s', (_, fault) => {
    expect(found.plays.some((play) => findsFault(play, fault))).toBe(true)
  })
})
