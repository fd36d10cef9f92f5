// Questions of the application to OpenID providers: where a browser goes to sign in and out, and which user came back.

import type { OpenIdProvider } from '@ninefold/core/model/users/openid.ts'

/** A browser is sent with these, and has to come back with them. */
export interface SignInSecrets {
  readonly state: string
  readonly nonce: string
  /** Of PKCE. */
  readonly verifier: string
}

export interface ProvenUser {
  readonly issuer: string
  readonly subject: string
  /** Of the ID token and of userinfo: whatever the provider says, in any shape. */
  readonly claims: Readonly<Record<string, unknown>>
  readonly idToken: string
}

export interface IdentityProviders {
  /** Variables of the environment that are not set. Empty: people can sign in by it. */
  missing(provider: OpenIdProvider): readonly string[]
  /** The address at the provider. Throws ProviderFailure. */
  signInAddress(provider: OpenIdProvider, secrets: SignInSecrets, callback: string): Promise<string>
  /** `address`: the one that the browser came back to, with its query. Throws ProviderFailure. */
  userOf(provider: OpenIdProvider, secrets: SignInSecrets, address: URL): Promise<ProvenUser>
  /** Null: the provider has no such address, or does not answer. */
  signOutAddress(provider: OpenIdProvider, idToken: string, next: string): Promise<string | null>
}

/** `away`: another try may succeed. `declined`: the person or the provider said no. `wrong`: the answer proves nobody. */
export class ProviderFailure extends Error {
  override name = 'ProviderFailure'
  readonly kind: 'away' | 'declined' | 'wrong'

  constructor(kind: ProviderFailure['kind'], reason: string, cause?: unknown) {
    super(reason, { cause })
    this.kind = kind
  }
}
