// What only development has: the specification's report, the stream of its changes, and a yes to what
// would lose data.

import type { DevelopmentEvent, SpecificationReport } from '@ninefold/core/contract/development.ts'
import type { FastifyInstance } from 'fastify'
import type { ServerResponse } from 'node:http'

export interface DevelopmentHooks {
  report(): SpecificationReport
  /** Does the schema changes that wait for a yes. */
  consent(): Promise<void>
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

export function developmentRoutes(instance: FastifyInstance, hooks: DevelopmentHooks, events: EventStream): void {
  instance.get('/_ninefold/specification', async (_, reply) =>
    reply.type('application/json; charset=utf-8').send(JSON.stringify(hooks.report())),
  )
  instance.post('/_ninefold/consent', async (_, reply) => {
    await hooks.consent()
    return reply.status(204).send()
  })
  instance.get('/_ninefold/events', (_, reply) => {
    reply.hijack()
    events.add(reply.raw)
  })
}
