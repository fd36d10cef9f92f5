// Cross-site request forgery: a write that a browser sends is refused unless it comes from the application's own pages,
// or from a site that point 9 admits. Guests are no exception. A form of another site could sign a person in as its
// author, and could write into an application that only this browser reaches.

import { isIP } from 'node:net'
import type { Model } from '@ninefold/core/model/model.ts'
import { signInOf } from '@ninefold/core/model/users/sign-in-of.ts'
import type { FastifyRequest } from 'fastify'
import type { Application } from '../../gate/context/application.ts'
import { refused } from '../../gate/context/refusal.ts'
import { isOtherSite } from '../http/cors.ts'
import { isSafeMethod } from '../http/methods.ts'
import { hostnameOf } from './request-host.ts'
import { sentSession } from './session-cookie.ts'
import { subdomainOf } from './tenant-of-address.ts'
import { sentSessionOf } from './session-token.ts'

/** A browser sends cookies with requests from any page, so a request that changes data must come from our own pages. */
export function refuseForeignOrigin(application: Application, request: FastifyRequest): void {
  const { model } = application
  const { origin, 'sec-fetch-site': from } = request.headers
  if (isSafeMethod(request.method)) return
  // Some browsers send no `Origin`; for them, this header tells whether the page is of another site.
  if (origin === undefined && (from === undefined || from === 'same-origin' || from === 'none')) return
  if (origin !== undefined && URL.canParse(origin) && isOwnPage(new URL(origin), request)) {
    if (isUnderOwnName(application, request.headers.host ?? '')) return
    throw refused('forbidden', 'host', ['other host'])
  }
  // Point 9 admits the site, and the session, if any, was sent on purpose.
  if (!isSentByBrowser(model, request) && isOtherSite(model.limits, origin ?? '')) return
  throw refused('forbidden', 'origin', ['other site'])
}

/** Browsers attach cookies and HTTP Basic passwords to requests from any page. */
function isSentByBrowser({ roles }: Model, request: FastifyRequest): boolean {
  const signIn = signInOf(roles)
  const sent = signIn === null ? null : sentSessionOf(signIn, request)
  if (sent === null) return sentSession(request) !== null
  return sent.carrier.kind !== 'header' && sent.carrier.kind !== 'query'
}

/**
 * A page of the same host over plain http can be forged on the network, so it counts as another site when we are served
 * over https.
 */
function isOwnPage({ host, protocol }: URL, request: FastifyRequest): boolean {
  return host === request.headers.host && (protocol === 'https:' || request.protocol === 'http')
}

/** Host names of the local computer. A site that points its DNS at our address still comes under its own name. */
const OWN_NAMES: ReadonlySet<string> = new Set(['localhost', '127.0.0.1', '[::1]'])

export function isOwnName(host: string): boolean {
  return OWN_NAMES.has(hostnameOf(host) ?? '')
}

/**
 * DNS rebinding: a page whose own name resolves to our address looks like one of ours, and could write as a guest of a
 * network that its author does not reach. Only names can be rebound, so addresses are ours. Without a stated public
 * address, no name is known.
 */
function isUnderOwnName(application: Application, host: string): boolean {
  if (isOwnName(host) || subdomainOf(application, host) !== null) return true
  if (application.mode === 'development') return false
  const stated = application.model.limits.publicAddress?.origin
  const hostname = hostnameOf(host) ?? ''
  return stated === undefined || hostname === new URL(stated).hostname || isIP(hostname.replace(/^\[|\]$/g, '')) !== 0
}
