// The caller cache: callers by session. An entry is only a hint, because sessions end and roles change in any process.
// The statement that uses a cached caller verifies it in the database, in the same round trip. If it is stale, nothing
// is done and the caller is looked up.

import type { Bindings } from '../../store/driver/rows.ts'
import type { Caller } from './caller.ts'

export interface Guess {
  readonly caller: Caller
  /** Bindings with which the first statement of a request verifies the entry. */
  readonly bindings: Bindings
}

const KNOWN_MAX = 10_000

export class KnownCallers {
  private readonly guesses = new Map<string, Guess>()

  /** Null: the session was not looked up recently. */
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
