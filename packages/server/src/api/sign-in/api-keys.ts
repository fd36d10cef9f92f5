// API keys over HTTP: users create them with their own roles or fewer, list them and revoke them.

import {
  API_KEY_NAME_MAX,
  API_KEYS_MAX,
  API_KEYS_PATH,
  type AccountKey,
  type AccountKeys,
  type KeyToMake,
  type MadeKey,
} from '@ninefold/core/contract/programs/api-keys.ts'
import type { ApiKeyRules } from '@ninefold/core/model/roles.ts'
import { signInOf } from '@ninefold/core/model/users/sign-in-of.ts'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { limitsOfSigningIn } from '../../gate/calls/rate-limit-counters.ts'
import type { Application } from '../../gate/context/application.ts'
import type { Caller } from '../../gate/context/caller.ts'
import { refused } from '../../gate/context/refusal.ts'
import { noteWritten } from '../../gate/records/audit.ts'
import { refuseWithoutFreshFactor } from '../../gate/records/fresh-factor.ts'
import { writeUnderRules } from '../../gate/records/rules-over-records.ts'
import type { Executor } from '../../store/driver/database.ts'
import { createKey, endKeyOfUser, type KeyOfUser, keysOfUser } from '../../store/tables/users/api-keys.ts'
import { type GrantOfUser, grantsOfUser } from '../../store/tables/users/oauth-grants.ts'
import { countedUse } from '../calls/rate-limits.ts'
import type { Exchange } from '../http/exchange.ts'
import { refuseOtherParameters } from '../http/list-query.ts'
import { isUuid } from '../http/uuid.ts'
import { signedInUser } from '../../gate/context/signed-in-user.ts'

const DAY_MS = 24 * 3_600_000

export function addApiKeyRoutes(
  instance: FastifyInstance,
  application: Application,
  exchangeFor: (request: FastifyRequest) => Promise<Exchange>,
): void {
  const onRequest = countedUse(application, limitsOfSigningIn(application))
  instance.post(API_KEYS_PATH, { onRequest }, async (request, reply) => {
    const exchange = await exchangeFor(request)
    refuseOtherParameters(exchange.query, [])
    return reply
      .status(201)
      .header('cache-control', 'no-store')
      .send(await makeKey(exchange))
  })
  instance.delete(`${API_KEYS_PATH}/:id`, { onRequest }, async (request, reply) => {
    const exchange = await exchangeFor(request)
    refuseOtherParameters(exchange.query, [])
    await endKey(exchange)
    return reply.status(204).send()
  })
}

export interface KeyOwner {
  readonly entity: string
  readonly rules: ApiKeyRules
  readonly user: NonNullable<Caller['me']>
}

/** Throws a refusal if the text states no keys, or if the caller may not make one. */
export function keyOwnerOf({ application, caller }: Exchange): KeyOwner {
  const signIn = signInOf(application.model.roles)
  if (signIn === null || signIn.apiKeys === null) throw refused('not found')
  const user = signedInUser(caller)
  // API keys are refused on these routes already; this check guards future routes.
  if (caller.key !== undefined) throw refused('forbidden', 'key', ['key makes keys'])
  return { entity: signIn.entity, rules: signIn.apiKeys, user }
}

async function makeKey(exchange: Exchange): Promise<MadeKey> {
  const { entity, rules, user } = keyOwnerOf(exchange)
  const wanted = keyToMake(exchange.body, offeredRoles(rules, exchange.caller), daysMaxOf(rules))
  return writeUnderRules(exchange, async (transaction) => {
    await refuseWithoutFreshFactor(exchange.application, transaction, exchange.caller)
    const made = await createKey(
      transaction,
      String(user.id),
      { ...wanted, tenant: exchange.caller.tenant ?? null },
      API_KEYS_MAX,
    )
    if (made === null) throw refused('forbidden', 'name', ['too many keys', API_KEYS_MAX])
    noteWritten({ transaction, caller: exchange.caller }, { name: entity }, user, 'make API key')
    return made
  })
}

async function endKey(exchange: Exchange): Promise<void> {
  const { entity, user } = keyOwnerOf(exchange)
  const id = exchange.parameters['id'] ?? ''
  if (!isUuid(id)) throw refused('not found')
  await writeUnderRules(exchange, async (transaction) => {
    if (!(await endKeyOfUser(transaction, String(user.id), id))) throw refused('not found')
    noteWritten({ transaction, caller: exchange.caller }, { name: entity }, user, 'end API key')
  })
}

/** Throws a refusal that names the mistake. */
function keyToMake(body: unknown, offered: readonly string[], daysMax: number): KeyToMake {
  const sent = (typeof body === 'object' && body !== null ? body : {}) as Partial<Record<keyof KeyToMake, unknown>>
  const name = typeof sent.name === 'string' ? sent.name.trim() : ''
  if (name === '' || name.length > API_KEY_NAME_MAX)
    throw refused('wrong type', 'name', ['name of key', API_KEY_NAME_MAX])
  return { name, ...keyAccess(sent, offered, daysMax) }
}

/** Throws a refusal that names the mistake. */
export function keyAccess(
  sent: Partial<Record<keyof KeyToMake, unknown>>,
  offered: readonly string[],
  daysMax: number,
): Omit<KeyToMake, 'name'> {
  const roles = Array.isArray(sent.roles) ? sent.roles.filter((role) => typeof role === 'string') : []
  if (roles.length === 0) throw refused('wrong type', 'roles', ['roles of key'])
  const other = roles.find((role) => !offered.includes(role))
  if (other !== undefined) throw refused('forbidden', 'roles', ['role not for key', other])
  const { days } = sent
  if (typeof days !== 'number' || !Number.isInteger(days) || days < 1 || days > daysMax)
    throw refused('wrong type', 'days', ['days of key', daysMax])
  if (typeof sent.onlyReads !== 'boolean') throw refused('wrong type', 'onlyReads', ['reading of key'])
  return { roles: [...new Set(roles)], onlyReads: sent.onlyReads, days }
}

export function offeredRoles(rules: ApiKeyRules, caller: Caller): string[] {
  return rules.roles.filter((role) => caller.roles.has(role))
}

export function daysMaxOf({ lengthMaxMs }: ApiKeyRules): number {
  return Math.floor(lengthMaxMs / DAY_MS)
}

/** Null: point 6 states no keys. */
export async function ownKeys({ application, caller }: Exchange, executor: Executor): Promise<AccountKeys | null> {
  const rules = signInOf(application.model.roles)?.apiKeys ?? null
  if (rules === null || caller.me === null) return null
  const keys = await keysOfUser(executor, String(caller.me.id))
  const roles = offeredRoles(rules, caller)
  return {
    roles,
    daysMax: daysMaxOf(rules),
    forAgents: areForAgents(application, roles),
    apps: rules.alsoByOAuth ? (await grantsOfUser(executor, String(caller.me.id))).map(datedAccess) : null,
    keys: keys.map((key) => toldKey(key, application.database.nowMs())),
  }
}

/** Tells whether a key with these roles can be used by agents. */
function areForAgents({ model, mode }: Exchange['application'], roles: readonly string[]): boolean {
  const agents = model.roles.agents
  if (agents === null) return mode === 'development'
  return model.roles.roles.some(
    ({ name, includes }) => roles.includes(name) && [name, ...includes].some((role) => agents.roles.includes(role)),
  )
}

export function toldKey(key: KeyOfUser, nowMs: number): AccountKey {
  return { ...datedAccess(key), isOver: key.expiresAtMs <= nowMs }
}

/** With dates in the form of the account page. */
export function datedAccess<Access extends GrantOfUser>({ createdAtMs, expiresAtMs, lastUsedAtMs, ...access }: Access) {
  return {
    ...access,
    createdAt: new Date(createdAtMs).toISOString(),
    expiresAt: new Date(expiresAtMs).toISOString(),
    lastUsedAt: lastUsedAtMs === null ? null : new Date(lastUsedAtMs).toISOString(),
  }
}
