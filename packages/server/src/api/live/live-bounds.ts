// Limits of live connections: how many there are, and how often each is refreshed.

import { Refusal, refused } from '../../gate/context/refusal.ts'

export const LIVE_PATH = '/_ninefold/live'

/** Per process. */
const OPEN_MAX = 2_000
/** Per session, and per address, which may stand for a whole office. */
const OPEN_OF_SESSION_MAX = 30
const OPEN_OF_ADDRESS_MAX = 200
/** Concurrent reads of all live connections, so that other requests keep the rest of the database. */
const AT_ONCE_MAX = 3
export const RETRY_AFTER_SECONDS = 10

/** Pause between two refreshes of one connection. Writes during it are coalesced into one refresh. */
export const REST_MS = 150
/** A result that depends on the time is refreshed at this interval, without any write. */
export const HOUR_MS = 10_000
/**
 * Every result is refreshed at this interval, in case a notification was lost or another program wrote to the database.
 */
export const LOST_MS = 30_000
/** Retry interval while the database is unavailable. */
export const AWAY_MS = 1_000
export const BEAT_MS = 20_000
/** A reader that does not read for this many heartbeats is disconnected. */
export const UNREAD_BEATS_MAX = 3

export class LiveBounds {
  private readonly open = new Map<string, number>()
  private all = 0
  private running = 0
  private readonly waiting: (() => void)[] = []

  /** Counts one connection, or refuses it. Returns the function that releases its place. */
  take(who: { readonly session: string } | { readonly address: string }): () => void {
    const [key, max] =
      'session' in who
        ? [`session ${who.session}`, OPEN_OF_SESSION_MAX]
        : [`address ${who.address}`, OPEN_OF_ADDRESS_MAX]
    const own = this.open.get(key) ?? 0
    if (own >= max) throw new Refusal(refused('too many').items, RETRY_AFTER_SECONDS)
    if (this.all >= OPEN_MAX) throw new Refusal(refused('busy').items, RETRY_AFTER_SECONDS)
    this.open.set(key, own + 1)
    this.all += 1
    let isGiven = false
    return () => {
      if (isGiven) return
      isGiven = true
      this.all -= 1
      const left = (this.open.get(key) ?? 1) - 1
      if (left === 0) this.open.delete(key)
      else this.open.set(key, left)
    }
  }

  readonly inTurn = async <Result>(work: () => Promise<Result>, isUrgent: boolean): Promise<Result> => {
    if (this.running < AT_ONCE_MAX) this.running += 1
    else
      await new Promise<void>((resolve) => {
        if (isUrgent) this.waiting.unshift(resolve)
        else this.waiting.push(resolve)
      })
    try {
      return await work()
    } finally {
      const next = this.waiting.shift()
      if (next === undefined) this.running -= 1
      else next()
    }
  }
}
