// The HTTP server: one port, and behind it the application that is served now. Applying another
// specification swaps the handler; requests that run finish on the one they began with.

import { randomUUID } from 'node:crypto'
import { createServer, type IncomingMessage, type RequestListener, type Server, STATUS_CODES } from 'node:http'
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
import { tidyFiles } from '../gate/files/file-housekeeping.ts'
import { refused } from '../gate/context/refusal.ts'
import { Admission } from './operation/admission.ts'
import { TRUSTED_PROXIES } from './http/client-address.ts'
import { type DevelopmentHooks, developmentRoutes, EventStream } from './development/development.ts'
import { fileRoutes } from './calls/files.ts'
import { HEADERS_OF_ANSWERS } from './http/headers.ts'
import { Health } from './operation/health.ts'
import { addOperatorRoutes } from './operators/operator-routes.ts'
import { RequestCounts } from './operators/request-counts.ts'
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
import { RequestDoor } from './http/request-door.ts'
import { problemOf } from './http/refusals.ts'
import type { RequestObserver } from './operation/request-reports.ts'
import { isUpload, takesFiles, watchBody } from './http/slow-bodies.ts'
import type { FileStore } from '../store/files/file-store.ts'
import { tidyUp } from '../store/tables/housekeeping.ts'
import { type CrowdObserver, TurnedAway } from './operation/load-shedding.ts'
import { answerNotFound, applicationRoutes, exchangeOf } from './routes.ts'

export type { DevelopmentHooks } from './development/development.ts'

const TIDY_EVERY_MS = 3_600_000

export interface ServerOptions {
  readonly host: string
  /** 0: any free one. */
  readonly port: number
  /** The built web app; null: only the API. */
  readonly webFolder: string | null
  readonly logger: Logger
  readonly development: DevelopmentHooks | null
  /** Where uploads are kept; missing: nothing is uploaded. */
  readonly files?: FileStore
  /** How much is worked on at the same time; missing: as much as usual. */
  readonly admission?: Admission
  /** Proxies that are trusted to name the client; missing: this computer. */
  readonly proxies?: readonly string[]
  /** Told of each request that was answered. */
  readonly observers?: readonly RequestObserver[]
  /** Told of those that were refused together, because more came than could be worked on. */
  readonly crowdObservers?: readonly CrowdObserver[]
  /** How jobs are done here; missing: what is due waits for a process that does them. */
  readonly jobs?: Omit<JobOptions, 'logger'>
}

export interface NinefoldServer {
  readonly port: number
  /**
   * Gets everything ready that takes time. The returned function is the swap itself: from then on requests get this
   * application.
   */
  prepare(application: Application): Promise<() => void>
  /**
   * Lets requests that come wait, and waits for those that run, at most a while: between two sets of tables nobody
   * should be on the way. Returns what lets them go on.
   */
  hold(): Promise<() => void>
  /** Records have come to be beside the calls: they get their clocks. */
  loaded(): Promise<void>
  /** Tells open browsers; in development only. */
  announce(event: DevelopmentEvent): void
  /** Says that others are to get what comes, and answers what still does. */
  leave(): void
  /** Takes no new requests, and waits for those that run. */
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
  const door = new RequestDoor(admitted(admission, turnedAway, () => ({ current, served })))
  const server = createServer(
    { headersTimeout: HEADER_TIMEOUT_MS, requestTimeout: UPLOAD_TIMEOUT_MS, keepAliveTimeout: 72_000 },
    listenerOf(door, () => served.model),
  )
  server.on('clientError', (cause: NodeJS.ErrnoException, socket) => answerUnreadable(served.model, cause, socket))
  await listening(server, options)
  const jobs = await jobsOf(options, application).catch((cause: unknown) => {
    server.close()
    throw cause
  })
  const housekeeping = setInterval(() => void tidy(served, options.files, options.logger), TIDY_EVERY_MS)
  housekeeping.unref()
  return {
    port: (server.address() as AddressInfo).port,
    prepare: async (next) => {
      const instance = await build(next)
      return () => {
        current = instance
        served = next
        live.sendAway()
        jobs?.serve(next).catch((cause: unknown) => options.logger.error({ err: cause }, 'Clocks could not be set.'))
      }
    },
    hold: async () => {
      // They come back, and wait with the others.
      live.sendAway()
      const [openDoor, goOn] = await Promise.all([door.hold(), jobs?.hold()])
      return () => {
        openDoor()
        goOn?.()
      }
    },
    loaded: async () => jobs?.serve(served),
    announce: (event) => events.announce(event),
    leave: () => {
      health.leave()
      door.close()
    },
    close: async () => {
      health.leave()
      door.close()
      turnedAway.tell()
      clearInterval(housekeeping)
      events.close()
      live.sendAway()
      const closed = closing(server)
      await Promise.all([door.drain(), jobs?.close()])
      // Idle connections are left, among them those that browsers open ahead and never use.
      server.closeAllConnections()
      await closed
    },
  }
}

/** Lets through what can be worked on, to what is served by then. */
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

/** Checks before anything waits. */
function listenerOf(door: RequestDoor, model: () => Model): RequestListener {
  return (request, response) => {
    if (hasTwoHosts(request)) return answerUnreadable(model(), TWO_HOSTS, request.socket)
    if (!isUpload(request) && !takesFiles(model(), request))
      watchBody(request, REQUEST_TIMEOUT_MS, () => answerUnreadable(model(), LATE, request.socket))
    door.listener(request, response)
  }
}

/** As Node calls it. */
const LATE: NodeJS.ErrnoException = Object.assign(new Error('The body did not come.'), {
  code: 'ERR_HTTP_REQUEST_TIMEOUT',
})

const TWO_HOSTS: NodeJS.ErrnoException = new Error('Two hosts are named.')

/** A proxy may have looked at the other one. */
function hasTwoHosts({ rawHeaders }: IncomingMessage): boolean {
  let hosts = 0
  for (let index = 0; index < rawHeaders.length; index += 2) {
    const name = rawHeaders[index] ?? ''
    if (name.length === 4 && name.toLowerCase() === 'host') hosts += 1
  }
  return hosts > 1
}

/** Bytes that are no HTTP, or too many, never become a request, and get their code here. */
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

/** State that survives when another application is served. */
interface AroundApplications {
  readonly pages: Pages | null
  readonly events: EventStream
  readonly live: LiveReads
  readonly health: Health
  readonly counts: RequestCounts
  readonly admission: Admission
}

/** The application's addresses, and those of the server itself. */
function handlerOf(
  application: Application,
  { logger, files, development, observers, proxies }: ServerOptions,
  { pages, events, live, health, counts, admission }: AroundApplications,
): Promise<FastifyInstance> {
  return applicationRoutes(
    application,
    logger,
    live,
    (instance, allowedMethods) => {
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
          pages?.answer(request, reply) ?? answerNotFound(application, allowedMethods, request, reply),
      )
    },
    files,
    observers,
    proxies,
  )
}

function admissionOf({ admission = new Admission(), proxies = TRUSTED_PROXIES }: ServerOptions): Admission {
  admission.trust(proxies)
  return admission
}

async function pagesOf({ webFolder, development }: ServerOptions): Promise<Pages | null> {
  return webFolder === null ? null : pagesFrom(webFolder, development === null ? 'production' : 'development')
}

/** Rejects when the port is taken. A client that takes nothing of its answer, and sends nothing, keeps no connection. */
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

async function tidy(application: Application, files: FileStore | undefined, logger: Logger): Promise<void> {
  const { database, model } = application
  try {
    await tidyUp(database, signInOf(model.roles)?.session.lengthMs ?? null)
    await erasePersonalData(application)
    await endDeletions(database)
    if (files !== undefined) await tidyFiles(application, files, Date.now())
  } catch (cause) {
    logger.warn({ err: cause }, 'Tidying up failed; the next time does it again.')
  }
}
