// The consent page of OAuth: what it shows, and where the browser goes after the user allows or denies.

import {
  type AuthorizationRequest,
  CONNECTED_APPS_MAX,
  type GivenAccess,
} from '@ninefold/core/contract/programs/oauth.ts'
import { refused } from '../../gate/context/refusal.ts'
import { noteWritten } from '../../gate/records/audit.ts'
import { refuseWithoutFreshFactor } from '../../gate/records/fresh-factor.ts'
import { writeUnderRules } from '../../gate/records/rules-over-records.ts'
import { findApp, grantsOfUser } from '../../store/tables/users/oauth-grants.ts'
import type { Exchange } from '../http/exchange.ts'
import { isUuid } from '../http/uuid.ts'
import { daysMaxOf, keyAccess, keyOwnerOf, offeredRoles } from '../sign-in/api-keys.ts'
import { goesTo, isOnThisComputer, isRegisteredAddress } from './app-registration.ts'
import { isOwnResource } from './protected-resource.ts'

type Parameters = Readonly<Record<string, string>>

/** Throws a refusal if the app or its redirect address is not registered, and then does not redirect. */
export async function requestedAccess(exchange: Exchange, query: string): Promise<AuthorizationRequest> {
  const { rules } = keyOwnerOf(exchange)
  const parameters = parametersOf(query)
  const address = parameters['redirect_uri'] ?? ''
  const app = await registeredApp(exchange, parameters)
  const roles = offeredRoles(rules, exchange.caller)
  const scopes = (parameters['scope'] ?? '').split(' ')
  const requested = roles.filter((role) => scopes.includes(role))
  return {
    app: { name: app.name, goesTo: goesTo(address), isOnThisComputer: isOnThisComputer(address) },
    roles,
    requested: requested.length > 0 ? requested : roles,
    daysMax: daysMaxOf(rules),
  }
}

async function registeredApp({ application }: Exchange, { client_id: id = '', redirect_uri: address }: Parameters) {
  const app = isUuid(id) ? await findApp(application.database, id) : null
  if (app === null) throw refused('not found', 'client_id', ['no such app'])
  if (address === undefined || !isRegisteredAddress(address, app.redirectAddresses))
    throw refused('forbidden', 'redirect_uri', ['other redirect address'])
  return app
}

/** A repeated parameter is an error (RFC 6749, 3.1), because two readers could pick different values. */
function parametersOf(query: string): Parameters {
  const pairs = [...new URLSearchParams(query)]
  if (new Set(pairs.map(([name]) => name)).size < pairs.length)
    throw refused('wrong type', 'request', ['unreadable authorization request'])
  return Object.fromEntries(pairs)
}

/** The body is a `Consent`. Returns the address that the browser is sent to. */
export async function consentTo(exchange: Exchange, origin: string): Promise<string> {
  const { entity, rules, user } = keyOwnerOf(exchange)
  const { body, caller, application } = exchange
  const sent =
    typeof body === 'object' && body !== null ? (body as { readonly request?: unknown; readonly access?: unknown }) : {}
  if (typeof sent.request !== 'string') throw refused('wrong type', 'request', ['unreadable authorization request'])
  const parameters = parametersOf(sent.request)
  await registeredApp(exchange, parameters)
  const access = sent.access === null ? null : accessOf(sent.access, offeredRoles(rules, caller), daysMaxOf(rules))
  const { locationOfAnswer } = await import('./authorization-answer.ts')
  const location = await writeUnderRules(exchange, async (transaction) => {
    const userId = String(user.id)
    if (access !== null) {
      await refuseWithoutFreshFactor(application, transaction, caller)
      if ((await grantsOfUser(transaction, userId)).length >= CONNECTED_APPS_MAX)
        throw refused('forbidden', 'app', ['too many apps', CONNECTED_APPS_MAX])
    }
    const isResource = isOwnResource(parameters['resource'], origin)
    const answer = await locationOfAnswer(transaction, parameters, {
      userId,
      access,
      tenant: caller.tenant ?? null,
      isResource,
    })
    if (answer.isAllowed) noteWritten({ transaction, caller }, { name: entity }, user, 'give access to app')
    return answer.location
  })
  const address = new URL(location)
  // RFC 9207: lets an app that uses several servers know which one has answered.
  address.searchParams.set('iss', origin)
  return address.href
}

function accessOf(sent: unknown, offered: readonly string[], daysMax: number): GivenAccess {
  return keyAccess(typeof sent === 'object' && sent !== null ? sent : {}, offered, daysMax)
}
