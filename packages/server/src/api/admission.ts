// How many requests are worked on at the same time, how many wait for that, and for how long. Whatever is more than that
// is refused at once and told when to come back: so those who were let in are answered as fast as ever.

import { createHash } from 'node:crypto'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { Refusal, refused } from '../gate/refusal.ts'
import { countedAddress } from './client-address.ts'
import { FairQueue, type Waiting } from './fair-queue.ts'
import { wantsEvents } from './live.ts'
import { SESSION_COOKIE } from './roles.ts'
import { isUpload } from './slow-bodies.ts'

export interface AdmissionBounds {
  readonly atOnceMax: number
  readonly waitingMax: number
  readonly waitMsMax: number
}

/** A little more than there are connections to the database, so that none of them ever waits for work. */
export const ADMISSION_BOUNDS: AdmissionBounds = { atOnceMax: 32, waitingMax: 400, waitMsMax: 3_000 }
const RETRY_AFTER_SECONDS = 2
/** Whoever looks whether the process is well is told so under any load. */
const ALWAYS = /^\/_ninefold\/(?:health|ready|metrics)(?:\?|$)/

interface Place extends Waiting {
  readonly enter: () => void
  readonly refuse: () => void
}

export class Admission {
  private readonly bounds: AdmissionBounds
  private readonly queue = new FairQueue<Place>()
  private readonly inside = new WeakSet<FastifyRequest>()
  private running = 0

  constructor(bounds: AdmissionBounds = ADMISSION_BOUNDS) {
    this.bounds = bounds
  }

  /** What one is for: a body that comes slowly keeps no place, and neither does an answer that is read slowly. */
  guard(instance: FastifyInstance): void {
    instance.addHook('onRequest', async (request) => {
      if (isCounted(request) && !hasBody(request)) await this.enter(request)
    })
    instance.addHook('preValidation', async (request) => {
      if (isCounted(request) && hasBody(request)) await this.enter(request)
    })
    instance.addHook('onSend', async (request) => this.leave(request))
  }

  private async enter(request: FastifyRequest): Promise<void> {
    if (this.running < this.bounds.atOnceMax) this.running += 1
    else await this.wait(request)
    this.inside.add(request)
  }

  private leave(request: FastifyRequest): void {
    if (!this.inside.delete(request)) return
    const next = this.queue.next()
    if (next === undefined) this.running -= 1
    else next.enter()
  }

  private wait(request: FastifyRequest): Promise<void> {
    return new Promise((resolve, reject) => {
      const over = (end: () => void) => (): void => {
        clearTimeout(timer)
        request.raw.socket.off('close', gone)
        end()
      }
      const refuse = over(() => reject(new Refusal(refused('busy').items, RETRY_AFTER_SECONDS)))
      const place: Place = { ...whoWaits(request), enter: over(resolve), refuse }
      const gone = (): void => {
        this.queue.remove(place)
        refuse()
      }
      const timer = setTimeout(gone, this.bounds.waitMsMax)
      request.raw.socket.once('close', gone)
      this.queue.add(place)
      if (this.queue.size > this.bounds.waitingMax) this.queue.dropOfLongest()?.refuse()
    })
  }
}

/** What is kept up to date, and what is uploaded, is bounded where it is done: it takes as long as somebody stays. */
function isCounted(request: FastifyRequest): boolean {
  return !ALWAYS.test(request.url) && !wantsEvents(request) && !isUpload(request.raw)
}

function hasBody({ headers }: FastifyRequest): boolean {
  return headers['transfer-encoding'] !== undefined || (headers['content-length'] ?? '0') !== '0'
}

/** Whoever thinks of another session for each request shares the turns of its own address, and nobody else's. */
function whoWaits(request: FastifyRequest): Waiting {
  const session = request.cookies?.[SESSION_COOKIE] ?? request.headers.authorization ?? ''
  return {
    address: countedAddress(request.ip),
    session: createHash('sha256').update(session).digest('base64url'),
  }
}
