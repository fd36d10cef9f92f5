// A user's decision → the answer of the authorization endpoint, made by the OAuth library: a code, or an error code.

import OAuth2Server from '@node-oauth/oauth2-server'
import type { GivenAccess } from '@ninefold/core/contract/programs/oauth.ts'
import type { Executor } from '../../store/driver/database.ts'
import { authorizationEndpoint, type ConsentingUser } from './oauth-model.ts'
import { unlessOwnFault } from './token-answer.ts'

interface Decision {
  readonly userId: string
  /** Null: denied. */
  readonly access: GivenAccess | null
  /** The requested resource is this application, or the app requested none. */
  readonly isResource: boolean
}

export interface AuthorizationAnswer {
  /** Where the user's browser is sent. */
  readonly location: string
  readonly isAllowed: boolean
}

/** `parameters` must name a registered app and one of its redirect addresses. */
export async function locationOfAnswer(
  transaction: Executor,
  parameters: Readonly<Record<string, string>>,
  { userId, access, isResource }: Decision,
): Promise<AuthorizationAnswer> {
  const { allowed: _, ...query } = parameters
  const request = new OAuth2Server.Request({
    method: 'GET',
    headers: {},
    query: access === null ? { ...query, allowed: 'false' } : query,
  })
  const response = new OAuth2Server.Response({})
  const handle = (): ConsentingUser => ({
    userId,
    access: access ?? { roles: [], onlyReads: true, days: 0 },
    isResource,
  })
  const locationNow = (): string => String(response.get('location'))
  try {
    await authorizationEndpoint(transaction).authorize(request, response, { authenticateHandler: { handle } })
    return { location: locationNow(), isAllowed: true }
  } catch (cause) {
    unlessOwnFault(cause)
    return { location: locationNow(), isAllowed: false }
  }
}
