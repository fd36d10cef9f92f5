// The caller's identities at OpenID providers over HTTP: listed and unlinked, except the last way to sign in.

import { type AccountIdentities, type AccountIdentity, IDENTITIES_PATH } from '@ninefold/core/contract/wire/openid.ts'
import type { Entity, Field } from '@ninefold/core/model/entities.ts'
import { entityNamed, fieldNamed } from '@ninefold/core/model/find.ts'
import { signInOf } from '@ninefold/core/model/users/sign-in-of.ts'
import { planOwnPassword } from '@ninefold/core/plan/read/finds.ts'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { limitsOfSigningIn } from '../../gate/calls/rate-limit-counters.ts'
import type { Application } from '../../gate/context/application.ts'
import { planner } from '../../gate/context/planner.ts'
import { refused } from '../../gate/context/refusal.ts'
import { noteWritten } from '../../gate/records/audit.ts'
import { writeUnderRules } from '../../gate/records/rules-over-records.ts'
import type { Executor } from '../../store/driver/database.ts'
import { forgetIdentity, identitiesOfUser, type OwnIdentity } from '../../store/tables/users/identities.ts'
import { countedUse } from '../calls/rate-limits.ts'
import type { Exchange } from '../http/exchange.ts'
import { refuseOtherParameters } from '../http/list-query.ts'
import { providerDescription } from './openid.ts'
import { signedInUser } from '../../gate/context/signed-in-user.ts'

const passwordOf = planner('password of identities', (_, users: Entity, password: Field) =>
  planOwnPassword(users, password, 'record'),
)

export function addIdentityRoutes(
  instance: FastifyInstance,
  application: Application,
  exchangeFor: (request: FastifyRequest) => Promise<Exchange>,
): void {
  const onRequest = countedUse(application, limitsOfSigningIn(application))
  instance.delete(`${IDENTITIES_PATH}/:id`, { onRequest }, async (request, reply) => {
    const exchange = await exchangeFor(request)
    refuseOtherParameters(exchange.query, [])
    await unlink(exchange)
    return reply.status(204).send()
  })
}

/** Null: the text states no provider. */
export async function ownIdentities(exchange: Exchange, executor: Executor): Promise<AccountIdentities | null> {
  const { application, caller } = exchange
  const providers = signInOf(application.model.roles)?.providers ?? []
  if (providers.length === 0 || caller.me === null) return null
  const identities = await identitiesOfUser(executor, String(caller.me.id), false)
  const isLast = identities.length === 1 && !(await hasAnotherWay(exchange, executor))
  return {
    identities: identities.map((identity) => told(identity, isLast)),
    toLink: providers
      .filter(({ name }) => identities.every(({ provider }) => provider !== name))
      .map((provider) => providerDescription(application, provider)),
  }
}

function told({ id, provider, address, createdAtMs, lastUsedAtMs }: OwnIdentity, isLast: boolean): AccountIdentity {
  const [linkedAt, lastUsedAt] = [createdAtMs, lastUsedAtMs].map((ms) => new Date(ms).toISOString()) as [string, string]
  return { id, provider, address, linkedAt, lastUsedAt, isLast }
}

async function unlink(exchange: Exchange): Promise<void> {
  const { application, caller, parameters } = exchange
  const users = signInOf(application.model.roles)
  if (users === null || users.providers.length === 0) throw refused('not found')
  const me = signedInUser(caller)
  await writeUnderRules(exchange, async (transaction) => {
    const identities = await identitiesOfUser(transaction, String(me.id), true)
    const identity = identities.find(({ id }) => id === parameters['id'])
    if (identity === undefined) throw refused('not found')
    if (identities.length === 1 && !(await hasAnotherWay(exchange, transaction)))
      throw refused('forbidden', 'id', ['only way to sign in'])
    await forgetIdentity(transaction, String(me.id), identity.id)
    noteWritten({ transaction, caller }, { name: users.entity }, me, `unlink OpenID ${identity.provider}`)
  })
}

/** Another way to sign in: a password, or a sign-in link. */
async function hasAnotherWay(exchange: Exchange, executor: Executor): Promise<boolean> {
  return exchange.application.model.roles.linkSignIn !== null || hasPassword(exchange, executor)
}

/** A user who came by a provider has no password until they set one. */
export async function hasPassword({ application, caller }: Exchange, executor: Executor): Promise<boolean> {
  const { signIn } = application.model.roles
  if (signIn === null) return false
  const users = entityNamed(application.model, signIn.entity)
  const statement = application.planned(passwordOf, caller, users, fieldNamed(users, signIn.password))
  const row = (await executor.run(statement, { record: caller.me }))[0]
  return row !== undefined && row['hash'] !== null
}
