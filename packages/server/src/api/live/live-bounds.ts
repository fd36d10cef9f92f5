// How many connections are kept up to date, and how often: what one of them costs is bounded, whoever opens it.

import { Refusal, refused } from '../../gate/context/refusal.ts'

/** In one process, of everybody. */
const OPEN_MAX = 2_000
/** Of one session; of one address, behind which whole offices may be. */
const OPEN_OF_SESSION_MAX = 30
const OPEN_OF_ADDRESS_MAX = 200
/** Reads of all connections together that run at the same time: the others' requests have the rest of the database. */
const AT_ONCE_MAX = 3
const RETRY_AFTER_SECONDS = 10

/** Between two looks of one connection: what is written meanwhile makes one look. */
export const REST_MS = 150
/** A result that depends on the hour is read again at this interval, without any write. */
export const HOUR_MS = 10_000
/** And everything else: a message may have been lost, or somebody may have written beside the product. */
export const LOST_MS = 30_000
/** A database that is away is asked again after so long. */
export const AWAY_MS = 1_000
export const BEAT_MS = 20_000
/** A reader that takes nothing for so long is disconnected. */
export const UNREAD_BEATS_MAX = 3

export class LiveBounds {
  private readonly open = new Map<string, number>()
  private all = 0
  private running = 0
  private readonly waiting: (() => void)[] = []

  /** Counts one more, or refuses. Returns what gives its place back. */
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
