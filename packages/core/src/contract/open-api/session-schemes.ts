// Carriers of a session (point 6) → security schemes of OpenAPI, and the requirement of an operation.

import type { Model } from '../../model/model.ts'
import type { SessionCarrier } from '../../model/roles.ts'
import { signInOf } from '../../model/users/sign-in-of.ts'
import { AUTHORIZATION_PAGE, OAUTH_PATHS } from '../programs/oauth.ts'

type SecurityScheme = Readonly<Record<string, unknown>>

/** Name and security scheme of each carrier, in the order of the text. */
export function sessionSchemes({ roles }: Model): (readonly [name: string, scheme: SecurityScheme])[] {
  const signIn = signInOf(roles)
  const ofSessions = (signIn?.session.carriers ?? []).map((carrier, index): [string, SecurityScheme] => [
    index === 0 ? 'session' : `session-${index + 1}`,
    securityScheme(carrier),
  ])
  if (signIn === null || signIn.apiKeys === null) return ofSessions
  const { roles: scopes, alsoByOAuth } = signIn.apiKeys
  return [...ofSessions, ['key', API_KEY], ...(alsoByOAuth ? [['oauth', oauthScheme(scopes)] as const] : [])]
}

/** Scopes are roles. */
function oauthScheme(roles: readonly string[]): SecurityScheme {
  return {
    type: 'oauth2',
    flows: {
      authorizationCode: {
        authorizationUrl: AUTHORIZATION_PAGE,
        tokenUrl: OAUTH_PATHS.token,
        refreshUrl: OAUTH_PATHS.token,
        scopes: Object.fromEntries(roles.map((role) => [role, `What users with the role ${role} may do`])),
      },
    },
  }
}

const API_KEY: SecurityScheme = {
  type: 'http',
  scheme: 'bearer',
  bearerFormat: 'nf_…',
  description: 'A key that a user has made for a program. It has some of the roles of its user, and ends on a day.',
}

function securityScheme(carrier: SessionCarrier): SecurityScheme {
  switch (carrier.kind) {
    case 'cookie':
      return { type: 'apiKey', in: 'cookie', name: 'ninefold_session' }
    case 'named cookie':
      return { type: 'apiKey', in: 'cookie', name: carrier.name }
    case 'query':
      return { type: 'apiKey', in: 'query', name: carrier.name }
    case 'basic':
      if (carrier.key === undefined) return { type: 'http', scheme: 'basic' }
      return { type: 'http', scheme: 'basic', description: `The ${carrier.key} as the user; any password.` }
    case 'header': {
      const { name, scheme } = carrier
      if (name.toLowerCase() === 'authorization' && scheme?.toLowerCase() === 'bearer')
        return { type: 'http', scheme: 'bearer' }
      const description = scheme === null ? {} : { description: `${scheme} <${carrier.key ?? 'token'}>` }
      return { type: 'apiKey', in: 'header', name, ...description }
    }
  }
}

/** Any of the carriers is accepted. */
export function sessionSecurity(model: Model): Record<string, readonly string[]>[] {
  return sessionSchemes(model).map(([name]) => ({ [name]: [] }))
}
