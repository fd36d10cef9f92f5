// Callers by session, as they were looked up last. It is a guess, and nothing is decided by it: sessions end and
// roles are taken, here and in other processes. Work for a cached caller has the database check the cache first, in the
// same round trip; where it is stale nothing is done, and the caller is looked up.

import type { Bindings } from '../../store/driver/rows.ts'
import type { Caller } from './caller.ts'

export interface Guess {
  readonly caller: Caller
  /** With them every statement is judged, where nothing has been done for the caller in the same request. */
  readonly bindings: Bindings
}

const KNOWN_MAX = 10_000

export class KnownCallers {
  private readonly guesses = new Map<string, Guess>()

  /** Null: the session has not been looked up, or not for long. */
  find(token: string): Guess | null {
    return this.guesses.get(token) ?? null
  }

  remember(token: string, guess: Guess): void {
    this.guesses.delete(token)
    this.guesses.set(token, guess)
    const oldest = this.guesses.size > KNOWN_MAX ? this.guesses.keys().next().value : undefined
    if (oldest !== undefined) this.guesses.delete(oldest)
  }

  forget(token: string): void {
    this.guesses.delete(token)
  }
}
