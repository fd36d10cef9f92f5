// The cookie of a session in an answer that signs somebody in. The same answer may set others: one by which the browser
// is known at its next sign-in.

import { SESSION_COOKIE } from '../api/authentication/session-cookie.ts'

const SESSION = new RegExp(`^(?:__Host-)?${SESSION_COOKIE}=[^;]+`)

export function cookieOfSession({ headers }: Pick<Response, 'headers'>): string {
  for (const line of headers.getSetCookie()) {
    const [cookie] = SESSION.exec(line) ?? []
    if (cookie !== undefined) return cookie
  }
  throw new Error('The answer set no session.')
}
