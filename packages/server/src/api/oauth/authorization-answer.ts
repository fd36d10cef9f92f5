// A user's decision → the answer of the authorization endpoint, as the OAuth library makes it: a code, or an error by which
// the app knows why there is none.

import OAuth2Server from '@node-oauth/oauth2-server'
import type { GivenAccess } from '@ninefold/core/contract/programs/oauth.ts'
import type { Executor } from '../../store/driver/database.ts'
import { authorizationEndpoint, type ConsentingUser } from './oauth-model.ts'
import { unlessOwnFault } from './token-answer.ts'

interface Decision {
  readonly userId: string
  /** Null: denied. */
  readonly access: GivenAccess | null
  /** The resource that the app names is here, or it names none. */
  readonly isResource: boolean
}

export interface AuthorizationAnswer {
  /** Where the browser of the user goes. */
  readonly location: string
  readonly isAllowed: boolean
}

/** `parameters` name a registered app and an address of it. */
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
