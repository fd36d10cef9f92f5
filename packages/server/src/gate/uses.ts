// Limits on how often something is done: each use is counted and judged by one statement of the database, so
// that all processes share the count. A time begins with the first use in it; the first use after it begins the next.

import type { Limit } from '@ninefold/core/model/limits.ts'
import { planUse, USER_OF_LIMIT } from '@ninefold/core/plan/limits.ts'
import type { Bindings, Executor } from '../store/database.ts'
import { limitKey } from '../store/limit-keys.ts'
import type { Application } from './application.ts'
import type { Caller } from './caller.ts'
import { Refusal } from './refusal.ts'

export interface Use {
  readonly application: Application
  /** Each count is kept by itself, whatever becomes of what follows; so this is no transaction, mostly. */
  readonly executor: Executor
  readonly caller: Caller
  readonly bindings: Bindings
}

/** Limits on signing in: what is known of somebody who is about to decides which can be counted. */
export function signInLimits({ model }: Application, counts: (per: Limit['per']) => boolean): Limit[] {
  return model.limits.limits.filter(({ on, per }) => on.kind === 'signing in' && counts(per))
}

/** Counts the use of each limit, in their order, until one is used up. `who`: whoever it counts for. */
export async function countUses(use: Use, limits: readonly Limit[], who: (limit: Limit) => string): Promise<void> {
  for (const limit of limits) {
    const isAlone = use.executor === use.application.database
    const statement = use.application.planned(use.caller, `use ${limit.name} ${isAlone}`, (viewer) =>
      planUse(viewer, limit, isAlone),
    )
    const bindings = { ...use.bindings, [USER_OF_LIMIT]: limitKey(limit.name, who(limit)) }
    const row = (await use.executor.run(statement, bindings))[0]
    if (row !== undefined && row['isAllowed'] !== true) throw usedUp(limit, Number(row['seconds']))
  }
}

function usedUp({ otherwise }: Limit, seconds: number): Refusal {
  return new Refusal(
    [
      otherwise === null
        ? { kind: 'built-in', error: 'too many', about: null, limit: null, reason: null }
        : { kind: 'catalogue', code: otherwise, words: {} },
    ],
    Math.max(1, seconds),
  )
}
