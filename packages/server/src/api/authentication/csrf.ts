// Cross-site request forgery: a write that a browser sends is refused unless it comes from the application's own pages, or
// from a site that point 9 admits. Guests are no exception: a form of another site could sign somebody in as its author,
// and write into an application that only the browser reaches.

import { signInOf } from '@ninefold/core/model/users/sign-in-of.ts'
import type { FastifyRequest } from 'fastify'
import type { Application } from '../../gate/context/application.ts'
import { refused } from '../../gate/context/refusal.ts'
import { isOtherSite } from '../http/cors.ts'
import { sentSession } from './session-cookie.ts'
import { tokenInHeader } from './session-token.ts'

/** A browser sends cookies wherever a page sends it: what changes data must come from our own pages. */
export function refuseForeignOrigin({ model }: Application, request: FastifyRequest): void {
  const carrier = signInOf(model.roles)?.session.carrier
  const isByHeader = carrier?.kind === 'header' && tokenInHeader(carrier, request) !== null
  const isSafe = ['GET', 'HEAD', 'OPTIONS'].includes(request.method)
  const { origin, 'sec-fetch-site': from } = request.headers
  if (isSafe) return
  // Not every browser names the origin; who does not, says by this that it is another one.
  if (origin === undefined && (from === undefined || from === 'same-origin' || from === 'none')) return
  if (origin !== undefined && URL.canParse(origin) && isOwnPage(new URL(origin), request)) return
  // What was sent in a header was sent on purpose, by a site that point 9 admits.
  if ((isByHeader || sentSession(request) === null) && isOtherSite(model.limits, origin ?? '')) return
  throw refused('forbidden', 'origin', 'This request came from another site.')
}

/** A page of the same host over http can be anybody's on the way, so it is another site's where we are asked over https. */
function isOwnPage({ host, protocol }: URL, request: FastifyRequest): boolean {
  return host === request.headers.host && (protocol === 'https:' || request.protocol === 'http')
}
