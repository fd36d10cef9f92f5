// The way in: which requests run, which wait, and when nobody is on the way.

import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http'

/** A request that runs for longer may meet the next version's tables. */
const HOLD_MS_MAX = 2_000
/** A request that takes longer than this at the end is cut off: nobody waits for it any more. */
const DRAIN_MS_MAX = 30_000
/** Development's questions about the text do not keep it from being applied. */
const DEVELOPMENT_ADDRESS = /^\/_ninefold\/(?:events|consent|specification)/

export class RequestDoor {
  private readonly handle: RequestListener
  private readonly running = new Running()
  private readonly working = new Running()
  private held: Promise<void> | null = null
  private isClosing = false

  constructor(handle: RequestListener) {
    this.handle = handle
  }

  readonly listener: RequestListener = (request, response) => {
    if (this.held === null) this.pass(request, response)
    else void this.held.then(() => this.pass(request, response))
  }

  /** Lets requests that come wait, and waits for those that run. Returns what lets them go on. */
  async hold(): Promise<() => void> {
    let release = (): void => {}
    this.held = new Promise((resolve) => {
      release = () => {
        this.held = null
        resolve()
      }
    })
    await this.working.untilNone(HOLD_MS_MAX)
    return release
  }

  /** Tells clients to come by another connection from now on. */
  close(): void {
    this.isClosing = true
  }

  /** Waits for the requests that run. */
  drain(): Promise<void> {
    return this.running.untilNone(DRAIN_MS_MAX)
  }

  private pass(request: IncomingMessage, response: ServerResponse & { req: IncomingMessage }): void {
    if (this.isClosing) response.setHeader('connection', 'close')
    const groups = DEVELOPMENT_ADDRESS.test(request.url ?? '') ? [this.running] : [this.running, this.working]
    for (const group of groups) group.begin()
    response.once('close', () => {
      for (const group of groups) group.end()
    })
    this.handle(request, response)
  }
}

/**
 * How many run. Which ones is not kept: a set that each request goes into and out of is made anew every few requests, and
 * what has grown old of it keeps all that came later from being collected as young garbage.
 */
class Running {
  private count = 0
  private waiting: (() => void)[] = []

  begin(): void {
    this.count += 1
  }

  end(): void {
    this.count -= 1
    if (this.count === 0) for (const tell of this.waiting.splice(0)) tell()
  }

  /** Not for ever. */
  async untilNone(msMax: number): Promise<void> {
    if (this.count === 0) return
    await new Promise<void>((resolve) => {
      const timer = setTimeout(resolve, msMax)
      this.waiting.push(() => {
        clearTimeout(timer)
        resolve()
      })
    })
  }
}
