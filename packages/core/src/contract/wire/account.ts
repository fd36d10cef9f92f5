// Account of the signed-in user: identity, password, and sessions.

import { fieldNamed } from '../../model/find.ts'
import type { Entity } from '../../model/entities.ts'
import type { SignIn } from '../../model/roles.ts'
import { filledInput, inputOfField } from '../inputs/field-inputs.ts'
import type { AccountKeys } from '../programs/api-keys.ts'
import type { InputField } from './inputs.ts'
import type { AccountFactor } from './second-factor.ts'
import type { AccountPasskey } from './passkeys.ts'
import type { AccountIdentities } from './openid.ts'
import { oldPasswordInput } from '../inputs/old-password.ts'

export const ACCOUNT_PATH = '/_ninefold/account.json'
/** `POST` another one. */
export const OWN_PASSWORD_PATH = '/_ninefold/own-password'
/** `DELETE` one of them with its id behind it. */
export const SESSIONS_PATH = '/_ninefold/sessions'
/** `DELETE` all of them but the one that asks. */
export const OTHER_SESSIONS_PATH = '/_ninefold/other-sessions'

/** `GET`: everything that the application knows of the user, as a file. */
export const OWN_DATA_PATH = '/_ninefold/account/data.json'
/** In an hour, of one user. */
export const OWN_DATA_TIMES_MAX = 5

/** More are not told of; ending all others ends those too. */
export const SESSIONS_TOLD_MAX = 100

/** Answer of `GET /_ninefold/account.json`. */
export interface Account {
  /** Identifier for signing in, as far as the user may see it. */
  readonly identifier: { readonly label: string; readonly value: string } | null
  /** Inputs for a change of the password; null: the user may not change it, or there is none. */
  readonly password: readonly InputField[] | null
  /** The one that asks first, then the last used. */
  readonly sessions: readonly AccountSession[]
  /** Null: there are no keys for programs. */
  readonly apiKeys: AccountKeys | null
  /** Null: nobody is asked for one. */
  readonly secondFactor: AccountFactor | null
  /** Null: nobody signs in by OpenID. */
  readonly identities: AccountIdentities | null
  /** Null: nobody signs in by a passkey. */
  readonly passkeys: readonly AccountPasskey[] | null
  /** Point 6 lets the user be forgotten by themselves. */
  readonly mayBeForgotten: boolean
}

/** Nothing of it lets anybody in. */
export interface AccountSession {
  readonly id: string
  /** `Firefox`; null: it did not say. */
  readonly browser: string | null
  /** `Linux` */
  readonly system: string | null
  /** Where in the network it was used last; null: nowhere yet. */
  readonly address: string | null
  /** ISO 8601 */
  readonly signedInAt: string
  /** Within a minute, ISO 8601. */
  readonly lastUsedAt: string
  /** It is the one that asks. */
  readonly isThis: boolean
}

/** The present password is asked for unless point 6 says that nothing is. */
export function ownPasswordInputs(users: Entity, signIn: SignIn): InputField[] {
  const chosen = inputOfField(fieldNamed(users, signIn.password), [signIn.password], true)
  const asksForNothing = signIn.changeOfPassword?.asksForOldOne === false
  return [
    ...(asksForNothing ? [] : [oldPasswordInput(users, signIn.password)]),
    { ...filledInput(chosen), initial: null },
  ]
}
