// One connection of a program that waits for events: each comes once and in order, as long as the program shows a session or a key
// of its user. Changes only wake it; what it says is read.

import type { ServerResponse } from 'node:http'
import { EVENTS_AT_ONCE } from '@ninefold/core/contract/programs/events.ts'
import { eventsOf, rolesOf, sessionsOf } from '@ninefold/core/plan/schema/statement-tables.ts'
import type { Application } from '../../gate/context/application.ts'
import { Refusal, refused } from '../../gate/context/refusal.ts'
import { LookedAt, watched } from '../../gate/records/watched.ts'
import { eventsAfter } from '../../store/tables/operation/events.ts'
import { tokenHash } from '../../store/tables/users/tokens.ts'
import { isUuid } from '../http/uuid.ts'
import { AWAY_MS, BEAT_MS, LOST_MS, REST_MS, UNREAD_BEATS_MAX } from '../live/live-bounds.ts'
import {
  type Changed,
  dataOf,
  drained,
  type KeptStream,
  type LiveAsking,
  rest,
  unlessAway,
} from '../live/live-stream.ts'
import { programEvents } from './event-words.ts'

export interface EventAsking extends Pick<LiveAsking, 'application' | 'callerNow' | 'problemOf' | 'inTurn'> {
  readonly userId: string
  /** The id of the last event that the program has; null: it begins with the oldest. */
  readonly after: string | null
}

/** Events that wait for transactions before them: nothing tells when these end. */
const SETTLING_MS = 200

export class EventStream implements KeptStream {
  private readonly asking: EventAsking
  private after: string | null
  private callerSeen = new LookedAt()
  private isWoken = false
  /** Something of the caller may be another now. */
  private isUrgent = false
  private isOver = false
  private wake: () => void = () => {}
  private waitsMs = LOST_MS
  private beatsUnread = 0
  private response: ServerResponse | null = null

  constructor(asking: EventAsking) {
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

  async follow(response: ServerResponse): Promise<void> {
    this.response = response
    response.once('close', () => this.end())
    if (response.destroyed) this.end()
    const heart = setInterval(() => this.beat(response), BEAT_MS)
    heart.unref()
    try {
      while (!this.isOver) {
        await this.woken()
        await drained(response)
        if (this.isOver) break
        const isTold = await this.asking.inTurn(() => this.tell(response), this.isUrgent)
        await rest(isTold ? REST_MS : AWAY_MS)
      }
    } finally {
      clearInterval(heart)
      response.end()
    }
  }

  changed(changed: Changed): void {
    const isOfCaller = changed !== 'anything' && this.callerSeen.isAmong(changed)
    if (changed !== 'anything' && !isOfCaller && !changed.has(eventsOf(this.asking.userId))) return
    this.isUrgent ||= isOfCaller
    this.isWoken = true
    this.wake()
  }

  end(): void {
    this.isOver = true
    this.wake()
    this.response?.end()
  }

  /** Resolves when something has changed; by itself after a while. */
  private async woken(): Promise<void> {
    if (this.isWoken) return
    let timer: NodeJS.Timeout | undefined
    await new Promise<void>((resolve) => {
      this.wake = resolve
      if (this.isOver) resolve()
      timer = setTimeout(resolve, this.waitsMs)
      timer.unref()
    })
    clearTimeout(timer)
  }

  /** False: the database is away, and is asked again. */
  private async tell(response: ServerResponse): Promise<boolean> {
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
    this.isUrgent = false
    await this.recognise(this.asking.application)
    return this.news()
  }

  /** The refusal of a caller who is not, or not any more, the user whose events these are. */
  private async recognise(application: Application): Promise<void> {
    const { callerNow, userId } = this.asking
    this.callerSeen = new LookedAt()
    const caller = await callerNow(watched(application, this.callerSeen))
    this.callerSeen.named([sessionsOf(userId), rolesOf(userId)])
    if (caller.token !== null) this.callerSeen.named([sessionsOf(tokenHash(caller.token).toString('hex'))])
    if (String(caller.me?.id) !== userId) throw refused('not signed in')
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

  /** So that connections that nobody uses any more are noticed, and those that are used stay open. */
  private beat(response: ServerResponse): void {
    this.beatsUnread = response.writableNeedDrain ? this.beatsUnread + 1 : 0
    if (this.beatsUnread >= UNREAD_BEATS_MAX) response.destroy()
    else if (this.beatsUnread === 0) response.write(':\n\n')
  }
}
