// `Accept: text/event-stream` on a read: the answer, and a new one whenever it changes. This class keeps the
// connections of a server, and wakes those whose tables any process has written.

import type { IncomingMessage } from 'node:http'
import { isLiveRead, type Operation } from '@ninefold/core/contract/calls/calls.ts'
import { ANYTHING, changedTables } from '@ninefold/core/plan/schema/statement-tables.ts'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { statesPresence } from '@ninefold/core/model/users/presence.ts'
import { usedUp } from '../../gate/calls/rate-limit-counters.ts'
import type { Application } from '../../gate/context/application.ts'
import { countedAddress } from '../http/client-address.ts'
import { placesOf } from '../http/methods.ts'
import { LiveBounds, RETRY_AFTER_SECONDS } from './live-bounds.ts'
import { type LiveRead, LiveStream } from './live-stream.ts'
import type { KeptStream } from './open-stream.ts'
import { type AskedStream, countedLimits } from './connections/connection-limits.ts'
import { NO_PLACE, type StreamPlace, StreamPlaces } from './connections/stream-leases.ts'
import { problemOf } from '../http/refusals.ts'
import { callerNow, callerOf } from '../authentication/authentication.ts'

/** Reconnection delay of a browser (`retry`). */
const RETRY_MS = 1_000

interface Following {
  readonly streams: Set<KeptStream>
  /** Resolves when listening has begun, with the function that ends it. */
  readonly heard: Promise<() => void>
}

interface OpenOptions {
  /** With several reads, the event's name ends with the number of the read. */
  readonly isNumbered?: boolean
  /** The call of point 7 that is asked; missing: a read of the product's own pages. */
  readonly operation?: Operation
}

export function wantsEvents({ method, headers }: Pick<IncomingMessage, 'method' | 'headers'>): boolean {
  return method === 'GET' && /\btext\/event-stream\b/.test(headers.accept ?? '')
}

export function isLive(request: FastifyRequest, operation: Operation): boolean {
  return isLiveRead(operation) && wantsEvents(request)
}

export class LiveReads {
  private readonly bounds = new LiveBounds()
  private readonly followed = new Map<Application, Following>()
  /** Of applications that count streams or tell presence. */
  private readonly places = new Map<Application, StreamPlaces>()
  /** Incremented when all connections are closed. */
  private time = 0

  /** Answers with a refusal like the plain read, or with a stream. */
  async open(
    application: Application,
    request: FastifyRequest,
    reply: FastifyReply,
    reads: readonly LiveRead[],
    { isNumbered = false, operation }: OpenOptions = {},
  ): Promise<FastifyReply> {
    const stream = new LiveStream({
      application,
      callerNow: (own) => callerNow(own, request),
      reads,
      isNumbered,
      problemOf: (refusal) => JSON.stringify(problemOf(application.model, refusal, request)),
      failed: (cause) => request.log.error({ err: cause, url: request.url }, 'A read that is kept up to date failed.'),
      inTurn: this.inTurn,
    })
    return this.keep(application, request, reply, stream, operation ?? null)
  }

  /** The common queue for reads of all connections. */
  get inTurn(): LiveBounds['inTurn'] {
    return this.bounds.inTurn
  }

  /** Answers with a stream, or with a refusal. */
  async keep(
    application: Application,
    request: FastifyRequest,
    reply: FastifyReply,
    stream: KeptStream,
    operation: Operation | null = null,
  ): Promise<FastifyReply> {
    const { time } = this
    const caller = await callerOf(application, request)
    const address = countedAddress(request.ip)
    const giveBack = this.bounds.take(caller.token === null ? { address } : { session: caller.token })
    let place = NO_PLACE
    const leave = (): void => {
      place.leave()
      giveBack()
    }
    try {
      place = await this.placeFor({ application, caller, address, operation, parameters: placesOf(request) }, request)
      await this.follow(application, stream)
      const known = request.headers['last-event-id']
      const knownEvent = typeof known === 'string' ? known : undefined
      const first = await this.bounds.inTurn(() => stream.begin(knownEvent, place), false)
      reply.hijack()
      for (const [name, value] of Object.entries(reply.getHeaders()))
        if (value !== undefined) reply.raw.setHeader(name, value)
      reply.raw.writeHead(200, {
        'content-type': 'text/event-stream',
        'cache-control': 'no-store',
        'x-accel-buffering': 'no',
        'x-content-type-options': 'nosniff',
        'x-request-id': request.id,
      })
      reply.raw.write(`retry: ${RETRY_MS}\n\n${first}`)
    } catch (cause) {
      this.forget(application, stream)
      leave()
      throw cause
    }
    if (time !== this.time) stream.end()
    void stream
      .follow(reply.raw)
      .catch((cause: unknown) => request.log.error({ err: cause, url: request.url }, 'A connection could not be kept.'))
      .finally(() => {
        this.forget(application, stream)
        leave()
      })
    return reply
  }

  /** Closes all connections; clients reconnect and find the new application. */
  sendAway(): void {
    this.time += 1
    for (const application of this.followed.keys()) this.endAll(application)
  }

  /** Closes all connections, and tells other processes at once. */
  async close(): Promise<void> {
    this.sendAway()
    await Promise.all([...this.places.values()].map((places) => places.close()))
  }

  private endAll(application: Application): void {
    for (const stream of this.followed.get(application)?.streams ?? []) stream.end()
  }

  /** Throws the refusal of the limit that the stream would exceed. */
  private async placeFor(asked: AskedStream, { log }: FastifyRequest): Promise<StreamPlace> {
    const { application } = asked
    const { model } = application
    if (!model.limits.limits.some(({ on }) => on.kind === 'streams') && !statesPresence(model)) return NO_PLACE
    const counted = await countedLimits(asked)
    const places = this.places.get(application) ?? this.placesOf(application, log)
    this.places.set(application, places)
    const place = await places.open(counted)
    if ('join' in place) return place
    throw usedUp(place, RETRY_AFTER_SECONDS)
  }

  private placesOf(application: Application, log: FastifyRequest['log']): StreamPlaces {
    return new StreamPlaces({
      application,
      lost: () => {
        // Also those that are being opened.
        this.time += 1
        this.endAll(application)
      },
      closed: () => this.places.delete(application),
      failed: (cause) => log.error({ err: cause }, 'Open streams could not be noted.'),
    })
  }

  private async follow(application: Application, stream: KeptStream): Promise<void> {
    const known = this.followed.get(application)
    const following = known ?? this.begin(application)
    following.streams.add(stream)
    await following.heard
  }

  private begin(application: Application): Following {
    const streams = new Set<KeptStream>()
    const heard = application.database.changes.listen((changes) => {
      const changed = changes.includes(ANYTHING) ? 'anything' : changedTables(application.schema, changes)
      for (const stream of streams) stream.changed(changed)
    })
    const following = { streams, heard }
    this.followed.set(application, following)
    return following
  }

  private forget(application: Application, stream: KeptStream): void {
    const following = this.followed.get(application)
    following?.streams.delete(stream)
    if (following === undefined || following.streams.size > 0) return
    this.followed.delete(application)
    // If listening failed there is nothing to end, and the clients have their error.
    following.heard.then(
      (stop) => stop(),
      () => {},
    )
  }
}
