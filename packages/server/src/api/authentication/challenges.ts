// The ways to sign in that an answer 401 names (RFC 9110, `WWW-Authenticate`).

import type { Model } from '@ninefold/core/model/model.ts'
import { signInOf } from '@ninefold/core/model/users/sign-in-of.ts'
import type { FastifyInstance } from 'fastify'
import { isFromOwnPage } from './session-token.ts'

/** Cookies and headers of an application's own have no scheme that could be named. */
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

/**
 * Adds them to each answer 401. A browser asks for a password in a window of its own where it reads `Basic`; the product's
 * pages have a better one, and get none.
 */
export function addChallenges(instance: FastifyInstance, model: Model): void {
  const challenges = challengesOf(model)
  if (challenges.length === 0) return
  instance.addHook('onSend', async (request, reply) => {
    if (reply.statusCode === 401 && !isFromOwnPage(request)) reply.header('www-authenticate', challenges)
  })
}
