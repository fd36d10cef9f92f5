// OAuth 2.1 over HTTP, where point 6 states it: apps register, users consent, apps get tokens and revoke them.

import { AGENTS_PATH } from '@ninefold/core/contract/programs/agents.ts'
import {
  AUTHORIZATION_PAGE,
  type ConsentAnswer,
  OAUTH_PATHS,
  protectedResourcePath,
} from '@ninefold/core/contract/programs/oauth.ts'
import type { ApiKeyRules } from '@ninefold/core/model/roles.ts'
import { signInOf } from '@ninefold/core/model/users/sign-in-of.ts'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { limitsOfSigningIn } from '../../gate/calls/rate-limit-counters.ts'
import type { Application } from '../../gate/context/application.ts'
import { refused } from '../../gate/context/refusal.ts'
import { noteWritten } from '../../gate/records/audit.ts'
import { writeUnderRules } from '../../gate/records/rules-over-records.ts'
import { endGrantByToken, endGrantOfUser, registerApp } from '../../store/tables/users/oauth-grants.ts'
import { originOfLinks } from '../authentication/link-origin.ts'
import { tenantOfAddress } from '../authentication/tenant-of-address.ts'
import { countedUse } from '../calls/rate-limits.ts'
import type { Exchange } from '../http/exchange.ts'
import { refuseOtherParameters } from '../http/list-query.ts'
import { isUuid } from '../http/uuid.ts'
import { keyOwnerOf } from '../sign-in/api-keys.ts'
import {
  appToRegister,
  GRANT_TYPES,
  RegistrationError,
  RESPONSE_TYPES,
  TOKEN_ENDPOINT_AUTH_METHODS,
} from './app-registration.ts'
import { FORM_TYPE } from '@ninefold/core/contract/calls/accepted-media-types.ts'
import { consentTo, requestedAccess } from './consent.ts'
import { isOwnResource } from './protected-resource.ts'

/** Adds nothing where point 6 does not state OAuth. */
export function addOAuthRoutes(
  instance: FastifyInstance,
  application: Application,
  exchangeFor: (request: FastifyRequest) => Promise<Exchange>,
): void {
  const rules = signInOf(application.model.roles)?.apiKeys ?? null
  if (rules === null || !rules.alsoByOAuth) return
  const onRequest = countedUse(application, limitsOfSigningIn(application))
  addMetadata(instance, application, rules)
  instance.post(OAUTH_PATHS.registration, { onRequest }, (request, reply) => register(application, request, reply))
  instance.get(OAUTH_PATHS.request, async (request) => requestedAccess(await exchangeFor(request), queryOf(request)))
  instance.post(OAUTH_PATHS.grants, { onRequest }, async (request, reply) => {
    const exchange = await exchangeFor(request)
    refuseOtherParameters(exchange.query, [])
    const address = await consentTo(exchange, originOfLinks(application, request))
    return reply.header('cache-control', 'no-store').send({ address } satisfies ConsentAnswer)
  })
  instance.delete(`${OAUTH_PATHS.grants}/:id`, { onRequest }, async (request, reply) => {
    await endAccess(await exchangeFor(request))
    return reply.status(204).send()
  })
  const config = { takes: ['form'], acceptedTypes: [FORM_TYPE] } as const
  instance.post(OAUTH_PATHS.token, { onRequest, config }, (request, reply) => giveTokens(application, request, reply))
  instance.post(OAUTH_PATHS.revocation, { onRequest, config }, (request, reply) => revoke(application, request, reply))
}

function queryOf({ url }: FastifyRequest): string {
  return url.includes('?') ? url.slice(url.indexOf('?') + 1) : ''
}

/** RFC 8414 and RFC 9728: apps discover the endpoints by these documents. */
function addMetadata(instance: FastifyInstance, application: Application, { roles }: ApiKeyRules): void {
  instance.get('/.well-known/oauth-authorization-server', async (request) => {
    const issuer = originOfLinks(application, request)
    return {
      issuer,
      authorization_endpoint: issuer + AUTHORIZATION_PAGE,
      token_endpoint: issuer + OAUTH_PATHS.token,
      registration_endpoint: issuer + OAUTH_PATHS.registration,
      revocation_endpoint: issuer + OAUTH_PATHS.revocation,
      scopes_supported: roles,
      response_types_supported: RESPONSE_TYPES,
      grant_types_supported: GRANT_TYPES,
      token_endpoint_auth_methods_supported: TOKEN_ENDPOINT_AUTH_METHODS,
      revocation_endpoint_auth_methods_supported: TOKEN_ENDPOINT_AUTH_METHODS,
      code_challenge_methods_supported: ['S256'],
      authorization_response_iss_parameter_supported: true,
    }
  })
  for (const path of ['', AGENTS_PATH] as const)
    instance.get(protectedResourcePath(path), async (request) => {
      const origin = originOfLinks(application, request)
      return {
        resource: origin + path,
        resource_name: application.model.name,
        authorization_servers: [origin],
        scopes_supported: roles,
        bearer_methods_supported: ['header'],
      }
    })
}

async function register(application: Application, request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
  reply.header('cache-control', 'no-store')
  try {
    const { name, redirectAddresses } = appToRegister(request.body)
    const { id, createdAtMs } = await registerApp(application.database, name, redirectAddresses)
    return reply.status(201).send({
      client_id: id,
      client_id_issued_at: Math.floor(createdAtMs / 1000),
      client_name: name,
      redirect_uris: redirectAddresses,
      grant_types: GRANT_TYPES,
      response_types: RESPONSE_TYPES,
      token_endpoint_auth_method: 'none',
    })
  } catch (cause) {
    if (!(cause instanceof RegistrationError)) throw cause
    return reply.status(400).send({ error: cause.code, error_description: cause.message })
  }
}

async function giveTokens(
  application: Application,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<FastifyReply> {
  reply.header('cache-control', 'no-store')
  const body = formOf(request)
  if (!isOwnResource(body['resource'], originOfLinks(application, request)))
    return reply.status(400).send({ error: 'invalid_target', error_description: 'There is no such resource here.' })
  // Loaded lazily, because most applications have no apps.
  const { answerOfTokenEndpoint } = await import('./token-answer.ts')
  const tenant = await tenantOfAddress(application, request)
  const { status, headers, json } = await answerOfTokenEndpoint(application.database, request, body, tenant)
  return reply.status(status).headers(headers).send(json)
}

/** RFC 7009: revoking an unknown token succeeds. */
async function revoke(application: Application, request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
  const { client_id: app, token } = formOf(request)
  if (token === undefined || app === undefined)
    return reply
      .status(400)
      .send({ error: 'invalid_request', error_description: 'Send the token, and the client_id of the app.' })
  if (isUuid(app)) await endGrantByToken(application.database, app, token)
  return reply.status(200).send()
}

function formOf({ body }: FastifyRequest): Readonly<Record<string, string | undefined>> {
  const fields = Object.entries(typeof body === 'object' && body !== null ? body : {})
  return Object.fromEntries(fields.filter((field): field is [string, string] => typeof field[1] === 'string'))
}

async function endAccess(exchange: Exchange): Promise<void> {
  refuseOtherParameters(exchange.query, [])
  const { entity, user } = keyOwnerOf(exchange)
  const id = exchange.parameters['id'] ?? ''
  if (!isUuid(id)) throw refused('not found')
  await writeUnderRules(exchange, async (transaction) => {
    if (!(await endGrantOfUser(transaction, String(user.id), id))) throw refused('not found')
    noteWritten({ transaction, caller: exchange.caller }, { name: entity }, user, 'end access of app')
  })
}
