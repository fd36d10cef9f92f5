// Moves the clock in development → resolves when the work that became due is done.

import { setTimeout } from 'node:timers/promises'
import type { Application } from '../gate/context/application.ts'
import { type DueItem, dueKey, dueUntil } from './due.ts'

const LOOK_MS = 30
/** Longer work continues after the answer. */
const WAIT_MS_MAX = 5_000
/** Webhooks are left out, because their receivers may be unavailable for hours. */
const WAYS = ['email']

export interface CaughtUp {
  readonly done: readonly { readonly kind: DueItem['kind']; readonly count: number }[]
  /** Something due is not done yet. */
  readonly isWaiting: boolean
}

export async function caughtUp({ database, alarm }: Application): Promise<CaughtUp> {
  const seen = new Map<string, DueItem['kind']>()
  const giveUpAt = performance.now() + WAIT_MS_MAX
  for (;;) {
    alarm.ring()
    const due = await dueUntil(database, database.nowMs(), WAYS)
    for (const { item } of due) seen.set(dueKey(item), item.kind)
    const isWaiting = due.length > 0
    if (!isWaiting || performance.now() > giveUpAt) return { done: counted(seen), isWaiting }
    await setTimeout(LOOK_MS)
  }
}

function counted(seen: ReadonlyMap<string, DueItem['kind']>): CaughtUp['done'] {
  const counts = Map.groupBy(seen.values(), (kind) => kind)
  return [...counts].map(([kind, { length }]) => ({ kind, count: length }))
}
