// Signing in by OpenID providers, as the browser is told of it.

import type { OpenIdProvider } from '../../model/users/openid.ts'
import type { OpenIdProblem } from './openid-problems.ts'

/** `POST {"provider": …, "then": …}`: where the browser goes on, or why it cannot. With "link", the caller's account is linked. */
export const OPENID_START_PATH = '/_ninefold/openid/start'
/** The provider sends the browser back to this, and the name of the provider behind it. */
export const OPENID_CALLBACK_PATH = '/_ninefold/openid/callback'
/** `DELETE` one of one's own with its id behind it. */
export const IDENTITIES_PATH = '/_ninefold/identities'
/** The page that says why nobody was signed in. */
export const OPENID_PROBLEM_PAGE = '/sign-in/problem'

/** Answer of `POST /_ninefold/openid/start`. */
export type OpenIdStart = { readonly address: string } | { readonly problem: OpenIdProblem }

/** Answer of `DELETE /_ninefold/session` where the user signed in by a provider that signs out as well: where the browser goes on. */
export interface SignedOut {
  readonly address: string
}

/** A button on the page for signing in. */
export interface AppProvider {
  readonly name: string
  /** In addresses. */
  readonly key: string
  /** Variables of the environment that are not set; for its author, and empty in production. */
  readonly missing: readonly string[]
  /** Somebody without an account gets one by it. */
  readonly isForSigningUp: boolean
}

/** Providers and the identities of the caller. */
export interface AccountIdentities {
  readonly identities: readonly AccountIdentity[]
  /** Those of which the account has no identity. */
  readonly toLink: readonly AppProvider[]
}

export interface AccountIdentity {
  readonly id: string
  readonly provider: string
  /** That the provider has confirmed. */
  readonly address: string | null
  /** ISO 8601 */
  readonly linkedAt: string
  readonly lastUsedAt: string
  /** It is the only way in. */
  readonly isLast: boolean
}

/** Names that differ by case alone are one name. */
export function providerKey({ name }: Pick<OpenIdProvider, 'name'>): string {
  return name.toLowerCase()
}
