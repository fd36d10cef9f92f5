// Where links in messages begin.

import type { FastifyRequest } from 'fastify'
import type { Application } from '../../gate/context/application.ts'
import { refused } from '../../gate/context/refusal.ts'

/**
 * The beginning of links. A request's own word for the host is anybody's to choose, and a link that leads
 * elsewhere gives away what it lets in: only in development, where nothing is really sent, is it good enough.
 */
export function originOfLinks({ model, mode }: Application, request: FastifyRequest): string {
  // The public address is another installation's as long as this one is being developed.
  if (mode === 'development') return `${request.protocol}://${request.host}`
  const stated = model.limits.publicAddress?.origin
  if (stated !== undefined) return stated
  throw refused('not shown', null, ['no public address'])
}
