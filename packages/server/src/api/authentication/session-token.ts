// A request → the session that it carries, by the first carrier of point 6 that it has, or by the cookie of the product's
// own pages.

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
  /** The value of a field of its user, in the place of a session. */
  | { readonly kind: 'own key'; readonly field: string; readonly value: string; readonly carrier: SessionCarrier }
  /** A program's, in the place of a session. */
  | { readonly kind: 'key'; readonly key: string; readonly carrier: SessionCarrier }

/**
 * The session, or the password in its place, that a request carries; null: none. A header is sent on purpose, a cookie by whatever keeps one: a
 * request with a stated carrier is judged by it alone, and the product's cookie is for the product's own pages, unless
 * point 6 states it.
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
    // The key stands for its user; whatever comes as the password says nothing.
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

/** Another scheme is another header, such as a proxy's own. */
function tokenInHeader({ name, scheme }: SessionCarrier & { kind: 'header' }, request: FastifyRequest): string | null {
  const value = request.headers[name.toLowerCase()]
  if (typeof value !== 'string') return null
  // No token has a blank: what has one has a scheme, as `Basic …` has.
  if (scheme === null) return /\s/.test(value.trim()) ? null : value.trim()
  // HTTP reads the word without regard to case.
  const [word = '', token = ''] = value.split(/ +/)
  return word.toLowerCase() === scheme.toLowerCase() ? token : null
}

/** The token of the session that a request carries. Null: none, or a password in its place. */
export function tokenOf(signIn: AnySignIn, request: FastifyRequest): string | null {
  const sent = sentSessionOf(signIn, request)
  return sent?.kind === 'token' && sent.token !== '' ? sent.token : null
}

/** Own pages name themselves. The browser names the origin of links and event streams, which cannot carry the name. */
export function isFromOwnPage({ url, headers }: Pick<FastifyRequest, 'url' | 'headers'>): boolean {
  // Agents are programs, although their address is the product's own.
  const isOwn = url.startsWith('/_ninefold/') && url.split('?')[0] !== AGENTS_PATH
  return isOwn || headers['ninefold-client'] === 'web' || headers['sec-fetch-site'] === 'same-origin'
}

/** May the answer to this request set a cookie? */
export function keepsSessionInCookie({ model }: Application, request: FastifyRequest): boolean {
  const signIn = signInOf(model.roles)
  if (signIn === null) return true
  const sent = sentSessionOf(signIn, request)
  if (sent !== null && sent.carrier.kind !== 'cookie') return false
  return isFromOwnPage(request) || signIn.session.carriers.some(({ kind }) => kind === 'cookie')
}

/** The query of a request without the session that it may carry, which is no input of a call. */
export function queryWithoutSession<Query extends Readonly<Record<string, unknown>>>(
  { model }: Pick<Application, 'model'>,
  query: Query,
): Query {
  const isCarrier = (name: string): boolean =>
    signInOf(model.roles)?.session.carriers.some((carrier) => carrier.kind === 'query' && carrier.name === name) ===
    true
  const names = Object.keys(query)
  if (!names.some(isCarrier)) return query
  return Object.fromEntries(names.filter((name) => !isCarrier(name)).map((name) => [name, query[name]])) as Query
}
