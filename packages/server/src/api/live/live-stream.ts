// One live connection. Each event is a whole answer, the same bytes that a request would get at that moment. A slow or
// reconnecting reader misses intermediate answers only. A change itself is never sent: it only makes the server read
// again, with the caller's present rights.

import { createHash } from 'node:crypto'
import type { ServerResponse } from 'node:http'
import { presenceAt } from '@ninefold/core/plan/schema/statement-tables.ts'
import { bindingsOf } from '../../gate/context/bindings.ts'
import type { Caller } from '../../gate/context/caller.ts'
import { Refusal, refused } from '../../gate/context/refusal.ts'
import { isOfSuperseded } from '../../gate/records/superseded-schema.ts'
import { TrackedReads, withReadTracking } from '../../gate/records/read-tracking.ts'
import { isDatabaseAway } from '../../store/driver/failures.ts'
import { TransactionBusy } from '../../store/driver/retries.ts'
import type { Exchange, StreamSide } from '../http/exchange.ts'
import { superseded } from '../http/failures.ts'
import { HOUR_MS, LOST_MS } from './live-bounds.ts'
import type { Present } from '../../store/tables/open-streams.ts'
import { NO_PLACE, type StreamPlace } from './connections/stream-leases.ts'
import { type Changed, OpenStream, type StreamAsking } from './open-stream.ts'

/** A read that returns the bytes of its answer. */
export type LiveRead = (exchange: Pick<Exchange, 'application' | 'caller' | 'bindings' | 'stream'>) => Promise<string>

export interface LiveAsking extends StreamAsking {
  readonly reads: readonly LiveRead[]
  /** With several reads, the event's name ends with the number of the read. */
  readonly isNumbered: boolean
  /** A refusal as the data of an event. */
  readonly problemOf: (refusal: Refusal) => string
  /** Reports a defect. No request is waiting, so it would be reported nowhere else. */
  readonly failed: (cause: unknown) => void
}

type Presences = ReadonlyMap<string, string> | null

interface Kept {
  readonly read: LiveRead
  readonly index: number
  seen: TrackedReads
  /** The hash of the last answer that was sent. */
  sent: string
  /** Records at which the read has its user. */
  at: readonly Present[]
  /** By id, people of the last answer that was sent, and of the present one, as JSON. Null: the read tells no people. */
  people: Presences
  told: Presences
  isOver: boolean
}

export class LiveStream extends OpenStream {
  private readonly asking: LiveAsking
  private readonly kept: readonly Kept[]
  private caller: Caller | null = null
  private place: StreamPlace = NO_PLACE
  private pending: Changed = new Set()
  private isLooking = false

  constructor(asking: LiveAsking) {
    super(asking)
    this.asking = asking
    this.kept = asking.reads.map((read, index) => ({
      read,
      index,
      seen: new TrackedReads(),
      sent: '',
      ...NOBODY,
      isOver: false,
    }))
  }

  /**
   * The first answers, as text of events. Throws the refusal if there is one. `known`: the id of the last event that
   * the reader has.
   */
  async begin(known: string | undefined, place: StreamPlace): Promise<string> {
    this.place = place
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
      this.place.stay(this.kept.flatMap(({ at }) => at))
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
    kept.seen = new TrackedReads()
    try {
      const own = withReadTracking(application, kept.seen)
      const { caller } = this
      const at: Present[] = []
      const stream = this.sideOf(kept, caller, at)
      const json = await kept.read({ application: own, caller, bindings: bindingsOf(own, caller), stream })
      kept.at = at
      return { kept, json, hash: createHash('sha256').update(json).digest('base64url').slice(0, 22), refusal: null }
    } catch (cause) {
      if (cause instanceof Refusal) return over(kept, cause)
      if (isDatabaseAway(cause) || cause instanceof TransactionBusy) throw cause
      if (await isOfSuperseded(application, cause)) throw superseded()
      failed(cause)
      return over(kept, refused('unexpected'))
    }
  }

  /** The connection as one of its reads sees it. `at`: takes the records at which the read has its user. */
  private sideOf(kept: Kept, { me }: Caller, at: Present[]): StreamSide {
    return {
      joins: async (topic) => {
        if (me === null) return
        const present = { topic, user: String(me.id) }
        at.push(present)
        await this.place.join(present)
      },
      tells: (topic, people) => {
        kept.seen.named([presenceAt(topic)])
        kept.people = people
      },
    }
  }

  /** Events for answers that the reader does not have yet. The id of an event covers the answers up to it. */
  private newsIn(events: readonly Event[]): string {
    for (const { kept, hash } of events) if (hash === kept.sent) kept.told = kept.people
    return events
      .filter(({ kept, hash, refusal }) => refusal !== null || hash !== kept.sent)
      .map(({ kept, json, hash, refusal }) => {
        kept.sent = hash
        const { isNumbered } = this.asking
        const number = isNumbered ? `-${kept.index}` : ''
        const differences = differencesOf(kept, number)
        if (refusal !== null) return `event: refused${number}\n${dataOf(this.asking.problemOf(refusal))}\n`
        return `${differences}event: answer${number}\nid: ${this.kept.map(({ sent }) => sent).join('.')}\n${dataOf(json)}\n`
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

const NOBODY = { at: [], people: null, told: null } satisfies Partial<Kept>

/**
 * People who have come and gone since the last answer, as text of events whose names end with `number`. The first answer
 * names all.
 */
function differencesOf(kept: Kept, number: string): string {
  const { people, told } = kept
  kept.told = people
  if (people === null || told === null) return ''
  const joined = [...people].flatMap(([id, json]) =>
    told.has(id) ? [] : [`event: joined${number}\n${dataOf(json)}\n`],
  )
  const left = [...told].flatMap(([id, json]) => (people.has(id) ? [] : [`event: left${number}\n${dataOf(json)}\n`]))
  return [...joined, ...left].join('')
}

function over(kept: Kept, refusal: Refusal): Event {
  kept.isOver = true
  kept.at = []
  kept.seen = new TrackedReads()
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
