// Draining of requests: around a swap of the served version new ones wait for those that run, and at the end the last ones
// are awaited.

import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http'

/** A request that runs longer may meet the tables of the next version. */
const HOLD_MS_MAX = 2_000
/** On shutdown, requests that take longer are cut off. */
const DRAIN_MS_MAX = 30_000
/** The author's requests about the text do not delay applying it. */
const DEVELOPMENT_ADDRESS = /^\/_ninefold\/(?:events|consent|specification)/

export class RequestDraining {
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

  /** Makes new requests wait, and waits for running ones. Returns the function that releases them. */
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

  /** Closes keep-alive connections after their next answer, so that clients reconnect elsewhere. */
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
 * The number of running requests. It is a counter and not a set of them: a set is rebuilt every few requests, and its
 * old copies keep later requests alive beyond a young garbage collection.
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

  /** Waits until none runs, with a timeout. */
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
