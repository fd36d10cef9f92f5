// Point 6 over HTTP: who is asking, and signing in, up and out.

import { followsPattern } from '@ninefold/core/contract/inputs/patterns.ts'
import { acceptInputs } from '@ninefold/core/contract/inputs/accept-inputs.ts'
import { creationInputs } from '@ninefold/core/contract/calls/calls.ts'
import { inputOfField } from '@ninefold/core/contract/inputs/field-inputs.ts'
import type { InputField } from '@ninefold/core/contract/wire/inputs.ts'
import type { RecordValue, Value } from '@ninefold/core/expression/expression.ts'
import { entityNamed, fieldNamed } from '@ninefold/core/model/find.ts'
import type { Model } from '@ninefold/core/model/model.ts'
import type { AnySignIn, SignIn } from '@ninefold/core/model/roles.ts'
import { signInOf } from '@ninefold/core/model/users/sign-in-of.ts'
import { planCredentials } from '@ninefold/core/plan/read/finds.ts'
import { grantedFields } from '@ninefold/core/rights/roles.ts'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Application } from '../../gate/context/application.ts'
import { CALL, keepAudit, keepFailure, noteWritten, REQUEST } from '../../gate/records/audit.ts'
import { type Caller, callerWith } from '../../gate/context/caller.ts'
import { giveFirstRoles } from '../../gate/users/give-roles.ts'
import { rolesOfUser } from '../../gate/users/conditional-roles.ts'
import { runSteps } from '../../gate/calls/calls.ts'
import { beginRecord } from '../../gate/calls/transitions.ts'
import { countSignInOf, refuseLockedOut } from '../../gate/calls/sign-in-steps.ts'
import { refused } from '../../gate/context/refusal.ts'
import { writeUnderRules } from '../../gate/records/rules-over-records.ts'
import { sendLink } from '../../gate/users/sign-in-links.ts'
import { verifyNobodysPassword, verifyPassword } from '../../store/tables/passwords.ts'
import { JUDGED_BY } from '../../store/driver/database.ts'
import { createSession, endSession, findSession, judgesSession } from '../../store/tables/sessions.ts'
import { forgetSignIns, rememberDevice } from '../../store/tables/sign-in-attempts.ts'
import { newToken } from '../../store/tables/tokens.ts'
import { acceptedOrRefused, storable } from '../http/bodies.ts'
import { countedAddress } from '../http/client-address.ts'
import { ADDRESS, bindingsOf } from '../../gate/context/bindings.ts'
import { originOfLinks } from './link-origin.ts'
import { clearSessionCookie, sentDevice, sentSession, setDeviceCookie, setSessionCookie } from './session-cookie.ts'
import { placeOf } from './session-place.ts'
import { keepsSessionInCookie, tokenOf } from './session-token.ts'
import { planner } from '../../gate/context/planner.ts'

const credentialsPlan = planner('credentials', planCredentials)

const callers = new WeakMap<FastifyRequest, Promise<Caller>>()

/** Who asks? It is found out once for each request, whoever wants to know. */
export function callerOf(application: Application, request: FastifyRequest): Promise<Caller> {
  const caller = callers.get(request) ?? callerNow(application, request)
  callers.set(request, caller)
  return caller
}

/** It was done for them, and the database had nothing against it. */
export function noteCaller(request: FastifyRequest, caller: Caller): void {
  callers.set(request, Promise.resolve(caller))
}

/** Who asked, where somebody wanted to know; null where nobody did, or nobody could tell. */
export async function callerFound(request: FastifyRequest): Promise<Caller | null> {
  return (await callers.get(request)?.catch(() => null)) ?? null
}

/** Someone without a valid session is a guest: what is open to guests is open to whoever was signed in once. */
export async function callerNow(application: Application, request: FastifyRequest): Promise<Caller> {
  const { model, database } = application
  const signIn = signInOf(model.roles)
  const token = signIn === null ? null : tokenOf(signIn, request)
  if (signIn === null || token === null) return callerWith(model, null, [], null)
  const session = await findSession(database, token, signIn.session, () => placeOf(request))
  if (session === null) {
    application.known.forget(token)
    const guest = callerWith(model, null, [], null)
    return signIn.session.carrier.kind === 'header' ? { ...guest, isSessionOver: true } : guest
  }
  const user = userRecord(model, signIn, session.userId)
  const seenAs = application.development?.roleOf(token) ?? null
  const roles = seenAs === null ? await rolesOfUser(application, database, signIn, user.id, session.roles) : [seenAs]
  const caller = callerWith(model, user, roles, token)
  // Nothing but the session says who it is: where roles are had under a condition, a record has to be looked at.
  if (application.development === undefined && !model.roles.roles.some(({ when }) => when.length > 0))
    application.known.remember(token, {
      caller,
      bindings: { [JUDGED_BY]: judgesSession(token, session, signIn.session) },
    })
  return caller
}

function userRecord(model: Model, signIn: AnySignIn, userId: string): RecordValue {
  const id = fieldNamed(entityNamed(model, signIn.entity), 'id')
  const isCounting = id.type.kind === 'identifier' && id.type.form === 'counting'
  return { id: isCounting ? Number(userId) : userId, fields: {} }
}

export function identifierInput(model: Model, signIn: AnySignIn): InputField {
  const field = fieldNamed(entityNamed(model, signIn.entity), signIn.identifier)
  return { ...inputOfField(field, ['identifier'], true), label: fieldLabel(signIn.identifier) }
}

/** The identifier as it was typed: records of an earlier version may be spelt so. Only what has been accepted is asked for. */
export function identifierAsSent(body: unknown): string {
  return String((body as { readonly identifier: unknown }).identifier).trim()
}

export function passwordInput(model: Model, signIn: SignIn): InputField {
  const password = inputOfField(fieldNamed(entityNamed(model, signIn.entity), signIn.password), ['password'], true)
  // What was good enough once must be good enough to come back with.
  return { ...password, lengthMin: null, lengthMax: 1000 }
}

function fieldLabel(name: string): string {
  return name.charAt(0).toUpperCase() + name.slice(1)
}

/** What a guest gives to become a user: the fields that point 6 lets a guest create. */
export function signUpInputs(model: Model): InputField[] | null {
  const signIn = signInOf(model.roles)
  if (signIn === null || signIn.signUp === null) return null
  const guest = callerWith(model, null, [], null)
  return creationInputs(entityNamed(model, signIn.entity), grantedFields(model, guest, signIn.entity, 'create'))
}

/** `POST /_ninefold/session` */
export async function signIn(
  application: Application,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<FastifyReply> {
  const rules = application.model.roles.signIn
  if (rules === null) throw refused('not found')
  const inputs = [identifierInput(application.model, rules), passwordInput(application.model, rules)]
  const values = acceptedOrRefused(acceptInputs(inputs, request.body))
  const name = String(values['identifier'])
  const place = { address: countedAddress(request.ip), device: sentDevice(request) }
  await refuseLockedOut(application, rules, name, place)
  const asked = { [REQUEST]: request.id, [CALL]: 'POST /_ninefold/session' }
  const { userId, isRight } = await userWithPassword(
    application,
    rules,
    [name, identifierAsSent(request.body)],
    String(values['password']),
  )
  if (userId === null || !isRight) {
    const record = userId === null ? null : String(userId)
    await keepFailure(application, asked, { entity: rules.entity, record, action: 'sign-in failed' })
    throw refused('not signed in', 'password', `This ${rules.identifier} and password do not belong together.`)
  }
  const device = newToken()
  const token = await application.database.write(async (transaction) => {
    await countSignInOf(application, transaction, rules, userId)
    await forgetSignIns(transaction, name, place)
    await rememberDevice(transaction, name, String(userId), device)
    const user = { id: userId, fields: {} }
    const caller = callerWith(application.model, user, [], null)
    noteWritten({ transaction, caller }, { name: rules.entity }, user, 'sign in')
    await keepAudit({ application, transaction, bindings: asked })
    return createSession(transaction, String(userId))
  })
  // The session comes first: programs that take one cookie take that one.
  await beginSession(application, request, reply, token)
  setDeviceCookie(request, reply, device)
  return reply.status(204).send()
}

/** Whose identifier it is, and whether the password is theirs. It takes as long when nobody has the identifier. */
async function userWithPassword(
  application: Application,
  rules: SignIn,
  [key, sent]: readonly [key: string, sent: string],
  password: string,
): Promise<{ readonly userId: string | number | null; readonly isRight: boolean }> {
  const entity = entityNamed(application.model, rules.entity)
  const guest = callerWith(application.model, null, [], null)
  const statement = application.planned(
    credentialsPlan,
    guest,
    entity,
    fieldNamed(entity, rules.identifier),
    fieldNamed(entity, rules.password),
  )
  const row = (await application.database.run(statement, { key, sent }))[0]
  // Who has no password cannot sign in with one.
  if (row === undefined || row['hash'] === null) {
    await verifyNobodysPassword(password)
    return { userId: row === undefined ? null : (row['id'] as string | number), isRight: false }
  }
  return { userId: row['id'] as string | number, isRight: await verifyPassword(String(row['hash']), password) }
}

/** `POST /_ninefold/users`. Where nobody has a password, a link says whether the address is theirs. */
export async function signUp(
  application: Application,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<FastifyReply> {
  const { model } = application
  const rules = signInOf(model.roles)
  const inputs = signUpInputs(model)
  if (rules === null || rules.signUp === null || inputs === null) throw refused('not found')
  const { gives } = rules.signUp
  const sent = acceptedOrRefused(acceptInputs(inputs, request.body, followsPattern))
  const given = await storable(application, entityNamed(model, rules.entity), givenToSignUp(model, sent))
  const origin = model.roles.linkSignIn === null ? null : originOfLinks(application, request)
  const guest = callerWith(model, null, [], null)
  const entity = entityNamed(model, rules.entity)
  const bindings = {
    ...bindingsOf(application, guest),
    [REQUEST]: request.id,
    [CALL]: 'POST /_ninefold/users',
    [ADDRESS]: countedAddress(request.ip),
  }
  const token = await writeUnderRules({ application, caller: guest, bindings }, async (transaction) => {
    const { record: user } = await beginRecord(
      { application, caller: guest, transaction, bindings },
      entity,
      { given, set: [] },
      { runSteps },
    )
    await giveFirstRoles({ application, transaction }, String(user.id), gives)
    return origin === null ? createSession(transaction, String(user.id)) : null
  })
  if (origin !== null) await sendLink(application, 'sign in', String(given[rules.identifier] ?? ''), origin)
  if (token !== null) await beginSession(application, request, reply, token)
  return reply.status(201).send()
}

function givenToSignUp(model: Model, accepted: Readonly<Record<string, Value>>): Readonly<Record<string, Value>> {
  const { signIn } = model.roles
  if (signIn !== null && accepted[signIn.password] === undefined)
    throw refused('not shown', signIn.password, 'Point 6 does not let a guest choose a password.')
  return accepted
}

/** `DELETE /_ninefold/session` */
export async function signOut(
  application: Application,
  caller: Caller,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<FastifyReply> {
  if (caller.token !== null) await endSession(application.database, caller.token)
  return clearSessionCookie(request, reply).status(204).send()
}

/** Of one browser one session goes on: whoever signs in again has no use for the one before. */
export async function beginSession(
  application: Application,
  request: FastifyRequest,
  reply: FastifyReply,
  token: string,
): Promise<void> {
  const before = keepsSessionInCookie(application, request) ? sentSession(request) : null
  if (before !== null && before !== token) await endSession(application.database, before)
  carrySession(application, request, reply, token)
}

/** Who signs in or out by a call does so on the application's own pages too, unless the call is a program's. */
export function carrySession(
  application: Application,
  request: FastifyRequest,
  reply: FastifyReply,
  token: string | null,
): void {
  if (!keepsSessionInCookie(application, request)) return
  const lengthMs = signInOf(application.model.roles)?.session.lengthMs ?? 0
  if (token === null) clearSessionCookie(request, reply)
  else setSessionCookie(request, reply, token, Math.floor(lengthMs / 1000))
}
