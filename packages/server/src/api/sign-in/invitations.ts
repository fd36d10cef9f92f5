// Invitations over HTTP: the form of an invitation, and accepting it.

import { isPlainObject } from '@ninefold/core/contract/inputs/plain-object.ts'
import { followsPattern } from '@ninefold/core/contract/inputs/patterns.ts'
import { acceptInputs } from '@ninefold/core/contract/inputs/accept-inputs.ts'
import { inputOfType } from '@ninefold/core/contract/inputs/field-inputs.ts'
import { invitedUserInputs } from '@ninefold/core/contract/inputs/inputs-of-users.ts'
import type { InputField } from '@ninefold/core/contract/wire/inputs.ts'
import {
  INVITATION_PATH,
  type InvitationAnswer,
  INVITED_USERS_PATH,
  JOINED_TENANTS_PATH,
} from '@ninefold/core/contract/wire/invitations.ts'
import { rolesPerTenant, rolesThatAreGiven } from '@ninefold/core/model/users/first-holders.ts'
import { entityNamed } from '@ninefold/core/model/find.ts'
import type { AnySignIn } from '@ninefold/core/model/roles.ts'
import { signInOf } from '@ninefold/core/model/users/sign-in-of.ts'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Application } from '../../gate/context/application.ts'
import { CALL, REQUEST } from '../../gate/records/audit.ts'
import { bindingsOf } from '../../gate/context/bindings.ts'
import { asProduct, callerWith } from '../../gate/context/caller.ts'
import { runSteps } from '../../gate/calls/calls.ts'
import { admit } from '../../gate/calls/admission-into-tenants.ts'
import { refused } from '../../gate/context/refusal.ts'
import { signedInUser } from '../../gate/context/signed-in-user.ts'
import { writeUnderRules } from '../../gate/records/rules-over-records.ts'
import { localizedApplication } from '../../gate/context/localized-application.ts'
import { callerCalled } from '../../gate/users/conditional-roles.ts'
import { labelOfTenant } from '../../gate/users/memberships.ts'
import { isStillInvited } from '../../gate/users/invitations.ts'
import { arrive } from '../../gate/users/second-factors.ts'
import { sendLink } from '../../gate/users/sign-in-links.ts'
import { beginRecord } from '../../gate/calls/transitions.ts'
import { findInvitation, type Invitation, takeInvitation } from '../../store/tables/users/invitations.ts'
import type { Executor } from '../../store/driver/database.ts'
import { giveRole } from '../../store/tables/users/sessions.ts'
import { forgetLinkMessage } from '../../store/tables/users/sign-in-links.ts'
import { acceptedOrRefused, storable } from '../http/bodies.ts'
import type { Exchange } from '../http/exchange.ts'
import { makeCurrent } from './tenants.ts'
import { limitsOfSigningIn } from '../../gate/calls/rate-limit-counters.ts'
import { countedUse } from '../calls/rate-limits.ts'
import { originOfLinks } from '../authentication/link-origin.ts'
import { welcome } from '../authentication/authentication.ts'
import { countedSignUp } from './sign-up-limit.ts'

const TOKEN: InputField = inputOfType({ kind: 'text', lengthMin: null, lengthMax: 200 }, ['token'], true, false)

export function addInvitationRoutes(
  instance: FastifyInstance,
  application: Application,
  exchangeFor: (request: FastifyRequest) => Promise<Exchange>,
): void {
  const signIn = signInOf(application.model.roles)
  if (signIn === null) return
  const spokenTo = ({ headers }: FastifyRequest): Application =>
    localizedApplication(application, headers['accept-language'])
  const counted = countedUse(application, limitsOfSigningIn(application))
  instance.post(INVITATION_PATH, { onRequest: counted }, async (request, reply) =>
    reply.send(await invitationAnswer(spokenTo(request), signIn, request)),
  )
  instance.post(JOINED_TENANTS_PATH, { onRequest: counted }, async (request, reply) => {
    await joinTenant(await exchangeFor(request), signIn)
    return reply.status(204).send()
  })
  instance.post(INVITED_USERS_PATH, { onRequest: countedSignUp(application) }, (request, reply) =>
    becomeUser(spokenTo(request), signIn, request, reply),
  )
}

async function invitationAnswer(
  application: Application,
  signIn: AnySignIn,
  request: FastifyRequest,
): Promise<InvitationAnswer> {
  const { token } = acceptedOrRefused(acceptInputs([TOKEN], request.body))
  const { role, given, tenant } = await goodInvitation(application, application.database, (executor) =>
    findInvitation(executor, String(token)),
  )
  const identifier = given[signIn.identifier]
  const inputs = inputsOf(application, signIn)
  return {
    role,
    tenant: tenant === undefined ? null : await labelOfTenant(application, application.database, tenant),
    identifier: typeof identifier === 'string' ? identifier : null,
    inputs: inputs.filter(({ path: [name = ''] }) => !Object.hasOwn(given, name)),
  }
}

function inputsOf({ model }: Application, signIn: AnySignIn): InputField[] {
  return invitedUserInputs(entityNamed(model, signIn.entity), signIn)
}

/** Invalid if the role no longer exists, or if its inviter may no longer invite to it. */
async function goodInvitation(
  application: Application,
  executor: Executor,
  found: (executor: Executor) => Promise<Invitation | null>,
): Promise<Invitation> {
  const invitation = await found(executor)
  const isGood =
    invitation !== null &&
    [...rolesThatAreGiven(application.model), ...rolesPerTenant(application.model)].includes(invitation.role) &&
    (await isStillInvited(application, executor, invitation))
  if (!isGood) throw refused('not found', 'invitation', ['invitation used'])
  return invitation
}

/** With sign-in links, the link proves the address; otherwise the session begins at once. */
async function becomeUser(
  application: Application,
  signIn: AnySignIn,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<FastifyReply> {
  const { model } = application
  const { token: sentToken, user: sent } = (request.body ?? {}) as { readonly token?: unknown; readonly user?: unknown }
  const token = String(acceptedOrRefused(acceptInputs([TOKEN], { token: sentToken }))['token'])
  const found = await goodInvitation(application, application.database, (executor) => findInvitation(executor, token))
  const body = isPlainObject(sent) ? { ...sent, ...found.given } : sent
  const values = acceptedOrRefused(acceptInputs(inputsOf(application, signIn), body, followsPattern))
  const entity = entityNamed(model, signIn.entity)
  // Hashing takes long, so the invitation is consumed only after it.
  const given = await storable(application, entity, values)
  const origin = model.roles.linkSignIn === null ? null : originOfLinks(application, request)
  const caller = asProduct(callerWith(model, null, [], null))
  const bindings = { ...bindingsOf(application, caller), [REQUEST]: request.id, [CALL]: `POST ${INVITED_USERS_PATH}` }
  const arrived = await writeUnderRules({ application, caller, bindings }, async (transaction) => {
    const { role, tenant } = await goodInvitation(application, transaction, (executor) =>
      takeInvitation(executor, token),
    )
    await forgetLinkMessage(transaction, 'invitation', token)
    const work = { application, caller, transaction, bindings }
    const { record } = await beginRecord(work, entity, { given, set: [], isProductsOwn: true }, { runSteps })
    if (tenant === undefined) await giveRole(transaction, String(record.id), role)
    else {
      await admit(work, record, tenant, role)
      // The member could have signed up as well.
      if (signIn.signUp !== null) await giveRole(transaction, String(record.id), signIn.signUp.gives)
    }
    const newcomer = { userId: String(record.id), identifier: null, at: null }
    return origin === null ? arrive(application, transaction, newcomer) : null
  })
  if (origin !== null) await sendLink(application, 'sign in', String(given[signIn.identifier] ?? ''), origin)
  const half = arrived === null ? null : await welcome(application, request, reply, arrived)
  return half === null ? reply.status(201).send() : reply.status(201).send(half)
}

/** A user with an account accepts an invitation into another tenant, which becomes the current one. */
async function joinTenant(exchange: Exchange, signIn: AnySignIn): Promise<void> {
  const { application, caller, body } = exchange
  const me = signedInUser(caller)
  const token = String(acceptedOrRefused(acceptInputs([TOKEN], body))['token'])
  await writeUnderRules(exchange, async (transaction) => {
    const found = await goodInvitation(application, transaction, (executor) => takeInvitation(executor, token))
    const { role, tenant, given } = found
    if (tenant === undefined) throw refused('not found', 'invitation', ['invitation used'])
    const identifier = given[signIn.identifier]
    const meant = typeof identifier === 'string' ? await callerCalled(application, identifier) : caller
    if (String(meant?.me?.id) !== String(me.id)) throw refused('forbidden', 'invitation', ['invitation of another'])
    await forgetLinkMessage(transaction, 'invitation', token)
    const work = { ...exchange, caller: asProduct(caller), transaction }
    await admit(work, me, tenant, role)
    await makeCurrent(work, tenant)
  })
}
