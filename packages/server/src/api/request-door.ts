// The way in: which requests run, which wait, and when nobody is on the way.

import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http'

/** A request that runs for longer may meet the next version's tables. */
const HOLD_MS_MAX = 2_000
/** A request that takes longer than this at the end is cut off: nobody waits for it any more. */
const DRAIN_MS_MAX = 30_000
/** What development asks about the text does not keep the text from being applied. */
const DEVELOPMENT_ADDRESS = /^\/_ninefold\/(?:events|consent|specification)/

export class RequestDoor {
  private readonly handle: RequestListener
  private readonly running = new Set<ServerResponse>()
  private readonly working = new Set<ServerResponse>()
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
    await untilNoneRuns(this.working, HOLD_MS_MAX)
    return release
  }

  /** Tells clients to come by another connection from now on. */
  close(): void {
    this.isClosing = true
  }

  /** Waits for the requests that run. */
  drain(): Promise<void> {
    return untilNoneRuns(this.running, DRAIN_MS_MAX)
  }

  private pass(request: IncomingMessage, response: ServerResponse & { req: IncomingMessage }): void {
    if (this.isClosing) response.setHeader('connection', 'close')
    const groups = DEVELOPMENT_ADDRESS.test(request.url ?? '') ? [this.running] : [this.running, this.working]
    for (const group of groups) group.add(response)
    response.once('close', () => groups.forEach((group) => group.delete(response)))
    this.handle(request, response)
  }
}

/** Not for ever. */
async function untilNoneRuns(running: ReadonlySet<ServerResponse>, msMax: number): Promise<void> {
  const ends = [...running].map((response) => new Promise<void>((resolve) => response.once('close', resolve)))
  let timer: NodeJS.Timeout | undefined
  const enough = new Promise<void>((resolve) => {
    timer = setTimeout(resolve, msMax)
  })
  await Promise.race([Promise.all(ends), enough])
  clearTimeout(timer)
}
