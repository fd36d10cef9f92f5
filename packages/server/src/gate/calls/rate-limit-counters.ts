// Rate limits: one statement counts and judges each use, so that all processes share the count. Sliding
// window: at no moment are there more uses than the maximum in the limit's time before it.

import type { UseLeft } from '@ninefold/core/contract/limit-headers.ts'
import type { Limit } from '@ninefold/core/model/limits.ts'
import { planUse, USER_OF_LIMIT } from '@ninefold/core/plan/write/limits.ts'
import type { Executor } from '../../store/driver/database.ts'
import type { Bindings } from '../../store/driver/rows.ts'
import { limitKey } from '../../store/tables/limit-keys.ts'
import type { Application } from '../context/application.ts'
import type { Caller } from '../context/caller.ts'
import { Refusal } from '../context/refusal.ts'
import { planner } from '../context/planner.ts'

const usePlan = planner('use', planUse)

export interface Use {
  readonly application: Application
  /** Usually no transaction, so that each count stays even if the request fails. */
  readonly executor: Executor
  readonly caller: Caller
  readonly bindings: Bindings
}

/** Limits on signing in. The ones that can be counted depend on what is known before the sign-in. */
export function signInLimits({ model }: Application, counts: (per: Limit['per']) => boolean): Limit[] {
  return model.limits.limits.filter(({ on, per }) => on.kind === 'signing in' && counts(per))
}

/** Limits that can be counted before the user is known. */
export function limitsOfSigningIn(application: Application): Limit[] {
  return signInLimits(application, ({ kind }) => kind === 'everybody' || kind === 'address')
}

/** A guest is counted by the address. */
export function whoCounts(per: Limit['per'], { me }: Pick<Caller, 'me'>, address: string): string {
  if (per.kind === 'everybody') return ''
  if (per.kind === 'user' && me !== null) return `user ${me.id}`
  return `address ${address}`
}

/**
 * Counts one use of each limit, in order, until one is exceeded. `who`: the key that is counted. Returns the counted
 * keys, so that the use can be given back. `noted` hears of each use that is counted or refused, if the text states
 * headers for it.
 */
export async function countUses(
  use: Use,
  limits: readonly Limit[],
  who: (limit: Limit) => string,
  noted: (left: UseLeft) => void = () => undefined,
): Promise<string[]> {
  const keys: string[] = []
  for (const limit of limits) {
    const isAlone = use.executor === use.application.database
    const statement = use.application.planned(usePlan, use.caller, limit, isAlone)
    const key = limitKey(limit.name, who(limit))
    const bindings = { ...use.bindings, [USER_OF_LIMIT]: key }
    const row = (await use.executor.run(statement, bindings))[0]
    if (typeof row?.['left'] === 'number')
      noted({ limit, most: Number(row['most']), left: row['left'], seconds: Math.max(1, Number(row['seconds'])) })
    if (row !== undefined && row['isAllowed'] !== true) throw usedUp(limit, Number(row['seconds']))
    keys.push(key)
  }
  return keys
}

/** Gives back the use of a request that turned out to be a repetition, and so was counted before. */
export async function giveBackUses(executor: Executor, keys: readonly string[]): Promise<void> {
  if (keys.length === 0) return
  await executor.runOwn(
    'give-back-uses',
    `UPDATE ninefold.limit_use AS kept SET counts = (
       SELECT array_agg(greatest(0, each.used - greatest(0, given.times - each.later)) ORDER BY each.place)
       FROM (SELECT used, place, coalesce(sum(used) OVER (ORDER BY place DESC ROWS BETWEEN UNBOUNDED PRECEDING AND 1 PRECEDING), 0) AS later
             FROM unnest(kept.counts) WITH ORDINALITY AS one(used, place)) AS each)
     FROM (SELECT key, count(*)::int AS times FROM unnest($1::text[]) AS key GROUP BY key) AS given
     WHERE kept.key = given.key AND kept.counts <> '{}'`,
    [keys],
  )
}

/** `seconds`: when it may be tried again. */
export function usedUp({ otherwise }: Limit, seconds: number): Refusal {
  return new Refusal(
    [
      otherwise === null
        ? { kind: 'built-in', error: 'too many', about: null, limit: null, reason: null }
        : { kind: 'catalogue', code: otherwise, words: {} },
    ],
    Math.max(1, seconds),
  )
}
