// Moves of tenants change no answer and lose no row, in generated specifications. `npm run prove moved-tenants` makes more.

import { createTestDatabase, type TestDatabase } from '@ninefold/server/testing/test-database.ts'
import type { Pool } from 'pg'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { type MovedTenantsResult, runMovedTenantsMachine } from './moved-tenants-machine.ts'

let databases: readonly TestDatabase[]

beforeAll(async () => {
  databases = [await createTestDatabase(), await createTestDatabase()]
})
afterAll(() => Promise.all(databases.map((database) => database.drop())))

const moved = (specifications: number, plant?: (shard: Pool) => Promise<unknown>): Promise<MovedTenantsResult> =>
  runMovedTenantsMachine({
    specifications,
    requestsPerSpecification: 40,
    seed: 40,
    areSmall: false,
    home: databases[0]?.connectionString ?? '',
    shard: databases[1]?.connectionString ?? '',
    ...(plant === undefined ? {} : { plant }),
  })

it('moves tenants there and back without a trace', async () => {
  const { wrong, moves } = await moved(1)
  expect(wrong).toEqual([])
  expect(moves).toBeGreaterThan(4)
})

it.each(['DELETE FROM ninefold.user_role', `UPDATE ninefold.clock SET due_at = due_at + interval '1 day'`])(
  'finds the fault %s',
  async (fault) => {
    const { wrong } = await moved(1, (shard) => shard.query(fault))
    expect(wrong).not.toEqual([])
  },
)
