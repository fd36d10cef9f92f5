// Conduit, served for a test, and a client of its public API.

import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { type Answer, type RunningApplication, runApplication } from './running-application.ts'

const TEXT = readFileSync(fileURLToPath(import.meta.resolve('../../../../examples/conduit/app.md')), 'utf8')

/** Sends requests, with or without a token. */
export interface ConduitClient {
  readonly username: string
  readonly email: string
  readonly token: string | null
  /** `body` is sent as JSON; a text unchanged. */
  call(method: string, path: string, body?: unknown, headers?: Record<string, string>): Promise<Answer>
}

export interface Conduit extends AsyncDisposable {
  readonly application: RunningApplication
  readonly guest: ConduitClient
  register(username: string, email?: string): Promise<ConduitClient>
  withToken(authorization: string): ConduitClient
}

export const PASSWORD = 'correct-horse-1'

export async function runConduit(): Promise<Conduit> {
  const application = await runApplication(TEXT)
  const client = (
    authorization: string | null,
    username = '',
    email = '',
    token: string | null = null,
  ): ConduitClient => ({
    username,
    email,
    token,
    call: (method, path, body, headers = {}) =>
      application.guest.send(`/api${path}`, {
        method,
        headers: {
          ...(authorization === null ? {} : { authorization }),
          ...(body === undefined ? {} : { 'content-type': 'application/json' }),
          ...headers,
        },
        ...(body === undefined ? {} : { body: typeof body === 'string' ? body : JSON.stringify(body) }),
      }),
  })
  const guest = client(null)
  return {
    application,
    guest,
    withToken: (authorization) => client(authorization),
    register: async (username, email = `${username}@example.test`) => {
      const user = { username, email, password: PASSWORD }
      const { status, body } = await guest.call('POST', '/users', { user })
      if (status !== 201) throw new Error(`Nobody registered: ${status} ${JSON.stringify(body)}`)
      const { token } = body.user as { token: string }
      return client(`Token ${token}`, username, email, token)
    },
    [Symbol.asyncDispose]: () => application[Symbol.asyncDispose](),
  }
}

/** A complete article with changes; undefined removes a member. */
export function articleWith(others: Record<string, unknown> = {}): { article: Record<string, unknown> } {
  return { article: { title: 'How to train a dragon', description: 'Ever wondered?', body: 'Patience.', ...others } }
}

export async function publish(client: ConduitClient, others: Record<string, unknown> = {}): Promise<any> {
  const { status, body } = await client.call('POST', '/articles', articleWith(others))
  if (status !== 201) throw new Error(`Nothing was published: ${status} ${JSON.stringify(body)}`)
  return body.article
}

/** Status and body, for comparison with an expected refusal. */
export async function said(answer: Promise<Answer>): Promise<readonly [number, unknown]> {
  const { status, body } = await answer
  return [status, body]
}

export function errors(of: Record<string, string>): { errors: Record<string, string[]> } {
  return { errors: Object.fromEntries(Object.entries(of).map(([key, message]) => [key, [message]])) }
}

export const MISSING_TOKEN = [401, errors({ token: 'is missing' })] as const
