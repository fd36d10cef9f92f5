// The HTTP server: one port, and behind it the application that is currently served. Applying another specification
// swaps the handler; requests that run finish on the one they began with.

import { randomUUID } from 'node:crypto'
import { createServer, type RequestListener, type Server, STATUS_CODES } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Duplex } from 'node:stream'
import type { DevelopmentEvent } from '@ninefold/core/contract/wire/development.ts'
import type { Model } from '@ninefold/core/model/model.ts'
import { signInOf } from '@ninefold/core/model/users/sign-in-of.ts'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { Logger } from 'pino'
import type { Application } from '../gate/context/application.ts'
import { erasePersonalData } from '../gate/records/erasure.ts'
import { endDeletions } from '../store/tables/deletions.ts'
import { tidyIssued } from '../gate/documents/issued-housekeeping.ts'
import { tidyFiles } from '../gate/files/file-housekeeping.ts'
import { Refusal, refused } from '../gate/context/refusal.ts'
import { Admission } from './operation/admission.ts'
import { TRUSTED_PROXIES } from './http/client-address.ts'
import { type DevelopmentHooks, developmentRoutes, EventStream } from './development/development.ts'
import { fileRoutes } from './calls/files.ts'
import { HEADERS_OF_ANSWERS } from './http/security-headers.ts'
import { hasOneHost } from './authentication/request-host.ts'
import { areHeadersSingle } from './authentication/single-headers.ts'
import { takeTenantPath, tenantBase } from './authentication/tenant-path.ts'
import { Health } from './operation/health.ts'
import { addOperatorRoutes } from './operators/operator-routes.ts'
import { RequestCounts } from './operators/request-counts.ts'
import { rebalanceRanks } from '../jobs/rank-rebalancing.ts'
import { type JobOptions, type Jobs, startJobs } from '../jobs/worker.ts'
import {
  BACKLOG_MAX,
  CONNECTIONS_MAX,
  HEADER_TIMEOUT_MS,
  IDLE_TIMEOUT_MS,
  REQUEST_TIMEOUT_MS,
  UPLOAD_TIMEOUT_MS,
} from './http/transport-limits.ts'
import { LiveReads } from './live/live.ts'
import { mailboxRoute } from './development/mailbox.ts'
import { type Pages, pagesFrom } from './http/pages.ts'
import { LargeTables } from './operation/large-tables.ts'
import { RequestDraining } from './http/request-draining.ts'
import { problemOf } from './http/refusals.ts'
import type { RequestObserver } from './operation/request-reports.ts'
import { isUpload, takesFiles, watchBody } from './http/slow-bodies.ts'
import type { FileStore } from '../store/files/file-store.ts'
import { tidyUp } from '../store/tables/housekeeping.ts'
import { type CrowdObserver, TurnedAway } from './operation/load-shedding.ts'
import { exchangeOf } from './request-exchange.ts'
import { TenantRouter } from './shards/tenant-router.ts'
import { answerNotFound, applicationRoutes } from './routes.ts'

export type { DevelopmentHooks } from './development/development.ts'

const TIDY_EVERY_MS = 3_600_000

export interface ServerOptions {
  readonly host: string
  /** 0: any free port. */
  readonly port: number
  /** The built web app; null: only the API. */
  readonly webFolder: string | null
  readonly logger: Logger
  readonly development: DevelopmentHooks | null
  /** The file store for uploads; missing: no uploads. */
  readonly files?: FileStore
  /** Limits of concurrent work; missing: the defaults. */
  readonly admission?: Admission
  /** Proxies that are trusted to name the client; missing: the local computer. */
  readonly proxies?: readonly string[]
  /** Notified of each answered request. */
  readonly observers?: readonly RequestObserver[]
  /** Notified of requests that load shedding refused. */
  readonly crowdObservers?: readonly CrowdObserver[]
  /** How jobs run here; missing: another process runs them. */
  readonly jobs?: Omit<JobOptions, 'logger'>
}

export interface NinefoldServer {
  readonly port: number
  /**
   * Prepares everything that takes time. The returned function is the swap itself: from then on requests get this
   * application.
   */
  prepare(application: Application): Promise<() => void>
  /**
   * Makes new requests wait, and waits a bounded time for running ones, so that none runs while the schema changes.
   * Returns the function that releases them.
   */
  hold(): Promise<() => void>
  /** Schedules the clocks of records that were loaded without calls. */
  loaded(): Promise<void>
  /** Notifies open browsers; in development only. */
  announce(event: DevelopmentEvent): void
  /** Becomes not ready, so that load balancers send requests elsewhere, and still answers those that come. */
  leave(): void
  /** Accepts no new requests, and waits for running ones. */
  close(): Promise<void>
}

export async function startServer(options: ServerOptions, application: Application): Promise<NinefoldServer> {
  const pages = await pagesOf(options)
  const events = new EventStream()
  const live = new LiveReads()
  const admission = admissionOf(options)
  const health = new Health()
  const counts = new RequestCounts()
  const build = (next: Application): Promise<FastifyInstance> =>
    handlerOf(next, options, { pages, events, live, health, counts, admission })

  let current = await build(application)
  let served = application
  const turnedAway = new TurnedAway([...(options.crowdObservers ?? []), counts.addCrowd])
  const tenants = await tenantRouterOf(options, () => served, { live, turnedAway })
  const requests = new RequestDraining(tenants.through(admitted(admission, turnedAway, () => ({ current, served }))))
  const server = createServer(
    { headersTimeout: HEADER_TIMEOUT_MS, requestTimeout: UPLOAD_TIMEOUT_MS, keepAliveTimeout: 72_000 },
    listenerOf(requests, () => served.model),
  )
  server.on('clientError', (cause: NodeJS.ErrnoException, socket) => answerUnreadable(served.model, cause, socket))
  await listening(server, options)
  const jobs = await jobsOf(options, application).catch((cause: unknown) => {
    server.close()
    throw cause
  })
  const housekeeping = keepHouse(options, () => served)
  return {
    port: (server.address() as AddressInfo).port,
    prepare: async (next) => {
      const instance = await build(next)
      return () => {
        current = instance
        served = next
        live.sendAway()
        housekeeping.largeTables.keep(next)
        jobs?.serve(next).catch((cause: unknown) => options.logger.error({ err: cause }, 'Clocks could not be set.'))
      }
    },
    hold: async () => {
      // Clients of live connections reconnect and wait with the others.
      live.sendAway()
      const [release, goOn] = await Promise.all([requests.hold(), jobs?.hold()])
      return () => {
        release()
        goOn?.()
      }
    },
    loaded: async () => jobs?.serve(served),
    announce: (event) => events.announce(event),
    leave: () => {
      health.leave()
      requests.close()
    },
    close: async () => {
      health.leave()
      requests.close()
      tenants.close()
      turnedAway.tell()
      events.close()
      const closed = closing(server)
      await Promise.all([live.close(), requests.drain(), jobs?.close(), housekeeping.close()])
      // Closes the remaining idle connections, such as those that browsers preconnect.
      server.closeAllConnections()
      await closed
    },
  }
}

/** The server of a moved tenant does not answer. */
const SHARD_AWAY = new Refusal(refused('busy', null, ['tenant moves']).items, 1)

async function tenantRouterOf(
  { logger, proxies = TRUSTED_PROXIES }: ServerOptions,
  served: () => Application,
  { live, turnedAway }: { readonly live: LiveReads; readonly turnedAway: TurnedAway },
): Promise<TenantRouter> {
  const door = new TenantRouter({
    served,
    logger,
    proxies,
    onMoved: () => live.sendAway(),
    refuse: (request, response) => turnedAway.refuse(served(), request, response, SHARD_AWAY),
  })
  await door.open()
  return door
}

/** Admits requests to the application that is served at that moment. */
function admitted(
  admission: Admission,
  turnedAway: TurnedAway,
  now: () => { readonly current: FastifyInstance; readonly served: Application },
): RequestListener {
  return (request, response) =>
    admission.pass(request, response, {
      work: () => now().current.routing(request, response),
      refuse: () => turnedAway.refuse(now().served, request, response),
    })
}

/** Checks that run before a request waits. */
function listenerOf(requests: RequestDraining, model: () => Model): RequestListener {
  return (request, response) => {
    if (!hasOneHost(request)) return answerUnreadable(model(), UNREADABLE_HOST, request.socket)
    if (!areHeadersSingle(model(), request)) return answerUnreadable(model(), HEADER_TWICE, request.socket)
    takeTenantPath(model(), request)
    if (!isUpload(request) && !takesFiles(model(), request))
      watchBody(request, REQUEST_TIMEOUT_MS, () => answerUnreadable(model(), LATE, request.socket))
    requests.listener(request, response)
  }
}

/** The error that Node uses for a timeout. */
const LATE: NodeJS.ErrnoException = Object.assign(new Error('The body did not come.'), {
  code: 'ERR_HTTP_REQUEST_TIMEOUT',
})

const UNREADABLE_HOST: NodeJS.ErrnoException = new Error('The host is unreadable, or named twice.')

const HEADER_TWICE: NodeJS.ErrnoException = new Error('A header that a request has once is there twice.')

/** Bytes that are not valid HTTP, or too many, never become a request; their error is answered here. */
function answerUnreadable(model: Model, cause: NodeJS.ErrnoException, socket: Duplex): void {
  if (cause.code === 'ECONNRESET' || !socket.writable) {
    socket.destroy()
    return
  }
  const ownStatus = cause.code === 'HPE_HEADER_OVERFLOW' ? 431 : cause.code === 'ERR_HTTP_REQUEST_TIMEOUT' ? 408 : 400
  const status = model.errors.builtIn['request not readable']?.status ?? ownStatus
  const body = JSON.stringify({
    ...problemOf(model, refused('request not readable'), { id: randomUUID(), headers: {} }),
    status,
  })
  const head = [
    `HTTP/1.1 ${status} ${STATUS_CODES[status]}`,
    'connection: close',
    'content-type: application/problem+json; charset=utf-8',
    `content-length: ${Buffer.byteLength(body)}`,
    ...Object.entries(HEADERS_OF_ANSWERS).map(([name, value]) => `${name}: ${value}`),
  ]
  socket.once('finish', () => socket.destroy())
  socket.end(`${head.join('\r\n')}\r\n\r\n${body}`)
}

/** State that outlives a swap of applications. */
interface AroundApplications {
  readonly pages: Pages | null
  readonly events: EventStream
  readonly live: LiveReads
  readonly health: Health
  readonly counts: RequestCounts
  readonly admission: Admission
}

/** Routes of the application and of the server itself. */
function handlerOf(
  application: Application,
  { logger, files, development, observers, proxies }: ServerOptions,
  { pages, events, live, health, counts, admission }: AroundApplications,
): Promise<FastifyInstance> {
  return applicationRoutes(application, {
    logger,
    live,
    files,
    observers,
    proxies,
    extra: (instance, allowedMethods) => {
      admission.guard(instance)
      pages?.register(instance)
      health.routes(instance, application)
      counts.watch(instance)
      addOperatorRoutes(instance, application, counts, (request) => exchangeOf(application, request))
      if (files !== undefined) fileRoutes(instance, application, files, (request) => exchangeOf(application, request))
      if (development !== null) {
        const exchangeFor = (request: FastifyRequest) => exchangeOf(application, request)
        developmentRoutes(instance, application, { hooks: development, events, exchangeFor })
        mailboxRoute(instance, application)
      }
      instance.setNotFoundHandler(
        (request, reply) =>
          pages?.answer(request, reply, tenantBase(request)) ??
          answerNotFound(application, allowedMethods, request, reply),
      )
    },
  })
}

function admissionOf({ admission = new Admission(), proxies = TRUSTED_PROXIES }: ServerOptions): Admission {
  admission.trust(proxies)
  return admission
}

async function pagesOf({ webFolder, development }: ServerOptions): Promise<Pages | null> {
  return webFolder === null ? null : pagesFrom(webFolder, development === null ? 'production' : 'development')
}

/** Rejects if the port is taken. A timeout closes connections without traffic. */
function listening(server: Server, { host, port }: ServerOptions): Promise<void> {
  server.maxConnections = CONNECTIONS_MAX
  server.setTimeout(IDLE_TIMEOUT_MS)
  return new Promise((resolve, reject) => {
    server.once('error', reject)
    server.listen({ port, host, backlog: BACKLOG_MAX }, () => {
      server.off('error', reject)
      resolve()
    })
  })
}

function closing(server: Server): Promise<void> {
  return new Promise((resolve, reject) => {
    server.close((cause) => (cause === undefined ? resolve() : reject(cause)))
  })
}

async function jobsOf({ jobs, files, logger }: ServerOptions, application: Application): Promise<Jobs | null> {
  return jobs === undefined ? null : startJobs(application, { ...jobs, files, logger })
}

interface HouseKept {
  readonly largeTables: LargeTables
  close(): Promise<void>
}

function keepHouse({ files, logger }: ServerOptions, served: () => Application): HouseKept {
  const largeTables = new LargeTables(logger)
  largeTables.keep(served())
  const timer = setInterval(() => {
    largeTables.keep(served())
    void tidy(served(), files, logger)
  }, TIDY_EVERY_MS)
  timer.unref()
  return {
    largeTables,
    close: () => {
      clearInterval(timer)
      return largeTables.close()
    },
  }
}

async function tidy(application: Application, files: FileStore | undefined, logger: Logger): Promise<void> {
  const { database, model } = application
  try {
    await tidyUp(database, signInOf(model.roles)?.session.lengthMs ?? null)
    await erasePersonalData(application)
    await rebalanceRanks(application)
    await endDeletions(database)
    await tidyIssued(application)
    if (files !== undefined) await tidyFiles(application, files, Date.now())
  } catch (cause) {
    logger.warn({ err: cause }, 'Tidying up failed; the next time does it again.')
  }
}
