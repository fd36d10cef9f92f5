// Transactions that met others, which PostgreSQL rolls back, begin again: one after another within this process. If all
// of them began again at once, they would meet each other again, and most of the work would be thrown away.

import { isConflict } from './failures.ts'

export type Retry = <Result>(work: () => Promise<Result>) => Promise<Result>

/** Too many writers wanted the same records at once; a later retry is safe. */
export class TransactionBusy extends Error {
  override name = 'TransactionBusy'
}

/** Retries longer than this would make a person wait noticeably. */
const RETRY_TIME_MAX_MS = 3_000
/** A transaction that takes longer by itself, such as a load of sample records, begins again this often nevertheless. */
const RETRIES_MIN = 3
/** A slow transaction holds up the next one, which may have nothing to do with it, for no longer than this. */
const TURN_MAX_MS = 500
const PAUSE_MAX_MS = 150

/** For one database. */
export function retries(): Retry {
  let before: Promise<unknown> = Promise.resolve()
  const inTurn: Retry = (work) => {
    const begun = before.then(() => ({ ended: work() }))
    before = begun.then(({ ended }) => Promise.race([ended.catch(() => {}), pause(TURN_MAX_MS)]))
    return begun.then(({ ended }) => ended)
  }
  return async (work) => {
    const giveUpAt = performance.now() + RETRY_TIME_MAX_MS
    try {
      return await work()
    } catch (cause) {
      if (!isConflict(cause)) throw cause
      return inTurn(() => untilAlone(work, giveUpAt, cause))
    }
  }
}

async function untilAlone<Result>(work: () => Promise<Result>, giveUpAt: number, first: unknown): Promise<Result> {
  let met = first
  for (let attempt = 1; attempt <= RETRIES_MIN || performance.now() < giveUpAt; attempt++) {
    try {
      return await work()
    } catch (cause) {
      if (!isConflict(cause)) throw cause
      met = cause
      // Exponential backoff with jitter.
      await pause(Math.random() * Math.min(PAUSE_MAX_MS, 2 * 2 ** attempt))
    }
  }
  throw new TransactionBusy('The transaction met others each time.', { cause: met })
}

function pause(milliseconds: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, milliseconds))
}
