// OpenID Connect over HTTP: sends a browser to the provider, and handles the callback with its code.

import { createHash } from 'node:crypto'
import {
  type AppProvider,
  OPENID_CALLBACK_PATH,
  OPENID_PROBLEM_PAGE,
  OPENID_START_PATH,
  type OpenIdStart,
  providerKey,
} from '@ninefold/core/contract/wire/openid.ts'
import { addressOfTenant, tenantPath } from '@ninefold/core/contract/programs/tenant-paths.ts'
import { SECOND_FACTOR_PAGE } from '@ninefold/core/contract/wire/second-factor.ts'
import type { OpenIdProblem } from '@ninefold/core/contract/wire/openid-problems.ts'
import type { AnySignIn } from '@ninefold/core/model/roles.ts'
import { type OpenIdProvider, variablesOfProvider } from '@ninefold/core/model/users/openid.ts'
import { signInOf } from '@ninefold/core/model/users/sign-in-of.ts'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { limitsOfSigningIn } from '../../gate/calls/rate-limit-counters.ts'
import type { Application } from '../../gate/context/application.ts'
import { ProviderFailure, type SignInSecrets } from '../../gate/context/identity-providers.ts'
import { Refusal, refused } from '../../gate/context/refusal.ts'
import { CALL, keepFailure, REQUEST } from '../../gate/records/audit.ts'
import { beginSignIn, takePendingSignIn } from '../../store/tables/users/identities.ts'
import { isFreshSession } from '../../store/tables/users/sessions.ts'
import { callerOf, welcome } from '../authentication/authentication.ts'
import { originOfSite } from '../authentication/link-origin.ts'
import { addressInTenant, isNamedByPath } from '../authentication/tenant-path.ts'
import { clearPendingCookie, sentPending, setPendingCookie } from '../authentication/session-cookie.ts'
import { countedUse } from '../calls/rate-limits.ts'
import { linkIdentity, NotLetIn, signInByIdentity } from './openid-users.ts'
import { countedStart } from './sign-up-limit.ts'
import { signedInUser } from '../../gate/context/signed-in-user.ts'

/** Time for signing in at the provider, including a second factor. */
const PENDING_MS = 15 * 60_000
/** How recent a sign-in must be for linking an account. */
const FRESH_MS = 15 * 60_000

export function addOpenIdRoutes(instance: FastifyInstance, application: Application): void {
  const rules = signInOf(application.model.roles)
  if (rules === null || rules.providers.length === 0) return
  const onRequest = [...countedUse(application, limitsOfSigningIn(application)), ...countedStart(application)]
  instance.post(OPENID_START_PATH, { onRequest }, async (request, reply) =>
    reply.send(await start(application, rules, request, reply)),
  )
  instance.get(`${OPENID_CALLBACK_PATH}/:provider`, (request, reply) => callback(application, rules, request, reply))
}

async function start(
  application: Application,
  rules: AnySignIn,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<OpenIdStart> {
  const { provider: key, then, link } = (request.body ?? {}) as Readonly<Record<string, unknown>>
  const provider = providerWith(rules, key)
  const { identityProviders: providers, database } = application
  if (providers === undefined || providers.missing(provider).length > 0) return { problem: 'not configured' }
  const linking = link === true ? await linkingCaller(application, request) : null
  // A recent sign-in is required, so that a session left open cannot get a new identity.
  if (linking !== null && !(await isFreshSession(database, linking.token, FRESH_MS))) return { problem: 'again' }
  const userId = linking?.userId ?? null
  const origin = originOfSite(application, request)
  const pending = { provider: provider.name, next: addressInTenant(request, localAddress(then, origin)), userId }
  const token = await database.write((transaction) => beginSignIn(transaction, pending, PENDING_MS))
  try {
    const address = await providers.signInAddress(provider, secretsOf(token), callbackOf(provider, origin))
    setPendingCookie(request, reply, token, PENDING_MS / 1000)
    return { address }
  } catch (cause) {
    if (!(cause instanceof ProviderFailure)) throw cause
    request.log.warn({ err: cause }, cause.message)
    return { problem: cause.kind }
  }
}

async function linkingCaller(
  application: Application,
  request: FastifyRequest,
): Promise<{ readonly userId: string; readonly token: string }> {
  const caller = await callerOf(application, request)
  const me = signedInUser(caller)
  const { token } = caller
  // API keys and HTTP Basic have no session.
  if (token === null) throw refused('forbidden', 'session', ['link without session'])
  return { userId: String(me.id), token }
}

export function providerDescription({ identityProviders, mode }: Application, provider: OpenIdProvider): AppProvider {
  const missing = identityProviders?.missing(provider) ?? variablesOfProvider(provider)
  // The names are shown in development only; in production the start reports them to the operator, and is refused without
  // them.
  const shown = mode === 'development' ? missing : []
  return { name: provider.name, key: providerKey(provider), missing: shown, isForSigningUp: provider.signUp !== null }
}

function providerWith({ providers }: AnySignIn, key: unknown): OpenIdProvider {
  const provider = providers.find((each) => providerKey(each) === key)
  if (provider === undefined) throw refused('not found', 'provider')
  return provider
}

/** State, nonce and PKCE verifier are derived from the browser's token, which nobody else has. */
function secretsOf(token: string): SignInSecrets {
  const derived = (what: string): string => createHash('sha256').update(`${what} ${token}`).digest('base64url')
  return { state: derived('state'), nonce: derived('nonce'), verifier: derived('verifier') }
}

function callbackOf(provider: OpenIdProvider, origin: string): string {
  return `${origin}${OPENID_CALLBACK_PATH}/${encodeURIComponent(providerKey(provider))}`
}

/** Returns a local address; the first page for any other. */
export function localAddress(address: unknown, origin: string): string {
  if (typeof address !== 'string' || address.length > 2000 || !/^\/(?![/\\])/.test(address)) return '/'
  if (!URL.canParse(address, origin)) return '/'
  const url = new URL(address, origin)
  // Dot segments can leave two slashes at the start, which means another host.
  if (url.origin !== new URL(origin).origin || url.pathname.startsWith('//')) return '/'
  return url.pathname + url.search + url.hash
}

async function callback(
  application: Application,
  rules: AnySignIn,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<FastifyReply> {
  const provider = providerWith(rules, (request.params as { readonly provider: string }).provider)
  const asked = { [REQUEST]: request.id, [CALL]: `GET ${OPENID_CALLBACK_PATH}/${providerKey(provider)}` }
  const token = sentPending(request)
  const pending = token === null ? null : await takePendingSignIn(application.database, token)
  clearPendingCookie(request, reply)
  try {
    if (token === null || pending === null || pending.provider !== provider.name)
      throw new NotLetIn('ended', 'No sign-in was begun in this browser, or its time is over.')
    const { identityProviders: providers } = application
    if (providers === undefined || providers.missing(provider).length > 0)
      throw new NotLetIn('not configured', 'The provider is not configured.')
    const address = new URL(callbackOf(provider, originOfSite(application, request)))
    address.search = new URL(request.url, address).search
    const proven = await providers.userOf(provider, secretsOf(token), address)
    const arrival = { application, rules, provider, proven, asked }
    if (pending.userId === null) {
      const half = await welcome(application, request, reply, await signInByIdentity(arrival))
      const { base, address } = partsOf(application, pending.next)
      const then = `${base}${SECOND_FACTOR_PAGE}?${new URLSearchParams({ then: address })}`
      if (half !== null) return reply.redirect(then, 303)
    } else {
      const caller = await callerOf(application, request)
      if (caller.me === null || String(caller.me.id) !== pending.userId)
        throw new NotLetIn('ended', 'Somebody else is signed in than began to link.')
      await linkIdentity(arrival, { ...caller, me: caller.me })
    }
    return reply.redirect(pending.next, 303)
  } catch (cause) {
    const problem = problemOf(cause)
    if (problem === null) throw cause
    request.log.warn({ err: cause, problem }, `Nobody was signed in by OpenID ${provider.name}.`)
    // Only sign-ins that were begun here are logged, so that nobody can flood the audit log.
    if (pending !== null)
      await keepFailure(application, asked, { entity: rules.entity, record: null, action: 'sign-in failed' })
    return reply.redirect(
      problemPage(provider, problem, partsOf(application, pending?.next ?? '/'), pending?.userId != null),
      303,
    )
  }
}

/** Null: the error is a defect. */
function problemOf(cause: unknown): OpenIdProblem | null {
  if (cause instanceof NotLetIn) return cause.problem
  if (cause instanceof ProviderFailure) return cause.kind
  if (!(cause instanceof Refusal)) return null
  return cause.items.some((item) => item.kind === 'built-in' && item.error === 'too many') ? 'too many' : 'refused'
}

interface Parts {
  /** `/t/acme`; empty: no path names a tenant. */
  readonly base: string
  readonly address: string
}

/** Providers lead back to one address for all tenants, so the page after it knows the tenant. */
function partsOf({ model }: Application, local: string): Parts {
  const found = isNamedByPath(model) ? addressOfTenant(local) : null
  return found === null ? { base: '', address: local } : { base: tenantPath(found.label), address: found.address }
}

/** The page has a text for each problem code, so that the address carries no text. */
function problemPage(provider: OpenIdProvider, problem: OpenIdProblem, next: Parts, isLinking: boolean): string {
  const query = new URLSearchParams({ problem, provider: providerKey(provider), then: next.address })
  if (isLinking) query.set('link', 'yes')
  return `${next.base}${OPENID_PROBLEM_PAGE}?${query}`
}
