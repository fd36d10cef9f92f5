// Security headers of every answer, and requests with a forged identity.

import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { readFileSync } from 'node:fs'
import { connect } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pino } from 'pino'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { type Client, clientOf, runApplication, type RunningApplication } from '../../testing/running-application.ts'
import { Admission } from '../operation/admission.ts'
import { type NinefoldServer, startServer } from '../server.ts'

const HELP_DESK = readFileSync(new URL('../../../../../examples/helpdesk/app.md', import.meta.url), 'utf8')

let helpDesk: RunningApplication
let server: NinefoldServer
let folder: string
let address: string
let guest: Client
let ada: Client
const logged: string[] = []

beforeAll(async () => {
  helpDesk = await runApplication(HELP_DESK)
  folder = await mkdtemp(join(tmpdir(), 'ninefold-web-'))
  await mkdir(join(folder, 'web', '_ninefold', 'assets'), { recursive: true })
  await writeFile(join(folder, 'web', 'index.html'), '<!doctype html><title>Page</title>')
  await writeFile(join(folder, 'web', '_ninefold', 'assets', 'a-1.js'), 'export {}')
  await writeFile(join(folder, 'secret.txt'), 'nobody reads this')
  const logger = pino({ level: 'info' }, { write: (line: string) => void logged.push(line) })
  server = await startServer(
    { host: '127.0.0.1', port: 0, webFolder: join(folder, 'web'), logger, development: null, files: helpDesk.files },
    helpDesk.application,
  )
  address = `http://127.0.0.1:${server.port}`
  guest = clientOf(address, null)
  ada = clientOf(address, (await helpDesk.signIn('ada@example.test', 'correct-horse-1')).cookie)
})
afterAll(async () => {
  await server.close()
  await helpDesk[Symbol.asyncDispose]()
  await rm(folder, { recursive: true, force: true })
})

/** Sends exactly these bytes, and returns everything that arrives until the connection ends. */
function raw(text: string): Promise<string> {
  return new Promise((resolve, reject) => {
    const socket = connect(server.port, '127.0.0.1', () => socket.write(text))
    let answer = ''
    socket.setEncoding('latin1').on('data', (part: string) => (answer += part))
    socket.on('close', () => resolve(answer))
    socket.on('error', (cause) => (answer === '' ? reject(cause) : resolve(answer)))
    socket.setTimeout(10_000, () => socket.destroy(new Error('No answer.')))
  })
}

it('answers its own address with the page to a program that takes anything, and no other address', async () => {
  for (const accept of ['*/*', 'text/*;q=0.5', 'text/html']) {
    const { status, headers } = await ada.get('/', { accept })
    expect([status, headers.get('content-type')]).toEqual([200, 'text/html; charset=utf-8'])
  }
  expect((await ada.get('/', { accept: 'application/json' })).status).toBe(404)
  expect((await ada.get('/nothing/there', { accept: '*/*' })).status).toBe(404)
})

it('lets no answer of any kind be framed, sniffed, run or kept', async () => {
  const html = { accept: 'text/html' }
  const answers: Record<string, Headers> = {}
  for (const [name, path, headers] of [
    ['page', '/', html],
    ['page by its name', '/index.html', html],
    ['asset', '/_ninefold/assets/a-1.js', {}],
    ['answer', '/api/teams', {}],
    ['refusal', '/api/tickets/nothing', {}],
    ['nothing', '/nothing/there', {}],
    ['unreadable', '/api/%ff', {}],
    ['description', '/_ninefold/app', {}],
    ['contract', '/_ninefold/openapi.json', {}],
    ['health', '/_ninefold/health', {}],
  ] as const)
    answers[name] = (await ada.get(path, headers)).headers
  for (const [name, headers] of Object.entries(answers)) {
    expect(headers.get('x-content-type-options'), name).toBe('nosniff')
    expect(headers.get('content-security-policy'), name).toMatch(/^default-src '(?:none|self)'/)
    expect(headers.get('content-security-policy'), name).toContain("frame-ancestors 'none'")
    expect(headers.get('referrer-policy'), name).toMatch(/^(?:same-origin|no-referrer)$/)
    expect(headers.get('cross-origin-opener-policy'), name).toBe('same-origin')
    expect(headers.get('x-powered-by'), name).toBeNull()
    if (!name.startsWith('page') && name !== 'asset') expect(headers.get('cache-control'), name).toContain('no-store')
  }
  const unreadable = await raw('nonsense\r\n\r\n')
  for (const header of [
    'x-content-type-options: nosniff',
    'cache-control: no-store',
    "content-security-policy: default-src 'none'",
  ])
    expect(unreadable.toLowerCase()).toContain(header)
})

it('would see an answer that goes out without them', async () => {
  class Bare extends Admission {
    override guard(instance: Parameters<Admission['guard']>[0]): void {
      instance.addHook('onSend', async (_, reply) => void reply.removeHeader('x-content-type-options'))
    }
  }
  const options = { host: '127.0.0.1', port: 0, webFolder: null, logger: pino({ level: 'fatal' }), development: null }
  const bare = await startServer({ ...options, admission: new Bare() }, helpDesk.application)
  const { headers } = await clientOf(`http://127.0.0.1:${bare.port}`, ada.cookie).get('/api/teams')
  expect(headers.get('x-content-type-options')).toBeNull()
  await bare.close()
})

it('does nothing for a page of another site, in whatever way its browser says so', async () => {
  const before = (await ada.get('/api/teams')).body.total
  for (const headers of [
    { origin: 'https://evil.test' },
    { origin: 'null' },
    { 'sec-fetch-site': 'cross-site' },
    { 'sec-fetch-site': 'same-site' },
  ] as Record<string, string>[])
    expect((await ada.post('/api/teams', { name: 'Evil' }, headers)).status, JSON.stringify(headers)).toBe(403)
  for (const type of [
    'text/plain',
    'application/x-www-form-urlencoded',
    'multipart/form-data; boundary=x',
    'text/plain; application/json',
  ])
    expect((await ada.post('/api/teams', { name: 'Evil' }, { 'content-type': type })).status, type).toBe(415)
  for (const headers of [{ 'x-http-method-override': 'DELETE' }, { 'x-method-override': 'POST' }] as Record<
    string,
    string
  >[])
    expect((await ada.get('/api/teams?_method=POST', headers)).status).toBe(422)
  expect((await ada.get('/api/teams')).body.total).toBe(before)
  expect(
    (await ada.post('/api/teams', { name: 'Good' }, { 'sec-fetch-site': 'same-origin', origin: address })).status,
  ).toBe(201)
})

it('reads one request where somebody wants two to be read', async () => {
  const hidden = 'GET /_ninefold/health HTTP/1.1\r\nhost: x\r\n\r\n'
  for (const head of [
    `content-length: 5\r\ntransfer-encoding: chunked`,
    `content-length: 5\r\ncontent-length: 6`,
    `transfer-encoding: chunked, identity`,
    `transfer-encoding : chunked`,
    `content-length: +5`,
  ]) {
    const answer = await raw(`POST /api/teams HTTP/1.1\r\nhost: x\r\n${head}\r\n\r\n0\r\n\r\n${hidden}`)
    expect(answer, head).toMatch(/^HTTP\/1\.1 400 /)
    expect(answer.match(/HTTP\/1\.1/g), head).toHaveLength(1)
  }
})

it('hands out its own files and no others', async () => {
  const asset = await guest.get('/_ninefold/assets/a-1.js')
  expect([asset.status, asset.headers.get('cache-control')]).toEqual([200, 'public, max-age=31536000, immutable'])
  for (const path of ['/_ninefold/assets/b-1.js', '/_ninefold/assets/', '/_ninefold/assets//a-1.js'])
    expect((await guest.get(path)).status, path).toBe(404)
  for (const path of [
    '/../secret.txt',
    '/_ninefold/assets/../../../secret.txt',
    '/_ninefold/assets/..%2f..%2f..%2fsecret.txt',
    '/%2e%2e/secret.txt',
    '/_ninefold/assets/%2e%2e%2f%2e%2e%2f%2e%2e%2fsecret.txt',
    '/..%5csecret.txt',
    '//etc/passwd',
    '/_ninefold/assets/%00',
  ]) {
    const answer = await raw(`GET ${path} HTTP/1.1\r\nhost: x\r\nconnection: close\r\n\r\n`)
    expect(answer, path).toMatch(/^HTTP\/1\.1 4\d\d /)
    expect(answer).not.toContain('nobody reads this')
  }
})

it('gives HEAD the rights of GET, and says nothing but methods by OPTIONS', async () => {
  for (const path of ['/api/teams', '/api/tickets', '/_ninefold/app', '/api/users']) {
    const [get, head, options] = await Promise.all([
      guest.get(path),
      guest.send(path, { method: 'HEAD' }),
      guest.send(path, { method: 'OPTIONS' }),
    ])
    expect(head.status, path).toBe(get.status)
    expect(head.body).toBeNull()
    expect([204, 404], path).toContain(options.status)
    if (options.status === 204) expect(options.body, path).toBeNull()
    expect(options.headers.get('access-control-allow-origin')).toBeNull()
  }
})

it('believes no host, and leads nowhere', async () => {
  for (const host of ['evil.test', 'evil.test:80@good.test', 'x"><script>']) {
    const answer = await raw(
      `GET /?next=//evil.test HTTP/1.1\r\nhost: ${host}\r\naccept: text/html\r\nconnection: close\r\n\r\n`,
    )
    expect(answer).not.toContain('evil.test')
    expect(answer).not.toMatch(/^location:/im)
    expect(answer).not.toContain('<script>')
  }
})

it('refuses a host that two readers could read differently', async () => {
  const statusOf = async (host: string): Promise<string> =>
    (await raw(`GET /_ninefold/health HTTP/1.1\r\nhost: ${host}\r\nconnection: close\r\n\r\n`)).slice(9, 12)
  for (const host of [
    'a@b',
    'a/b',
    'a#b',
    'a?b',
    'a\\b',
    'a b',
    'a,b',
    'a%2eb',
    'é',
    '',
    '[::1',
    'a:b',
    'a:99:1',
    '"><b>',
  ])
    expect(await statusOf(host), host).toBe('400')
  for (const host of ['a', 'a.b.', 'my_app:4400', '127.0.0.1', '[::1]:80', 'xn--e-ufa.test'])
    expect(await statusOf(host), host).toBe('200')
})

it('writes one line for one thing, whatever somebody has put into it', async () => {
  const from = logged.length
  await guest.get('/api/%0a%7b%22level%22%3a60%7d?q=%0d%0aSet-Cookie:x=1', { 'user-agent': 'a\tb' })
  await raw('GET /x\r\n{"level":60} HTTP/1.1\r\nhost: x\r\n\r\n')
  for (const line of logged.slice(from)) {
    expect(line.indexOf('\n')).toBe(line.length - 1)
    expect(JSON.parse(line).level).toBeLessThan(60)
  }
})

it('takes no object for anything but what it says, and no depth for work', async () => {
  for (const body of [
    '{"__proto__":{"name":"x"}}',
    '{"constructor":{"prototype":{"polluted":1}}}',
    `${'['.repeat(100_000)}${']'.repeat(100_000)}`,
    `{"name":${'{"a":'.repeat(50_000)}1${'}'.repeat(50_000)}}`,
  ]) {
    const answer = await ada.send('/api/teams', {
      method: 'POST',
      body,
      headers: { 'content-type': 'application/json' },
    })
    expect(answer.status, body.slice(0, 30)).toBeGreaterThanOrEqual(400)
    expect(answer.status, body.slice(0, 30)).toBeLessThan(500)
    expect(JSON.stringify(answer.body)).not.toMatch(/node_modules|\.ts:\d|SELECT|at Object/)
  }
  expect(({} as Record<string, unknown>)['polluted']).toBeUndefined()
  const long = await raw(`GET /api/teams?q=${'a'.repeat(100_000)} HTTP/1.1\r\nhost: x\r\n\r\n`)
  expect(long).toMatch(/^HTTP\/1\.1 4(?:00|31) /)
})

it('refuses two hosts, a body in another encoding, and a key that stands twice', async () => {
  const two = await raw(
    'GET /_ninefold/health HTTP/1.1\r\nhost: 127.0.0.1\r\nhost: other.example\r\nconnection: close\r\n\r\n',
  )
  expect(two).toMatch(/^HTTP\/1\.1 400 /)
  const sent = (type: string, body: string) =>
    fetch(`${address}/_ninefold/session`, { method: 'POST', headers: { 'content-type': type }, body })
  const right = '{"identifier":"ada@example.test","password":"correct-horse-1"}'
  for (const type of ['application/json; charset=utf-16', 'application/json;charset="iso-8859-1"'])
    expect((await sent(type, right)).status, type).toBe(415)
  for (const type of ['application/json', 'application/json; charset=UTF-8', 'application/json; charset="utf-8"'])
    expect((await sent(type, right)).status, type).toBe(204)
  expect((await sent('application/json', `{"identifier":"a:b",${right.slice(1)}`)).status).toBe(400)
})

it('says of unknown keys no more than anybody reads, and looks no further', async () => {
  const body = JSON.stringify(Object.fromEntries(Array.from({ length: 60_000 }, (_, index) => [`k${index}`, 1])))
  for (const path of ['/_ninefold/session', '/_ninefold/users', '/api/tickets']) {
    const headers = { 'content-type': 'application/json', origin: address, cookie: ada.cookie ?? '' }
    const answer = await fetch(`${address}${path}`, { method: 'POST', headers, body })
    expect([400, 403, 404, 405, 422], path).toContain(answer.status)
    expect((await answer.text()).length, path).toBeLessThan(20_000)
  }
})
