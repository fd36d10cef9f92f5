// Signing in, up and out. The session itself is a cookie that scripts can't read.

import { INVITATION_PATH, INVITED_USERS_PATH, type InvitationAnswer } from '@ninefold/core/contract/wire/invitations.ts'
import { OPENID_START_PATH, type OpenIdStart, type SignedOut } from '@ninefold/core/contract/wire/openid.ts'
import type { HalfSignedIn } from '@ninefold/core/contract/wire/second-factor.ts'
import { request } from './query/request.ts'

/** Undefined: it is done. Else it goes on with the second factor; so do the others below. */
export function signIn(identifier: string, password: string): Promise<HalfSignedIn | undefined> {
  return request('POST', '/_ninefold/session', { body: { identifier, password } })
}

/** Where the browser goes on, or why it cannot. `isLinking`: for the account of whoever is signed in. */
export function startOpenId(provider: string, then: string, isLinking: boolean): Promise<OpenIdStart> {
  return request('POST', OPENID_START_PATH, { body: { provider, then, link: isLinking } })
}

export function signUp(body: unknown): Promise<HalfSignedIn | undefined> {
  return request('POST', '/_ninefold/users', { body })
}

/** Undefined: it is done. Else the browser goes on to the provider. */
export function signOut(): Promise<SignedOut | undefined> {
  return request('DELETE', '/_ninefold/session')
}

/** Sends a link to whoever has this identifier; the answer is the same when nobody has. */
export function askForPasswordLink(identifier: string): Promise<void> {
  return request('POST', '/_ninefold/password-link', { body: { identifier } })
}

export function setNewPassword(token: string, password: string): Promise<void> {
  return request('POST', '/_ninefold/password', { body: { token, password } })
}

export function askForSignInLink(identifier: string): Promise<void> {
  return request('POST', '/_ninefold/sign-in-link', { body: { identifier } })
}

export function signInByLink(token: string): Promise<HalfSignedIn | undefined> {
  return request('POST', '/_ninefold/session-by-link', { body: { token } })
}

/** The invitation that a link has behind its `#`. */
export function lookAtInvitation(token: string): Promise<InvitationAnswer> {
  return request('POST', INVITATION_PATH, { body: { token } })
}

export function takeInvitation(token: string, user: unknown): Promise<HalfSignedIn | undefined> {
  return request('POST', INVITED_USERS_PATH, { body: { token, user } })
}

/** Yes to the schema changes that wait because they lose data. */
export function consent(): Promise<void> {
  return request('POST', '/_ninefold/consent')
}
