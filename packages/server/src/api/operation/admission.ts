// How many requests run at the same time, how many wait, and for how long. Load shedding refuses those above, with a
// time to retry, so that admitted requests stay fast. A request without a body waits before it is read at all; one with
// a body, after the body has arrived.

import type { BodyKind, Statuses } from '@ninefold/core/model/wire.ts'
import type { IncomingMessage, ServerResponse } from 'node:http'
import proxyAddress from '@fastify/proxy-addr'
import type { FastifyInstance } from 'fastify'
import { Refusal, refused } from '../../gate/context/refusal.ts'
import type { AnswerHeader, ErrorBody } from '@ninefold/core/model/errors.ts'
import { countedAddress, TRUSTED_PROXIES } from '../http/client-address.ts'
import { FairQueue, type Waiting } from './fair-queue.ts'
import { wantsEvents } from '../live/live.ts'
import { LIVE_PATH } from '../live/live-bounds.ts'
import { AUTHOR_EVENTS_PATH } from '../http/authors-addresses.ts'
import { EVENTS_PATH } from '@ninefold/core/contract/programs/events.ts'
import { isInner } from '../authentication/agent-callers.ts'
import { SESSION_COOKIE } from '../authentication/session-cookie.ts'
import type { BodyReceiver } from '../http/body-receiver.ts'
import { isUpload } from '../http/slow-bodies.ts'
import { matchedRoute } from '../http/methods.ts'

declare module 'fastify' {
  interface FastifyContextConfig {
    /** The route answers with an event stream if the client asks for events. */
    readonly hasEvents?: boolean
    /** For a call: the path as written in the text. */
    readonly path?: string
    /** Name of the rest parameter. */
    readonly rest?: string
    /** The types of body that it takes; missing: JSON. */
    readonly takes?: readonly BodyKind[]
    /** Media types of bodies, for refusals and headers; missing: JSON. */
    readonly acceptedTypes?: readonly string[]
    /** Status codes of built-in errors, where the call states others. */
    readonly statuses?: Statuses
    /** Error body, where the call states its own. */
    readonly errorBody?: ErrorBody
    readonly errorHeaders?: readonly AnswerHeader[]
    /** Inputs by the names that refusals use for them: the paths in the body. */
    readonly inputPaths?: ReadonlyMap<string, string>
    /** The first keys of its inputs in the body; missing: any. */
    readonly bodyKeys?: ReadonlySet<string>
    /** Reads streamed bodies other than JSON and URL-encoded forms; missing: the route takes no such body. */
    readonly receives?: BodyReceiver
    /** Verifies the signature of the body, and throws if it is wrong; missing: the route takes unsigned bodies. */
    readonly signed?: (request: FastifyRequest, body: Buffer) => void
  }
}

export interface AdmissionBounds {
  readonly atOnceMax: number
  readonly waitingMax: number
  readonly waitMsMax: number
}

/** Slightly more than the connections of the database, so that no connection is ever idle under load. */
export const ADMISSION_BOUNDS: AdmissionBounds = { atOnceMax: 32, waitingMax: 400, waitMsMax: 3_000 }
const RETRY_AFTER_SECONDS = 2
/** Health checks are answered under any load. */
const ALWAYS = /^\/_ninefold\/(?:health|ready|metrics)(?:\?|$)/
/** Paths that event streams answer: their connections stay open. */
const STREAM_PATHS: ReadonlySet<string> = new Set([LIVE_PATH, EVENTS_PATH, AUTHOR_EVENTS_PATH])

interface Place extends Waiting {
  readonly enter: () => void
  readonly refuse: () => void
}

/** Handlers of a request: one runs it, one refuses it. */
export interface Ways {
  readonly work: () => void
  readonly refuse: () => void
}

export class Admission {
  private readonly bounds: AdmissionBounds
  private readonly queue = new FairQueue<Place>()
  private readonly inside = new WeakSet<IncomingMessage>()
  /** Requests whose own answer releases their place. */
  private readonly begun = new WeakSet<IncomingMessage>()
  private running = 0
  private isTrusted = proxyAddress.compile([...TRUSTED_PROXIES])

  constructor(bounds: AdmissionBounds = ADMISSION_BOUNDS) {
    this.bounds = bounds
  }

  /** Sets the proxies that are trusted to name the client. */
  trust(proxies: readonly string[]): void {
    this.isTrusted = proxyAddress.compile([...proxies])
  }

  /** Runs before the request is read. Later calls exactly one of `work` and `refuse`, unless the client disconnects. */
  pass(request: IncomingMessage, response: ServerResponse, { work, refuse }: Ways): void {
    if (!isCounted(request) || hasBody(request)) return work()
    const enter = (): void => {
      this.inside.add(request)
      // Fastify answers a malformed target before any hook runs, so only `close` releases its place.
      response.once('close', () => {
        if (!this.begun.has(request)) this.leave(request)
      })
      work()
    }
    if (this.hasRoom()) enter()
    else this.wait(request, response, { enter, refuse })
  }

  /**
   * Hooks that take and release places. A body that arrives slowly takes no place, and neither does an answer that is
   * read slowly.
   */
  guard(instance: FastifyInstance): void {
    instance.addHook('onRequest', ({ raw }, _reply, done) => {
      this.begun.add(raw)
      done()
    })
    instance.addHook('preValidation', (request, reply, done) => {
      const { raw } = request
      // The outer request already has a place and waits for this one; a second place could deadlock.
      if (isInner(request)) return done()
      // The header asks for events; only the route knows whether it has any.
      const isPlain = wantsEvents(raw) && matchedRoute(request).config.hasEvents !== true && isCountedAddress(raw)
      if (isPlain || (hasBody(raw) && isCounted(raw))) this.enter(raw, reply.raw).then(() => done(), done)
      else done()
    })
    instance.addHook('onSend', ({ raw }, _reply, _payload, done) => {
      this.leave(raw)
      done()
    })
  }

  private async enter(request: IncomingMessage, response: ServerResponse): Promise<void> {
    if (!this.hasRoom())
      await new Promise<void>((enter, reject) => {
        this.wait(request, response, { enter, refuse: () => reject(overloaded()) })
      })
    this.inside.add(request)
  }

  private hasRoom(): boolean {
    if (this.running >= this.bounds.atOnceMax) return false
    this.running += 1
    return true
  }

  private leave(request: IncomingMessage): void {
    if (!this.inside.delete(request)) return
    const next = this.queue.next()
    if (next === undefined) this.running -= 1
    else next.enter()
  }

  private wait(request: IncomingMessage, response: ServerResponse, ways: Pick<Place, 'enter' | 'refuse'>): void {
    const over = (end: () => void) => (): void => {
      clearTimeout(timer)
      response.off('close', gone)
      end()
    }
    const place: Place = { ...whoWaits(request, this.isTrusted), enter: over(ways.enter), refuse: over(ways.refuse) }
    const gone = (): void => {
      this.queue.remove(place)
      place.refuse()
    }
    const timer = setTimeout(gone, this.bounds.waitMsMax)
    response.once('close', gone)
    this.queue.add(place)
    if (this.queue.size > this.bounds.waitingMax) this.queue.dropOfLongest()?.refuse()
  }
}

export function overloaded(): Refusal {
  return new Refusal(refused('busy', null, ['more than at once']).items, RETRY_AFTER_SECONDS)
}

/** Live answers and uploads have limits of their own, because they last as long as their client stays. */
function isCounted(request: IncomingMessage): boolean {
  return isCountedAddress(request) && !wantsEvents(request)
}

function isCountedAddress(request: IncomingMessage): boolean {
  const address = request.url ?? ''
  return !ALWAYS.test(address) && !STREAM_PATHS.has(address.split('?', 1)[0] ?? '') && !isUpload(request)
}

function hasBody({ headers }: IncomingMessage): boolean {
  return headers['transfer-encoding'] !== undefined || (headers['content-length'] ?? '0') !== '0'
}

const IN_COOKIES = new RegExp(`(?:^|;\\s*)(?:__Host-)?${SESSION_COOKIE}=([^;]*)`)

/** A client that opens a new session for each request competes only with its own address. */
function whoWaits(request: IncomingMessage, isTrusted: ReturnType<typeof proxyAddress.compile>): Waiting {
  const { cookie, authorization } = request.headers
  return {
    address: countedAddress(proxyAddress(request, isTrusted)),
    session: IN_COOKIES.exec(cookie ?? '')?.[1] ?? authorization ?? '',
  }
}
