// Passkeys over HTTP: registered and removed by the signed-in user, and used for signing in.

import {
  type AccountPasskey,
  PASSKEY_OPTIONS_PATH,
  PASSKEY_SIGN_IN_OPTIONS_PATH,
  PASSKEY_SIGN_IN_PATH,
  PASSKEYS_MAX,
  PASSKEYS_PATH,
} from '@ninefold/core/contract/wire/passkeys.ts'
import type { AnySignIn } from '@ninefold/core/model/roles.ts'
import { signInOf } from '@ninefold/core/model/users/sign-in-of.ts'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { countSignInPerUser } from '../../gate/calls/sign-in-steps.ts'
import { limitsOfSigningIn } from '../../gate/calls/rate-limit-counters.ts'
import type { Application } from '../../gate/context/application.ts'
import { bindingsOf } from '../../gate/context/bindings.ts'
import { asProduct, type Caller, callerWith } from '../../gate/context/caller.ts'
import { refused } from '../../gate/context/refusal.ts'
import { CALL, keepFailure, noteWritten, REQUEST } from '../../gate/records/audit.ts'
import { refuseWithoutFreshFactor } from '../../gate/records/fresh-factor.ts'
import { writeUnderRules } from '../../gate/records/rules-over-records.ts'
import { arrive, type Arrived } from '../../gate/users/second-factors.ts'
import type { Executor } from '../../store/driver/database.ts'
import { createPasskey, forgetPasskey, keepChallenge, passkeysOfUser } from '../../store/tables/users/passkeys.ts'
import { refreshFactor } from '../../store/tables/users/second-factors.ts'
import { isFreshSession } from '../../store/tables/users/sessions.ts'
import { userRecord, welcome } from '../authentication/authentication.ts'
import { noteSignIn } from '../authentication/credentials.ts'
import { originOfSite } from '../authentication/link-origin.ts'
import { placeOf } from '../authentication/device-description.ts'
import { countedUse } from '../calls/rate-limits.ts'
import type { Exchange } from '../http/exchange.ts'
import { isUuid } from '../http/uuid.ts'
import { provenPasskey, sendOptions, takenAnswer, unlessWrong, webauthn } from './passkey-answers.ts'
import { FRESH_MS, identifierOfUser } from './second-factor.ts'
import { signedInUser } from '../../gate/context/signed-in-user.ts'

export function addPasskeyRoutes(
  instance: FastifyInstance,
  application: Application,
  exchangeFor: (request: FastifyRequest) => Promise<Exchange>,
): void {
  const rules = signInOf(application.model.roles)
  if (rules === null || !rules.hasPasskeys) return
  const onRequest = countedUse(application, limitsOfSigningIn(application))
  instance.post(PASSKEY_OPTIONS_PATH, { onRequest }, async (request, reply) => {
    const owner = ownerOf(await exchangeFor(request))
    return sendOptions(reply, await optionsForNew(application, rules, owner, originOfSite(application, request)))
  })
  instance.post(PASSKEYS_PATH, { onRequest }, async (request, reply) => {
    const exchange = await exchangeFor(request)
    await makePasskey(exchange, rules, ownerOf(exchange), request)
    return reply.status(204).send()
  })
  instance.delete(`${PASSKEYS_PATH}/:id`, { onRequest }, async (request, reply) => {
    const exchange = await exchangeFor(request)
    await removePasskey(exchange, rules, ownerOf(exchange))
    return reply.status(204).send()
  })
  // Opening the sign-in page requests them, so they do not count as an attempt.
  instance.post(PASSKEY_SIGN_IN_OPTIONS_PATH, async (request, reply) => {
    const options = await (await webauthn()).authenticationOptions(originOfSite(application, request), [])
    await keepChallenge(application.database, options.challenge, null)
    return sendOptions(reply, options)
  })
  instance.post(PASSKEY_SIGN_IN_PATH, { onRequest }, async (request, reply) => {
    await welcome(application, request, reply, await signInByPasskey(application, rules, request))
    return reply.status(204).send()
  })
}

interface Owner {
  readonly caller: Caller
  readonly me: NonNullable<Caller['me']>
  readonly userId: string
  readonly token: string
}

/** API keys and HTTP Basic have no session. */
function ownerOf({ caller }: Exchange): Owner {
  const me = signedInUser(caller)
  const { token } = caller
  if (token === null) throw refused('forbidden', 'session', ['passkey without session'])
  return { caller, me, userId: String(me.id), token }
}

/** A recent sign-in is required, so that a session left open cannot get a new passkey. */
async function refuseStale(application: Application, executor: Executor, { caller, token }: Owner): Promise<void> {
  if (!(await isFreshSession(executor, token, FRESH_MS))) throw refused('forbidden', 'session', ['session too old'])
  await refuseWithoutFreshFactor(application, executor, caller)
}

async function optionsForNew(
  application: Application,
  rules: AnySignIn,
  owner: Owner,
  origin: string,
): Promise<unknown> {
  const { database, model } = application
  const { userId } = owner
  await refuseStale(application, database, owner)
  const options = await (
    await webauthn()
  ).registrationOptions({
    origin,
    application: model.name,
    userId,
    identifier: await identifierOfUser(application, rules, userId),
    present: await passkeysOfUser(database, userId, false),
  })
  await keepChallenge(database, options.challenge, userId)
  return options
}

async function makePasskey(exchange: Exchange, rules: AnySignIn, owner: Owner, request: FastifyRequest): Promise<void> {
  const { application, body } = exchange
  const { userId, me, caller } = owner
  const taken = await takenAnswer(application, body, userId)
  const origin = originOfSite(application, request)
  const { registeredKey } = await webauthn()
  const key =
    taken === null ? null : await unlessWrong(request, () => registeredKey(taken.answer, taken.challenge, origin))
  if (key === null) throw refused('wrong type', 'answer', ['passkey not made'])
  const { browser, system } = placeOf(request, application.model)
  await writeUnderRules(exchange, async (transaction) => {
    await refuseStale(application, transaction, owner)
    if ((await passkeysOfUser(transaction, userId, true)).length >= PASSKEYS_MAX)
      throw refused('forbidden', 'passkey', ['too many passkeys', PASSKEYS_MAX])
    if (!(await createPasskey(transaction, userId, { ...key, browser, system })))
      throw refused('wrong type', 'answer', ['passkey not made'])
    // The device has just asked its user to unlock it.
    await refreshFactor(transaction, owner.token, 'passkey')
    noteWritten({ transaction, caller }, { name: rules.entity }, me, 'make passkey')
  })
}

async function removePasskey(exchange: Exchange, rules: AnySignIn, { userId, me, caller }: Owner): Promise<void> {
  const id = exchange.parameters['id'] ?? ''
  if (!isUuid(id)) throw refused('not found')
  await writeUnderRules(exchange, async (transaction) => {
    await refuseWithoutFreshFactor(exchange.application, transaction, caller)
    if (!(await forgetPasskey(transaction, userId, id))) throw refused('not found')
    noteWritten({ transaction, caller }, { name: rules.entity }, me, 'remove passkey')
  })
}

async function signInByPasskey(application: Application, rules: AnySignIn, request: FastifyRequest): Promise<Arrived> {
  const caller = asProduct(callerWith(application.model, null, [], null))
  const asked = { [REQUEST]: request.id, [CALL]: `POST ${PASSKEY_SIGN_IN_PATH}` }
  const proven = await provenPasskey(application, request, null)
  // Answers without a challenge of ours are not logged, so that nobody can flood the audit log.
  if (proven.kind === 'unasked') throw refused('not signed in', 'passkey', ['unknown passkey'])
  if (proven.kind === 'wrong') {
    await keepFailure(application, asked, { entity: rules.entity, record: proven.userId, action: 'sign-in failed' })
    throw refused('not signed in', 'passkey', ['unknown passkey'])
  }
  const bindings = { ...bindingsOf(application, caller), ...asked }
  return writeUnderRules({ application, caller, bindings }, async (transaction) => {
    const { userId } = proven
    if (!(await proven.use(transaction))) throw refused('not signed in', 'passkey', ['unknown passkey'])
    await countSignInPerUser(application, transaction, async () => `passkey ${userId}`)
    const arrived = await arrive(application, transaction, { userId, identifier: null, at: null }, 'passkey')
    const { id } = userRecord(application.model, rules, userId)
    await noteSignIn({ application, rules, asked }, transaction, id, 'sign in by passkey')
    return arrived
  })
}

/** Null: the text states no passkeys. */
export async function ownPasskeys(
  { application, caller }: Exchange,
  executor: Executor,
): Promise<AccountPasskey[] | null> {
  const rules = signInOf(application.model.roles)
  if (rules === null || !rules.hasPasskeys || caller.me === null) return null
  const passkeys = await passkeysOfUser(executor, String(caller.me.id), false)
  return passkeys.map(({ id, browser, system, createdAtMs, lastUsedAtMs }) => ({
    id,
    browser,
    system,
    createdAt: new Date(createdAtMs).toISOString(),
    lastUsedAt: lastUsedAtMs === null ? null : new Date(lastUsedAtMs).toISOString(),
  }))
}
