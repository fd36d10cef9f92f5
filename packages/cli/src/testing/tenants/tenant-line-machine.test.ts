// Requests and jobs within a tenant reach no other tenant, in generated specifications. `npm run prove tenant-line` judges
// more of them; gate/tenants.test.ts and api/examples/chambers.test.ts of the server judge texts with every kind of call.

import { createTestDatabase, type TestDatabase } from '@ninefold/server/testing/test-database.ts'
import { withoutTenant } from '@ninefold/server/testing/tenants/planted-faults.ts'
import type { Run } from '@ninefold/server/testing/tenants/recorded-statements.ts'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { runTenantLineMachine, type TenantLineResult } from './tenant-line-machine.ts'

let database: TestDatabase

beforeAll(async () => {
  database = await createTestDatabase()
})
afterAll(() => database.drop())

const judged = (plant?: (run: Run) => Run): Promise<TenantLineResult> =>
  runTenantLineMachine({
    specifications: 1,
    requestsPerSpecification: 20,
    seed: 3001,
    areSmall: true,
    database: database.connectionString,
    ...(plant === undefined ? {} : { plant }),
  })

it('reads and writes by each statement the records of one tenant', async () => {
  const { beyond, judged: statements } = await judged()
  expect(beyond).toEqual([])
  expect(statements.length).toBeGreaterThan(20)
})

it('finds statements without their tenant', async () => {
  // Without row-level security, which keeps the tenant by itself.
  const { beyond } = await judged((run) => ({
    ...run,
    settings: null,
    text: withoutTenant(run.text),
  }))
  expect(beyond).not.toEqual([])
})
