// The definitions that a caller may see, by their entity: an organisation's own fields, for its screens and forms.

import type { Definitions } from '@ninefold/core/contract/custom-fields/app-with-custom-fields.ts'
import { definitionOf, definitionEntities } from '@ninefold/core/model/custom-fields/definitions.ts'
import { planDefinitions } from '@ninefold/core/plan/read/custom-fields.ts'
import { isReached } from '@ninefold/core/rights/roles.ts'
import type { Executor } from '../../store/driver/database.ts'
import { planner } from '../context/planner.ts'
import type { Work } from '../context/work.ts'

const shownPlan = planner('shown definitions', (viewer, definedBy: string) => planDefinitions(viewer, definedBy))

export async function shownDefinitions(
  { application, caller, bindings }: Pick<Work, 'application' | 'caller' | 'bindings'>,
  executor: Pick<Executor, 'run'>,
): Promise<Definitions> {
  const { model } = application
  const shown = new Map<string, ReturnType<typeof definitionOf>[]>()
  for (const name of definitionEntities(model)) {
    if (!isReached(model, caller, name, 'see')) {
      shown.set(name, [])
      continue
    }
    const statement = application.planned(shownPlan, caller, name)
    const rows = await executor.run(statement, { ...bindings, 'page.after': 0 })
    const records = rows.flatMap((row) => (row['json'] === null ? [] : [JSON.parse(String(row['json'])) as object]))
    shown.set(
      name,
      records.map((record) => definitionOf(record as Readonly<Record<string, unknown>>)),
    )
  }
  return new Map([...shown].map(([name, all]) => [name, all.flatMap((each) => each ?? [])]))
}
