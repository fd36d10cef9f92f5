// Signing in by OpenID providers, for the browser.

import type { OpenIdProvider } from '../../model/users/openid.ts'
import type { OpenIdProblem } from './openid-problems.ts'

/**
 * `POST {"provider": …, "then": …}`: the address to go to, or the problem. With "link", the caller's account is linked.
 */
export const OPENID_START_PATH = '/_ninefold/openid/start'
/** The redirect address, with the name of the provider appended. */
export const OPENID_CALLBACK_PATH = '/_ninefold/openid/callback'
/** `DELETE` with an id unlinks one. */
export const IDENTITIES_PATH = '/_ninefold/identities'
/** The page that shows why the sign-in failed. */
export const OPENID_PROBLEM_PAGE = '/sign-in/problem'

/** Answer of `POST /_ninefold/openid/start`. */
export type OpenIdStart = { readonly address: string } | { readonly problem: OpenIdProblem }

/** Answer of `DELETE /_ninefold/session` if the user's provider supports sign-out: the address to go to. */
export interface SignedOut {
  readonly address: string
}

/** A button on the sign-in page. */
export interface AppProvider {
  readonly name: string
  /** The name in addresses. */
  readonly key: string
  /** Missing environment variables; for the author, empty in production. */
  readonly missing: readonly string[]
  /** A person without an account can sign up by it. */
  readonly isForSigningUp: boolean
}

/** Providers and the identities of the caller. */
export interface AccountIdentities {
  readonly identities: readonly AccountIdentity[]
  /** Providers without an identity in this account. */
  readonly toLink: readonly AppProvider[]
}

export interface AccountIdentity {
  readonly id: string
  readonly provider: string
  /** The address that the provider has verified. */
  readonly address: string | null
  /** ISO 8601 */
  readonly linkedAt: string
  readonly lastUsedAt: string
  /** The only way to sign in. */
  readonly isLast: boolean
}

/** Names that differ only in case are equal. */
export function providerKey({ name }: Pick<OpenIdProvider, 'name'>): string {
  return name.toLowerCase()
}
