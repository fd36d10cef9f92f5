// The second factor: who needs one, whether a code is correct, and whether a sign-in is complete without one.

import { Secret, TOTP } from 'otpauth'
import { signInOf } from '@ninefold/core/model/users/sign-in-of.ts'
import { entityNamed, fieldNamed } from '@ninefold/core/model/find.ts'
import type { AnySignIn } from '@ninefold/core/model/roles.ts'
import { planReceiver } from '@ninefold/core/plan/read/finds.ts'
import type { Executor } from '../../store/driver/database.ts'
import type { Bindings } from '../../store/driver/rows.ts'
import {
  beginHalfSignIn,
  factorOfUser,
  forgetFactor,
  type HalfSignIn,
  hasFactor,
  keepNewFactor,
  lockAttempts,
  takeRecoveryCode,
  takeStep,
} from '../../store/tables/users/second-factors.ts'
import { forgetPasskeysOfUser } from '../../store/tables/users/passkeys.ts'
import { createSession, endOtherSessions, rolesGivenTo, type ShownFactor } from '../../store/tables/users/sessions.ts'
import {
  allowAttempt,
  type AttemptPlace,
  forgetAttempts,
  knownDeviceKey,
} from '../../store/tables/users/sign-in-attempts.ts'
import type { Application } from '../context/application.ts'
import { callerWith, THE_CLOCK } from '../context/caller.ts'
import { planner } from '../context/planner.ts'
import { refused, refusedWith } from '../context/refusal.ts'
import { CALL, keepAudit, keepFailure, noteWritten } from '../records/audit.ts'
import { rolesOfUser } from './conditional-roles.ts'
import { refuseSuspended } from './suspensions.ts'

/** The result of a sign-in. A half sign-in is not a session, and no code treats it as one. */
export type Arrived =
  | { readonly kind: 'signed in'; readonly token: string }
  | { readonly kind: 'half'; readonly token: string }

/** For the audit log. */
export function arrivalInWords({ kind }: Arrived): string {
  return kind === 'half' ? 'sign in, second factor asked' : 'sign in'
}

/** `shown`: a factor that came with the sign-in, from an OpenID provider or a passkey; null: none. */
export async function arrive(
  application: Application,
  executor: Executor,
  user: HalfSignIn,
  shown: ShownFactor | null = null,
): Promise<Arrived> {
  const signIn = signInOf(application.model.roles)
  if (signIn === null) throw refused('not found')
  const { userId, at } = user
  await refuseSuspended(executor, userId)
  if (shown !== null) return { kind: 'signed in', token: await createSession(executor, userId, at, shown) }
  const isAsked =
    signIn.secondFactor !== null &&
    ((await hasFactor(executor, userId)) || (await isRequiredOf(application, executor, userId)))
  if (isAsked) return { kind: 'half', token: await beginHalfSignIn(executor, user) }
  return { kind: 'signed in', token: await createSession(executor, userId, at) }
}

/** `roles`: all roles, including included ones. */
export function isRequiredWith({ secondFactor }: AnySignIn, roles: ReadonlySet<string>): boolean {
  if (secondFactor === null) return false
  const { requiredFor } = secondFactor
  return requiredFor === 'everybody' || requiredFor.some((role) => roles.has(role))
}

export async function isRequiredOf(application: Application, executor: Executor, userId: string): Promise<boolean> {
  const { model } = application
  const signIn = signInOf(model.roles)
  if (signIn === null) return false
  const given = await rolesOfUser(application, executor, signIn, userId, await rolesGivenTo(executor, userId))
  return isRequiredWith(signIn, callerWith(model, { id: userId, fields: {} }, given, null).roles)
}

/** RFC 6238, with the settings of every authenticator app. */
const PERIOD_SECONDS = 30
const DIGITS = 6
/** Clocks differ and typing takes time, so the previous and the next step are accepted too. */
const DRIFT = 1

function totpWith(secret: Secret, issuer = '', label = ''): TOTP {
  return new TOTP({ secret, issuer, label, algorithm: 'SHA1', digits: DIGITS, period: PERIOD_SECONDS })
}

/** A new secret, shown once, which replaces an unconfirmed one. `label`: the account's name in the app. */
export async function beginEnrolment(
  application: Application,
  executor: Executor,
  userId: string,
  label: string,
): Promise<{ readonly secret: string; readonly address: string }> {
  const secret = new Secret({ size: 20 })
  if (!(await keepNewFactor(executor, userId, secretTextsOf(application).seal(secret.base32))))
    throw refused('wrong state', 'second factor', ['second factor exists'])
  // A colon separates issuer and label, so neither may contain one.
  const [issuer, name] = [application.model.name, label].map((words) => words.replaceAll(':', ' '))
  return { secret: secret.base32, address: totpWith(secret, issuer, name).toString() }
}

function secretTextsOf({ secretTexts }: Application): NonNullable<Application['secretTexts']> {
  if (secretTexts === null) throw new Error('Defect: a second factor is asked for, and there is no key to encrypt it.')
  return secretTexts
}

/** The origin and the user of an attempt. */
export interface CodeAttempt {
  readonly application: Application
  readonly userId: string
  readonly identifier: string | null
  readonly place: AttemptPlace
  readonly asked: Bindings
}

const ATTEMPTS_MAX = 5
const WINDOW_MS = 15 * 60_000

/**
 * Counts an attempt in a transaction of its own, so that failed attempts count too. It counts per user whatever the
 * origin: codes are few, and only a person who knows the password gets here. A device on which the user has signed in
 * completely has its own counter, so that an attacker with the password cannot lock the user out.
 */
export async function countCode({ application, userId, identifier, place }: CodeAttempt): Promise<string> {
  const lockOut = application.model.roles.signIn?.lockOut ?? null
  // A limit that protects passwords may be too high for a million codes.
  const attemptsMax = Math.min(lockOut?.attemptsMax ?? ATTEMPTS_MAX, ATTEMPTS_MAX)
  const windowMs = Math.max(lockOut?.windowMs ?? WINDOW_MS, WINDOW_MS)
  const device = identifier === null ? null : await knownDeviceKey(application.database, identifier, place)
  const key = `second factor of ${userId}${device === null ? '' : ` on ${device}`}`
  const isAllowed = await application.database.write(async (transaction) => {
    await lockAttempts(transaction, userId)
    return allowAttempt(transaction, key, attemptsMax, windowMs)
  })
  if (!isAllowed) throw lockOut === null ? refused('too many') : refusedWith(lockOut.otherwise)
  return key
}

/**
 * Returns the second factor that the code belongs to and consumes the code; null: the code is wrong. `counted`: the key
 * of this attempt.
 */
export async function takeCode(
  { application, userId }: CodeAttempt,
  executor: Executor,
  code: string,
  counted: string,
): Promise<'app' | 'recovery code' | null> {
  const factor = await factorOfUser(executor, userId)
  if (factor === null || !factor.isConfirmed) return null
  const kind = (await isCodeOfApp(application, executor, userId, factor.sealed, code))
    ? 'app'
    : (await takeRecoveryCode(executor, userId, code))
      ? 'recovery code'
      : null
  if (kind !== null) await forgetAttempts(executor, counted)
  return kind
}

/** The first code of a new secret activates it. */
export async function confirmEnrolment(
  { application, userId }: CodeAttempt,
  executor: Executor,
  code: string,
  counted: string,
): Promise<boolean> {
  const factor = await factorOfUser(executor, userId)
  if (factor === null || factor.isConfirmed) throw refused('wrong state', 'second factor', ['second factor not begun'])
  const isRight = await isCodeOfApp(application, executor, userId, factor.sealed, code)
  if (isRight) await forgetAttempts(executor, counted)
  return isRight
}

async function isCodeOfApp(
  application: Application,
  executor: Executor,
  userId: string,
  sealed: string,
  code: string,
): Promise<boolean> {
  const token = code.replaceAll(/\s/g, '')
  if (!/^\d{6}$/.test(token)) return false
  const timestamp = application.database.nowMs()
  const totp = totpWith(Secret.fromBase32(secretTextsOf(application).open(sealed)))
  const delta = totp.validate({ token, timestamp, window: DRIFT })
  if (delta === null) return false
  return takeStep(executor, userId, sealed, totp.counter({ timestamp }) + delta)
}

export async function keepFailedCode({ application, userId, asked }: CodeAttempt): Promise<void> {
  const entity = signInOf(application.model.roles)?.entity ?? ''
  await keepFailure(application, asked, { entity, record: userId, action: 'second factor failed' })
}

const namedUser = planner('user whose factor is reset', planReceiver)

/** For the operator, when a user has lost the app and the recovery codes. False: no such user, or no factor. */
export async function resetFactor(application: Application, identifier: string): Promise<boolean> {
  const { model, database } = application
  const signIn = signInOf(model.roles)
  if (signIn === null) return false
  const entity = entityNamed(model, signIn.entity)
  const field = fieldNamed(entity, signIn.identifier)
  const statement = application.planned(namedUser, THE_CLOCK, entity, field, field)
  return database.write(async (transaction) => {
    const row = (await transaction.run(statement, { key: identifier, sent: identifier }))[0]
    if (row === undefined) return false
    // Passkeys were on the lost device, too.
    const hadPasskeys = await forgetPasskeysOfUser(transaction, String(row['id']))
    if (!(await forgetFactor(transaction, String(row['id']))) && !hadPasskeys) return false
    const user = { id: row['id'] as string | number, fields: {} }
    // A thief may have the phone, so other sessions end.
    await endOtherSessions(transaction, String(user.id), null)
    noteWritten({ transaction, caller: THE_CLOCK }, entity, user, 'reset second factor')
    await keepAudit({ application, transaction, bindings: { [CALL]: 'ninefold reset-factor' } })
    return true
  })
}
