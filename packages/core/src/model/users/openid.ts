// OpenID providers of point 6, checked: where each is, who becomes a user by it, and what its claims give.

import type { Stated } from '../stated.ts'

export interface OpenIdProvider extends Stated {
  readonly name: string
  /** Names of variables of the environment: the issuer, the id of this application there, and its secret. */
  readonly issuer: string
  readonly clientId: string
  readonly clientSecret: string
  /** Beside `openid email profile`. */
  readonly scopes: readonly string[]
  /** Null: nobody signs up by it. */
  readonly signUp: ProviderSignUp | null
  /** An account whose address the provider has confirmed is linked as its user signs in. */
  readonly linksByAddress: boolean
  readonly rolesAre: 'taken anew' | 'given once'
  /** Fields of a new user, each with the claim that it is read from. */
  readonly fields: readonly ClaimedField[]
  readonly roles: readonly ClaimedRole[]
}

export interface ProviderSignUp {
  readonly gives: string
  /** In lower case. Null: of any domain. */
  readonly domains: readonly string[] | null
}

export interface ClaimedField {
  readonly field: string
  readonly claim: string
}

/** A user whose claim is the value, or a list that holds it, has the role. */
export interface ClaimedRole {
  readonly claim: string
  readonly value: string
  readonly role: string
}

/** The claim of an address. It counts only where `email_verified` is true. */
export const ADDRESS_CLAIM = 'email'

/** All that the operator has to set. */
export function variablesOfProvider({ issuer, clientId, clientSecret }: OpenIdProvider): string[] {
  return [...new Set([issuer, clientId, clientSecret])]
}
