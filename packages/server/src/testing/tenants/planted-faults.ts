// Recorded statements of the workshops, or of a generated specification → the same without their tenant: faults that the
// judge of tenant-line.ts has to find.

import type { Application } from '../../gate/context/application.ts'
import type { Run } from './recorded-statements.ts'
import { beyondTenant } from './beyond-tenant.ts'
import { judgeStatements } from './tenant-line.ts'

const IN_TENANT =
  /"organisation_id" = \(SELECT (r\d)\."organisation_id" FROM (?:ninefold_all\.)?"person" AS \1 WHERE \1\."id" = (\$\d+::uuid)\)/g
const LABELS_OF_PROJECT = /"label" AS (r\d) ON \1\."id" = (r\d)\."label_id" WHERE \2\."project_id" = t\."id"/g

/** The tenant is still told, and makes no difference. */
export function withoutTenant(text: string): string {
  return text.replaceAll(IN_TENANT, '"organisation_id" IS NOT NULL AND $2 IS NOT NULL')
}

/** Each leaves the tenant out of the statements of some planners. */
const PLANTED: Readonly<Record<string, (text: string) => string>> = {
  list: withoutTenant,
  get: withoutTenant,
  options: withoutTenant,
  'find by key': withoutTenant,
  'search everything': withoutTenant,
  // One part of it: the records themselves are still of the tenant.
  'screen record': (text) =>
    text.replaceAll(LABELS_OF_PROJECT, '"label" AS $1 ON TRUE WHERE $2."project_id" = t."id" OR TRUE'),
}

/** Planted faults that the check does not find. */
export async function overlookedFaults(application: Application, runs: readonly Run[]): Promise<string[]> {
  const missed: string[] = []
  for (const [by, plant] of Object.entries(PLANTED)) {
    const faulty = runs.filter((run) => run.by === by && plant(run.text) !== run.text)
    const line = await judgeStatements(
      application,
      faulty.map((run) => ({ ...run, text: plant(run.text) })),
    )
    if (beyondTenant(application.model, line).length === 0) missed.push(by)
  }
  return missed
}
