// Passkeys (WebAuthn): made on the account page, and answered at signing in. Options and answers are the JSON of the
// standard (WebAuthn level 3, 5.1.8 to 5.1.10), which the libraries of both sides read and write.

/** `POST`: options for a new one. */
export const PASSKEY_OPTIONS_PATH = '/_ninefold/passkeys/options'
/** `POST` a `PasskeyAnswer`: it is kept. `DELETE` one with its id behind it. */
export const PASSKEYS_PATH = '/_ninefold/passkeys'
/** `POST`: options for signing in. */
export const PASSKEY_SIGN_IN_OPTIONS_PATH = '/_ninefold/session-by-passkey/options'
/** `POST` a `PasskeyAnswer`: the session begins. */
export const PASSKEY_SIGN_IN_PATH = '/_ninefold/session-by-passkey'

/** Of one user. */
export const PASSKEYS_MAX = 20

export interface PasskeyOptions {
  /** `PublicKeyCredentialCreationOptionsJSON` or `PublicKeyCredentialRequestOptionsJSON` */
  readonly options: unknown
}

export interface PasskeyAnswer {
  /** `RegistrationResponseJSON` or `AuthenticationResponseJSON` */
  readonly answer: unknown
}

/** A part of the answer of `GET /_ninefold/account.json`. Nothing of it lets anybody in. */
export interface AccountPasskey {
  readonly id: string
  /** Where it was made: `Firefox`; null: it did not say. */
  readonly browser: string | null
  /** `Linux` */
  readonly system: string | null
  /** ISO 8601, as below. */
  readonly createdAt: string
  /** Null: never. */
  readonly lastUsedAt: string | null
}
