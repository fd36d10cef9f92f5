// The second factor: requested at sign-in, set up and removed by its user.

/**
 * `GET` during a half sign-in: the requested factor. `POST` a code: the session begins. `DELETE` in a session: removes
 * the factor.
 */
export const SECOND_FACTOR_PATH = '/_ninefold/second-factor'
/** `POST`: a new secret. */
export const FACTOR_ENROLMENT_PATH = '/_ninefold/second-factor/enrolment'
/** `POST` a code of the new secret: activates it. */
export const FACTOR_CONFIRMATION_PATH = '/_ninefold/second-factor/confirmation'
/** `POST` a code in a session, before an action that requires a fresh one. */
export const FRESH_FACTOR_PATH = '/_ninefold/second-factor/fresh'
/** `POST`: options for a passkey of a user in a half sign-in or a session. */
export const FACTOR_BY_PASSKEY_OPTIONS_PATH = '/_ninefold/second-factor/passkey/options'
/** `POST` a `PasskeyAnswer`: completes the sign-in, or renews the second factor of a session. */
export const FACTOR_BY_PASSKEY_PATH = '/_ninefold/second-factor/passkey'
/** `POST`: new recovery codes, which replace the old ones. */
export const RECOVERY_CODES_PATH = '/_ninefold/second-factor/recovery-codes'
/** The page that requests it. */
export const SECOND_FACTOR_PAGE = '/second-factor'

/** Sent instead of a session: the second factor is required. */
export interface HalfSignedIn {
  readonly secondFactor: true
}

/** Answer of `GET /_ninefold/second-factor`. `enrolment`: a factor is required and not set up yet. */
export interface SecondFactorAsked {
  /** `enrolment`: no second factor yet. `passkey`: a passkey, and no authenticator app. */
  readonly step: 'code' | 'passkey' | 'enrolment'
  /** True: a passkey is accepted, too. */
  readonly orPasskey: boolean
}

/** Shown once. */
export interface FactorEnrolment {
  /** In base 32, for typing. */
  readonly secret: string
  /** `otpauth://totp/…`, for scanning. */
  readonly address: string
}

/** Shown once; each can be used once. */
export interface RecoveryCodes {
  readonly recoveryCodes: readonly string[]
}

/** A part of the answer of `GET /_ninefold/account.json`. */
export interface AccountFactor {
  /** Null: not set up. */
  readonly app: {
    readonly since: string
    readonly lastUsedAt: string | null
    readonly recoveryCodesLeft: number
  } | null
  /** It cannot be removed. */
  readonly isRequired: boolean
}
