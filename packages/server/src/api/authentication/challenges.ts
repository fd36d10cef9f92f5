// The authentication schemes that a 401 answer names (RFC 9110, `WWW-Authenticate`).

import { AGENTS_PATH } from '@ninefold/core/contract/programs/agents.ts'
import { protectedResourcePath } from '@ninefold/core/contract/programs/oauth.ts'
import type { Model } from '@ninefold/core/model/model.ts'
import type { AnySignIn } from '@ninefold/core/model/roles.ts'
import { signInOf } from '@ninefold/core/model/users/sign-in-of.ts'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { Application } from '../../gate/context/application.ts'
import { statedOrigin } from './link-origin.ts'
import { tenantBase } from './tenant-path.ts'
import { isFromOwnPage, sentSessionOf } from './session-token.ts'

/** Custom cookies and headers have no registered scheme to name. */
function challengesOf({ name, roles }: Model): string[] {
  const realm = name.replace(/[^ -~]|["\\]/g, '').trim()
  const signIn = signInOf(roles)
  const ofSessions = (signIn?.session.carriers ?? []).flatMap((carrier) => {
    if (carrier.kind === 'basic') return [`Basic realm="${realm}", charset="UTF-8"`]
    const isAuthorization = carrier.kind === 'header' && carrier.name.toLowerCase() === 'authorization'
    return isAuthorization && carrier.scheme !== null ? [`${carrier.scheme} realm="${realm}"`] : []
  })
  const ofKeys = signIn === null || signIn.apiKeys === null ? [] : [`Bearer realm="${realm}"`]
  return [...new Set([...ofSessions, ...ofKeys])]
}

/** RFC 9728: tells an app without a token where to get one. */
function withMetadata(application: Application, request: FastifyRequest, challenge: string): string {
  if (!challenge.startsWith('Bearer ')) return challenge
  const base = statedOrigin(application, request)
  const path = request.routeOptions.url === AGENTS_PATH ? AGENTS_PATH : ''
  if (base === null) return challenge
  // RFC 9728: the path of a resource comes behind that of its metadata.
  const { origin } = new URL(base)
  return `${challenge}, resource_metadata="${origin}${protectedResourcePath('')}${tenantBase(request)}${path}"`
}

/** RFC 6750: the token that was sent is invalid. */
function withInvalidToken(challenge: string): string {
  return challenge.startsWith('Bearer ') ? `${challenge}, error="invalid_token"` : challenge
}

function hasBearer(signIn: AnySignIn, request: FastifyRequest): boolean {
  const carrier = sentSessionOf(signIn, request)?.carrier
  return carrier?.kind === 'header' && carrier.scheme?.toLowerCase() === 'bearer'
}

/**
 * Adds the challenges to each 401 answer. `Basic` makes a browser open its own password window, so the product's pages,
 * which have a form, do not get it.
 */
export function addChallenges(instance: FastifyInstance, application: Application): void {
  const challenges = challengesOf(application.model)
  if (challenges.length === 0) return
  const signIn = signInOf(application.model.roles)
  const isByOAuth = signIn?.apiKeys?.alsoByOAuth === true
  const challengesFor = (request: FastifyRequest): readonly string[] => {
    const told = signIn !== null && hasBearer(signIn, request) ? challenges.map(withInvalidToken) : challenges
    return isByOAuth ? told.map((each) => withMetadata(application, request, each)) : told
  }
  instance.addHook('onSend', (request, reply, _payload, done) => {
    // Error headers of the text may state one.
    const isMissing = reply.statusCode === 401 && !reply.hasHeader('www-authenticate')
    if (isMissing && !isFromOwnPage(request)) reply.header('www-authenticate', challengesFor(request))
    done()
  })
}
