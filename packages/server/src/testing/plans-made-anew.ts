// A test double that makes every plan twice: a cached plan has to equal a new one.

import type { Application } from '../gate/context/application.ts'
import type { Planner } from '../gate/context/planner.ts'

export interface MadeAnew {
  readonly double: (application: Application) => Application
  /** Planners with a wrong cached plan, and the number of all requests. */
  readonly others: Set<string>
  readonly asked: Map<string, number>
}

const asViewer: Planner<[], Parameters<Planner<[], unknown>['plan']>[0]> = {
  name: 'test: viewer',
  plan: (viewer) => viewer,
}

export function madeAnew(): MadeAnew {
  const others = new Set<string>()
  const asked = new Map<string, number>()
  const double = (application: Application): Application => ({
    ...application,
    planned: (planner, caller, ...given) => {
      const kept = application.planned(planner, caller, ...given)
      const anew = planner.plan(application.planned(asViewer, caller), ...given)
      asked.set(planner.name, (asked.get(planner.name) ?? 0) + 1)
      if (written(kept) !== written(anew)) others.add(planner.name)
      return kept
    },
  })
  return { double, others, asked }
}

/** Functions by their source: compiled expressions differ visibly in other parts of their plans. */
function written(plan: unknown): string {
  return JSON.stringify(plan, (_, value: unknown) =>
    value instanceof Set ? [...value] : typeof value === 'function' ? String(value) : value,
  )
}
