// Signing in, up and out. The session is a cookie that scripts cannot read.

import { INVITATION_PATH, INVITED_USERS_PATH, type InvitationAnswer } from '@ninefold/core/contract/wire/invitations.ts'
import { OPENID_START_PATH, type OpenIdStart, type SignedOut } from '@ninefold/core/contract/wire/openid.ts'
import type { HalfSignedIn } from '@ninefold/core/contract/wire/second-factor.ts'
import { request } from './query/request.ts'

/** Undefined: done. Otherwise the second factor is required; also for the others below. */
export function signIn(identifier: string, password: string): Promise<HalfSignedIn | undefined> {
  return request('POST', '/_ninefold/session', { body: { identifier, password } })
}

/** Where the browser goes, or why it cannot. `isLinking`: for the signed-in user's account. */
export function startOpenId(provider: string, then: string, isLinking: boolean): Promise<OpenIdStart> {
  return request('POST', OPENID_START_PATH, { body: { provider, then, link: isLinking } })
}

export function signUp(body: unknown): Promise<HalfSignedIn | undefined> {
  return request('POST', '/_ninefold/users', { body })
}

/** Undefined: done. Otherwise the browser goes on to the provider. */
export function signOut(): Promise<SignedOut | undefined> {
  return request('DELETE', '/_ninefold/session')
}

/** Sends a link to the user with this identifier; the answer is the same if there is none. */
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

/** The invitation whose token follows the `#` of a link. */
export function lookAtInvitation(token: string): Promise<InvitationAnswer> {
  return request('POST', INVITATION_PATH, { body: { token } })
}

export function takeInvitation(token: string, user: unknown): Promise<HalfSignedIn | undefined> {
  return request('POST', INVITED_USERS_PATH, { body: { token, user } })
}

/** Consents to the waiting schema changes that lose data. */
export function consent(): Promise<void> {
  return request('POST', '/_ninefold/consent')
}
