// HTTP Basic (RFC 7617) → the caller. There is no session: the identifier and the password come with every request.

import { acceptInputs } from '@ninefold/core/contract/inputs/accept-inputs.ts'
import type { SignIn } from '@ninefold/core/model/roles.ts'
import type { FastifyRequest } from 'fastify'
import type { Application } from '../../gate/context/application.ts'
import { type Caller, callerWith } from '../../gate/context/caller.ts'
import { refused } from '../../gate/context/refusal.ts'
import { nobodysUse, refuseLockedOut } from '../../gate/calls/sign-in-steps.ts'
import { countUses, limitsOfSigningIn, whoCounts } from '../../gate/calls/rate-limit-counters.ts'
import { CALL, REQUEST } from '../../gate/records/audit.ts'
import { rolesOfUser } from '../../gate/users/conditional-roles.ts'
import { rolesGivenTo } from '../../store/tables/users/sessions.ts'
import { suspendedAmong } from '../../store/tables/users/suspensions.ts'
import { isVerified, rememberVerified } from '../../store/tables/users/verified-passwords.ts'
import { countedAddress } from '../http/client-address.ts'
import { pathOf } from '../http/methods.ts'
import type { BasicCredentials } from './basic-credentials.ts'
import {
  identifierAsSent,
  identifierInput,
  isRightPassword,
  keepFailedPassword,
  keepSignIn,
  passwordInput,
  storedCredentials,
  type StoredCredentials,
} from './credentials.ts'
import { sentDevice } from './session-cookie.ts'

/** With a wrong password the caller is a guest, as with an expired session. */
export async function callerByPassword(
  application: Application,
  credentials: BasicCredentials,
  request: FastifyRequest,
  tenant: string | null,
): Promise<Caller> {
  const { model, database } = application
  const { signIn } = model.roles
  const userId = signIn === null ? null : await userWith(application, signIn, credentials, request)
  if (signIn === null || userId === null) return callerWith(model, null, [], null)
  if ((await suspendedAmong(database, [String(userId)])).size > 0)
    throw refused('forbidden', 'account', ['account suspended'])
  const given = await rolesGivenTo(database, String(userId))
  const roles = await rolesOfUser(application, database, signIn, userId, given, tenant)
  return callerWith(model, { id: userId, fields: {} }, roles, null)
}

async function userWith(
  application: Application,
  rules: SignIn,
  sent: BasicCredentials,
  request: FastifyRequest,
): Promise<StoredCredentials['userId'] | null> {
  const { model, database } = application
  const accepted = acceptInputs([identifierInput(model, rules), passwordInput(model, rules)], sent)
  if (accepted.refusals.length > 0) return null
  const name = String(accepted.values['identifier'])
  const stored = await storedCredentials(application, rules, [name, identifierAsSent(sent)])
  if (isVerified(stored?.hash ?? null, sent.password)) return stored?.userId ?? null
  const place = { address: countedAddress(request.ip), device: sentDevice(request) }
  await countAttempt(application, place.address)
  await refuseLockedOut(application, rules, name, place)
  const asked = { [REQUEST]: request.id, [CALL]: `${request.method} ${pathOf(request) ?? ''}` }
  const signingIn = { application, rules, name, place, asked }
  if (!(await isRightPassword(stored, sent.password)) || stored === null) {
    await keepFailedPassword(signingIn, stored)
    return null
  }
  await database.write((transaction) => keepSignIn(signingIn, transaction, stored.userId))
  rememberVerified(stored.hash, sent.password)
  return stored.userId
}

/** Limits of point 9 on signing in. */
async function countAttempt(application: Application, address: string): Promise<void> {
  const use = nobodysUse(application, application.database)
  await countUses(use, limitsOfSigningIn(application), ({ per }) => whoCounts(per, use.caller, address))
}
