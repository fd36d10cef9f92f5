// A passkey as the second factor, over HTTP: it completes a half sign-in, or renews the factor of a session.

import { FACTOR_BY_PASSKEY_OPTIONS_PATH, FACTOR_BY_PASSKEY_PATH } from '@ninefold/core/contract/wire/second-factor.ts'
import { signInOf } from '@ninefold/core/model/users/sign-in-of.ts'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { limitsOfSigningIn } from '../../gate/calls/rate-limit-counters.ts'
import type { Application } from '../../gate/context/application.ts'
import { refused } from '../../gate/context/refusal.ts'
import { keepAudit } from '../../gate/records/audit.ts'
import { keepFailedCode } from '../../gate/users/second-factors.ts'
import { keepChallenge, passkeysOfUser } from '../../store/tables/users/passkeys.ts'
import { refreshFactor } from '../../store/tables/users/second-factors.ts'
import { originOfSite } from '../authentication/link-origin.ts'
import { countedUse } from '../calls/rate-limits.ts'
import { provenPasskey, sendOptions, webauthn } from './passkey-answers.ts'
import { askedBy, attemptOf, note, personShowing, type Turn, welcomeWhole, wholeSession } from './second-factor.ts'

export function addFactorByPasskeyRoutes(instance: FastifyInstance, application: Application): void {
  const rules = signInOf(application.model.roles)
  if (rules === null || rules.secondFactor === null || !rules.hasPasskeys) return
  const onRequest = countedUse(application, limitsOfSigningIn(application))
  const at = (request: FastifyRequest, reply: FastifyReply): Turn => ({ application, rules, request, reply })
  instance.post(FACTOR_BY_PASSKEY_OPTIONS_PATH, { onRequest }, (request, reply) => options(at(request, reply)))
  instance.post(FACTOR_BY_PASSKEY_PATH, { onRequest }, (request, reply) => show(at(request, reply)))
}

async function options(turn: Turn): Promise<FastifyReply> {
  const { application, request, reply } = turn
  const { userId } = await personShowing(turn)
  const passkeys = await passkeysOfUser(application.database, userId, false)
  if (passkeys.length === 0) throw refused('not found')
  const made = await (await webauthn()).authenticationOptions(originOfSite(application, request), passkeys)
  await keepChallenge(application.database, made.challenge, userId)
  return sendOptions(reply, made)
}

async function show(turn: Turn): Promise<FastifyReply> {
  const { application, request, reply } = turn
  const person = await personShowing(turn)
  const proven = await provenPasskey(application, request, person.userId)
  if (proven.kind !== 'right') {
    if (proven.kind === 'wrong') await keepFailedCode(attemptOf(turn, person))
    throw refused('wrong type', 'answer', ['passkey not made'])
  }
  const session = await application.database.write(async (transaction) => {
    if (!(await proven.use(transaction))) throw refused('wrong type', 'answer', ['passkey not made'])
    const begun = person.half === null ? null : await wholeSession(turn, transaction, person, 'passkey')
    if (person.token !== null) {
      await refreshFactor(transaction, person.token, 'passkey')
      note(turn, transaction, person.userId, 'show second factor passkey')
    }
    await keepAudit({ application, transaction, bindings: askedBy(request) })
    return begun
  })
  if (session !== null) await welcomeWhole(turn, person, session)
  return reply.status(204).send()
}
