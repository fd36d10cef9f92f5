// A request → the session that it carries: by the first carrier of point 6 that it has, or by the cookie of the
// product's own pages.

import { AGENTS_PATH } from '@ninefold/core/contract/programs/agents.ts'
import type { AnySignIn, SessionCarrier } from '@ninefold/core/model/roles.ts'
import { keyOfCarrier } from '@ninefold/core/model/users/session-carriers.ts'
import { signInOf } from '@ninefold/core/model/users/sign-in-of.ts'
import type { FastifyRequest } from 'fastify'
import type { Application } from '../../gate/context/application.ts'
import { isApiKey } from '../../store/tables/users/api-keys.ts'
import { type BasicCredentials, readBasic } from './basic-credentials.ts'
import { sentSession } from './session-cookie.ts'

export type SentSession =
  | {
      readonly kind: 'token'
      /** Empty: the carrier is there, without a token. */
      readonly token: string
      readonly carrier: SessionCarrier
    }
  | { readonly kind: 'basic'; readonly credentials: BasicCredentials; readonly carrier: SessionCarrier }
  /** A key in a field of its user, in the place of a session. */
  | { readonly kind: 'own key'; readonly field: string; readonly value: string; readonly carrier: SessionCarrier }
  /** An API key of a program, in the place of a session. */
  | { readonly kind: 'key'; readonly key: string; readonly carrier: SessionCarrier }

/**
 * The session, or the key or password in its place, that a request carries; null: none. A client sends a header on
 * purpose, but a cookie automatically. So a request with a stated carrier is judged by that carrier alone, and the
 * product's cookie counts only for the product's own pages, unless point 6 states it.
 */
export function sentSessionOf(
  { session: { carriers }, apiKeys }: AnySignIn,
  request: FastifyRequest,
): SentSession | null {
  const key = apiKeys === null ? null : tokenInHeader(BEARER, request)
  if (key !== null && isApiKey(key)) return { kind: 'key', key, carrier: BEARER }
  for (const carrier of carriers) {
    const sent = carriedBy(carrier, request)
    if (sent !== null) return sent
  }
  const cookie = isFromOwnPage(request) ? sentSession(request) : null
  return cookie === null ? null : { kind: 'token', token: cookie, carrier: { kind: 'cookie' } }
}

const BEARER = { kind: 'header', name: 'Authorization', scheme: 'Bearer' } as const

function carriedBy(carrier: SessionCarrier, request: FastifyRequest): SentSession | null {
  if (carrier.kind === 'basic') {
    const credentials = readBasic(request.headers.authorization)
    if (credentials === null) return null
    const { key } = carrier
    // The key alone identifies the user; the password part is ignored.
    return key === undefined
      ? { kind: 'basic', credentials, carrier }
      : { kind: 'own key', field: key, value: credentials.identifier, carrier }
  }
  const token = tokenIn(carrier, request)
  if (token === null) return null
  const field = keyOfCarrier(carrier)
  return field === undefined ? { kind: 'token', token, carrier } : { kind: 'own key', field, value: token, carrier }
}

/** Null: the request does not have the carrier. */
function tokenIn(carrier: Exclude<SessionCarrier, { kind: 'basic' }>, request: FastifyRequest): string | null {
  switch (carrier.kind) {
    case 'cookie':
      return sentSession(request)
    case 'named cookie':
      return request.cookies[carrier.name] ?? null
    case 'query': {
      const sent = (request.query as Readonly<Record<string, unknown>>)[carrier.name]
      if (sent === undefined) return null
      return typeof sent === 'string' ? sent : ''
    }
    case 'header':
      return tokenInHeader(carrier, request)
  }
}

/** A header with another scheme belongs to something else, such as a proxy. */
function tokenInHeader({ name, scheme }: SessionCarrier & { kind: 'header' }, request: FastifyRequest): string | null {
  const value = request.headers[name.toLowerCase()]
  if (typeof value !== 'string') return null
  // Tokens have no spaces, so a value with a space has a scheme, like `Basic …`.
  if (scheme === null) return /\s/.test(value.trim()) ? null : value.trim()
  // HTTP schemes are case-insensitive.
  const [word = '', token = ''] = value.split(/ +/)
  return word.toLowerCase() === scheme.toLowerCase() ? token : null
}

/** The token of the session that a request carries. Null: none, or a password in its place. */
export function tokenOf(signIn: AnySignIn, request: FastifyRequest): string | null {
  const sent = sentSessionOf(signIn, request)
  return sent?.kind === 'token' && sent.token !== '' ? sent.token : null
}

/**
 * Own pages send a header of their own. Links and event streams cannot, so there the browser's origin headers decide.
 */
export function isFromOwnPage({ url, headers }: Pick<FastifyRequest, 'url' | 'headers'>): boolean {
  // Agents are programs, although their address is one of the product's own.
  const isOwn = url.startsWith('/_ninefold/') && url.split('?')[0] !== AGENTS_PATH
  return isOwn || headers['ninefold-client'] === 'web' || headers['sec-fetch-site'] === 'same-origin'
}

/** Tells whether the answer to this request may set a cookie. */
export function keepsSessionInCookie({ model }: Application, request: FastifyRequest): boolean {
  const signIn = signInOf(model.roles)
  if (signIn === null) return true
  const sent = sentSessionOf(signIn, request)
  if (sent !== null && sent.carrier.kind !== 'cookie') return false
  return isFromOwnPage(request) || signIn.session.carriers.some(({ kind }) => kind === 'cookie')
}

/** The query of a request without the session token that it may carry, because the token is not an input of the call. */
export function queryWithoutSession<Query extends Readonly<Record<string, unknown>>>(
  { model }: Pick<Application, 'model'>,
  query: Query,
): Query {
  const carriers = signInOf(model.roles)?.session.carriers ?? []
  if (!carriers.some((carrier) => carrier.kind === 'query' && Object.hasOwn(query, carrier.name))) return query
  const named = carriers.flatMap((carrier) => (carrier.kind === 'query' ? [carrier.name] : []))
  return Object.fromEntries(Object.entries(query).filter(([name]) => !named.includes(name))) as Query
}
