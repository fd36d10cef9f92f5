// The second factor: asked for at signing in, set up and ended by its user.

/** `GET` with a half sign-in: what is asked for. `POST` a code: the session begins. `DELETE` in a session: it is ended. */
export const SECOND_FACTOR_PATH = '/_ninefold/second-factor'
/** `POST`: a new secret. */
export const FACTOR_ENROLMENT_PATH = '/_ninefold/second-factor/enrolment'
/** `POST` a code of the new secret: it counts from now on. */
export const FACTOR_CONFIRMATION_PATH = '/_ninefold/second-factor/confirmation'
/** `POST` a code in a session, before what asks for a fresh one. */
export const FRESH_FACTOR_PATH = '/_ninefold/second-factor/fresh'
/** `POST`: new recovery codes in place of the old ones. */
export const RECOVERY_CODES_PATH = '/_ninefold/second-factor/recovery-codes'
/** The page that asks for it. */
export const SECOND_FACTOR_PAGE = '/second-factor'

/** In place of a session: signing in goes on with the second factor. */
export interface HalfSignedIn {
  readonly secondFactor: true
}

/** Answer of `GET /_ninefold/second-factor`. `enrolment`: there is none yet, and it is required. */
export interface SecondFactorAsked {
  readonly step: 'code' | 'enrolment'
}

/** Told once. */
export interface FactorEnrolment {
  /** In base 32, to be typed. */
  readonly secret: string
  /** `otpauth://totp/…`, to be scanned. */
  readonly address: string
}

/** Told once; each is good once. */
export interface RecoveryCodes {
  readonly recoveryCodes: readonly string[]
}

/** A part of the answer of `GET /_ninefold/account.json`. */
export interface AccountFactor {
  /** Null: there is none. */
  readonly app: {
    readonly since: string
    readonly lastUsedAt: string | null
    readonly recoveryCodesLeft: number
  } | null
  /** It cannot be ended. */
  readonly isRequired: boolean
}
