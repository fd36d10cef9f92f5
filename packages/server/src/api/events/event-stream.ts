// One connection of a program that waits for events: each comes once and in order, as long as the program shows a session or a key
// of its user. Changes only wake it; what it says is read.

import type { ServerResponse } from 'node:http'
import { EVENTS_AT_ONCE } from '@ninefold/core/contract/programs/events.ts'
import { eventsOf } from '@ninefold/core/plan/schema/statement-tables.ts'
import { Refusal, refused } from '../../gate/context/refusal.ts'
import { eventsAfter } from '../../store/tables/operation/events.ts'
import { isUuid } from '../http/uuid.ts'
import { LOST_MS } from '../live/live-bounds.ts'
import { dataOf, type LiveAsking, unlessAway } from '../live/live-stream.ts'
import { type Changed, OpenStream } from '../live/open-stream.ts'
import { programEvents } from './event-words.ts'

export interface EventAsking extends Pick<LiveAsking, 'application' | 'callerNow' | 'problemOf' | 'inTurn'> {
  readonly userId: string
  /** The id of the last event that the program has; null: it begins with the oldest. */
  readonly after: string | null
}

/** Events that wait for transactions before them: nothing tells when these end. */
const SETTLING_MS = 200

export class EventStream extends OpenStream {
  private readonly asking: EventAsking
  private after: string | null
  private isWoken = false
  /** Something of the caller may be another now. */
  private isOfCaller = false
  private waitsMs = LOST_MS

  constructor(asking: EventAsking) {
    super(asking)
    this.asking = asking
    this.after = asking.after
  }

  async begin(known: string | undefined): Promise<string> {
    if (known !== undefined) {
      if (!isUuid(known)) throw refused('not found', 'after')
      this.after = known
    }
    return this.newsOfCaller()
  }

  changed(changed: Changed): void {
    const isOfCaller = changed !== 'anything' && this.callerSeen.isAmong(changed)
    if (changed !== 'anything' && !isOfCaller && !changed.has(eventsOf(this.asking.userId))) return
    this.isOfCaller ||= isOfCaller
    this.isWoken = true
    this.wake()
  }

  /** Resolves when something has changed; by itself after a while. */
  protected async woken(): Promise<void> {
    if (this.isWoken) return
    await this.pause(this.waitsMs, () => this.wake())
  }

  protected isUrgent(): boolean {
    return this.isOfCaller
  }

  /** False: the database is away, and is asked again. */
  protected async tell(response: ServerResponse): Promise<boolean> {
    try {
      const news = await this.newsOfCaller().catch(unlessAway)
      if (news === null) {
        this.isWoken = true
        return false
      }
      if (news !== '' && !this.isOver) response.write(news)
    } catch (cause) {
      if (!(cause instanceof Refusal)) throw cause
      response.write(`event: refused\n${dataOf(this.asking.problemOf(cause))}\n`)
      this.end()
    }
    return true
  }

  private async newsOfCaller(): Promise<string> {
    // A change that comes while this is read wakes it again.
    this.isWoken = false
    this.isOfCaller = false
    await this.recognise()
    return this.news()
  }

  /** The refusal of a caller who is not, or not any more, the user whose events these are. */
  private async recognise(): Promise<void> {
    const caller = await this.recognised()
    if (String(caller.me?.id) !== this.asking.userId) throw refused('not signed in')
  }

  /** Events behind the last one, as text. */
  private async news(): Promise<string> {
    const { application, userId } = this.asking
    const found = await eventsAfter(application.database, userId, this.after, EVENTS_AT_ONCE)
    if (found === null) throw refused('not found', 'after')
    const { events, isMoreToCome } = found
    this.after = events.at(-1)?.id ?? this.after
    this.waitsMs = isMoreToCome ? SETTLING_MS : LOST_MS
    // A full page may not be the last one.
    if (events.length === EVENTS_AT_ONCE) this.isWoken = true
    return programEvents(events)
      .map((event) => `id: ${event.id}\n${dataOf(JSON.stringify(event))}\n`)
      .join('')
  }
}
