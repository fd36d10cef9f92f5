// The signed-in user's account: identity, password, and sessions.

import type { AccountKeys } from '../programs/api-keys.ts'
import type { InputField } from './inputs.ts'
import type { AccountFactor } from './second-factor.ts'
import type { AccountPasskey } from './passkeys.ts'
import type { AccountIdentities } from './openid.ts'

export const ACCOUNT_PATH = '/_ninefold/account.json'
/** `POST` a new one. */
export const OWN_PASSWORD_PATH = '/_ninefold/own-password'
/** `DELETE` with an id ends one. */
export const SESSIONS_PATH = '/_ninefold/sessions'
/** `DELETE` ends all except the one of the request. */
export const OTHER_SESSIONS_PATH = '/_ninefold/other-sessions'

/** `GET`: all data about the user, as a file. */
export const OWN_DATA_PATH = '/_ninefold/account/data.json'
/** Per user and hour. */
export const OWN_DATA_TIMES_MAX = 5

/** Further sessions are not listed, but ending all others includes them. */
export const SESSIONS_TOLD_MAX = 100

/** Answer of `GET /_ninefold/account.json`. */
export interface Account {
  /** The identifier, if the user may see it. */
  readonly identifier: { readonly label: string; readonly value: string } | null
  /** Inputs for changing the password; null: the user has none or may not change it. */
  readonly password: readonly InputField[] | null
  /** The session of the request first, then the most recently used. */
  readonly sessions: readonly AccountSession[]
  /** Null: the text states no API keys. */
  readonly apiKeys: AccountKeys | null
  /** Null: the text states no second factor. */
  readonly secondFactor: AccountFactor | null
  /** Null: the text states no OpenID provider. */
  readonly identities: AccountIdentities | null
  /** Null: the text states no passkeys. */
  readonly passkeys: readonly AccountPasskey[] | null
  /** Documents that the user has agreed to. Null: the specification has none. */
  readonly terms: readonly AgreedDocument[] | null
  /** Point 6 lets users erase themselves. */
  readonly mayBeForgotten: boolean
}

/** Contains no credentials. */
export interface AccountSession {
  readonly id: string
  /** `Firefox`; null: unknown. */
  readonly browser: string | null
  /** `Linux` */
  readonly system: string | null
  /** The last network address; null: never used. */
  readonly address: string | null
  /** ISO 8601 */
  readonly signedInAt: string
  /** Precise to a minute, ISO 8601. */
  readonly lastUsedAt: string
  /** The session of the request. */
  readonly isThis: boolean
}

/**
 * Documents that users agree to before anything else. `GET` returns them with the agreements; `POST` sends an
 * `Agreement`.
 */
export const TERMS_PATH = '/_ninefold/terms'

/** Answer of `GET /_ninefold/terms`. */
export interface Terms {
  readonly documents: readonly AgreedDocument[]
}

export interface TermsWords {
  /** In the reader's language. */
  readonly name: string
  readonly version: string
  /** `https://…` */
  readonly address: string
}

export interface AgreedDocument extends TermsWords {
  /** ISO 8601. Null: the user has not agreed to this version yet. */
  readonly agreedAt: string | null
}

/**
 * Body of `POST /_ninefold/terms`: the versions that the page has shown, in the order of the text. It is refused if a
 * version has changed meanwhile.
 */
export interface Agreement {
  readonly versions: readonly string[]
}
