// The generated client against its specification's server: its requests match the calls, and it returns their answers.

import { readFileSync } from 'node:fs'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { openApiDocument } from '@ninefold/core/contract/open-api/document.ts'
import { typedClient } from '@ninefold/core/contract/typed-client/typed-client.ts'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { runApplication, type RunningApplication } from '../../testing/running-application.ts'

interface AnyAnswer {
  readonly ok: boolean
  readonly status: number
  readonly body: any
  readonly code: string
  readonly problem: { readonly errors: readonly { readonly about: string; readonly code: string }[] }
  readonly headers: Headers
}

/** Another test compiles its types (cli/commands/client.test.ts). */
interface AnyClient {
  call(name: string, takes?: object, init?: RequestInit): Promise<AnyAnswer>
}

let folder: string
let wire: RunningApplication
let createClient: (options: object) => AnyClient
let client: AnyClient

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'ninefold-client-'))
  wire = await runApplication(readFileSync(new URL('../../testing/wire.md', import.meta.url), 'utf8'))
  const file = join(folder, 'client.ts')
  await writeFile(file, typedClient(openApiDocument(wire.application.model, 'test')))
  ;({ createClient } = (await import(pathToFileURL(file).href)) as { createClient: typeof createClient })
  client = createClient({ baseUrl: `${wire.address}/` })
})
afterAll(async () => {
  await wire[Symbol.asyncDispose]()
  await rm(folder, { recursive: true })
})

it('sends bodies, headers and places of a path, and gives what was answered', async () => {
  const added = await client.call('POST /todos', { body: { title: 'Käse' }, headers: { 'Idempotency-Key': 'k' } })
  expect(added).toMatchObject({ ok: true, status: 201, body: { title: 'Käse', completed: false } })
  const again = await client.call('POST /todos', { body: { title: 'Käse' }, headers: { 'Idempotency-Key': 'k' } })
  expect(again.headers.get('location')).toBe(added.headers.get('location'))
  const id = Number(added.headers.get('location')?.split('/').at(-1))
  const second = await client.call('GET /todos/:id', { path: { id }, headers: { 'X-Api-Version': 2 } })
  expect(second).toMatchObject({ ok: true, status: 200, body: { todo: 'Käse', seen: null } })
})

it('gives texts as they are, and nothing where there is no body', async () => {
  expect((await client.call('GET /todos.txt')).body).toMatch(/^OK \d+$/)
  expect((await client.call('GET /todos.csv')).body).toContain('title,done,order')
  const moved = await client.call('GET /old/:id', { path: { id: 7 } }, { redirect: 'manual' })
  expect(moved).toMatchObject({ ok: true, status: 301, body: undefined })
})

it('sends forms where a call takes nothing else, and lists of objects', async () => {
  const form = await client.call('POST /v1/forms', { body: { name: 'A&b=', secret: 's' } })
  expect(form).toMatchObject({ ok: true, status: 200, body: { name: 'A&b=', isSecret: true } })
  const charge = { amount: 5, tags: ['a', 'b'], parts: [{ name: 'Tea' }, { name: 'Cup' }] }
  expect((await client.call('POST /v1/charges', { body: charge })).body).toMatchObject({
    tags: ['a', 'b'],
    parts: { data: [{ name: 'Tea' }, { name: 'Cup' }] },
  })
})

it('gives refusals by their code, whatever the body that the specification states for them', async () => {
  const missing = await client.call('GET /todos/:id', { path: { id: 999_999 } })
  expect(missing).toMatchObject({ ok: false, status: 404, code: 'NO_TODO' })
  const wrong = await client.call('POST /v1/charges', { body: { amount: 0, parts: [{ name: 'a'.repeat(30) }] } })
  expect([wrong.ok, wrong.status]).toEqual([false, 422])
  expect(wrong.problem.errors.map(({ about, code }) => `${about} ${code}`).sort()).toEqual([
    'amount TOO_SMALL',
    'parts[0].name TOO_LONG',
  ])
})

it('encodes what stands in a path', async () => {
  const sent: string[] = []
  const noting = createClient({
    baseUrl: wire.address,
    headers: () => ({ 'x-own': '1' }),
    fetch: (address: string, init: RequestInit) => {
      sent.push(`${address.slice(wire.address.length)} ${new Headers(init.headers).get('x-own')}`)
      return fetch(address, init)
    },
  })
  const answer = await noting.call('GET /todos/:id', { path: { id: 'a/../b?c#d' } })
  expect([answer.status, sent]).toEqual([404, ['/todos/a%2F..%2Fb%3Fc%23d 1']])
})

it('says that an answer is none of the application', async () => {
  const elsewhere = createClient({ fetch: async () => new Response('<h1>Bad gateway</h1>', { status: 502 }) })
  await expect(elsewhere.call('GET /todos.txt')).rejects.toThrow('GET /todos.txt was answered with 502')
})
