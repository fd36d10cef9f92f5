// A test OpenID provider: the certified `oidc-provider` behind an HTTP server that can replace its answers.

import { generateKeyPairSync, type KeyObject, sign } from 'node:crypto'
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { Provider } from 'oidc-provider'

export const CLIENT = 'ninefold-test'
export const CLIENT_SECRET = 'a secret of the provider'

/** Answers in place of the provider; false: the provider answers. */
export type Fault = (request: IncomingMessage, response: ServerResponse) => boolean | Promise<boolean>

export interface OpenIdServer extends AsyncDisposable {
  readonly issuer: string
  /** Claims of each person, by login. The subject is the login, unless `sub` says otherwise. */
  readonly people: Map<string, Readonly<Record<string, unknown>>>
  /** Replaces the ID token of the token endpoint by one with these claims and this signature. */
  tokens: ((claims: Record<string, unknown>) => IdToken) | null
  /** Faults for the next requests. */
  readonly faults: Fault[]
  /** Authorization URLs that browsers were sent to. */
  readonly asked: URL[]
  /** Sets the application that browsers return to. */
  serve(application: string, callbacks: readonly string[]): void
}

export interface IdToken {
  readonly claims: Record<string, unknown>
  /** Missing: signed by the provider. */
  readonly by?: 'somebody else' | 'nobody'
}

export async function runOpenIdProvider(): Promise<OpenIdServer> {
  const own = generateKeyPairSync('rsa', { modulusLength: 2048 })
  const others = generateKeyPairSync('rsa', { modulusLength: 2048 })
  const people: OpenIdServer['people'] = new Map()
  const faults: Fault[] = []
  const asked: URL[] = []
  let handler: (request: IncomingMessage, response: ServerResponse) => unknown = (_, response) =>
    response.writeHead(503).end()
  const server = createServer((request, response) => {
    void answer(request, response)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const issuer = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  const running: OpenIdServer = {
    issuer,
    people,
    tokens: null,
    faults,
    asked,
    serve: (application, callbacks) => {
      handler = providerFor(issuer, own.privateKey, people, application, callbacks).callback()
    },
    [Symbol.asyncDispose]: () => closed(server),
  }
  const answer = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const url = new URL(request.url ?? '/', issuer)
    if (url.pathname === '/auth') asked.push(url)
    const fault = faults[0]
    if (fault !== undefined && (await fault(request, response))) return void faults.shift()
    if (url.pathname === '/token' && running.tokens !== null) {
      const nonce = asked.at(-1)?.searchParams.get('nonce')
      const now = Math.floor(Date.now() / 1000)
      const honest = { iss: issuer, aud: CLIENT, sub: 'mallory', nonce, iat: now, exp: now + 300 }
      const { claims, by } = running.tokens(honest)
      const key = by === 'somebody else' ? others.privateKey : own.privateKey
      const body = { access_token: 'x', token_type: 'Bearer', id_token: tokenOf(claims, by === 'nobody' ? null : key) }
      return void json(response, 200, body)
    }
    if (url.pathname === '/me' && running.tokens !== null)
      return void json(response, 200, { sub: 'mallory', ...people.get('mallory') })
    handler(request, response)
  }
  return running
}

const KEY_ID = 'test'

function providerFor(
  issuer: string,
  key: KeyObject,
  people: OpenIdServer['people'],
  application: string,
  callbacks: readonly string[],
): Provider {
  const provider = new Provider(issuer, {
    jwks: { keys: [{ ...key.export({ format: 'jwk' }), kid: KEY_ID, use: 'sig', alg: 'RS256' } as never] },
    cookies: { keys: ['of tests'] },
    clients: [
      {
        client_id: CLIENT,
        client_secret: CLIENT_SECRET,
        redirect_uris: [...callbacks],
        post_logout_redirect_uris: [`${application}/`],
      },
    ],
    claims: { openid: ['sub'], email: ['email', 'email_verified'], profile: ['name'], groups: ['groups', 'realm'] },
    scopes: ['openid', 'email', 'profile', 'groups'],
    pkce: { required: () => true },
    ttl: { AccessToken: 300, Grant: 300, IdToken: 300, Interaction: 300, Session: 300 },
    // Company providers ask their users for no consent.
    loadExistingGrant: async (context) => {
      const grant = new context.oidc.provider.Grant({
        clientId: context.oidc.client?.clientId ?? '',
        accountId: context.oidc.session?.accountId ?? '',
      })
      grant.addOIDCScope('openid email profile groups')
      await grant.save()
      return grant
    },
    findAccount: (_, login) => {
      const person = people.get(login)
      if (person === undefined) return undefined
      return { accountId: login, claims: () => Promise.resolve({ sub: login, ...person }) }
    },
  })
  provider.on('server_error', (_, error) => {
    throw error
  })
  return provider
}

/** RFC 7515; without a key the token is unsigned. */
function tokenOf(claims: Record<string, unknown>, key: KeyObject | null): string {
  const part = (value: unknown): string => Buffer.from(JSON.stringify(value)).toString('base64url')
  const head = part(key === null ? { alg: 'none' } : { alg: 'RS256', kid: KEY_ID })
  const signed = `${head}.${part(claims)}`
  return `${signed}.${key === null ? '' : sign('sha256', Buffer.from(signed), key).toString('base64url')}`
}

export function json(response: ServerResponse, status: number, body: unknown): true {
  response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body))
  return true
}

function closed(server: Server): Promise<void> {
  server.closeAllConnections()
  return new Promise((resolve) => server.close(() => resolve()))
}
