// An expression has one meaning: its values in JavaScript and in PostgreSQL are equal, for every row, including empty
// values and time zones, and neither ever fails. Expressions are generated as text, so that the checker takes part:
// everything that it accepts must agree. `npm run prove expressions` tests more.

import { afterAll, beforeAll, expect, it } from 'vitest'
import { FAULTS } from '../testing/agreement/agreement-faults.ts'
import { calendarDifferences, characterDifferences } from '../testing/agreement/agreement-tables.ts'
import { proveAgreement } from '../testing/agreement/agreement.ts'
import { createTestDatabase, type TestDatabase } from '../testing/test-database.ts'

let database: TestDatabase

beforeAll(async () => {
  database = await createTestDatabase()
})

afterAll(() => database.drop())

it('gives every generated expression the same value in JavaScript and in PostgreSQL', async () => {
  const { expressions, refused, differences } = await proveAgreement({ database, triples: 12_000, seed: 9 })
  expect(differences).toEqual([])
  expect(expressions, 'the generator writes what the checker refuses').toBeGreaterThan(refused)
})

it.each(FAULTS)(
  'finds that $name',
  async (fault) => {
    await using own = await createTestDatabase()
    const { differences } = await proveAgreement({ database: own, triples: 100_000, seed: 9, fault, isHasty: true })
    expect(differences.length).toBeGreaterThan(0)
  },
  60_000,
)

it('reads the calendar alike in every time zone, also where midnight does not exist or comes twice', async () => {
  expect(await calendarDifferences(database, (_, index) => index % 12 === 0)).toEqual([])
})

it('treats the characters of the Basic Multilingual Plane alike', async () => {
  expect(await characterDifferences(database, 0xffff)).toEqual([])
})
