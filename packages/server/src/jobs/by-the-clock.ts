// Common part of automatic work: the product does it, at one moment, in one transaction, in a process that serves the
// latest specification.

import type { Value } from '@ninefold/core/expression/expression.ts'
import type { Application } from '../gate/context/application.ts'
import { bindingsOf } from '../gate/context/bindings.ts'
import { THE_CLOCK } from '../gate/context/caller.ts'
import { constraintRefusal } from '../gate/records/constraint-refusal.ts'
import { Refusal } from '../gate/context/refusal.ts'
import type { Work } from '../gate/context/work.ts'
import type { Executor } from '../store/driver/database.ts'

/** Outcome of the work. `refused`: by a rule, a guard or a state; it is not retried. */
export type Outcome = 'done' | 'nothing due' | 'another revision' | { readonly refused: Refusal }

export function workOfClock(application: Application, transaction: Executor, nowMs: number): Work {
  const bindings: Record<string, Value> = { ...bindingsOf(application, THE_CLOCK, nowMs) }
  return { application, caller: THE_CLOCK, transaction, bindings }
}

/** A process with an outdated text leaves due work to processes with the new one. */
export async function isServed(transaction: Executor, { revision }: Application): Promise<boolean> {
  const rows = await transaction.runOwn('served-revision', 'SELECT revision FROM ninefold.served_revision', [])
  return rows[0] === undefined || rows[0]['revision'] === revision
}

/** A refusal of the specification; null for any other error, which is rethrown and retried. */
export function refusalOf(application: Application, cause: unknown): Refusal | null {
  return cause instanceof Refusal ? cause : constraintRefusal(application, cause)
}
