// Routes of development only: the specification's report and its text, the stream of its changes, and consent to data
// loss. A page of another site must not read or write the author's file, so these routes answer only pages of this
// server, under the server's own name.

import type {
  DevelopmentEvent,
  ClockState,
  MovedClock,
  PlanOfText,
  SavedText,
  SpecificationReport,
  SpecificationText,
  TextToSave,
} from '@ninefold/core/contract/wire/development.ts'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { ServerResponse } from 'node:http'
import type { Application } from '../../gate/context/application.ts'
import { refused } from '../../gate/context/refusal.ts'
import type { ExchangeOf } from '../calls/files.ts'
import type { RequestLog } from '../operation/request-log.ts'
import { isOwnName } from '../authentication/csrf.ts'
import { subdomainOf } from '../authentication/tenant-of-address.ts'
import type { ImpersonatedRoles } from '../authentication/impersonation.ts'
import { AUTHOR_EVENTS_PATH } from '../http/authors-addresses.ts'
import { viewAsRoutes } from './view-as.ts'
import { whyRoute } from '../screens/why.ts'

export interface DevelopmentHooks {
  report(): SpecificationReport
  /** Runs the schema changes that wait for consent. */
  consent(): Promise<void>
  /** The present text of the file. */
  text(): Promise<SpecificationText>
  /** Writes the file, unless it has changed since its author loaded it. */
  save(saved: TextToSave): Promise<SavedText>
  /** Consequences of saving the text for data and rights. Null: the text has errors. */
  plan(text: string): Promise<PlanOfText | null>
  /** Offset of the application's clock from the real one. */
  readonly aheadMs: number
  /** Moves the clock, and waits for the work that falls due. */
  moveClock(aheadMs: number): Promise<MovedClock>
  readonly requests: RequestLog
  readonly seenRoles: ImpersonatedRoles
}

/** Open browsers, which receive every change. The stream outlives the application that it was opened with. */
export class EventStream {
  private readonly listeners = new Set<ServerResponse>()

  add(response: ServerResponse): void {
    response.writeHead(200, {
      'content-type': 'text/event-stream',
      'cache-control': 'no-store',
      'x-accel-buffering': 'no',
    })
    response.write('retry: 500\n\n')
    // The stream may be silent for long, so the idle timeout does not apply.
    response.on('timeout', () => {})
    this.listeners.add(response)
    response.on('close', () => this.listeners.delete(response))
  }

  announce(event: DevelopmentEvent): void {
    for (const listener of this.listeners) listener.write(`data: ${JSON.stringify(event)}\n\n`)
  }

  close(): void {
    for (const listener of this.listeners) listener.end()
  }
}

/** The author's pages beside the application. */
export interface AuthorsSide {
  readonly hooks: DevelopmentHooks
  readonly events: EventStream
  readonly exchangeFor: ExchangeOf
}

export function developmentRoutes(
  instance: FastifyInstance,
  application: Application,
  { hooks, events, exchangeFor }: AuthorsSide,
): void {
  const onRequest = async (request: FastifyRequest): Promise<void> => refuseOtherPages(request)
  // Sample users, mail and the application itself are as private as the text while it is written.
  instance.addHook('onRequest', async (request) => refuseOtherNames(application, request))
  hooks.requests.follow(instance, application)
  instance.get('/_ninefold/specification', async (_, reply) =>
    reply.type('application/json; charset=utf-8').send(JSON.stringify(hooks.report())),
  )
  instance.post('/_ninefold/consent', { onRequest }, async (_, reply) => {
    await hooks.consent()
    return reply.status(204).send()
  })
  instance.get('/_ninefold/text', { onRequest }, () => hooks.text())
  instance.put('/_ninefold/text', { onRequest }, (request) =>
    hooks.save({ text: textIn(request.body, 'text'), before: textIn(request.body, 'before') }),
  )
  instance.post('/_ninefold/plan', { onRequest }, async (request, reply) =>
    reply.type('application/json; charset=utf-8').send(JSON.stringify(await hooks.plan(textIn(request.body, 'text')))),
  )
  instance.get('/_ninefold/clock.json', { onRequest }, (): ClockState => ({ aheadMs: hooks.aheadMs }))
  instance.post('/_ninefold/clock.json', { onRequest }, (request) => hooks.moveClock(distanceIn(request.body)))
  instance.get('/_ninefold/requests.json', { onRequest }, () => hooks.requests.requests())
  whyRoute(instance, exchangeFor, onRequest)
  viewAsRoutes(instance, application, hooks.seenRoles, onRequest)
  instance.get(AUTHOR_EVENTS_PATH, (_, reply) => {
    reply.hijack()
    events.add(reply.raw)
  })
}

/** Browsers look for names below `localhost` on their own computer, so no other site has the host of a tenant. */
function refuseOtherNames(application: Application, { headers: { host = '' } }: FastifyRequest): void {
  if (!isOwnName(host) && subdomainOf(application, host) === null)
    throw refused('forbidden', 'host', ['only localhost'])
}

/** Browsers send `Sec-Fetch-Site`, which pages cannot forge; other programs do not send it. */
function refuseOtherPages({ headers }: FastifyRequest): void {
  const { origin, host = '' } = headers
  const from = headers['sec-fetch-site']
  const isOwnPage =
    (origin === undefined || origin === `http://${host}`) &&
    (from === undefined || from === 'same-origin' || from === 'none')
  if (!isOwnPage) throw refused('forbidden', 'origin', ['other site'])
}

/** Beyond this, years would have five digits. */
const AHEAD_MS_MAX = 366 * 100 * 86_400_000

function distanceIn(body: unknown): number {
  const value = typeof body === 'object' && body !== null ? (body as Record<string, unknown>)['aheadMs'] : undefined
  if (!Number.isSafeInteger(value) || Math.abs(value as number) > AHEAD_MS_MAX) throw refused('wrong type', 'aheadMs')
  return value as number
}

function textIn(body: unknown, key: 'text' | 'before'): string {
  const value = typeof body === 'object' && body !== null ? (body as Record<string, unknown>)[key] : undefined
  if (typeof value !== 'string') throw refused('wrong type', key)
  return value
}
