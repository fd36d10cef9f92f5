// Point 6 over HTTP: identifies the caller; signs in, up and out.

import { followsPattern } from '@ninefold/core/contract/inputs/patterns.ts'
import { acceptInputs } from '@ninefold/core/contract/inputs/accept-inputs.ts'
import { filledInput } from '@ninefold/core/contract/inputs/field-inputs.ts'
import { creationInputs } from '@ninefold/core/contract/calls/calls.ts'
import type { InputField } from '@ninefold/core/contract/wire/inputs.ts'
import type { HalfSignedIn } from '@ninefold/core/contract/wire/second-factor.ts'
import type { SignedOut } from '@ninefold/core/contract/wire/openid.ts'
import type { RecordValue, Value } from '@ninefold/core/expression/expression.ts'
import { entityNamed, fieldNamed } from '@ninefold/core/model/find.ts'
import type { Model } from '@ninefold/core/model/model.ts'
import type { AnySignIn } from '@ninefold/core/model/roles.ts'
import { signInOf } from '@ninefold/core/model/users/sign-in-of.ts'
import { grantedFields } from '@ninefold/core/rights/roles.ts'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Application } from '../../gate/context/application.ts'
import { CALL, REQUEST } from '../../gate/records/audit.ts'
import { type Caller, callerWith } from '../../gate/context/caller.ts'
import { arrivalInWords, arrive, type Arrived, isRequiredWith } from '../../gate/users/second-factors.ts'
import { giveFirstRoles } from '../../gate/users/give-roles.ts'
import { rolesOfUser } from '../../gate/users/conditional-roles.ts'
import { runSteps } from '../../gate/calls/calls.ts'
import { beginRecord } from '../../gate/calls/transitions.ts'
import { refuseLockedOut } from '../../gate/calls/sign-in-steps.ts'
import { refused } from '../../gate/context/refusal.ts'
import { modelFor } from '../../gate/context/localized-application.ts'
import { writeUnderRules } from '../../gate/records/rules-over-records.ts'
import { sendLink } from '../../gate/users/sign-in-links.ts'
import { JUDGED_BY } from '../../store/driver/rows.ts'
import { endSession, findSession, judgesSession, type SessionAtProvider } from '../../store/tables/users/sessions.ts'
import { HALF_SIGN_IN_SECONDS } from '../../store/tables/users/second-factors.ts'
import { rememberDevice } from '../../store/tables/users/sign-in-attempts.ts'
import { newToken } from '../../store/tables/users/tokens.ts'
import { acceptedOrRefused, storable } from '../http/bodies.ts'
import { countedAddress } from '../http/client-address.ts'
import { ADDRESS, bindingsOf } from '../../gate/context/bindings.ts'
import { originOfLinks, originOfSite } from './link-origin.ts'
import {
  clearHalfCookie,
  clearSessionCookie,
  sentDevice,
  sentHalfSignIn,
  sentSession,
  setDeviceCookie,
  setHalfCookie,
  setSessionCookie,
} from './session-cookie.ts'
import { placeOf } from './device-description.ts'
import { asAgent, isByAgent } from './agent-callers.ts'
import { callerByPassword } from './basic-callers.ts'
import { callerByKey } from './key-callers.ts'
import { tenantOfAddress } from './tenant-of-address.ts'
import { callerByOwnKey } from './own-key-callers.ts'
import {
  identifierAsSent,
  identifierInput,
  isRightPassword,
  keepFailedPassword,
  keepSignIn,
  passwordInput,
  storedCredentials,
} from './credentials.ts'
import { keepsSessionInCookie, sentSessionOf } from './session-token.ts'

declare module 'fastify' {
  interface FastifyRequest {
    /** A promise while it is looked up. Null: nobody has asked for it. */
    caller: Promise<Caller> | Caller | null
  }
}

/** The caller of the request, computed once per request. */
export async function callerOf(application: Application, request: FastifyRequest): Promise<Caller> {
  request.caller ??= callerAsSent(application, request)
  return (request.caller = await request.caller)
}

async function callerAsSent(application: Application, request: FastifyRequest): Promise<Caller> {
  const caller = await callerNow(application, request)
  return isByAgent(request) ? asAgent(application, caller) : caller
}

/** Notes the guessed caller as confirmed: the database accepted the statement that was run for them. */
export function noteCaller(request: FastifyRequest, caller: Caller): void {
  request.caller = caller
}

/** The caller, if the request has looked it up; null if it did not, or if that failed. */
export function callerFound({ caller }: FastifyRequest): Caller | null {
  return caller instanceof Promise ? null : caller
}

/** In the tenant of the request's address, if it names one. */
export async function callerNow(application: Application, request: FastifyRequest): Promise<Caller> {
  const tenant = await tenantOfAddress(application, request)
  const caller = await callerInTenant(application, request, tenant)
  return tenant === null ? caller : { ...caller, tenant }
}

/** A caller without a valid session is a guest, so that an expired session does not close what guests may see. */
async function callerInTenant(
  application: Application,
  request: FastifyRequest,
  tenant: string | null,
): Promise<Caller> {
  const { model, database } = application
  const signIn = signInOf(model.roles)
  const sent = signIn === null ? null : sentSessionOf(signIn, request)
  if (signIn === null || sent === null) return callerWith(model, null, [], null)
  if (sent.kind === 'basic') return callerByPassword(application, sent.credentials, request, tenant)
  if (sent.kind === 'own key') return callerByOwnKey(application, signIn, sent, tenant)
  if (sent.kind === 'key')
    return callerByKey(application, signIn, sent.key, { userOf: (id) => userRecord(model, signIn, id), tenant })
  const { token } = sent
  if (token === '') return callerWith(model, null, [], null)
  const session = await findSession(database, token, signIn.session, () => placeOf(request, model), signIn.terms)
  const guest = callerWith(model, null, [], null)
  const nobody: Caller =
    signIn.session.carriers.some(({ kind }) => kind === 'cookie') && sent.carrier.kind === 'cookie'
      ? guest
      : { ...guest, isSessionOver: true }
  if (session === null) {
    application.known.forget(token)
    return nobody
  }
  const user = userRecord(model, signIn, session.userId)
  const seenAs = application.development?.roleOf(token) ?? null
  const roles =
    seenAs === null ? await rolesOfUser(application, database, signIn, user.id, session.roles, tenant) : [seenAs]
  const caller = callerWith(model, user, roles, token)
  // The role may have become one that requires a second factor after the session began.
  if (seenAs === null && !session.hasSecondFactor && isRequiredWith(signIn, caller.roles)) {
    application.known.forget(token)
    return nobody
  }
  if (session.owesTerms) {
    application.known.forget(token)
    return { ...nobody, owing: { userId: session.userId, token } }
  }
  // Caches the caller only when the session alone decides it. Roles with a condition need a look at records, and addresses
  // lead into different tenants.
  const isOfSession = model.entities.tenancy?.address == null && !model.roles.roles.some(({ when }) => when.length > 0)
  if (application.development === undefined && isOfSession)
    application.known.remember(token, {
      caller,
      bindings: { [JUDGED_BY]: judgesSession(token, session, signIn.session) },
    })
  return caller
}

/** A user of whom only the id is known, as the engine's tables keep it. */
export function userRecord(model: Model, signIn: AnySignIn, userId: string): RecordValue {
  const id = fieldNamed(entityNamed(model, signIn.entity), 'id')
  const isCounting = id.type.kind === 'identifier' && id.type.form === 'counting'
  return { id: isCounting ? Number(userId) : userId, fields: {} }
}

/** Inputs of a guest who signs up: the fields that point 6 lets a guest create. */
export function signUpInputs(model: Model): InputField[] | null {
  const signIn = signInOf(model.roles)
  if (signIn === null || signIn.signUp === null) return null
  const guest = callerWith(model, null, [], null)
  const inputs = creationInputs(entityNamed(model, signIn.entity), grantedFields(model, guest, signIn.entity, 'create'))
  const password = model.roles.signIn?.password
  // Users of an OpenID provider may have no password. A person who signs up here needs one to come back.
  return inputs.map((input) => (input.path.join('.') === password ? filledInput(input) : input))
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
  const signingIn = { application, rules, name, place, asked }
  const stored = await storedCredentials(application, rules, [name, identifierAsSent(request.body)])
  if (!(await isRightPassword(stored, String(values['password']))) || stored === null) {
    await keepFailedPassword(signingIn, stored)
    const { label } = identifierInput(modelFor(application.model, request.headers['accept-language']), rules)
    throw refused('not signed in', 'password', ['wrong password', label])
  }
  const device = newToken()
  const arrived = await application.database.write(async (transaction) => {
    const user = { userId: String(stored.userId), identifier: name, at: null }
    const made = await arrive(application, transaction, user)
    await keepSignIn(signingIn, transaction, stored.userId, arrivalInWords(made))
    // A device is remembered only after the sign-in is complete.
    if (made.kind === 'signed in') await rememberDevice(transaction, name, user.userId, device)
    return made
  })
  // The session cookie comes first, because some programs keep only one cookie.
  const half = await welcome(application, request, reply, arrived)
  if (half !== null) return reply.status(202).send(half)
  setDeviceCookie(request, reply, device)
  return reply.status(204).send()
}

/** `POST /_ninefold/users`. Where users have no password, a link proves that the address is theirs. */
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
  const arrived = await writeUnderRules({ application, caller: guest, bindings }, async (transaction) => {
    const { record: user } = await beginRecord(
      { application, caller: guest, transaction, bindings },
      entity,
      { given, set: [] },
      { runSteps },
    )
    await giveFirstRoles({ application, transaction }, String(user.id), gives)
    const newcomer = { userId: String(user.id), identifier: null, at: null }
    return origin === null ? arrive(application, transaction, newcomer) : null
  })
  if (origin !== null) await sendLink(application, 'sign in', String(given[rules.identifier] ?? ''), origin)
  const half = arrived === null ? null : await welcome(application, request, reply, arrived)
  return half === null ? reply.status(201).send() : reply.status(201).send(half)
}

function givenToSignUp(model: Model, accepted: Readonly<Record<string, Value>>): Readonly<Record<string, Value>> {
  const { signIn } = model.roles
  if (signIn !== null && accepted[signIn.password] === undefined)
    throw refused('not shown', signIn.password, ['no password of guests'])
  return accepted
}

/** `DELETE /_ninefold/session` */
export async function signOut(
  application: Application,
  caller: Caller,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<FastifyReply> {
  const token = caller.token ?? caller.owing?.token ?? null
  const at = token === null ? null : await endSession(application.database, token)
  clearSessionCookie(request, reply)
  const address = at === null ? null : await signOutAtProvider(application, request, at)
  return address === null ? reply.status(204).send() : reply.send({ address } satisfies SignedOut)
}

/**
 * Signs the user out at the OpenID provider, after the session here has ended. Null: the provider offers no sign-out.
 */
async function signOutAtProvider(
  application: Application,
  request: FastifyRequest,
  { provider: name, idToken }: SessionAtProvider,
): Promise<string | null> {
  const { identityProviders: providers, model } = application
  const provider = signInOf(model.roles)?.providers.find((each) => each.name === name)
  if (providers === undefined || provider === undefined || providers.missing(provider).length > 0) return null
  return providers.signOutAddress(provider, idToken, `${originOfSite(application, request)}/`)
}

/** Begins a session, or a half sign-in that still waits for the second factor. Null: the sign-in is complete. */
export async function welcome(
  application: Application,
  request: FastifyRequest,
  reply: FastifyReply,
  { kind, token }: Arrived,
): Promise<HalfSignedIn | null> {
  if (kind === 'half') {
    // A browser has either a session or a half sign-in. With both, it would be unclear whose second factor is asked
    // for.
    const before = sentSession(request)
    if (before !== null) await endSession(application.database, before)
    clearSessionCookie(request, reply)
    setHalfCookie(request, reply, token, HALF_SIGN_IN_SECONDS)
    return { secondFactor: true }
  }
  await beginSession(application, request, reply, token)
  if (sentHalfSignIn(request) !== null) clearHalfCookie(request, reply)
  return null
}

/** Begins a session and ends the one that the browser had before. */
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

/**
 * A call that signs in or out also changes the session of the application's own pages, unless a program made the call.
 */
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
