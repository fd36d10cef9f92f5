// Addresses of development alone: the specification's report and its text, the stream of its changes, and a consent to
// the loss of data. A page of another site must not read or write the author's file, so these addresses answer to pages
// of this server only, and under its own name only.

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
import type { SeenRoles } from '../authentication/seen-roles.ts'
import { viewAsRoutes } from './view-as.ts'
import { whyRoute } from '../screens/why.ts'

export interface DevelopmentHooks {
  report(): SpecificationReport
  /** Does the schema changes that wait for a yes. */
  consent(): Promise<void>
  /** The file as it is now. */
  text(): Promise<SpecificationText>
  /** Writes the file, unless it is no longer what its author began with. */
  save(saved: TextToSave): Promise<SavedText>
  /** Effects of saving the text on data and rights. Null: it has errors. */
  plan(text: string): Promise<PlanOfText | null>
  /** How far the application's clock is from the real one. */
  readonly aheadMs: number
  /** Moves it, and waits for what comes due by that. */
  moveClock(aheadMs: number): Promise<MovedClock>
  readonly requests: RequestLog
  readonly seenRoles: SeenRoles
}

/** Open browsers, told of every change. They outlive the application that they first asked. */
export class EventStream {
  private readonly listeners = new Set<ServerResponse>()

  add(response: ServerResponse): void {
    response.writeHead(200, {
      'content-type': 'text/event-stream',
      'cache-control': 'no-store',
      'x-accel-buffering': 'no',
    })
    response.write('retry: 500\n\n')
    // It may be long until the text changes, and nothing moves until then.
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

/** Tools of the author's pages beside the application. */
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
  // Sample users, mail and the application itself are as private as the text while it is being written.
  instance.addHook('onRequest', async (request) => refuseOtherNames(request))
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
  instance.get('/_ninefold/author-events', (_, reply) => {
    reply.hijack()
    events.add(reply.raw)
  })
}

function refuseOtherNames({ headers: { host = '' } }: FastifyRequest): void {
  if (!isOwnName(host)) throw refused('forbidden', 'host', ['only localhost'])
}

/** A browser says from where a request comes, and no page can make it say something else; other programs say nothing. */
function refuseOtherPages({ headers }: FastifyRequest): void {
  const { origin, host = '' } = headers
  const from = headers['sec-fetch-site']
  const isOwnPage =
    (origin === undefined || origin === `http://${host}`) &&
    (from === undefined || from === 'same-origin' || from === 'none')
  if (!isOwnPage) throw refused('forbidden', 'origin', ['other site'])
}

/** Further than this, years have five figures. */
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
