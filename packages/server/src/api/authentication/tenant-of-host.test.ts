// Tenants by the host of the address, over real HTTP: `alder.localhost` and `birch.localhost` at one server.

import { readFileSync } from 'node:fs'
import { request as httpRequest } from 'node:http'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { API_KEYS_PATH } from '@ninefold/core/contract/programs/api-keys.ts'
import { CURRENT_TENANT_PATH, type OwnTenants, TENANTS_PATH } from '@ninefold/core/contract/wire/tenants.ts'
import { type Client, runApplication, type RunningApplication } from '../../testing/running-application.ts'

const TEXT = readFileSync(new URL('../../testing/texts/studios.md', import.meta.url), 'utf8')
  .replace(
    '| name | text up to 80 | required, unique | | |',
    '$&\n| slug | slug from name, numbered when taken | | | |',
  )
  .replace('**Agents act as:**', '**Current tenant:** by host, as slug\n**Agents act as:**')

let studios: RunningApplication
let port: number
/** Member of Alder and Head of Birch. */
let tom: Client

beforeAll(async () => {
  studios = await runApplication(TEXT)
  port = Number(new URL(studios.address).port)
  tom = await studios.signIn('tom@example.test', 'correct-horse-2')
  const { tenants } = (await tom.get(TENANTS_PATH)).body as OwnTenants
  await tom.post(CURRENT_TENANT_PATH, { id: tenants.find(({ label }) => label === 'Alder')?.id })
})
afterAll(() => studios[Symbol.asyncDispose]())

interface HostAnswer {
  readonly status: number
  readonly body: any
  readonly cookies: readonly string[]
}

interface Sent {
  readonly method?: string
  readonly headers?: Record<string, string>
  readonly body?: unknown
}

/** `fetch` does not let a program choose its Host. */
function at(host: string, path: string, { method = 'GET', headers = {}, body }: Sent = {}): Promise<HostAnswer> {
  const content: Record<string, string> = body === undefined ? {} : { 'content-type': 'application/json' }
  return new Promise((resolve, reject) => {
    const sent = httpRequest(
      { host: '127.0.0.1', port, path, method, headers: { host: `${host}:${port}`, ...content, ...headers } },
      (answer) => {
        let text = ''
        answer.on('data', (part: Buffer) => (text += part.toString()))
        answer.on('end', () => {
          const isJson = answer.headers['content-type']?.includes('json') === true
          const cookies = answer.headers['set-cookie'] ?? []
          resolve({ status: answer.statusCode ?? 0, body: isJson ? JSON.parse(text) : text, cookies })
        })
      },
    )
    sent.on('error', reject)
    sent.end(body === undefined ? undefined : JSON.stringify(body))
  })
}

const asTom = (): Record<string, string> => ({ cookie: tom.cookie ?? '' })
const rolesAt = async (host: string): Promise<string[]> =>
  (await at(host, '/_ninefold/app', { headers: asTom() })).body.caller.roles
const titlesAt = async (host: string, headers = asTom()): Promise<string[]> =>
  (await at(host, '/api/drawings', { headers })).body.items.map(({ title }: { title: string }) => title)

it('is in the tenant of the host, with the role there, at the same moment in several', async () => {
  expect(await rolesAt('alder.localhost')).toEqual(['Visitor', 'Member'])
  expect(await rolesAt('birch.localhost')).toEqual(['Visitor', 'Head'])
  const both = await Promise.all(['alder', 'birch', 'alder', 'birch'].map((name) => titlesAt(`${name}.localhost`)))
  expect(both).toEqual([['Bridge'], ['Tower'], ['Bridge'], ['Tower']])
  // Where the host names none, the chosen one counts, and requests to hosts choose nothing.
  expect(await titlesAt('localhost')).toEqual(['Bridge'])
  expect((await tom.get(TENANTS_PATH)).body.tenants).toMatchObject([
    { label: 'Alder', isCurrent: true, address: `http://alder.localhost:${port}` },
    { label: 'Birch', isCurrent: false, address: `http://birch.localhost:${port}` },
  ])
  const atBirch = await at('birch.localhost', TENANTS_PATH, { headers: asTom() })
  expect(atBirch.body.tenants.map(({ isCurrent }: { isCurrent: boolean }) => isCurrent)).toEqual([false, true])
})

it('writes into the tenant of the host, and takes the rights of that one', async () => {
  const made = await at('birch.localhost', '/api/drawings', {
    method: 'POST',
    headers: asTom(),
    body: { title: 'Roof', fee: 3 },
  })
  expect(made.status).toBe(201)
  const { rows } = await studios.database.pool.query(
    `SELECT s.slug FROM drawing AS d JOIN studio AS s ON s.id = d.studio_id WHERE d.title = 'Roof'`,
  )
  expect(rows).toEqual([{ slug: 'birch' }])
  const body = { title: 'Wall', fee: 3 }
  expect((await at('alder.localhost', '/api/drawings', { method: 'POST', headers: asTom(), body })).status).toBe(403)
})

it('shows nothing to users who are not members there', async () => {
  const uma = await studios.signIn('uma@example.test', 'correct-horse-3')
  const headers = { cookie: uma.cookie ?? '' }
  expect(await titlesAt('birch.localhost', headers)).toContain('Tower')
  expect((await at('alder.localhost', '/api/drawings', { headers })).body.items).toEqual([])
  expect((await at('alder.localhost', '/_ninefold/app', { headers })).body.caller.roles).toEqual(['Visitor'])
  expect((await at('alder.localhost', '/_ninefold/people.json', { headers })).status).toBe(403)
})

it('answers a host without a tenant as not found, at every address', async () => {
  for (const path of ['/', '/_ninefold/app', '/api/drawings', '/_ninefold/search?q=a', '/nothing'])
    for (const host of ['cedar.localhost', 'x.alder.localhost', 'no-such.localhost'])
      expect((await at(host, path, { headers: asTom() })).status, `${host}${path}`).toBe(404)
  const body = { identifier: 'tom@example.test', password: 'correct-horse-2' }
  expect((await at('cedar.localhost', '/_ninefold/session', { method: 'POST', body })).status).toBe(404)
})

it('gives a session to the host alone that it began at, and takes no form of another tenant', async () => {
  const body = { identifier: 'tom@example.test', password: 'correct-horse-2' }
  const { status, cookies } = await at('birch.localhost', '/_ninefold/session', { method: 'POST', body })
  expect(status).toBe(204)
  expect(cookies.length).toBeGreaterThan(0)
  for (const cookie of cookies) expect(cookie).not.toMatch(/domain=/i)
  const foreign = await at('birch.localhost', '/api/drawings', {
    method: 'POST',
    headers: { ...asTom(), origin: `http://alder.localhost:${port}` },
    body: { title: 'Forged', fee: 1 },
  })
  expect(foreign.status).toBe(403)
})

it('lets a key work in the tenant of the host, with the role there', async () => {
  const made = await at('birch.localhost', API_KEYS_PATH, {
    method: 'POST',
    headers: asTom(),
    body: { name: 'robot', roles: ['Head'], onlyReads: false, days: 30 },
  })
  expect(made.status, JSON.stringify(made.body)).toBe(201)
  const headers = { authorization: `Bearer ${made.body.key}` }
  expect(await titlesAt('birch.localhost', headers)).toContain('Tower')
  expect((await at('alder.localhost', '/api/drawings', { headers })).status).toBe(401)
})

it('counts a membership that ends at once', async () => {
  const pia = await studios.signIn('pia@example.test', 'correct-horse-4')
  const headers = { cookie: pia.cookie ?? '' }
  expect(await titlesAt('alder.localhost', headers)).toEqual(['Bridge'])
  await studios.database.pool.query(
    `DELETE FROM membership WHERE person_id = (SELECT id FROM person WHERE email = 'pia@example.test')`,
  )
  expect((await at('alder.localhost', '/api/drawings', { headers })).body.items).toEqual([])
})
