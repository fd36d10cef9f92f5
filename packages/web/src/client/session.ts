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

/** Yes to the schema changes that wait because they lose data. */
export function consent(): Promise<void> {
  return request('POST', '/_ninefold/consent')
}
