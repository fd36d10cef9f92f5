// Cross-site request forgery: a write that a browser sends is refused unless it comes from the application's own pages, or
// from a site that point 9 admits. Guests are no exception: a form of another site could sign somebody in as its author,
// and write into an application that only the browser reaches.

import type { Model } from '@ninefold/core/model/model.ts'
import { signInOf } from '@ninefold/core/model/users/sign-in-of.ts'
import type { FastifyRequest } from 'fastify'
import type { Application } from '../../gate/context/application.ts'
import { refused } from '../../gate/context/refusal.ts'
import { isOtherSite } from '../http/cors.ts'
import { isSafeMethod } from '../http/methods.ts'
import { sentSession } from './session-cookie.ts'
import { sentSessionOf } from './session-token.ts'

/** A browser sends cookies wherever a page sends it: what changes data must come from our own pages. */
export function refuseForeignOrigin({ model }: Application, request: FastifyRequest): void {
  const { origin, 'sec-fetch-site': from } = request.headers
  if (isSafeMethod(request.method)) return
  // Not every browser names the origin; who does not, says by this that it is another one.
  if (origin === undefined && (from === undefined || from === 'same-origin' || from === 'none')) return
  if (origin !== undefined && URL.canParse(origin) && isOwnPage(new URL(origin), request)) return
  // Point 9 admits the site, and its page has sent the session on purpose, or none.
  if (!isSentByBrowser(model, request) && isOtherSite(model.limits, origin ?? '')) return
  throw refused('forbidden', 'origin', ['other site'])
}

/** Browsers send cookies, and passwords of HTTP Basic, whichever page asks. */
function isSentByBrowser({ roles }: Model, request: FastifyRequest): boolean {
  const signIn = signInOf(roles)
  const sent = signIn === null ? null : sentSessionOf(signIn, request)
  if (sent === null) return sentSession(request) !== null
  return sent.carrier.kind !== 'header' && sent.carrier.kind !== 'query'
}

/** A page of the same host over http can be anybody's on the way, so it is another site's where we are asked over https. */
function isOwnPage({ host, protocol }: URL, request: FastifyRequest): boolean {
  return host === request.headers.host && (protocol === 'https:' || request.protocol === 'http')
}

/** Names under which this computer speaks to itself. A site that gives itself our address comes under its own name. */
const OWN_NAMES: ReadonlySet<string> = new Set(['localhost', '127.0.0.1', '[::1]'])

export function isOwnName(host: string): boolean {
  return URL.canParse(`http://${host}`) && OWN_NAMES.has(new URL(`http://${host}`).hostname)
}

/**
 * DNS rebinding: a page that gives its own name our address looks like one of ours, and asks as a guest. A browser says that
 * a page asks; then the name has to be ours, as far as it is known.
 */
export function refuseRebound({ model, mode }: Application, { headers }: FastifyRequest): void {
  const { origin, host = '' } = headers
  if (origin === undefined) return
  const stated = model.limits.publicAddress?.origin
  const isOurs = mode === 'development' ? isOwnName(host) : stated === undefined || new URL(stated).host === host
  if (!isOurs) throw refused('forbidden', 'host', ['other host'])
}
