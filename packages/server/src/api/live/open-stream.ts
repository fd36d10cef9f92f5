// One connection for server-sent events: it waits for changes, respects backpressure, and detects a lost client.
// Subclasses provide the events.

import type { ServerResponse } from 'node:http'
import { rolesOf, sessionsOf } from '@ninefold/core/plan/schema/statement-tables.ts'
import type { Application } from '../../gate/context/application.ts'
import type { Caller } from '../../gate/context/caller.ts'
import { TrackedReads, withReadTracking } from '../../gate/records/read-tracking.ts'
import { tokenHash } from '../../store/tables/users/tokens.ts'
import type { StreamPlace } from './connections/stream-leases.ts'
import { AWAY_MS, BEAT_MS, REST_MS, UNREAD_BEATS_MAX } from './live-bounds.ts'

export type Changed = ReadonlySet<string> | 'anything'

/** A stream as its keeper sees it. */
export interface KeptStream {
  /**
   * Text of the first events. Throws the refusal if there is one. `known`: the id of the last event that the reader
   * has. `place`: where the stream says which records its user is at.
   */
  begin(known: string | undefined, place: StreamPlace): Promise<string>
  /** Runs until the connection or this stream ends. */
  follow(response: ServerResponse): Promise<void>
  changed(changed: Changed): void
  end(): void
}

export interface StreamAsking {
  readonly application: Application
  /** Looks up the present caller. */
  readonly callerNow: (application: Application) => Promise<Caller>
  /** Runs work in the common queue. */
  readonly inTurn: <Result>(work: () => Promise<Result>, isUrgent: boolean) => Promise<Result>
}

export abstract class OpenStream implements KeptStream {
  protected isOver = false
  protected wake: () => void = () => {}
  /** Tables that the caller's identity and roles depend on. */
  protected callerSeen = new TrackedReads()
  private readonly of: StreamAsking
  private response: ServerResponse | null = null
  private beatsUnread = 0

  protected constructor(of: StreamAsking) {
    this.of = of
  }

  abstract begin(known: string | undefined, place: StreamPlace): Promise<string>
  abstract changed(changed: Changed): void
  /** Resolves on a change, or after a timeout. */
  protected abstract woken(): Promise<void>
  protected abstract isUrgent(): boolean
  /** False: the database is unavailable, and is asked again later. */
  protected abstract tell(response: ServerResponse): Promise<boolean>

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
        const isTold = await this.of.inTurn(() => this.tell(response), this.isUrgent())
        await rest(isTold ? REST_MS : AWAY_MS)
      }
    } finally {
      clearInterval(heart)
      response.end()
    }
  }

  end(): void {
    this.isOver = true
    this.wake()
    this.response?.end()
  }

  /** Waits until woken. Calls `late` when nothing has happened for `ms`. */
  protected async pause(ms: number, late: () => void): Promise<void> {
    let timer: NodeJS.Timeout | undefined
    await new Promise<void>((resolve) => {
      this.wake = resolve
      if (this.isOver) resolve()
      timer = setTimeout(late, ms)
      timer.unref()
    })
    clearTimeout(timer)
  }

  /** The present caller. Also records the tables that can change who that is. */
  protected async recognised(): Promise<Caller> {
    this.callerSeen = new TrackedReads()
    const caller = await this.of.callerNow(withReadTracking(this.of.application, this.callerSeen))
    const { me, token } = caller
    if (me !== null) this.callerSeen.named([sessionsOf(String(me.id)), rolesOf(String(me.id))])
    if (token !== null) this.callerSeen.named([sessionsOf(tokenHash(token).toString('hex'))])
    return caller
  }

  /** Heartbeats detect lost connections and keep others open. */
  private beat(response: ServerResponse): void {
    this.beatsUnread = response.writableNeedDrain ? this.beatsUnread + 1 : 0
    if (this.beatsUnread >= UNREAD_BEATS_MAX) response.destroy()
    else if (this.beatsUnread === 0) response.write(':\n\n')
  }
}

/** Resolves when the reader has taken everything, so that nothing queues up. */
function drained(response: ServerResponse): Promise<void> {
  if (!response.writableNeedDrain || response.destroyed) return Promise.resolve()
  return new Promise((resolve) => {
    for (const event of ['drain', 'close']) response.once(event, () => resolve())
  })
}

function rest(ms: number): Promise<void> {
  return new Promise((resolve) => {
    setTimeout(resolve, ms).unref()
  })
}
