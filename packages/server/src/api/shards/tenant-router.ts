// A request whose host names a tenant → the place that answers it: this process; the server of another database, where
// the tenant has moved; or, for a write while its rows are being copied, the one of the two that has it afterwards.

import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http'
import type { Logger } from 'pino'
import type { Application } from '../../gate/context/application.ts'
import { type Placement, placementsElsewhere } from '../../store/shards/placements.ts'
import { subdomainOf } from '../authentication/tenant-of-address.ts'
import { type Forward, forwarding } from './forwarding.ts'

/** A move gives servers longer than this to notice it (`GRACE_MS`). */
const LOOK_EVERY_MS = 1_000
/** While requests wait for the end of a move. */
const LOOK_OFTEN_MS = 200
/** A write that waits longer goes on, and is refused with when to come back. */
const HOLD_MS_MAX = 30_000
const READS: ReadonlySet<string | undefined> = new Set(['GET', 'HEAD', 'OPTIONS'])

/** From the row that a tenant is leaving until its writes are stopped. */
export const GRACE_MS = 2_500

export interface TenantRouterOptions {
  readonly served: () => Application
  readonly logger: Logger
  /** Proxies that are trusted to name the client. */
  readonly proxies: readonly string[]
  /** A tenant has moved: streams that are open here end, and their clients come back to its new place. */
  readonly onMoved: () => void
  /** Answers for a server that does not. */
  readonly refuse: (request: IncomingMessage, response: ServerResponse) => void
}

export class TenantRouter {
  private readonly options: TenantRouterOptions
  private readonly forward: Forward
  private placements: ReadonlyMap<string, Placement> = new Map()
  private readonly held = new Set<() => void>()
  private timer: NodeJS.Timeout | undefined
  private reading: Promise<void> | null = null
  private isClosed = false

  constructor(options: TenantRouterOptions) {
    this.options = options
    this.forward = forwarding(options.proxies)
  }

  /** Resolves once the placements are known. */
  async open(): Promise<void> {
    await this.look()
    const { size } = this.placements
    if (size > 0)
      this.options.logger.info({ tenants: size }, 'Tenants are in other databases: their requests are passed on.')
  }

  /** `next` answers here. */
  through(next: RequestListener): RequestListener {
    return (request, response) => {
      const label = this.placements.size === 0 ? null : subdomainOf(this.options.served(), request.headers.host)
      if (label === null) next(request, response)
      else this.pass(label, request, response, next, Date.now() + HOLD_MS_MAX)
    }
  }

  close(): void {
    this.isClosed = true
    clearTimeout(this.timer)
    for (const goOn of this.held) goOn()
  }

  private pass(
    label: string,
    request: IncomingMessage,
    response: ServerResponse & { req: IncomingMessage },
    next: RequestListener,
    until: number,
  ): void {
    const placement = this.placements.get(label)
    if (placement?.state === 'moved') return void this.lead(placement, request, response, next)
    if (placement === undefined || READS.has(request.method) || Date.now() > until || this.isClosed)
      return next(request, response)
    const goOn = (): void => {
      this.held.delete(goOn)
      response.off('close', gone)
      this.pass(label, request, response, next, until)
    }
    const gone = (): void => void this.held.delete(goOn)
    response.once('close', gone)
    this.held.add(goOn)
  }

  /** The tenant may have come back since the last look. */
  private async lead(
    { label }: Placement,
    request: IncomingMessage,
    response: ServerResponse & { req: IncomingMessage },
    next: RequestListener,
  ): Promise<void> {
    await this.readPlacements()
    const placement = this.placements.get(label)
    if (placement?.state !== 'moved') return this.pass(label, request, response, next, Date.now() + HOLD_MS_MAX)
    try {
      await this.forward(request, response, placement.address)
    } catch (err) {
      this.options.logger.warn({ err, ...placement }, 'The server of a moved tenant does not answer.')
      if (response.headersSent) response.destroy()
      else this.options.refuse(request, response)
    }
  }

  private async look(): Promise<void> {
    const { tenancy } = this.options.served().model.entities
    if (tenancy?.address?.by === 'host') await this.readPlacements()
    // Those that wait on are added again.
    const waiting = [...this.held]
    for (const goOn of waiting) goOn()
    if (this.isClosed) return
    this.timer = setTimeout(() => void this.look(), this.held.size > 0 ? LOOK_OFTEN_MS : LOOK_EVERY_MS)
    this.timer.unref()
  }

  /** Requests that ask at the same time share one statement. */
  private readPlacements(): Promise<void> {
    return (this.reading ??= this.readNow().finally(() => {
      this.reading = null
    }))
  }

  private async readNow(): Promise<void> {
    const { served, logger, onMoved } = this.options
    try {
      const found = new Map((await placementsElsewhere(served().database)).map((each) => [each.label, each]))
      const hasMoved = [...found.values()].some(
        ({ label, state }) => state === 'moved' && this.placements.get(label)?.state !== 'moved',
      )
      this.placements = found
      if (hasMoved) onMoved()
    } catch (cause) {
      // Requests cannot write meanwhile. The last known placements count.
      logger.debug({ err: cause }, 'Placements of tenants could not be read.')
    }
  }
}
