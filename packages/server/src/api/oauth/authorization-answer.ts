// A user's decision → the answer of the authorization endpoint, made by the OAuth library: a code, or an error code.

import OAuth2Server from '@node-oauth/oauth2-server'
import type { GivenAccess } from '@ninefold/core/contract/programs/oauth.ts'
import type { Executor } from '../../store/driver/database.ts'
import { authorizationEndpoint, type ConsentingUser } from './oauth-model.ts'
import { unlessOwnFault } from './token-answer.ts'

interface Decision extends Pick<ConsentingUser, 'userId' | 'tenant' | 'isResource'> {
  /** Null: denied. */
  readonly access: GivenAccess | null
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
  { userId, access, tenant, isResource }: Decision,
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
    tenant,
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
