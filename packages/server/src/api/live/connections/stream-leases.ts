// Open streams of one process for one application → their rows in the database: streams that limits of point 9 count,
// and users who are at records. A lease stands for the process, so that its rows end with it however it ends.

import { randomUUID } from 'node:crypto'
import type { Limit } from '@ninefold/core/model/limits.ts'
import type { Application } from '../../../gate/context/application.ts'
import { Refusal, refused } from '../../../gate/context/refusal.ts'
import { isDatabaseAway } from '../../../store/driver/failures.ts'
import {
  type CountedStream,
  endStreams,
  giveBackStream,
  joinPresence,
  leavePresence,
  type Present,
  renewStreams,
  takeStream,
} from '../../../store/tables/open-streams.ts'
import { RETRY_AFTER_SECONDS } from '../live-bounds.ts'

/** Other processes wait so long before they take the streams of a silent process for closed. */
const LEASE_MS = 10_000
const RENEWAL_MS = 3_000
/** A page that is loaded again, or shows another part, comes back within this time, and has not left. */
const LINGER_MS = 2_000

/** A limit that a stream counts towards. */
export interface CountedLimit extends CountedStream {
  readonly limit: Limit
}

/** One open stream. */
export interface StreamPlace {
  /** The user is at the record as long as this stream is, or until `stay` leaves it out. */
  join(present: Present): Promise<void>
  /** Leaves all records but these. */
  stay(present: readonly Present[]): void
  leave(): void
}

/** The place of a stream whose application states neither presence nor limits of streams. */
export const NO_PLACE: StreamPlace = { join: () => Promise.resolve(), stay: () => {}, leave: () => {} }

export interface PlacesOptions {
  readonly application: Application
  /** The lease has ended: all streams have to be closed, and their clients reconnect. */
  readonly lost: () => void
  /** No streams are open any more. */
  readonly closed: () => void
  /** Reports a defect. No request is waiting for it. */
  readonly failed: (cause: unknown) => void
}

interface Lease {
  readonly process: string
  /** Rejects if the database is unavailable. */
  readonly begun: Promise<unknown>
  renewedMs: number
  readonly timer: NodeJS.Timeout
  /** Streams that are closed, and whose rows are still there. */
  readonly closed: Set<string>
  /** By `keyOf`: how many streams keep a user at a record; 0: the user may come back soon. */
  readonly wanted: Map<string, { readonly present: Present; streams: number; leaving?: NodeJS.Timeout }>
  /** By `keyOf`: users at records whose rows are there. */
  readonly written: Map<string, Present>
  writing: Promise<void> | null
  isRenewing: boolean
  streams: number
}

export class StreamPlaces {
  private readonly options: PlacesOptions
  private lease: Lease | null = null

  constructor(options: PlacesOptions) {
    this.options = options
  }

  /** Opens a stream, unless a limit is reached: then it returns that limit. */
  async open(counted: readonly CountedLimit[]): Promise<StreamPlace | Limit> {
    const stream = randomUUID()
    // A lease that was lost meanwhile is replaced once. Lost again, the process is too slow for more streams.
    for (let attempt = 1; ; attempt++) {
      const lease = await this.held()
      // Counted before the row is there, so that the lease does not end in between.
      lease.streams += 1
      try {
        // A page that opens another stream in place of its former one is counted once.
        if (lease.closed.size > 0) await this.write(lease)
        const taken = counted.length === 0 ? 'taken' : await this.take(lease, stream, counted)
        if (taken === 'taken') return this.placeIn(lease, stream, counted.length > 0)
        lease.streams -= 1
        if (taken !== 'lease lost') return taken
      } catch (cause) {
        lease.streams -= 1
        // The row may be there nevertheless.
        lease.closed.add(stream)
        throw cause
      }
      this.lose(lease)
      if (attempt === 2) throw new Refusal(refused('busy').items, RETRY_AFTER_SECONDS)
    }
  }

  /** Ends the lease, so that other processes learn at once who has left. */
  async close(): Promise<void> {
    const { lease } = this
    if (lease === null) return
    this.lease = null
    this.options.closed()
    clearInterval(lease.timer)
    // `write` reports its failure.
    await lease.writing?.catch(() => {})
    await endStreams(this.options.application.database, lease.process).catch(this.unlessAway)
  }

  private async take(
    lease: Lease,
    stream: string,
    counted: readonly CountedLimit[],
  ): Promise<'taken' | 'lease lost' | Limit> {
    const { database } = this.options.application
    const taken = await takeStream(database, { process: lease.process, stream }, counted)
    if (typeof taken === 'string') return taken
    const full = counted[taken.full]
    if (full === undefined) throw new Error(`No limit has the index ${taken.full}.`)
    return full.limit
  }

  private async held(): Promise<Lease> {
    const lease = (this.lease ??= this.begin())
    try {
      await lease.begun
    } catch (cause) {
      this.forget(lease)
      throw cause
    }
    return lease
  }

  private begin(): Lease {
    const process = randomUUID()
    const timer = setInterval(() => void this.renew(lease), RENEWAL_MS)
    timer.unref()
    const lease: Lease = {
      process,
      begun: renewStreams(this.options.application.database, process, LEASE_MS, true),
      renewedMs: performance.now(),
      timer,
      closed: new Set(),
      wanted: new Map(),
      written: new Map(),
      writing: null,
      isRenewing: false,
      streams: 0,
    }
    return lease
  }

  private async renew(lease: Lease): Promise<void> {
    if (lease.isRenewing) return
    lease.isRenewing = true
    try {
      await (lease.streams === 0 && lease.wanted.size === 0 ? this.close() : this.renewOnce(lease))
    } finally {
      lease.isRenewing = false
    }
  }

  private async renewOnce(lease: Lease): Promise<void> {
    const beganMs = performance.now()
    try {
      await lease.begun
      const isHeld = await renewStreams(this.options.application.database, lease.process, LEASE_MS, false)
      if (!isHeld) return this.lose(lease)
      lease.renewedMs = beganMs
    } catch (cause) {
      this.unlessAway(cause)
      // Other processes may count these streams no longer.
      if (performance.now() - lease.renewedMs > LEASE_MS) return this.lose(lease)
    }
    await this.write(lease)
  }

  private lose(lease: Lease): void {
    if (this.forget(lease)) this.options.lost()
  }

  private forget(lease: Lease): boolean {
    clearInterval(lease.timer)
    if (this.lease !== lease) return false
    this.lease = null
    return true
  }

  private placeIn(lease: Lease, stream: string, isCounted: boolean): StreamPlace {
    const own = new Map<string, Present>()
    let isLeft = false
    const stay = (present: readonly Present[]): void => {
      const kept = new Set(present.map(keyOf))
      for (const key of own.keys()) {
        if (kept.has(key)) continue
        own.delete(key)
        this.part(lease, key)
      }
    }
    return {
      join: async (present) => {
        const key = keyOf(present)
        if (isLeft) return
        if (!own.has(key)) {
          own.set(key, present)
          const wanted = lease.wanted.get(key)
          if (wanted === undefined) lease.wanted.set(key, { present, streams: 1 })
          else {
            wanted.streams += 1
            clearTimeout(wanted.leaving)
          }
        }
        if (!lease.written.has(key)) await this.write(lease)
      },
      stay,
      leave: () => {
        if (isLeft) return
        isLeft = true
        stay([])
        lease.streams -= 1
        if (!isCounted) return
        lease.closed.add(stream)
        void this.write(lease)
      },
    }
  }

  /** One stream keeps the user there no longer. */
  private part(lease: Lease, key: string): void {
    const wanted = lease.wanted.get(key)
    if (wanted === undefined) return
    wanted.streams -= 1
    if (wanted.streams > 0) return
    wanted.leaving = setTimeout(() => {
      lease.wanted.delete(key)
      void this.write(lease)
    }, LINGER_MS)
    wanted.leaving.unref()
  }

  /** Brings the rows up to date. The next renewal repeats a failed statement. */
  private async write(lease: Lease): Promise<void> {
    while (this.lease === lease && isBehind(lease)) {
      lease.writing ??= this.writeOnce(lease).finally(() => {
        lease.writing = null
      })
      try {
        await lease.writing
      } catch (cause) {
        return this.unlessAway(cause)
      }
    }
  }

  private async writeOnce(lease: Lease): Promise<void> {
    const { database } = this.options.application
    const { process, closed, wanted, written } = lease
    for (const stream of closed) {
      await giveBackStream(database, process, stream)
      closed.delete(stream)
    }
    for (const [key, { present }] of wanted) {
      if (written.has(key)) continue
      await joinPresence(database, process, present)
      written.set(key, present)
    }
    for (const [key, present] of written) {
      if (wanted.has(key)) continue
      await leavePresence(database, process, present)
      written.delete(key)
    }
  }

  private readonly unlessAway = (cause: unknown): void => {
    if (!isDatabaseAway(cause)) this.options.failed(cause)
  }
}

function isBehind({ closed, wanted, written }: Lease): boolean {
  return (
    closed.size > 0 ||
    [...wanted.keys()].some((key) => !written.has(key)) ||
    [...written.keys()].some((key) => !wanted.has(key))
  )
}

function keyOf({ topic, user }: Present): string {
  return JSON.stringify([topic, user])
}
