// Conformance with HTTP (RFC 9110), at every address of every example: methods, HEAD, statuses and media types.

import { readFileSync } from 'node:fs'
import type { OpenApiDocument } from '@ninefold/core/contract/open-api/document.ts'
import { expect, it } from 'vitest'
import { type AnswerJudge, answerJudge } from '../../testing/declared-answers.ts'
import type { GeneratedRequest } from '../../testing/generated-requests.ts'
import { type RawAnswer, sendRaw } from '../../testing/raw-request.ts'
import { runApplication, type RunningApplication } from '../../testing/running-application.ts'

const EXAMPLES = ['helpdesk', 'booking', 'stock', 'expenses', 'crm', 'conduit'] as const

const textOf = (example: string): string =>
  readFileSync(new URL(`../../../../../examples/${example}/app.md`, import.meta.url), 'utf8')

interface Address {
  readonly path: string
  /** The same without the values of its parameters, which is another address. */
  readonly hollow: string
  /** From the document, in lower case. */
  readonly methods: readonly string[]
}

type Send = (method: string, path: string, more?: Partial<GeneratedRequest>) => Promise<RawAnswer>

/** Session headers of the text's first user. */
async function signedIn(running: RunningApplication, text: string): Promise<Readonly<Record<string, string>>> {
  const [, identifier = '', password = ''] = /\| ([\w.@]+) \| (correct-horse-\d+) \|/.exec(text) ?? []
  if (!/\*\*Session:\*\* header/.test(text))
    return { cookie: (await running.signIn(identifier, password)).cookie ?? '' }
  const { body } = await running.guest.post('/api/users/login', { user: { email: identifier, password } })
  return { authorization: `Token ${body.user.token}` }
}

/** Each address of the document, with the key of a record if its list has one. */
async function addressesOf({ paths }: OpenApiDocument, send: Send): Promise<Address[]> {
  const addresses: Address[] = []
  for (const [path, operations] of Object.entries(paths)) {
    // Addresses for the product's own pages have separate tests.
    if (path.startsWith('/_ninefold/')) continue
    const list = path.replace(/\/\{.*$/, '')
    const name = /\{(\w+)\}/.exec(path)?.[1]
    const key = name === undefined ? '' : read((await send('GET', list)).body).items?.[0]?.[name]
    const filled = path.replace(/\{[^}]+\}/g, encodeURIComponent(String(key ?? 'none-1')))
    addresses.push({ path: filled, hollow: path.replace(/\{[^}]+\}/g, ''), methods: Object.keys(operations) })
  }
  return addresses
}

function read(body: string): { readonly items?: readonly Record<string, unknown>[] } {
  try {
    return (JSON.parse(body) ?? {}) as { readonly items?: readonly Record<string, unknown>[] }
  } catch {
    return {}
  }
}

/** Other patterns of the document may match the same address: `/articles/feed` also matches `/articles/{slug}`. */
function methodsAt({ paths }: OpenApiDocument, path: string): string {
  const methods = Object.entries(paths).flatMap(([pattern, operations]) =>
    new RegExp(`^${pattern.replace(/[.~+]/g, '\\$&').replace(/\{[^}]+\}/g, '[^/]+')}$`).test(path)
      ? Object.keys(operations)
      : [],
  )
  const all = new Set([
    'OPTIONS',
    ...methods.flatMap((each) => (each === 'get' ? ['GET', 'HEAD'] : [each.toUpperCase()])),
  ])
  return [...all].sort().join(', ')
}

/** Status and headers that describe the body, which must be the same for GET and HEAD. */
function said({ status, headers }: RawAnswer): unknown {
  const { etag, vary, allow } = headers
  return [status, headers['content-type'], headers['content-length'], headers['cache-control'], etag, vary, allow]
}

/** Each fault as a sentence. */
async function faultsAt(
  document: OpenApiDocument,
  judge: AnswerJudge,
  address: Address,
  send: Send,
): Promise<string[]> {
  const { path, hollow, methods } = address
  const faults: string[] = []
  const tell = (fault: string | null): void => void (fault === null || faults.push(`${path}: ${fault}`))
  const options = await send('OPTIONS', path)
  if (options.status !== 204 || options.headers['allow'] !== methodsAt(document, path) || options.body !== '')
    tell(`OPTIONS ${options.status} ${options.headers['allow']} for ${methodsAt(document, path)}`)
  const atHollow = methodsAt(document, hollow)
  const { allow = 'OPTIONS' } = (await send('OPTIONS', hollow)).headers
  if (allow !== atHollow) tell(`OPTIONS of ${hollow}: ${allow} for ${atHollow}`)
  if (methods.includes('get')) {
    // Problem documents contain the request's id, so their bodies differ, but not their length.
    const [get, head] = [await send('GET', path), await send('HEAD', path)]
    tell(judge({ method: 'GET', path, body: null, headers: {} }, get))
    if (JSON.stringify(said(get)) !== JSON.stringify(said(head)) || head.body !== '')
      tell(`HEAD ${JSON.stringify(said(head))} for GET ${JSON.stringify(said(get))}`)
    const tag = get.headers['etag']
    for (const method of tag === undefined ? [] : ['GET', 'HEAD']) {
      const { status } = await send(method, path, { headers: { 'if-none-match': tag ?? '' } })
      if (status !== 304) tell(`${method} ${status} for the answer that is held`)
    }
  }
  for (const method of methods.filter((each) => !['get', 'delete'].includes(each)))
    for (const sent of [
      { 'content-type': 'application/json', 'content-encoding': 'gzip' },
      { 'content-type': 'text/x' },
    ]) {
      const request = { method: method.toUpperCase(), path, body: '{}', headers: sent }
      const answer = await send(request.method, path, request)
      tell(judge(request, answer))
      if (answer.status < 400) tell(`${request.method} ${answer.status} to ${JSON.stringify(sent)}`)
    }
  return faults
}

it.each(EXAMPLES)(
  'is kept by %s',
  async (example) => {
    const text = textOf(example)
    await using running = await runApplication(text)
    const document = (await running.guest.get('/_ninefold/openapi.json')).body as OpenApiDocument
    const own = await signedIn(running, text)
    const as =
      (headers: Readonly<Record<string, string>>): Send =>
      (method, path, more = {}) =>
        sendRaw(running.address, null, { method, path, body: null, ...more, headers: { ...headers, ...more.headers } })
    const addresses = await addressesOf(document, as(own))
    expect(addresses.length).toBeGreaterThan(5)
    const judge = answerJudge(document)
    const faults: string[] = []
    for (const who of [own, {}])
      for (const address of addresses) faults.push(...(await faultsAt(document, judge, address, as(who))))
    expect(faults).toEqual([])
  },
  120_000,
)
