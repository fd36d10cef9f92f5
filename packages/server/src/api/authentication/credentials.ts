// An identifier and a password → the user they belong to: applies the rules of both inputs, with one query.

import { filledInput, inputOfField } from '@ninefold/core/contract/inputs/field-inputs.ts'
import type { InputField } from '@ninefold/core/contract/wire/inputs.ts'
import { entityNamed, fieldNamed } from '@ninefold/core/model/find.ts'
import type { Model } from '@ninefold/core/model/model.ts'
import type { AnySignIn, SignIn } from '@ninefold/core/model/roles.ts'
import { planCredentials } from '@ninefold/core/plan/read/finds.ts'
import type { Application } from '../../gate/context/application.ts'
import { callerWith } from '../../gate/context/caller.ts'
import { planner } from '../../gate/context/planner.ts'
import { countSignInOf } from '../../gate/calls/sign-in-steps.ts'
import { keepAudit, keepFailure, noteWritten } from '../../gate/records/audit.ts'
import type { Executor } from '../../store/driver/database.ts'
import type { Bindings } from '../../store/driver/rows.ts'
import { verifyNobodysPassword, verifyPassword } from '../../store/tables/users/password-hashing.ts'
import { type AttemptPlace, forgetSignIns } from '../../store/tables/users/sign-in-attempts.ts'

const credentialsPlan = planner('credentials', planCredentials)

export function identifierInput(model: Model, signIn: AnySignIn): InputField {
  const field = fieldNamed(entityNamed(model, signIn.entity), signIn.identifier)
  return { ...inputOfField(field, ['identifier'], true), label: fieldLabel(model, signIn.identifier, field.label) }
}

/**
 * The identifier as it was typed, because records of an earlier version may be spelt so. Only accepted identifiers are
 * looked up.
 */
export function identifierAsSent(body: unknown): string {
  return String((body as { readonly identifier: unknown }).identifier).trim()
}

export function passwordInput(model: Model, signIn: SignIn): InputField {
  const password = inputOfField(fieldNamed(entityNamed(model, signIn.entity), signIn.password), ['password'], true)
  // A stored password was accepted under earlier rules, so the present rules of length do not apply to it.
  return { ...filledInput(password), lengthMin: null, lengthMax: 1000 }
}

function fieldLabel({ spoken }: Model, name: string, label: string | null): string {
  if (spoken !== undefined && label !== null) return label
  return name.charAt(0).toUpperCase() + name.slice(1)
}

export interface StoredCredentials {
  readonly userId: string | number
  /** Null: the user has no password, and cannot sign in with one. */
  readonly hash: string | null
}

/** Null: no user has the identifier. `key`: as the field stores it; `sent`: as it was sent. */
export async function storedCredentials(
  application: Application,
  rules: SignIn,
  [key, sent]: readonly [key: string, sent: string],
): Promise<StoredCredentials | null> {
  const entity = entityNamed(application.model, rules.entity)
  const statement = application.planned(
    credentialsPlan,
    callerWith(application.model, null, [], null),
    entity,
    fieldNamed(entity, rules.identifier),
    fieldNamed(entity, rules.password),
  )
  const row = (await application.database.run(statement, { key, sent }))[0]
  if (row === undefined) return null
  return { userId: row['id'] as string | number, hash: row['hash'] === null ? null : String(row['hash']) }
}

/** Takes the same time when no user has the identifier, so that timing does not tell. */
export function isRightPassword(stored: StoredCredentials | null, password: string): Promise<boolean> {
  return stored === null || stored.hash === null
    ? verifyNobodysPassword(password)
    : verifyPassword(stored.hash, password)
}

export interface SigningIn {
  readonly application: Application
  readonly rules: SignIn
  /** The identifier that was sent. */
  readonly name: string
  readonly place: AttemptPlace
  /** Identifies the request in the audit log. */
  readonly asked: Bindings
}

/** Writes a sign-in to the audit log, and clears the failed attempts before it. */
export async function keepSignIn(
  { application, rules, name, place, asked }: SigningIn,
  transaction: Executor,
  userId: StoredCredentials['userId'],
  action = 'sign in',
): Promise<void> {
  await forgetSignIns(transaction, name, place)
  await noteSignIn({ application, rules, asked }, transaction, userId, action)
}

/** Writes any kind of sign-in to the audit log, with everything that was noted before it. */
export async function noteSignIn(
  { application, rules, asked }: Pick<SigningIn, 'application' | 'asked'> & { readonly rules: AnySignIn },
  transaction: Executor,
  userId: StoredCredentials['userId'],
  action = 'sign in',
): Promise<void> {
  await countSignInOf(application, transaction, rules, userId)
  const user = { id: userId, fields: {} }
  const caller = callerWith(application.model, user, [], null)
  noteWritten({ transaction, caller }, { name: rules.entity }, user, action)
  await keepAudit({ application, transaction, bindings: asked })
}

export async function keepFailedPassword(
  { application, rules, asked }: SigningIn,
  stored: StoredCredentials | null,
): Promise<void> {
  const record = stored === null ? null : String(stored.userId)
  await keepFailure(application, asked, { entity: rules.entity, record, action: 'sign-in failed' })
}
