// API keys that signed-in users create for programs.

import type { ConnectedApp } from './oauth.ts'

/** `POST` creates one; `DELETE` with an id revokes one. */
export const API_KEYS_PATH = '/_ninefold/api-keys'
export const API_KEYS_MAX = 50
export const API_KEY_NAME_MAX = 80

/** A part of the answer of `GET /_ninefold/account.json`. */
export interface AccountKeys {
  /** The user's roles that a key may have. */
  readonly roles: readonly string[]
  readonly daysMax: number
  /** Agents may use the application with such keys: `contract/programs/agents.ts`. */
  readonly forAgents: boolean
  readonly keys: readonly AccountKey[]
  /** Null: point 6 does not state OAuth. */
  readonly apps: readonly ConnectedApp[] | null
}

/** Contains no credentials. */
export interface AccountKey {
  readonly id: string
  readonly name: string
  /** `nf_x1Y2z3` */
  readonly beginning: string
  readonly roles: readonly string[]
  readonly onlyReads: boolean
  /** ISO 8601, like those below. */
  readonly createdAt: string
  readonly expiresAt: string
  readonly isOver: boolean
  /** Precise to a minute; null: never. */
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
  /** Shown only once. */
  readonly key: string
}
