// The origin of links in messages.

import type { FastifyRequest } from 'fastify'
import type { Application } from '../../gate/context/application.ts'
import { refused } from '../../gate/context/refusal.ts'

/**
 * The origin for links. A client chooses the `Host` header, and a wrong link would leak the token in it. So the header
 * is used in development only, where no mail leaves.
 */
export function originOfLinks(application: Application, request: FastifyRequest): string {
  const origin = statedOrigin(application, request)
  if (origin !== null) return origin
  throw refused('not shown', null, ['no public address'])
}

/** Null: the text states no public address. */
export function statedOrigin({ model, mode }: Application, request: FastifyRequest): string | null {
  // In development, the stated public address belongs to another installation.
  if (mode === 'development') return `${request.protocol}://${request.host}`
  return model.limits.publicAddress?.origin ?? null
}
