// Promise: a statement for a caller within a tenant reads and writes records of that tenant alone.

import { runTenantLineMachine } from '../../../packages/cli/src/testing/tenants/tenant-line-machine.ts'
import { startedPostgres } from '../../../packages/cli/src/testing/failures/own-postgres.ts'
import type { Judged } from '../../../packages/server/src/testing/tenants/tenant-line.ts'
import type { Proof } from '../proof.ts'

export const tenantLine: Proof = {
  counted: 'SPECIFICATIONS',
  usual: 30,
  run: async ({ size, seed, told }) => {
    await using postgres = await startedPostgres()
    const { judged, loose, beyond, specifications } = await runTenantLineMachine({
      specifications: size,
      requestsPerSpecification: 30,
      seed,
      areSmall: false,
      database: await postgres.database(),
      told,
    })
    for (const line of sharedWith(judged)) told(line)
    const bound = (['condition', 'row-level security', 'record'] as const).map(
      (by) => `${judged.filter(({ boundBy }) => boundBy === by).length} by ${by}`,
    )
    return {
      figures:
        `${specifications} specifications, ${judged.length} statements of tenants, bound ${bound.join(', ')}, ` +
        `${loose.length} of nobody in a tenant, ${beyond.length} beyond their tenant`,
      broken: beyond,
    }
  },
}

/** Planners whose statements read or write tables of tenants and shared tables, with the shared ones. */
function sharedWith(judged: readonly Judged[]): string[] {
  const byPlanner = new Map<string, Set<string>>()
  for (const { by, shared } of judged)
    if (shared.length > 0) byPlanner.set(by, new Set([...(byPlanner.get(by) ?? []), ...shared]))
  return [...byPlanner].toSorted().map(([by, shared]) => `${by}: ${[...shared].toSorted().join(', ')}`)
}
