// One live connection. Each event is a whole answer, the same bytes that a request would get at that moment. A slow or
// reconnecting reader misses intermediate answers only. A change itself is never sent: it only makes the server read
// again, with the caller's present rights.

import { createHash } from 'node:crypto'
import type { ServerResponse } from 'node:http'
import { bindingsOf } from '../../gate/context/bindings.ts'
import type { Caller } from '../../gate/context/caller.ts'
import { Refusal, refused } from '../../gate/context/refusal.ts'
import { isOfSuperseded } from '../../gate/records/superseded.ts'
import { LookedAt, watched } from '../../gate/records/watched.ts'
import { isDatabaseAway } from '../../store/driver/failures.ts'
import { TransactionBusy } from '../../store/driver/retries.ts'
import type { Exchange } from '../http/exchange.ts'
import { superseded } from '../http/failures.ts'
import { HOUR_MS, LOST_MS } from './live-bounds.ts'
import { type Changed, OpenStream, type StreamAsking } from './open-stream.ts'

/** A read that returns the bytes of its answer. */
export type LiveRead = (exchange: Pick<Exchange, 'application' | 'caller' | 'bindings'>) => Promise<string>

export interface LiveAsking extends StreamAsking {
  readonly reads: readonly LiveRead[]
  /** With several reads, the event's name ends with the number of the read. */
  readonly isNumbered: boolean
  /** A refusal as the data of an event. */
  readonly problemOf: (refusal: Refusal) => string
  /** Reports a defect. No request is waiting, so it would be reported nowhere else. */
  readonly failed: (cause: unknown) => void
}

interface Kept {
  readonly read: LiveRead
  readonly index: number
  seen: LookedAt
  /** The hash of the last answer that was sent. */
  sent: string
  isOver: boolean
}

export class LiveStream extends OpenStream {
  private readonly asking: LiveAsking
  private readonly kept: readonly Kept[]
  private caller: Caller | null = null
  private pending: Changed = new Set()
  private isLooking = false

  constructor(asking: LiveAsking) {
    super(asking)
    this.asking = asking
    this.kept = asking.reads.map((read, index) => ({ read, index, seen: new LookedAt(), sent: '', isOver: false }))
  }

  /**
   * The first answers, as text of events. Throws the refusal if there is one. `known`: the id of the last event that
   * the reader has.
   */
  async begin(known: string | undefined): Promise<string> {
    const parts = known?.split('.') ?? []
    if (parts.length === this.kept.length) for (const kept of this.kept) kept.sent = parts[kept.index] ?? ''
    const events = await this.look('anything')
    const refusal = events.find((event) => event.refusal !== null)?.refusal ?? null
    if (refusal !== null && this.kept.every(({ isOver }) => isOver)) throw refusal
    return this.newsIn(events)
  }

  changed(changed: Changed): void {
    const { pending } = this
    this.pending = pending === 'anything' || changed === 'anything' ? 'anything' : new Set([...pending, ...changed])
    // The tables of a read are known only after the read.
    if (this.isLooking) return
    if (this.isConcerned(this.pending)) this.wake()
    else this.pending = new Set()
  }

  private isConcerned(changed: Changed): boolean {
    return (
      changed === 'anything' ||
      [this.callerSeen, ...this.kept.map(({ seen }) => seen)].some((seen) => seen.isAmong(changed))
    )
  }

  /** Resolves on a change, or after a timeout: the result may depend on the time, and notifications may be lost. */
  protected async woken(): Promise<void> {
    if (this.isConcerned(this.pending)) return
    this.pending = new Set()
    const isOfTheHour = [this.callerSeen, ...this.kept.map(({ seen }) => seen)].some((seen) => seen.isOfTheHour)
    await this.pause(isOfTheHour ? HOUR_MS : LOST_MS, () => this.changed('anything'))
  }

  /** A change of the caller's roles may revoke rights, so it is handled before other updates. */
  protected isUrgent(): boolean {
    return this.pending !== 'anything' && this.callerSeen.isAmong(this.pending)
  }

  /** False: the database is unavailable, and everything is to be read again. */
  protected async tell(response: ServerResponse): Promise<boolean> {
    const changed = this.pending
    this.pending = new Set()
    const events = await this.look(changed).catch(unlessAway)
    if (events === null) {
      this.pending = 'anything'
      return false
    }
    const news = this.newsIn(events)
    if (news !== '' && !this.isOver) response.write(news)
    if (this.kept.every(({ isOver }) => isOver)) this.end()
    return true
  }

  /** Reads again what may have changed, for the present caller. */
  private async look(changed: Changed): Promise<Event[]> {
    this.isLooking = true
    try {
      const isOther = await this.recognise()
      const all = changed === 'anything' || isOther
      const concerned = this.kept.filter(({ isOver, seen }) => !isOver && (all || seen.isAmong(changed)))
      const events: Event[] = []
      for (const kept of concerned) events.push(await this.ask(kept))
      return events
    } catch (cause) {
      if (!(cause instanceof Refusal)) throw cause
      return this.kept.filter(({ isOver }) => !isOver).map((kept) => over(kept, cause))
    } finally {
      this.isLooking = false
    }
  }

  /** Returns whether the caller, or the caller's roles, have changed. */
  private async recognise(): Promise<boolean> {
    const caller = await this.recognised()
    const before = this.caller
    this.caller = caller
    return before === null || before.me?.id !== caller.me?.id || before.rolesKey !== caller.rolesKey
  }

  private async ask(kept: Kept): Promise<Event> {
    const { application, failed } = this.asking
    if (this.caller === null) throw new Error('Defect: somebody is answered whom nobody has recognised.')
    kept.seen = new LookedAt()
    try {
      const own = watched(application, kept.seen)
      const json = await kept.read({ application: own, caller: this.caller, bindings: bindingsOf(own, this.caller) })
      return { kept, json, hash: createHash('sha256').update(json).digest('base64url').slice(0, 22), refusal: null }
    } catch (cause) {
      if (cause instanceof Refusal) return over(kept, cause)
      if (isDatabaseAway(cause) || cause instanceof TransactionBusy) throw cause
      if (await isOfSuperseded(application, cause)) throw superseded()
      failed(cause)
      return over(kept, refused('unexpected'))
    }
  }

  /** Events for answers that the reader does not have yet. The id of an event covers the answers up to it. */
  private newsIn(events: readonly Event[]): string {
    return events
      .filter(({ kept, hash, refusal }) => refusal !== null || hash !== kept.sent)
      .map(({ kept, json, hash, refusal }) => {
        kept.sent = hash
        const number = this.asking.isNumbered ? `-${kept.index}` : ''
        if (refusal !== null) return `event: refused${number}\n${dataOf(this.asking.problemOf(refusal))}\n`
        return `event: answer${number}\nid: ${this.kept.map(({ sent }) => sent).join('.')}\n${dataOf(json)}\n`
      })
      .join('')
  }
}

interface Event {
  readonly kept: Kept
  readonly json: string
  readonly hash: string
  readonly refusal: Refusal | null
}

function over(kept: Kept, refusal: Refusal): Event {
  kept.isOver = true
  kept.seen = new LookedAt()
  return { kept, json: '', hash: '', refusal }
}

export function unlessAway(cause: unknown): null {
  if (isDatabaseAway(cause) || cause instanceof TransactionBusy) return null
  throw cause
}

/** One data line per line of the answer; the browser joins them to the same bytes. */
export function dataOf(text: string): string {
  return text
    .split('\n')
    .map((line) => `data: ${line}\n`)
    .join('')
}
