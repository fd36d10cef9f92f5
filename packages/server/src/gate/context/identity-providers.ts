// The interface to OpenID providers: addresses for signing in and out, and the user who came back.

import type { OpenIdProvider } from '@ninefold/core/model/users/openid.ts'

/** Values that a browser takes to the provider and has to bring back. */
export interface SignInSecrets {
  readonly state: string
  readonly nonce: string
  /** The PKCE code verifier. */
  readonly verifier: string
}

export interface ProvenUser {
  readonly issuer: string
  readonly subject: string
  /** Claims of the ID token and of userinfo, unvalidated. */
  readonly claims: Readonly<Record<string, unknown>>
  readonly idToken: string
}

export interface IdentityProviders {
  /** Environment variables that are not set. Empty: sign-in works. */
  missing(provider: OpenIdProvider): readonly string[]
  /** The authorization URL. Throws ProviderFailure. */
  signInAddress(provider: OpenIdProvider, secrets: SignInSecrets, callback: string): Promise<string>
  /** `address`: the callback URL with its query. Throws ProviderFailure. */
  userOf(provider: OpenIdProvider, secrets: SignInSecrets, address: URL): Promise<ProvenUser>
  /** Null: the provider has no such address, or is unreachable. */
  signOutAddress(provider: OpenIdProvider, idToken: string, next: string): Promise<string | null>
}

/** `away`: a retry may succeed. `declined`: the person or the provider refused. `wrong`: the answer is invalid. */
export class ProviderFailure extends Error {
  override name = 'ProviderFailure'
  readonly kind: 'away' | 'declined' | 'wrong'

  constructor(kind: ProviderFailure['kind'], reason: string, cause?: unknown) {
    super(reason, { cause })
    this.kind = kind
  }
}
