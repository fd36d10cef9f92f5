// OpenID Connect with a provider: authorization code flow with PKCE, state and nonce. The operator configures the
// issuer; its metadata and all its answers are untrusted.

import * as client from 'openid-client'
import { ADDRESS_CLAIM, type OpenIdProvider, variablesOfProvider } from '@ninefold/core/model/users/openid.ts'
import { type IdentityProviders, ProviderFailure, type ProvenUser } from '../gate/context/identity-providers.ts'
import { AddressRefused, type NamedHosts } from './ssrf-protection.ts'
import { AnswerTooLong, openFetch } from './open-fetch.ts'

export interface ProviderSettings {
  /** Environment variables by the names in the text. */
  readonly environment: Readonly<Record<string, string | undefined>>
  /** Hosts that may be reached although they are not public. */
  readonly named: NamedHosts
  /** Plain http is for development and tests only: a man in the middle could sign in as anybody. */
  readonly takesHttp: boolean
  /** Timeout per request. */
  readonly waitsSeconds?: number
}

const WAITS_SECONDS = 8
/** How long a provider's metadata and keys are cached. */
const KNOWN_MS = 3_600_000
/** Tolerated clock skew. */
const TOLERANCE_SECONDS = 30

interface Known {
  readonly configuration: Promise<client.Configuration>
  readonly atMs: number
}

export function openIdProviders(settings: ProviderSettings): IdentityProviders {
  const known = new Map<string, Known>()
  const missing = (provider: OpenIdProvider): readonly string[] =>
    variablesOfProvider(provider).filter((name) => (settings.environment[name] ?? '') === '')
  const configurationOf = (provider: OpenIdProvider): Promise<client.Configuration> => {
    const [issuer = '', id = '', secret = ''] = [provider.issuer, provider.clientId, provider.clientSecret].map(
      (name) => settings.environment[name] ?? '',
    )
    const key = JSON.stringify([issuer, id, secret])
    const before = known.get(key)
    if (before !== undefined && performance.now() - before.atMs < KNOWN_MS) return before.configuration
    const configuration = discovered(issuer, id, secret, settings)
    known.set(key, { configuration, atMs: performance.now() })
    // A failure is not cached, so that the next request retries.
    configuration.catch(() => known.delete(key))
    return configuration
  }
  return {
    missing,
    signInAddress: (provider, secrets, callback) =>
      told(provider, async () => {
        const configuration = await configurationOf(provider)
        const address = client.buildAuthorizationUrl(configuration, {
          redirect_uri: callback,
          scope: ['openid', 'email', 'profile', ...provider.scopes].join(' '),
          state: secrets.state,
          nonce: secrets.nonce,
          code_challenge: await client.calculatePKCECodeChallenge(secrets.verifier),
          code_challenge_method: 'S256',
        })
        return webAddress(address, settings)
      }),
    userOf: (provider, secrets, address) =>
      told(provider, async () => {
        const configuration = await configurationOf(provider)
        const tokens = await client.authorizationCodeGrant(configuration, address, {
          expectedState: secrets.state,
          expectedNonce: secrets.nonce,
          pkceCodeVerifier: secrets.verifier,
          idTokenExpected: true,
        })
        return provenUser(configuration, tokens)
      }),
    signOutAddress: (provider, idToken, next) =>
      told(provider, async () => {
        const configuration = await configurationOf(provider)
        if (configuration.serverMetadata().end_session_endpoint === undefined) return null
        const parameters = { post_logout_redirect_uri: next, id_token_hint: idToken }
        return webAddress(client.buildEndSessionUrl(configuration, parameters), settings)
      }).catch((cause: unknown) => {
        // The session here has ended. The provider's session ends later, or expires.
        if (cause instanceof ProviderFailure) return null
        throw cause
      }),
  }
}

async function discovered(
  issuer: string,
  id: string,
  secret: string,
  { named, takesHttp, waitsSeconds = WAITS_SECONDS }: ProviderSettings,
): Promise<client.Configuration> {
  const metadata = { [client.clockTolerance]: TOLERANCE_SECONDS }
  const configuration = await client.discovery(new URL(issuer), id, metadata, authenticationBy(secret), {
    [client.customFetch]: openFetch(named),
    timeout: waitsSeconds,
    // Checks the ID token's signature, although the token comes directly from the provider.
    execute: [client.enableNonRepudiationChecks, ...(takesHttp ? [client.allowInsecureRequests] : [])],
  })
  return configuration
}

/** The authentication method that the provider's metadata names. */
function authenticationBy(secret: string): client.ClientAuth {
  const basic = client.ClientSecretBasic(secret)
  const post = client.ClientSecretPost(secret)
  return (server, ...rest) => {
    const takes = server.token_endpoint_auth_methods_supported ?? ['client_secret_basic']
    return (takes.includes('client_secret_basic') ? basic : post)(server, ...rest)
  }
}

/** Only http addresses are allowed, so that a browser is never sent to another program. */
function webAddress(address: URL, { takesHttp }: ProviderSettings): string {
  if (address.protocol === 'https:' || (takesHttp && address.protocol === 'http:')) return address.href
  throw new ProviderFailure('wrong', `${address.origin} is no address for browsers.`)
}

type Tokens = Awaited<ReturnType<typeof client.authorizationCodeGrant>>

async function provenUser(configuration: client.Configuration, tokens: Tokens): Promise<ProvenUser> {
  const own = tokens.claims()
  if (own === undefined || tokens.id_token === undefined) throw new ProviderFailure('wrong', 'There is no ID token.')
  const { iss, sub } = own
  const told =
    configuration.serverMetadata().userinfo_endpoint === undefined
      ? {}
      : await client.fetchUserInfo(configuration, tokens.access_token, sub)
  return { issuer: iss, subject: sub, claims: mergedClaims(own, told), idToken: tokens.id_token }
}

/** `email` and `email_verified` must come from the same source. */
function mergedClaims(
  own: Readonly<Record<string, unknown>>,
  told: Readonly<Record<string, unknown>>,
): Readonly<Record<string, unknown>> {
  const { [ADDRESS_CLAIM]: address, email_verified: isConfirmed, ...others } = told
  if (Object.hasOwn(own, ADDRESS_CLAIM)) return { ...others, ...own }
  return { ...others, ...own, [ADDRESS_CLAIM]: address, email_verified: isConfirmed }
}

async function told<Result>({ name }: OpenIdProvider, doing: () => Promise<Result>): Promise<Result> {
  try {
    return await doing()
  } catch (cause) {
    throw cause instanceof ProviderFailure ? cause : failureOf(name, cause)
  }
}

function failureOf(name: string, cause: unknown): unknown {
  const causes = causesOf(cause)
  const refusal = causes.find((each) => each instanceof AddressRefused || each instanceof AnswerTooLong)
  if (refusal !== undefined) return new ProviderFailure('wrong', `OpenID ${name}: ${refusal.message}`, cause)
  if (causes.some(isConnectionLost)) return new ProviderFailure('away', `OpenID ${name} was not reached.`, cause)
  if (cause instanceof client.AuthorizationResponseError)
    return new ProviderFailure('declined', `OpenID ${name} answered ${cause.error}.`, cause)
  if (cause instanceof client.ResponseBodyError || cause instanceof client.WWWAuthenticateChallengeError)
    return new ProviderFailure(kindOf(cause.status), `OpenID ${name} answered ${cause.status}.`, cause)
  if (!(cause instanceof client.ClientError)) return cause
  const answer = causes.find((each) => each instanceof Response)
  return new ProviderFailure(kindOf(answer?.status ?? 0), `OpenID ${name}: ${cause.message} (${cause.code}).`, cause)
}

function kindOf(status: number): ProviderFailure['kind'] {
  return status >= 500 || status === 408 || status === 429 ? 'away' : 'wrong'
}

/** An error with its chain of causes. */
function causesOf(cause: unknown): (Error | Response)[] {
  if (cause instanceof Response) return [cause]
  return cause instanceof Error ? [cause, ...causesOf(cause.cause)] : []
}

/** Connection errors have a code in capitals; timeouts have one of these names. */
function isConnectionLost(cause: Error | Response): boolean {
  if (cause instanceof Response) return false
  if (cause.name === 'TimeoutError' || cause.name === 'AbortError') return true
  return 'code' in cause && /^(?:E[A-Z_]+|ERR_(?:SSL|TLS)\w*|HPE_\w+|OAUTH_TIMEOUT)$/.test(String(cause.code))
}
