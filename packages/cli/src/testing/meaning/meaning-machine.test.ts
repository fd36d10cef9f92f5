// Generated specifications mean the same on the engine and in the reference interpreter. `npm run prove meaning`
// compares more of them, and larger ones.

import { createTestDatabase, type TestDatabase } from '@ninefold/server/testing/test-database.ts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { REQUESTS_WITH_FAULTS } from './fault-seeds.ts'
import { FAULT_SEEDS } from './faults/seeds.ts'
import { MEANING_FAULTS } from './meaning-faults.ts'
import { findsFault, type MeaningResult, runMeaningMachine } from './meaning-machine.ts'

const SPECIFICATIONS = 200

const databases: TestDatabase[] = []
let found: MeaningResult

const newDatabase = async (): Promise<string> => {
  const database = await createTestDatabase()
  databases.push(database)
  return database.connectionString
}

beforeAll(async () => {
  found = await runMeaningMachine({
    specifications: SPECIFICATIONS,
    requestsPerSpecification: REQUESTS_WITH_FAULTS,
    firstSeeds: Object.values(FAULT_SEEDS),
    seed: 3000,
    areSmall: true,
    newDatabase,
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
  it.each(Object.entries(MEANING_FAULTS))('%s', (name, fault) => {
    const shown = found.plays.filter(({ seed }) => seed === FAULT_SEEDS[name])
    const isFound = [...shown, ...found.plays].some((play) => findsFault(play, fault))
    expect(isFound, 'npm run prove meaning-faults finds seeds anew, for faults/seeds.ts').toBe(true)
  })
})

it('finds ids that do not grow in the order of creation', async () => {
  const { differences } = await runMeaningMachine({
    specifications: 4,
    requestsPerSpecification: REQUESTS_WITH_FAULTS,
    seed: 3000,
    areSmall: true,
    newDatabase,
    plant: (pool) => pool.query(FALLING_IDS),
    isHasty: true,
  })
  expect(differences.length).toBeGreaterThan(0)
})

const FALLING_IDS = `CREATE SEQUENCE public.falling;
  GRANT USAGE ON SEQUENCE public.falling TO PUBLIC;
  DO $$DECLARE made record;
  BEGIN
    FOR made IN SELECT adrelid::regclass AS of, attname AS name FROM pg_attrdef
      JOIN pg_attribute ON attrelid = adrelid AND attnum = adnum WHERE pg_get_expr(adbin, adrelid) = 'ninefold.next_id()'
    LOOP
      EXECUTE format('ALTER TABLE %s ALTER COLUMN %I SET DEFAULT
        (''ffffffff-ffff-4fff-8fff-'' || lpad(to_hex(281474976710655 - nextval(''public.falling'')), 12, ''0''))::uuid', made.of, made.name);
    END LOOP;
  END$$`
