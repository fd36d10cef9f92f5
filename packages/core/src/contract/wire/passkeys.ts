// Passkeys (WebAuthn): registered on the account page, and used for signing in. Options and answers are JSON of the
// standard (WebAuthn level 3, 5.1.8 to 5.1.10), which the libraries on both sides read and write.

/** `POST`: options for registering one. */
export const PASSKEY_OPTIONS_PATH = '/_ninefold/passkeys/options'
/** `POST` a `PasskeyAnswer`: registers it. `DELETE` with an id removes one. */
export const PASSKEYS_PATH = '/_ninefold/passkeys'
/** `POST`: options for signing in. */
export const PASSKEY_SIGN_IN_OPTIONS_PATH = '/_ninefold/session-by-passkey/options'
/** `POST` a `PasskeyAnswer`: the session begins. */
export const PASSKEY_SIGN_IN_PATH = '/_ninefold/session-by-passkey'

/** Maximum per user. */
export const PASSKEYS_MAX = 20

export interface PasskeyOptions {
  /** `PublicKeyCredentialCreationOptionsJSON` or `PublicKeyCredentialRequestOptionsJSON` */
  readonly options: unknown
}

export interface PasskeyAnswer {
  /** `RegistrationResponseJSON` or `AuthenticationResponseJSON` */
  readonly answer: unknown
}

/** A part of the answer of `GET /_ninefold/account.json`. Contains no credentials. */
export interface AccountPasskey {
  readonly id: string
  /** The browser that registered it: `Firefox`; null: unknown. */
  readonly browser: string | null
  /** `Linux` */
  readonly system: string | null
  /** ISO 8601, like the one below. */
  readonly createdAt: string
  /** Null: never. */
  readonly lastUsedAt: string | null
}
