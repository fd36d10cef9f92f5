// A request → the token of the session that it carries, in the stated header or in the cookie of the product's own pages.

import type { AnySignIn } from '@ninefold/core/model/roles.ts'
import { signInOf } from '@ninefold/core/model/users/sign-in-of.ts'
import type { FastifyRequest } from 'fastify'
import type { Application } from '../../gate/context/application.ts'
import { sentSession } from './session-cookie.ts'

/**
 * The session that a request carries, by the one carrier that counts for it. A header is sent on purpose, a cookie by whatever
 * keeps one: where point 6 states a header, a request with it is judged by it alone, and a cookie is for the product's own pages.
 */
export function tokenOf({ session: { carrier } }: AnySignIn, request: FastifyRequest): string | null {
  const cookie = sentSession(request)
  if (carrier.kind === 'cookie') return cookie
  const inHeader = tokenInHeader(carrier, request)
  return inHeader === null ? (isFromOwnPage(request) ? cookie : null) : inHeader === '' ? null : inHeader
}

/** Null: the request does not carry the stated header. Another scheme is another header, such as a proxy's own. */
export function tokenInHeader(carrier: { name: string; scheme: string }, request: FastifyRequest): string | null {
  const value = request.headers[carrier.name.toLowerCase()]
  if (typeof value !== 'string') return null
  // HTTP reads the word without regard to case.
  const [scheme = '', token = ''] = value.split(/ +/)
  return scheme.toLowerCase() === carrier.scheme.toLowerCase() ? token : null
}

/** Own pages name themselves. The browser names the origin of links and event streams, which cannot carry the name. */
function isFromOwnPage({ url, headers }: FastifyRequest): boolean {
  return (
    url.startsWith('/_ninefold/') || headers['ninefold-client'] === 'web' || headers['sec-fetch-site'] === 'same-origin'
  )
}

/** May the answer to this request set a cookie? */
export function keepsSessionInCookie({ model }: Application, request: FastifyRequest): boolean {
  const carrier = signInOf(model.roles)?.session.carrier
  if (carrier?.kind !== 'header') return true
  return isFromOwnPage(request) && tokenInHeader(carrier, request) === null
}
