// Signing in, up and out. The session itself is a cookie that scripts can't read.

import { request } from './request.ts'

export function signIn(identifier: string, password: string): Promise<void> {
  return request('POST', '/_ninefold/session', { body: { identifier, password } })
}

export function signUp(body: unknown): Promise<void> {
  return request('POST', '/_ninefold/users', { body })
}

export function signOut(): Promise<void> {
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

export function signInByLink(token: string): Promise<void> {
  return request('POST', '/_ninefold/session-by-link', { body: { token } })
}

/** Yes to the schema changes that wait because they lose data. */
export function consent(): Promise<void> {
  return request('POST', '/_ninefold/consent')
}
