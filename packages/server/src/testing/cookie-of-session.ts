// The session cookie of an answer that signs in. The answer may also set a device cookie.

import { SESSION_COOKIE } from '../api/authentication/session-cookie.ts'

const SESSION = new RegExp(`^(?:__Host-)?${SESSION_COOKIE}=[^;]+`)

export function cookieOfSession({ headers }: Pick<Response, 'headers'>): string {
  for (const line of headers.getSetCookie()) {
    const [cookie] = SESSION.exec(line) ?? []
    if (cookie !== undefined) return cookie
  }
  throw new Error('The answer set no session.')
}
