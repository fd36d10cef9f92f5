// Where links in messages begin.

import type { FastifyRequest } from 'fastify'
import type { Application } from '../../gate/context/application.ts'
import { refused } from '../../gate/context/refusal.ts'

/**
 * The beginning of links. A request's own word for the host is anybody's to choose, and a link that leads
 * elsewhere gives away what it lets in: only in development, where nothing is really sent, is it good enough.
 */
export function originOfLinks(application: Application, request: FastifyRequest): string {
  const origin = statedOrigin(application, request)
  if (origin !== null) return origin
  throw refused('not shown', null, ['no public address'])
}

/** Null: nobody has stated it. */
export function statedOrigin({ model, mode }: Application, request: FastifyRequest): string | null {
  // The public address is another installation's as long as this one is being developed.
  if (mode === 'development') return `${request.protocol}://${request.host}`
  return model.limits.publicAddress?.origin ?? null
}
