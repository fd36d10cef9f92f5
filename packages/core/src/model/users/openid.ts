// OpenID providers of point 6, checked: their issuers, who can sign up, and the effect of claims.

import type { Stated } from '../stated.ts'

export interface OpenIdProvider extends Stated {
  readonly name: string
  /** Names of environment variables: the issuer, the client id and the client secret. */
  readonly issuer: string
  readonly clientId: string
  readonly clientSecret: string
  /** In addition to `openid email profile`. */
  readonly scopes: readonly string[]
  /** Null: signing up is not possible by it. */
  readonly signUp: ProviderSignUp | null
  /** An account with the verified address is linked at sign-in. */
  readonly linksByAddress: boolean
  readonly rolesAre: 'taken anew' | 'given once'
  /** Fields of a new user, with their claims. */
  readonly fields: readonly ClaimedField[]
  readonly roles: readonly ClaimedRole[]
}

export interface ProviderSignUp {
  readonly gives: string
  /** In lower case. Null: any domain. */
  readonly domains: readonly string[] | null
}

export interface ClaimedField {
  readonly field: string
  readonly claim: string
}

/** The role of users whose claim equals the value, or is a list with it. */
export interface ClaimedRole {
  readonly claim: string
  readonly value: string
  readonly role: string
}

/** The claim with the address. It counts only if `email_verified` is true. */
export const ADDRESS_CLAIM = 'email'

/** All environment variables of the provider. */
export function variablesOfProvider({ issuer, clientId, clientSecret }: OpenIdProvider): string[] {
  return [...new Set([issuer, clientId, clientSecret])]
}
