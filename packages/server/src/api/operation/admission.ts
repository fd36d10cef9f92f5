// How many requests are worked on at the same time, how many wait for that, and for how long. Requests above it are
// refused with a time to retry, so admitted ones are answered as fast as ever. A request without a body waits, and is
// refused, before anything is made of it; one with a body when the body is there.

import type { RequestBody, Statuses } from '@ninefold/core/model/wire.ts'
import type { IncomingMessage, ServerResponse } from 'node:http'
import proxyAddress from '@fastify/proxy-addr'
import type { FastifyInstance } from 'fastify'
import { Refusal, refused } from '../../gate/context/refusal.ts'
import type { ErrorBody } from '@ninefold/core/model/errors.ts'
import { countedAddress, TRUSTED_PROXIES } from '../http/client-address.ts'
import { FairQueue, type Waiting } from './fair-queue.ts'
import { wantsEvents } from '../live/live.ts'
import { isAskedByTool } from '../authentication/agent-callers.ts'
import { SESSION_COOKIE } from '../authentication/session-cookie.ts'
import type { BodyReceiver } from '../http/body-receiver.ts'
import { isUpload } from '../http/slow-bodies.ts'

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Answers with a connection that stays to whoever asks for events. */
    readonly hasEvents?: boolean
    /** The types of body that it takes; missing: JSON. */
    readonly takes?: RequestBody
    /** Of built-in errors, where they are others than elsewhere. */
    readonly statuses?: Statuses
    /** Body of refusals, where it is another one than elsewhere. */
    readonly errorBody?: ErrorBody
    /** Inputs by what refusals call them: the place in the body. */
    readonly inputPaths?: ReadonlyMap<string, string>
    /** Reads bodies that are neither JSON nor a form of texts, while they come; missing: no such body is taken. */
    readonly receives?: BodyReceiver
    /** Throws unless the bytes of the body are signed as they have to be; missing: nobody signs here. */
    readonly signed?: (request: FastifyRequest, body: Buffer) => void
  }
}

export interface AdmissionBounds {
  readonly atOnceMax: number
  readonly waitingMax: number
  readonly waitMsMax: number
}

/** A little more than there are connections to the database, so that none of them ever waits for work. */
export const ADMISSION_BOUNDS: AdmissionBounds = { atOnceMax: 32, waitingMax: 400, waitMsMax: 3_000 }
const RETRY_AFTER_SECONDS = 2
/** A health check is answered under any load. */
const ALWAYS = /^\/_ninefold\/(?:health|ready|metrics)(?:\?|$)/
/** Answered by a connection that stays, however it was asked for. */
const STAYS = /^\/_ninefold\/(?:live|events)(?:\?|$)/

interface Place extends Waiting {
  readonly enter: () => void
  readonly refuse: () => void
}

/** Outcome of a request. */
export interface Ways {
  readonly work: () => void
  readonly refuse: () => void
}

export class Admission {
  private readonly bounds: AdmissionBounds
  private readonly queue = new FairQueue<Place>()
  private readonly inside = new WeakSet<IncomingMessage>()
  /** Those whose answer tells when they leave. */
  private readonly begun = new WeakSet<IncomingMessage>()
  private running = 0
  private isTrusted = proxyAddress.compile([...TRUSTED_PROXIES])

  constructor(bounds: AdmissionBounds = ADMISSION_BOUNDS) {
    this.bounds = bounds
  }

  /** Proxies that are trusted to name the client. */
  trust(proxies: readonly string[]): void {
    this.isTrusted = proxyAddress.compile([...proxies])
  }

  /** Before anything is made of a request: at its time one of the two happens, unless its sender goes before. */
  pass(request: IncomingMessage, response: ServerResponse, { work, refuse }: Ways): void {
    if (!isCounted(request) || hasBody(request)) return work()
    const enter = (): void => {
      this.inside.add(request)
      // A target that is no address is answered before the request counts as begun.
      response.once('close', () => {
        if (!this.begun.has(request)) this.leave(request)
      })
      work()
    }
    if (this.hasRoom()) enter()
    else this.wait(request, response, { enter, refuse })
  }

  /** Kind of a slot: a body that arrives slowly keeps none, and neither does an answer that is read slowly. */
  guard(instance: FastifyInstance): void {
    instance.addHook('onRequest', ({ raw }, _reply, done) => {
      this.begun.add(raw)
      done()
    })
    instance.addHook('preValidation', (request, reply, done) => {
      const { raw, routeOptions } = request
      // The agent's own request has a place already, and waits for this one.
      if (isAskedByTool(request)) return done()
      // A header says that events are wanted; only the address knows whether there are any.
      const isPlain = wantsEvents(raw) && routeOptions.config.hasEvents !== true && isCountedAddress(raw)
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

/** Live answers and uploads have limits of their own: they take as long as their reader stays. */
function isCounted(request: IncomingMessage): boolean {
  return isCountedAddress(request) && !wantsEvents(request)
}

function isCountedAddress(request: IncomingMessage): boolean {
  const address = request.url ?? ''
  return !ALWAYS.test(address) && !STAYS.test(address) && !isUpload(request)
}

function hasBody({ headers }: IncomingMessage): boolean {
  return headers['transfer-encoding'] !== undefined || (headers['content-length'] ?? '0') !== '0'
}

const IN_COOKIES = new RegExp(`(?:^|;\\s*)(?:__Host-)?${SESSION_COOKIE}=([^;]*)`)

/** A client with a new session for each request shares the turns of its own address, and nobody else's. */
function whoWaits(request: IncomingMessage, isTrusted: ReturnType<typeof proxyAddress.compile>): Waiting {
  const { cookie, authorization } = request.headers
  return {
    address: countedAddress(proxyAddress(request, isTrusted)),
    session: IN_COOKIES.exec(cookie ?? '')?.[1] ?? authorization ?? '',
  }
}
