// Who came with which session when it was looked up last. It is a guess, and nothing is decided by it: sessions end and
// roles are taken, here and in other processes. What is done for somebody who was guessed has the database judge the
// guess first, in the same round trip; where it is wrong nothing is done, and who it is is looked up.

import type { SessionUser } from './sessions.ts'

const KNOWN_MAX = 10_000

export class KnownSessions {
  private readonly users = new Map<string, SessionUser>()

  /** Null: it has not been looked up, or not for long. */
  find(token: string): SessionUser | null {
    return this.users.get(token) ?? null
  }

  remember(token: string, user: SessionUser): void {
    this.users.delete(token)
    this.users.set(token, user)
    const oldest = this.users.size > KNOWN_MAX ? this.users.keys().next().value : undefined
    if (oldest !== undefined) this.users.delete(oldest)
  }

  forget(token: string): void {
    this.users.delete(token)
  }
}
