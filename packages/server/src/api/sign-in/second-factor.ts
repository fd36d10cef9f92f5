// The second factor over HTTP: at sign-in, its setup, its fresh confirmation, and its removal.

import { acceptInputs } from '@ninefold/core/contract/inputs/accept-inputs.ts'
import { inputOfType } from '@ninefold/core/contract/inputs/field-inputs.ts'
import { answerOfField } from '@ninefold/core/contract/calls/everything-visible.ts'
import type { InputField } from '@ninefold/core/contract/wire/inputs.ts'
import {
  type AccountFactor,
  FACTOR_CONFIRMATION_PATH,
  FACTOR_ENROLMENT_PATH,
  type FactorEnrolment,
  FRESH_FACTOR_PATH,
  RECOVERY_CODES_PATH,
  type RecoveryCodes,
  SECOND_FACTOR_PATH,
  type SecondFactorAsked,
} from '@ninefold/core/contract/wire/second-factor.ts'
import * as build from '@ninefold/core/expression/build.ts'
import type { Entity, Field } from '@ninefold/core/model/entities.ts'
import { entityNamed, fieldNamed } from '@ninefold/core/model/find.ts'
import type { AnySignIn } from '@ninefold/core/model/roles.ts'
import { signInOf } from '@ninefold/core/model/users/sign-in-of.ts'
import { planRecord } from '@ninefold/core/plan/read/lists.ts'
import { equals } from '@ninefold/core/rights/list-conditions.ts'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { limitsOfSigningIn } from '../../gate/calls/rate-limit-counters.ts'
import type { Application } from '../../gate/context/application.ts'
import { bindingsOf } from '../../gate/context/bindings.ts'
import { type Caller, callerWith, THE_CLOCK } from '../../gate/context/caller.ts'
import { planner } from '../../gate/context/planner.ts'
import { inputRefusal, Refusal, refused } from '../../gate/context/refusal.ts'
import { CALL, keepAudit, noteWritten, REQUEST } from '../../gate/records/audit.ts'
import { factorsOfUser, refuseWithoutFreshFactor } from '../../gate/records/fresh-factor.ts'
import {
  beginEnrolment,
  type CodeAttempt,
  confirmEnrolment,
  countCode,
  isRequiredOf,
  isRequiredWith,
  keepFailedCode,
  takeCode,
} from '../../gate/users/second-factors.ts'
import type { Executor } from '../../store/driver/database.ts'
import {
  factorOfUser,
  forgetFactor,
  type HalfSignIn,
  halfSignIn,
  hasFactor,
  makeRecoveryCodes,
  recoveryCodesLeft,
  refreshFactor,
} from '../../store/tables/users/second-factors.ts'
import { refuseSuspended } from '../../gate/users/suspensions.ts'
import { createSession, isFreshSession, type ShownFactor } from '../../store/tables/users/sessions.ts'
import { rememberDevice } from '../../store/tables/users/sign-in-attempts.ts'
import { newToken } from '../../store/tables/users/tokens.ts'
import { callerOf, userRecord, welcome } from '../authentication/authentication.ts'
import { sentDevice, sentHalfSignIn, setDeviceCookie } from '../authentication/session-cookie.ts'
import { countedUse } from '../calls/rate-limits.ts'
import { acceptedOrRefused } from '../http/bodies.ts'
import { countedAddress } from '../http/client-address.ts'
import type { Exchange } from '../http/exchange.ts'
import { signedInUser } from '../../gate/context/signed-in-user.ts'

/** How recent a sign-in must be for setting up a factor or passkey, so that a session left open cannot get one. */
export const FRESH_MS = 15 * 60_000

const CODE: InputField = inputOfType({ kind: 'text', lengthMin: null, lengthMax: 40 }, ['code'], true, false)

const identifierPlan = planner('identifier for the app', (viewer, entity: Entity, field: Field) =>
  planRecord(
    viewer,
    entity,
    [equals(viewer, entity, fieldNamed(entity, 'id'), 'key')],
    build.object([{ key: 'value', value: answerOfField(viewer.model, entity, field) }]),
  ),
)

export function addSecondFactorRoutes(instance: FastifyInstance, application: Application): void {
  const rules = signInOf(application.model.roles)
  if (rules === null || rules.secondFactor === null) return
  const onRequest = countedUse(application, limitsOfSigningIn(application))
  const at = (request: FastifyRequest, reply: FastifyReply): Turn => ({ application, rules, request, reply })
  instance.get(SECOND_FACTOR_PATH, async (request, reply) => asked(at(request, reply)))
  instance.post(SECOND_FACTOR_PATH, { onRequest }, (request, reply) => complete(at(request, reply)))
  instance.post(FACTOR_ENROLMENT_PATH, { onRequest }, (request, reply) => enrol(at(request, reply)))
  instance.post(FACTOR_CONFIRMATION_PATH, { onRequest }, (request, reply) => confirm(at(request, reply)))
  instance.post(FRESH_FACTOR_PATH, { onRequest }, (request, reply) => showAgain(at(request, reply)))
  instance.post(RECOVERY_CODES_PATH, { onRequest }, (request, reply) => newRecoveryCodes(at(request, reply)))
  instance.delete(SECOND_FACTOR_PATH, { onRequest }, (request, reply) => end(at(request, reply)))
}

export interface Turn {
  readonly application: Application
  readonly rules: AnySignIn
  readonly request: FastifyRequest
  readonly reply: FastifyReply
}

/** The owner of the factor: a half sign-in, or a session. A browser never has both. */
export interface Person {
  readonly userId: string
  readonly half: (HalfSignIn & { readonly token: string }) | null
  /** Token of the session. */
  readonly token: string | null
}

async function personHalfWay({ application, request }: Turn): Promise<Person | null> {
  const token = sentHalfSignIn(request)
  const half = token === null ? null : await halfSignIn(application.database, token, false)
  return half === null || token === null ? null : { userId: half.userId, half: { ...half, token }, token: null }
}

/** A half sign-in, or else the session. */
export async function personShowing(turn: Turn): Promise<Person> {
  return (await personHalfWay(turn)) ?? personInSession(turn)
}

async function neededHalfWay(turn: Turn): Promise<Person> {
  const person = await personHalfWay(turn)
  if (person === null) throw refused('not signed in', null, ['sign-in took too long'])
  return person
}

interface PersonInSession extends Person {
  readonly token: string
  readonly caller: Caller
}

async function personInSession({ application, request }: Turn): Promise<PersonInSession> {
  const caller = await callerOf(application, request)
  const me = signedInUser(caller)
  const { token } = caller
  if (token === null) throw refused('forbidden', 'session', ['second factor without session'])
  return { userId: String(me.id), half: null, token, caller }
}

async function asked(turn: Turn): Promise<SecondFactorAsked> {
  const { userId } = await personShowing(turn)
  const { app, passkey } = await factorsOfUser(turn.application, turn.application.database, userId)
  return { step: app ? 'code' : passkey ? 'passkey' : 'enrolment', orPasskey: passkey }
}

function codeIn({ request }: Turn): string {
  return String(acceptedOrRefused(acceptInputs([CODE], request.body))['code'])
}

export function attemptOf({ application, request }: Turn, { userId, half }: Person): CodeAttempt {
  const place = { address: countedAddress(request.ip), device: sentDevice(request) }
  return { application, userId, identifier: half?.identifier ?? null, place, asked: askedBy(request) }
}

export function askedBy({ id, method, routeOptions: { url } }: FastifyRequest): CodeAttempt['asked'] {
  return { [REQUEST]: id, [CALL]: `${method} ${url ?? ''}` }
}

/**
 * Counts the attempt, and logs a failed one. `work` gets the factor of the code, and consumes the code in one
 * transaction.
 */
async function withRightCode<Result>(
  turn: Turn,
  person: Person,
  check: (attempt: CodeAttempt, executor: Executor, code: string, counted: string) => Promise<ShownFactor | null>,
  work: (executor: Executor, kind: ShownFactor) => Promise<Result>,
): Promise<Result> {
  const code = codeIn(turn)
  const attempt = attemptOf(turn, person)
  const counted = await countCode(attempt)
  const result = await turn.application.database.write(async (transaction) => {
    const kind = await check(attempt, transaction, code, counted)
    if (kind === null) return null
    const done = { result: await work(transaction, kind) }
    await keepAudit({ application: turn.application, transaction, bindings: attempt.asked })
    return done
  })
  if (result !== null) return result.result
  await keepFailedCode(attempt)
  throw new Refusal([inputRefusal('wrong type', 'code', null, ['wrong code'])])
}

export function note({ application, rules }: Turn, transaction: Executor, userId: string, action: string): void {
  const user = userRecord(application.model, rules, userId)
  noteWritten(
    { transaction, caller: callerWith(application.model, user, [], null) },
    { name: rules.entity },
    user,
    action,
  )
}

/** Turns a half sign-in into a session. Returns the token. */
export async function wholeSession(
  turn: Turn,
  transaction: Executor,
  person: Person,
  kind: ShownFactor,
): Promise<string> {
  const half = person.half === null ? null : await halfSignIn(transaction, person.half.token, true)
  if (half === null) throw refused('not signed in', null, ['sign-in took too long'])
  await refuseSuspended(transaction, half.userId)
  note(turn, transaction, half.userId, `sign in, second factor ${kind}`)
  return createSession(transaction, half.userId, half.at, kind)
}

/** Marks the device as the user's. */
export async function welcomeWhole(turn: Turn, person: Person, token: string): Promise<void> {
  const { application, request, reply } = turn
  await welcome(application, request, reply, { kind: 'signed in', token })
  const identifier = person.half?.identifier ?? null
  if (identifier === null) return
  const device = newToken()
  await application.database.write((transaction) => rememberDevice(transaction, identifier, person.userId, device))
  setDeviceCookie(request, reply, device)
}

async function complete(turn: Turn): Promise<FastifyReply> {
  const person = await neededHalfWay(turn)
  const token = await withRightCode(turn, person, takeCode, (transaction, kind) =>
    wholeSession(turn, transaction, person, kind),
  )
  await welcomeWhole(turn, person, token)
  return turn.reply.status(204).send()
}

/**
 * In a half sign-in, a user with a passkey cannot set up an app, because the password alone would then bypass the
 * passkey.
 */
async function personWhoEnrols(turn: Turn): Promise<Person> {
  const { application } = turn
  const { database } = application
  const half = await personHalfWay(turn)
  if (half !== null) {
    if ((await factorsOfUser(application, database, half.userId)).passkey) throw refused('second factor needed')
    return half
  }
  const person = await personInSession(turn)
  if (!(await isFreshSession(database, person.token, FRESH_MS)))
    throw refused('forbidden', 'session', ['session too old'])
  await refuseWithoutFreshFactor(application, database, person.caller)
  return person
}

/** The name by which users recognise the account in an authenticator app or keychain. */
export async function identifierOfUser(application: Application, rules: AnySignIn, userId: string): Promise<string> {
  const entity = entityNamed(application.model, rules.entity)
  const statement = application.planned(identifierPlan, THE_CLOCK, entity, fieldNamed(entity, rules.identifier))
  const key = userRecord(application.model, rules, userId).id
  const row = (await application.database.run(statement, { ...bindingsOf(application, THE_CLOCK), key }))[0]
  const { value } = JSON.parse(String(row?.['json'] ?? '{}')) as { readonly value?: unknown }
  return String(value ?? '')
}

async function enrol(turn: Turn): Promise<FastifyReply> {
  const { application, rules, reply } = turn
  const { userId } = await personWhoEnrols(turn)
  const label = await identifierOfUser(application, rules, userId)
  const enrolment: FactorEnrolment = await application.database.write((transaction) =>
    beginEnrolment(application, transaction, userId, label),
  )
  return reply.header('cache-control', 'no-store').send(enrolment)
}

async function confirm(turn: Turn): Promise<FastifyReply> {
  const person = await personWhoEnrols(turn)
  const check = async (...given: Parameters<typeof confirmEnrolment>): Promise<'app' | null> =>
    (await confirmEnrolment(...given)) ? 'app' : null
  const { session, recoveryCodes } = await withRightCode(turn, person, check, async (transaction, kind) => {
    const codes = await makeRecoveryCodes(transaction, person.userId)
    note(turn, transaction, person.userId, 'set up second factor')
    if (person.token !== null) await refreshFactor(transaction, person.token, kind)
    const begun = person.half === null ? null : await wholeSession(turn, transaction, person, kind)
    return { session: begun, recoveryCodes: codes }
  })
  if (session !== null) await welcomeWhole(turn, person, session)
  return turn.reply.header('cache-control', 'no-store').send({ recoveryCodes } satisfies RecoveryCodes)
}

async function showAgain(turn: Turn): Promise<FastifyReply> {
  const person = await personInSession(turn)
  await withRightCode(turn, person, takeCode, async (transaction, kind) => {
    await refreshFactor(transaction, person.token, kind)
    note(turn, transaction, person.userId, `show second factor ${kind}`)
  })
  return turn.reply.status(204).send()
}

async function newRecoveryCodes(turn: Turn): Promise<FastifyReply> {
  const { application, request, reply } = turn
  const person = await personInSession(turn)
  const recoveryCodes = await application.database.write(async (transaction) => {
    if (!(await hasFactor(transaction, person.userId))) throw refused('not found')
    await refuseWithoutFreshFactor(application, transaction, person.caller)
    note(turn, transaction, person.userId, 'make recovery codes')
    await keepAudit({ application, transaction, bindings: askedBy(request) })
    return makeRecoveryCodes(transaction, person.userId)
  })
  return reply.header('cache-control', 'no-store').send({ recoveryCodes } satisfies RecoveryCodes)
}

async function end(turn: Turn): Promise<FastifyReply> {
  const { application, request, reply } = turn
  const person = await personInSession(turn)
  await application.database.write(async (transaction) => {
    if (!(await hasFactor(transaction, person.userId))) throw refused('not found')
    if (await isRequiredOf(application, transaction, person.userId))
      throw refused('forbidden', 'second factor', ['second factor required'])
    await refuseWithoutFreshFactor(application, transaction, person.caller)
    await forgetFactor(transaction, person.userId)
    note(turn, transaction, person.userId, 'end second factor')
    await keepAudit({ application, transaction, bindings: askedBy(request) })
  })
  return reply.status(204).send()
}

/** Null: the text states no second factor. */
export async function ownFactor({ application, caller }: Exchange, executor: Executor): Promise<AccountFactor | null> {
  const rules = signInOf(application.model.roles)
  if (rules === null || rules.secondFactor === null || caller.me === null) return null
  const userId = String(caller.me.id)
  const factor = await factorOfUser(executor, userId)
  const isRequired = isRequiredWith(rules, caller.roles)
  if (factor === null || !factor.isConfirmed) return { app: null, isRequired }
  const { createdAtMs, lastUsedAtMs } = factor
  const app = {
    since: new Date(createdAtMs).toISOString(),
    lastUsedAt: lastUsedAtMs === null ? null : new Date(lastUsedAtMs).toISOString(),
    recoveryCodesLeft: await recoveryCodesLeft(executor, userId),
  }
  return { app, isRequired }
}
