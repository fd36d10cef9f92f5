// Observers of requests in production: the log, metrics as NINEFOLD_METRICS configures them, and traces as the
// variables of OpenTelemetry do.

import { type MetricsAddress, type MetricsServer, newMetrics } from '@ninefold/server/api/operation/metrics.ts'
import type { RequestObserver, RequestReport } from '@ninefold/server/api/operation/request-reports.ts'
import type { CrowdObserver } from '@ninefold/server/api/operation/load-shedding.ts'
import { tracesFrom } from '@ninefold/server/api/operation/traces.ts'
import type { Application } from '@ninefold/server/gate/context/application.ts'
import type { Logger } from 'pino'
import manifest from '../../package.json' with { type: 'json' }
import { Stop } from '../terminal/exit.ts'
import { isPortTaken } from './port.ts'

type Environment = Readonly<Record<string, string | undefined>>

export interface Observed extends AsyncDisposable {
  readonly observers: readonly RequestObserver[]
  readonly crowdObservers: readonly CrowdObserver[]
}

export async function observed(environment: Environment, application: Application, logger: Logger): Promise<Observed> {
  const address = metricsAddress(environment)
  const metrics = address === null ? null : newMetrics()
  metrics?.serve(application)
  let server: MetricsServer | null = null
  if (metrics !== null && address !== null) {
    server = await metrics.listen(address).catch((error: unknown) => {
      throw isPortTaken(error) ? new Stop(`Port ${address.port}, which NINEFOLD_METRICS names, is taken.`) : error
    })
    logger.info({ host: address.host, port: server.port }, `Metrics are served on port ${server.port}.`)
  }
  const traces = await tracesFrom(environment, manifest.version)
  return {
    observers: [
      logged(logger),
      ...(metrics === null ? [] : [metrics.observe]),
      ...(traces === null ? [] : [traces.observe]),
    ],
    crowdObservers: [loggedTogether(logger), ...(metrics === null ? [] : [metrics.observeCrowd])],
    [Symbol.asyncDispose]: async () => {
      await server?.close()
      await traces?.close()
    },
  }
}

/** One line for each request. Values from outside are written as JSON, so that they cannot forge log lines. */
function logged(logger: Logger): RequestObserver {
  return ({ requestId, call, callLine, status, code, refusalLine, caller, durationMs, revision }: RequestReport) => {
    const ms = Math.round(durationMs * 10) / 10
    const refusal = code === null ? {} : { code, refusalLine }
    logger.info({ requestId, call, callLine, status, ...refusal, caller, ms, revision }, 'request')
  }
}

/** One line for all requests of a second. */
function loggedTogether(logger: Logger): CrowdObserver {
  return ({ requestId, status, code, count }) =>
    logger.warn({ requestId, status, code, count }, 'More requests came than can be worked on, and were refused.')
}

const PORT_MAX = 65_535

/** A port of this computer, or host:port. Null: no metrics. */
export function metricsAddress(environment: Environment): MetricsAddress | null {
  const given = environment['NINEFOLD_METRICS'] ?? ''
  if (given === '') return null
  const [, host = '127.0.0.1', port] = /^(?:(.+):)?([0-9]+)$/.exec(given) ?? []
  if (port === undefined || Number(port) > PORT_MAX)
    throw new Stop(`NINEFOLD_METRICS is a port such as 9464, or an address such as 0.0.0.0:9464, and not ${given}.`)
  return { host: host.replace(/^\[(.*)\]$/, '$1'), port: Number(port) }
}

const STOP_DELAY_SECONDS_MAX = 300

/** Time for which this process still accepts requests after announcing its shutdown. */
export function stopDelayMs(environment: Environment): number {
  const given = environment['NINEFOLD_STOP_DELAY'] ?? '0'
  const seconds = Number(given)
  if (given.trim() !== '' && seconds >= 0 && seconds <= STOP_DELAY_SECONDS_MAX) return seconds * 1000
  throw new Stop(`NINEFOLD_STOP_DELAY is a number of seconds up to ${STOP_DELAY_SECONDS_MAX}, and not ${given}.`)
}
