// Figures of a process → Prometheus metrics, at a separate address for the operator only.

import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { collectDefaultMetrics, Counter, Gauge, Histogram, Registry } from 'prom-client'
import type { Application } from '../../gate/context/application.ts'
import { isDatabaseAway } from '../../store/driver/failures.ts'
import { waitingWork } from '../../store/tables/waiting-work.ts'
import type { RequestObserver } from './request-reports.ts'
import type { CrowdObserver } from './load-shedding.ts'

export interface MetricsAddress {
  readonly host: string
  /** 0: any free port. */
  readonly port: number
}

export interface Metrics {
  readonly observe: RequestObserver
  readonly observeCrowd: CrowdObserver
  /** Sets the application whose gauges are read from now on. */
  serve(application: Application): void
  /** Listens at that address; rejects if the port is taken. */
  listen(address: MetricsAddress): Promise<MetricsServer>
}

export interface MetricsServer {
  readonly port: number
  close(): Promise<void>
}

/** Label of requests that were refused before their call was known. */
const UNREAD = 'unread'
/** Histogram buckets, from imperceptible to beyond patience. */
const SECONDS = [0.002, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30]

export function newMetrics(): Metrics {
  const registry = new Registry()
  collectDefaultMetrics({ register: registry })
  let served: Application | null = null
  addGauges(registry, () => served)
  countReplicaReads(registry, () => served)
  return {
    ...requestMetrics(registry),
    serve: (application) => {
      served = application
    },
    listen: (address) => listen(registry, address),
  }
}

function requestMetrics(registry: Registry): Pick<Metrics, 'observe' | 'observeCrowd'> {
  const registers = [registry]
  const requests = new Counter({
    name: 'ninefold_requests_total',
    help: 'Requests that were answered, by call of the specification, status and code of the refusal.',
    labelNames: ['call', 'status', 'code'],
    registers,
  })
  const refusals = new Counter({
    name: 'ninefold_refusals_total',
    help: 'Requests that were refused, by code and the line of the specification that states it.',
    labelNames: ['code', 'line'],
    registers,
  })
  const durations = new Histogram({
    name: 'ninefold_request_duration_seconds',
    help: 'How long requests took, by call.',
    labelNames: ['call'],
    buckets: SECONDS,
    registers,
  })
  return {
    observe: ({ call, status, code, refusalLine, durationMs, isLive }) => {
      requests.inc({ call, status, code: code ?? '' })
      if (code !== null) refusals.inc({ code, line: refusalLine === null ? '' : String(refusalLine) })
      if (!isLive) durations.observe({ call }, durationMs / 1000)
    },
    observeCrowd: ({ status, code, count }) => {
      requests.inc({ call: UNREAD, status, code }, count)
      refusals.inc({ code, line: '' }, count)
    },
  }
}

function countReplicaReads(registry: Registry, served: () => Application | null): void {
  new Counter({
    name: 'ninefold_replica_reads_total',
    help: 'Reads by the server that answered: the replica, or the primary instead.',
    labelNames: ['by'],
    registers: [registry],
    collect() {
      const figures = served()?.database.replicaFigures() ?? null
      this.reset()
      if (figures === null) return
      this.inc({ by: 'replica' }, figures.answered)
      this.inc({ by: 'primary' }, figures.passedOn)
    },
  })
}

/** Gauges are computed when they are scraped. */
function addGauges(registry: Registry, served: () => Application | null): void {
  const registers = [registry]
  const gauge = (name: string, help: string, labelNames: string[], collect: (it: Gauge, of: Application) => unknown) =>
    new Gauge({
      name,
      help,
      labelNames,
      registers,
      async collect() {
        const application = served()
        this.reset()
        if (application !== null) await collect(this, application)
      },
    })
  gauge('ninefold_specification', 'The revision that is served.', ['revision'], (it, { revision }) =>
    it.set({ revision }, 1),
  )
  gauge('ninefold_database_connections', 'Connections to the database.', ['pool', 'mode'], (it, { database }) => {
    for (const { pool, total, idle } of database.usage()) {
      it.set({ pool, mode: 'busy' }, total - idle)
      it.set({ pool, mode: 'idle' }, idle)
    }
  })
  gauge('ninefold_database_waiting', 'Work that waits for a connection.', ['pool'], (it, { database }) => {
    for (const { pool, waiting } of database.usage()) it.set({ pool }, waiting)
  })
  gauge(
    'ninefold_due',
    'Rows that are due by kind, and how many seconds the oldest has been.',
    ['kind', 'of'],
    async (it, { database }) => {
      try {
        for (const { kind, due, failed, oldestSeconds } of await waitingWork(database)) {
          it.set({ kind, of: 'due' }, due)
          it.set({ kind, of: 'failed' }, failed)
          it.set({ kind, of: 'oldest seconds' }, oldestSeconds)
        }
      } catch (cause) {
        // The other metrics matter most while the database is unavailable, so its failure is ignored here.
        if (!isDatabaseAway(cause)) throw cause
      }
    },
  )
}

async function listen(registry: Registry, { host, port }: MetricsAddress): Promise<MetricsServer> {
  const server = createServer((request, response) => {
    if (request.method !== 'GET' || request.url !== '/metrics') {
      response.writeHead(404).end()
      return
    }
    registry.metrics().then(
      (text) => response.writeHead(200, { 'content-type': registry.contentType }).end(text),
      () => response.writeHead(500).end(),
    )
  })
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject)
    server.listen(port, host, resolve)
  })
  return {
    port: (server.address() as AddressInfo).port,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
}
