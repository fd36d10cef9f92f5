// Keys that somebody who is signed in makes for programs.

import type { ConnectedApp } from './oauth.ts'

/** `POST` a new one; `DELETE` one with its id behind it. */
export const API_KEYS_PATH = '/_ninefold/api-keys'
export const API_KEYS_MAX = 50
export const API_KEY_NAME_MAX = 80

/** A part of the answer of `GET /_ninefold/account.json`. */
export interface AccountKeys {
  /** Those that they have and may give to a key. */
  readonly roles: readonly string[]
  readonly daysMax: number
  /** Agents may use the application with them: `contract/programs/agents.ts`. */
  readonly forAgents: boolean
  readonly keys: readonly AccountKey[]
  /** Null: point 6 gives no access by OAuth. */
  readonly apps: readonly ConnectedApp[] | null
}

/** Nothing of it lets anybody in. */
export interface AccountKey {
  readonly id: string
  readonly name: string
  /** `nf_x1Y2z3` */
  readonly beginning: string
  readonly roles: readonly string[]
  readonly onlyReads: boolean
  /** ISO 8601, as those below. */
  readonly createdAt: string
  readonly expiresAt: string
  readonly isOver: boolean
  /** Within a minute; null: never. */
  readonly lastUsedAt: string | null
}

/** Body of `POST /_ninefold/api-keys`. */
export interface KeyToMake {
  readonly name: string
  readonly roles: readonly string[]
  readonly onlyReads: boolean
  readonly days: number
}

/** Its answer. */
export interface MadeKey {
  readonly id: string
  /** Told now, and never again. */
  readonly key: string
}
