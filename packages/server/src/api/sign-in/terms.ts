// Documents that users agree to before anything else, over HTTP. A session whose user owes an agreement is a guest elsewhere.

import { type AgreedDocument, type Agreement, TERMS_PATH, type Terms } from '@ninefold/core/contract/wire/account.ts'
import type { AnySignIn } from '@ninefold/core/model/roles.ts'
import { signInOf } from '@ninefold/core/model/users/sign-in-of.ts'
import { said } from '@ninefold/core/model/words.ts'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { Application } from '../../gate/context/application.ts'
import { callerWith } from '../../gate/context/caller.ts'
import { refused } from '../../gate/context/refusal.ts'
import { noteWritten } from '../../gate/records/audit.ts'
import { writeUnderRules } from '../../gate/records/rules-over-records.ts'
import type { Executor } from '../../store/driver/database.ts'
import { agreementsOf, keepAgreements } from '../../store/tables/users/agreements.ts'
import { userRecord } from '../authentication/authentication.ts'
import type { Exchange } from '../http/exchange.ts'
import { refuseOtherParameters } from '../http/list-query.ts'
import { signedInUser } from '../../gate/context/signed-in-user.ts'

export function addTermsRoutes(
  instance: FastifyInstance,
  application: Application,
  exchangeFor: (request: FastifyRequest) => Promise<Exchange>,
): void {
  const rules = signInOf(application.model.roles)
  if (rules === null || rules.terms.length === 0) return
  instance.get(TERMS_PATH, async (request): Promise<Terms> => {
    const exchange = await exchangeFor(request)
    const documents = await agreedDocuments(exchange, exchange.application.database, userIn(exchange))
    return { documents }
  })
  instance.post(TERMS_PATH, async (request, reply) => {
    await agree(rules, await exchangeFor(request))
    return reply.status(204).send()
  })
}

/** An API key cannot agree for its user. */
function userIn({ caller, query }: Exchange): string {
  refuseOtherParameters(query, [])
  if (caller.owing !== undefined) return caller.owing.userId
  const me = signedInUser(caller)
  if (caller.token === null) throw refused('forbidden', 'session', ['terms without session'])
  return String(me.id)
}

async function agreedDocuments(
  { application: { model } }: Pick<Exchange, 'application'>,
  executor: Executor,
  userId: string,
): Promise<AgreedDocument[]> {
  const agreed = await agreementsOf(executor, userId)
  return (signInOf(model.roles)?.terms ?? []).map(({ name, version, address }) => {
    const found = agreed.find((each) => each.name === name && each.version === version)
    const agreedAt = found === undefined ? null : new Date(found.agreedAtMs).toISOString()
    return { name: said(model, name), version, address, agreedAt }
  })
}

async function agree(rules: AnySignIn, exchange: Exchange): Promise<void> {
  const { application, body } = exchange
  const userId = userIn(exchange)
  const { versions } = (typeof body === 'object' && body !== null ? body : {}) as Partial<
    Record<keyof Agreement, unknown>
  >
  const isShown =
    Array.isArray(versions) &&
    versions.length === rules.terms.length &&
    rules.terms.every(({ version }, index) => versions[index] === version)
  // A version that the page has not shown cannot be agreed to.
  if (!isShown) throw refused('wrong state', 'versions', ['terms changed'])
  const user = userRecord(application.model, rules, userId)
  const caller = callerWith(application.model, user, [], exchange.caller.owing?.token ?? exchange.caller.token)
  await writeUnderRules({ ...exchange, caller }, async (transaction) => {
    const added = await keepAgreements(transaction, userId, rules.terms)
    for (const { name, version } of added)
      noteWritten({ transaction, caller }, { name: rules.entity }, user, `agree to "${name}", version ${version}`)
  })
}

/** Null: the specification has no such documents. */
export async function ownTerms(exchange: Exchange, executor: Executor): Promise<AgreedDocument[] | null> {
  const { me } = exchange.caller
  const rules = signInOf(exchange.application.model.roles)
  if (rules === null || rules.terms.length === 0 || me === null) return null
  return agreedDocuments(exchange, executor, String(me.id))
}
