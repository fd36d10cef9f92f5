// The storage model of the OAuth library: apps, codes and tokens in the database. The library validates requests. One
// statement consumes a code or a token, so that of two concurrent requests only one gets it.

import OAuth2Server from '@node-oauth/oauth2-server'
import type { GivenAccess } from '@ninefold/core/contract/programs/oauth.ts'
import { CONNECTED_APPS_MAX } from '@ninefold/core/contract/programs/oauth.ts'
import type { Database, Executor } from '../../store/driver/database.ts'
import { newApiKey } from '../../store/tables/users/api-keys.ts'
import {
  ACCESS_TOKEN_LIFE,
  CODE_LIFE,
  createGrant,
  findApp,
  findGrantByCode,
  findGrantByRefreshToken,
  firstRefreshToken,
  type Grant,
  type GrantOfRefreshToken,
  keepAccessToken,
  keepFirstRefreshToken,
  type OAuthApp,
  rotateRefreshToken,
  takeCode,
} from '../../store/tables/users/oauth-grants.ts'
import { isUuid } from '../http/uuid.ts'
import { GRANT_TYPES, isRegisteredAddress } from './app-registration.ts'

const { AccessDeniedError, InvalidGrantError, InvalidRequestError, OAuthError } = OAuth2Server

/** The user in the library's terms, who consents to an app's request. */
export interface ConsentingUser {
  readonly userId: string
  readonly access: GivenAccess
  /** The id of the tenant that the address of the request names; null: none. */
  readonly tenant: string | null
  /** The requested resource is this application, or the app requested none. */
  readonly isResource: boolean
}

/** PKCE with SHA-256, in base64url. */
const CODE_CHALLENGE = /^[\w-]{43}$/

function clientOf({ id, name, redirectAddresses }: OAuthApp): OAuth2Server.Client {
  return { id, name, redirectUris: [...redirectAddresses], grants: [...GRANT_TYPES] }
}

async function clientById(executor: Executor, id: string): Promise<OAuth2Server.Client | null> {
  const app = isUuid(id) ? await findApp(executor, id) : null
  return app === null ? null : clientOf(app)
}

/** The authorization endpoint. Its statements run in the transaction of the user's decision. */
export function authorizationEndpoint(transaction: Executor): OAuth2Server {
  const model: Pick<
    OAuth2Server.AuthorizationCodeModel,
    'getClient' | 'saveAuthorizationCode' | 'validateRedirectUri'
  > = {
    getClient: (id) => clientById(transaction, id),
    validateRedirectUri: async (address, client) => isRegisteredAddress(address, [client.redirectUris ?? []].flat()),
    saveAuthorizationCode: async (code, client, user) => {
      const { userId, access, tenant, isResource } = user as ConsentingUser
      if (!isResource) throw new OAuthError('There is no such resource here.', { name: 'invalid_target', code: 400 })
      const { codeChallenge, codeChallengeMethod } = code
      if (codeChallenge === undefined || codeChallengeMethod !== 'S256' || !CODE_CHALLENGE.test(codeChallenge))
        throw new InvalidRequestError('PKCE is required: send a code_challenge of the method S256.')
      const grant = { ...access, app: client.id, userId, tenant, codeChallenge, redirectAddress: code.redirectUri }
      const authorizationCode = await createGrant(transaction, grant, CONNECTED_APPS_MAX)
      if (authorizationCode === null)
        throw new AccessDeniedError(`The user has given access to ${CONNECTED_APPS_MAX} apps, and to no more.`)
      return { ...code, authorizationCode, client, user }
    },
  }
  return serverWith(model as OAuth2Server.AuthorizationCodeModel)
}

/**
 * The token endpoint. A code or token that it consumes stays consumed, whatever happens later. `tenant`: the one that the
 * address of the request names. Each tenant is an issuer, and an issuer knows only its own grants.
 */
export function tokenEndpoint(database: Database, tenant: string | null): OAuth2Server {
  const model: Omit<OAuth2Server.AuthorizationCodeModel, 'getAccessToken' | 'saveAuthorizationCode'> &
    Pick<OAuth2Server.RefreshTokenModel, 'getRefreshToken' | 'revokeToken'> = {
    getClient: (id) => clientById(database, id),
    getAuthorizationCode: async (authorizationCode) => {
      const grant = await findGrantByCode(database, authorizationCode)
      return (
        grant !== null &&
        grant.tenant === tenant && {
          authorizationCode,
          // The database has already checked the expiry by its own clock.
          expiresAt: new Date(Date.now() + CODE_LIFE * 1000),
          redirectUri: grant.redirectAddress,
          codeChallenge: grant.codeChallenge,
          codeChallengeMethod: 'S256',
          ...partsOf(grant),
        }
      )
    },
    revokeAuthorizationCode: ({ authorizationCode }) => takeCode(database, authorizationCode),
    getRefreshToken: async (refreshToken) => {
      const grant = await findGrantByRefreshToken(database, refreshToken)
      return grant !== null && grant.tenant === tenant && { refreshToken, ...partsOf(grant) }
    },
    revokeToken: ({ refreshToken, user }) => {
      const { id, nextRefreshToken } = user as GrantOfRefreshToken
      return rotateRefreshToken(database, id, refreshToken, nextRefreshToken)
    },
    generateAccessToken: async () => newApiKey(),
    generateRefreshToken: async (_, user) =>
      (user as Partial<GrantOfRefreshToken>).nextRefreshToken ?? firstRefreshToken((user as Grant).id),
    saveToken: async (token, client, user) => {
      const { id, nextRefreshToken } = user as Grant & Partial<GrantOfRefreshToken>
      const isKept = await database.write(
        async (transaction) =>
          (nextRefreshToken !== undefined ||
            (await keepFirstRefreshToken(transaction, id, token.refreshToken ?? ''))) &&
          (await keepAccessToken(transaction, id, token.accessToken, token.scope ?? [])),
      )
      if (!isKept) throw new InvalidGrantError('The access has ended.')
      return { ...token, client, user }
    },
  }
  return serverWith(model as OAuth2Server.AuthorizationCodeModel & OAuth2Server.RefreshTokenModel)
}

/** Scopes are roles. The library passes the user object through unchanged. */
function partsOf(grant: Grant): Pick<OAuth2Server.RefreshToken, 'client' | 'user' | 'scope'> {
  return { client: clientOf(grant.app), user: grant, scope: [...grant.roles] }
}

function serverWith(model: OAuth2Server.ServerOptions['model']): OAuth2Server {
  return new OAuth2Server({
    model,
    // PKCE already ties an answer to its request, so `state` may be missing.
    allowEmptyState: true,
    requireClientAuthentication: { authorization_code: false, refresh_token: false },
    accessTokenLifetime: ACCESS_TOKEN_LIFE,
    authorizationCodeLifetime: CODE_LIFE,
  })
}
