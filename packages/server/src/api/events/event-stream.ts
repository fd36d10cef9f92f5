// One connection of a program that waits for events. Each event is sent once and in order, as long as the session or
// the key of the program is valid. Notifications only wake the stream; it reads the events from the database.

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
import { signedInUser } from '../../gate/context/signed-in-user.ts'

export interface EventAsking extends Pick<LiveAsking, 'application' | 'callerNow' | 'problemOf' | 'inTurn'> {
  readonly userId: string
  /** The id of the last event that the program has; null: it starts with the oldest. */
  readonly after: string | null
}

/** How long an event waits for earlier transactions, whose end sends no notification. */
const SETTLING_MS = 200

export class EventStream extends OpenStream {
  private readonly asking: EventAsking
  private after: string | null
  private isWoken = false
  /** The caller may have changed and has to be looked up again. */
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

  /** Resolves on a change, or after a timeout. */
  protected async woken(): Promise<void> {
    if (this.isWoken) return
    await this.pause(this.waitsMs, () => this.wake())
  }

  protected isUrgent(): boolean {
    return this.isOfCaller
  }

  /** False: the database is unavailable, and is asked again later. */
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
    // Reset before reading, so that a change during the read wakes the stream again.
    this.isWoken = false
    this.isOfCaller = false
    await this.recognise()
    return this.news()
  }

  /** Throws the refusal if the caller is no longer the user whose events these are. */
  private async recognise(): Promise<void> {
    const caller = await this.recognised()
    if (String(signedInUser(caller).id) !== this.asking.userId) throw refused('not signed in')
  }

  /** The events after the last one, as text. */
  private async news(): Promise<string> {
    const { application, userId } = this.asking
    const found = await eventsAfter(application.database, userId, this.after, EVENTS_AT_ONCE)
    if (found === null) throw refused('not found', 'after')
    const { events, isMoreToCome } = found
    this.after = events.at(-1)?.id ?? this.after
    this.waitsMs = isMoreToCome ? SETTLING_MS : LOST_MS
    // After a full page there may be more events.
    if (events.length === EVENTS_AT_ONCE) this.isWoken = true
    return programEvents(events)
      .map((event) => `id: ${event.id}\n${dataOf(JSON.stringify(event))}\n`)
      .join('')
  }
}
