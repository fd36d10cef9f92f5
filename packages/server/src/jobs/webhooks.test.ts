import { createServer, type RequestListener } from 'node:http'
import type { AddressInfo, LookupFunction } from 'node:net'
import { readFileSync } from 'node:fs'
import { pino } from 'pino'
import { Webhook } from 'standardwebhooks'
import { expect, it, onTestFinished } from 'vitest'
import { tidyUp } from '../store/tables/housekeeping.ts'
import { keepMessage, newestMessages } from '../store/tables/outbox.ts'
import { runApplication } from '../testing/running-application.ts'
import { deliver } from './delivery.ts'
import { AddressRefused, isPublicAddress, openLookup, openUrl } from '../outside/ssrf-protection.ts'
import { runDue } from './run-due.ts'
import { openWebhooks, type WebhookSettings } from './webhooks.ts'
import { readSecrets } from '../outside/signatures.ts'

const HOUR = 3_600_000
const SECRET = `whsec_${Buffer.from('a secret of at least 24 bytes').toString('base64')}`
const silent = pino({ level: 'silent' })
const TEXT = readFileSync(new URL('../testing/texts/told.md', import.meta.url), 'utf8')

interface Received {
  readonly path: string
  readonly headers: Record<string, string>
  readonly body: string
}

/** A local receiver; `answers`: the status of each answer, the last one for all others. */
async function receiver(answers: number[] = [204], listener?: RequestListener) {
  const received: Received[] = []
  const server = createServer((request, response) => {
    let body = ''
    request.setEncoding('utf8').on('data', (piece: string) => (body += piece))
    request.on('end', () => {
      received.push({ path: request.url ?? '', headers: request.headers as Record<string, string>, body })
      if (listener !== undefined) return listener(request, response)
      const status = answers.length > 1 ? answers.shift() : answers[0]
      response.writeHead(status ?? 204, { location: `http://127.0.0.1:${port}/followed` }).end('{}')
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => void server.closeAllConnections())
  onTestFinished(() => void server.close())
  const { port } = server.address() as AddressInfo
  return { received, port, named: new Set([`hooks.test:${port}`]), url: `http://hooks.test:${port}/in` }
}

/** Acts as our name server. */
const here: LookupFunction = (_, options, done) =>
  options.all === true ? done(null, [{ address: '127.0.0.1', family: 4 }]) : done(null, '127.0.0.1', 4)

function webhooks(settings: Partial<WebhookSettings> = {}) {
  return openWebhooks({ secrets: { HOOK: SECRET }, named: new Set(), lookup: here, ...settings })
}

const message = (to: string, body = '{"type":"Word"}') => ({
  id: 'b6b8f4a4-0000-4000-8000-000000000000',
  name: 'Word',
  way: 'webhook',
  receiver: to,
  subject: '',
  body,
  signedWith: 'HOOK',
  attempts: 0,
  createdAtMs: 0,
  sentAtMs: null,
  lastError: null,
  isGivenUp: false,
  documents: '[]',
  letter: null,
})

it('is signed so that a program by others says that it comes from here, and not when a character is another one', async () => {
  const { received, url } = await receiver()
  const rotated = `${SECRET} whsec_${Buffer.alloc(32, 7).toString('base64')}`
  await webhooks({ secrets: { HOOK: rotated } }).send(message(url), Date.now())
  const [{ headers, body }] = received as [Received]
  expect(headers['content-type']).toBe('application/json; charset=utf-8')
  for (const secret of rotated.split(' ')) expect(new Webhook(secret).verify(body, headers)).toEqual({ type: 'Word' })
  expect(() => new Webhook(SECRET).verify(`${body} `, headers)).toThrow('No matching signature')
  expect(() => new Webhook(SECRET).verify(body, { ...headers, 'webhook-id': 'other' })).toThrow('No matching signature')
})

it('takes a secret only if it is one', () => {
  expect(readSecrets(SECRET)).toHaveLength(1)
  for (const bad of ['', 'hello', 'whsec_', 'whsec_YQ==', SECRET.replace('whsec_', ''), `whsec_${'a'.repeat(200)}`])
    expect(readSecrets(bad), bad).toBeNull()
})

async function outbox(to: string, settings: Partial<WebhookSettings> = {}) {
  const running = await runApplication(TEXT)
  onTestFinished(() => running[Symbol.asyncDispose]())
  const { application, database } = running
  const { id: _, ...rest } = message(to)
  await keepMessage(database, { ...rest, atMs: Date.now() })
  const out = { mail: null, webhooks: webhooks(settings) }
  return {
    ...running,
    run: (nowMs = Date.now() + 1000) => runDue(application, { ...out, logger: silent }, nowMs),
    kept: async () => (await newestMessages(database, 1))[0]!,
    out,
  }
}

it('is tried again under the same id and with the same words, until somebody takes it', async () => {
  const { received, url } = await receiver([500, 404, 204])
  const { run, kept } = await outbox(url)
  const nowMs = Date.now() + 1000
  for (const hours of [0, 1, 2]) await run(nowMs + hours * HOUR)
  expect(received).toHaveLength(3)
  expect(new Set(received.map(({ headers }) => headers['webhook-id'])).size).toBe(1)
  expect(new Set(received.map(({ body }) => body)).size).toBe(1)
  expect(await kept()).toMatchObject({ attempts: 3, lastError: null, isGivenUp: false })
  await run(nowMs + 9 * HOUR)
  expect(received).toHaveLength(3)
})

it('comes again when the server is killed between sending and remembering it, under the same id', async () => {
  const { received, url } = await receiver()
  const { application, run, kept, out } = await outbox(url)
  const { database } = application
  const killed = { ...application, database: { ...database, runOwn: breaksAt(database, 'mark-sent') } }
  const { id } = await kept()
  await expect(deliver(killed, out, id, Date.now() + 1000)).rejects.toThrow('killed')
  await run(Date.now() + HOUR)
  expect(received.map(({ headers }) => headers['webhook-id'])).toEqual([id, id])
})

function breaksAt(
  database: { runOwn: (name: string, text: string, values: readonly unknown[]) => Promise<any> },
  at: string,
) {
  return (name: string, text: string, values: readonly unknown[]) =>
    name === at ? Promise.reject(new Error('killed')) : database.runOwn(name, text, values)
}

it('is forgotten when it is delivered, but where it is developed, and when nobody tries any more for 30 days', async () => {
  const { url } = await receiver([204, 410])
  const { application, database, kept, out, run } = await outbox(url)
  expect(await deliver({ ...application, mode: 'production' }, out, (await kept()).id, Date.now() + 1000)).toBe('sent')
  expect(await newestMessages(database, 1)).toEqual([])
  const { id: _, ...rest } = message(url)
  await keepMessage(database, { ...rest, atMs: Date.now() - 31 * 24 * HOUR })
  await run()
  expect(await kept()).toMatchObject({ isGivenUp: true })
  await tidyUp(database, null)
  expect(await newestMessages(database, 1)).toEqual([])
})

it('is sent once, whoever tries at the same time', async () => {
  const { received, url } = await receiver()
  const { application, kept, out } = await outbox(url)
  const { id } = await kept()
  await Promise.all(Array.from({ length: 6 }, () => deliver(application, out, id, Date.now() + 1000)))
  expect(received).toHaveLength(1)
})

it('finds a message that is sent without being taken', async () => {
  const { received, url } = await receiver()
  const { application, database, kept, out } = await outbox(url)
  const { id } = await kept()
  const runOwn: typeof database.runOwn = (name, ...rest) =>
    name === 'take-message'
      ? database.runOwn('peek', 'SELECT *, now() AS created_at, NULL AS sent_at FROM ninefold.message WHERE id = $1', [
          id,
        ])
      : database.runOwn(name, ...rest)
  const untaken = { ...application, database: { ...database, runOwn } }
  await Promise.all([1, 2].map(() => deliver(untaken, out, id, Date.now() + 1000)))
  expect(received).toHaveLength(2)
})

it('is given up where it is not wanted any more, and after about a day, and says so', async () => {
  const gone = await receiver([410])
  const first = await outbox(gone.url)
  await first.run()
  expect(await first.kept()).toMatchObject({ attempts: 1, isGivenUp: true, lastError: expect.stringContaining('410') })
  const { url } = await receiver([500])
  const { run, kept } = await outbox(url)
  let nowMs = Date.now()
  for (let times = 0; times < 25; times++) await run((nowMs += 3 * HOUR))
  expect(await kept()).toMatchObject({ attempts: 20, isGivenUp: true, lastError: 'The receiver answered 500.' })
})

it('follows no redirect, waits no longer than it says, and does not read on for ever', async () => {
  const redirecting = await receiver([302])
  await expect(webhooks().send(message(redirecting.url), 0)).rejects.toThrow('302; nothing follows it')
  expect(redirecting.received.map(({ path }) => path)).toEqual(['/in'])
  const silentOne = await receiver([], () => {})
  await expect(webhooks({ timeoutMs: 100 }).send(message(silentOne.url), 0)).rejects.toThrow('No answer in 0.1 seconds')
  let written = 0
  const talking = await receiver([], (_, response) => {
    response.writeHead(200)
    const talk = (): void => {
      while (!response.destroyed && written < 50_000_000 && response.write('x'.repeat(50_000))) written += 50_000
    }
    response.on('drain', talk)
    talk()
  })
  await webhooks().send(message(talking.url), 0)
  expect(written).toBeLessThan(20_000_000)
})

/** Spellings of this machine, of its neighbours, and of metadata services. `PORT` is where a server listens. */
const SPELLINGS = `
  127.0.0.1 127.1 127.0.1 0x7f.1 0x7f000001 2130706433 017700000001 0177.0.0.1 127.0.0.1. 127.255.255.254 127.0.0.0x1
  0 0.0.0.0 １２７.０.０.１ 127。0。0。1 %31%32%37.0.0.1 [::1] [::] [::ffff:127.0.0.1] [::ffff:7f00:1] [::127.0.0.1]
  [0:0:0:0:0:ffff:7f00:1] [::ffff:0:127.0.0.1] [64:ff9b::127.0.0.1] [64:ff9b:1::7f00:1] [2002:7f00:1::] [2001::1] [100::1]
  [fe80::1] [fc00::1] [fd00:ec2::254] [ff02::1] [2001:db8::1] [fec0::1] [5f00::1]
  10.0.0.1 172.16.0.1 172.31.255.255 192.168.0.1 169.254.169.254 100.64.0.1 100.100.100.200 192.0.0.192 198.18.0.1
  192.0.2.1 198.51.100.1 203.0.113.1 224.0.0.1 240.0.0.1 255.255.255.255 168.63.129.16
  localhost LOCALHOST localhost. a.localhost ip6-localhost rebinds.test
`
  .trim()
  .split(/\s+/)

it('connects to nothing that is not for everybody, however it is written, and whatever a name turns into', async () => {
  const { received, port } = await receiver()
  let looks = 0
  const inward = openLookup(((_: string, __: object, done: (cause: null, found: object[]) => void) => {
    looks++
    // Some resolved addresses are public and one is not, which is enough to refuse.
    done(null, [
      { address: '93.184.216.34', family: 4 },
      { address: looks % 2 === 0 ? '::1' : '127.0.0.1', family: 4 },
    ])
  }) as never)
  const guarded = openWebhooks({ secrets: { HOOK: SECRET }, named: new Set(['other.test']), lookup: inward })
  const schemes = [
    'file:///etc/passwd',
    `gopher://127.0.0.1:${port}/`,
    `ftp://127.0.0.1:${port}/`,
    'data:,x',
    'x',
    '',
    `//127.0.0.1:${port}`,
  ]
  const bearing = [
    `http://user:word@hooks.test:${port}/`,
    `http://user@hooks.test:${port}/`,
    `http://hooks.test:1@127.0.0.1:${port}/`,
  ]
  const written = SPELLINGS.map((host) => `http://${host}:${port}/in`)
  for (const address of [...written, ...schemes, ...bearing])
    await expect(guarded.send(message(address), 0), address).rejects.toThrow(AddressRefused)
  expect(received).toEqual([])
})

it('tells addresses of everybody from all others', () => {
  for (const open of ['93.184.216.34', '8.8.8.8', '2606:4700:4700::1111', '172.32.0.1', '::ffff:8.8.8.8'])
    expect(isPublicAddress(open), open).toBe(true)
  for (const closed of ['127.0.0.1', '::1', '::ffff:10.0.0.1', 'fe80::1%eth0', '4000::1', '', 'x'])
    expect(isPublicAddress(closed), closed).toBe(false)
})

it('reaches a host that the operator has named, at the port that is named, and no other', async () => {
  const { received, port } = await receiver()
  const named = (host: string) =>
    openWebhooks({ secrets: { HOOK: SECRET }, named: new Set([host]), isOnlyNamed: false })
  await named(`127.0.0.1:${port}`).send(message(`http://127.0.0.1:${port}/in`), 0)
  await named('localhost').send(message(`http://localhost:${port}/in`), 0)
  await expect(named('127.0.0.1:1').send(message(`http://127.0.0.1:${port}/in`), 0)).rejects.toThrow(AddressRefused)
  expect(received).toHaveLength(2)
  // In development only permitted hosts are reached, and other messages are only displayed.
  const developing = openWebhooks({
    secrets: { HOOK: SECRET },
    named: new Set(['else.test']),
    isOnlyNamed: true,
    lookup: here,
  })
  await developing.send(message(`http://hooks.test:${port}/in`), 0)
  expect(received).toHaveLength(2)
})

it('finds a client that follows a redirect into this machine, and one that believes the first look', async () => {
  const inside = await receiver()
  const outside = await receiver([], (_, response) => {
    response.writeHead(302, { location: `http://127.0.0.1:${inside.port}/followed` }).end()
  })
  // A client that follows redirects would do this.
  await fetch(`http://127.0.0.1:${outside.port}/in`, { method: 'POST', body: '{}' })
  expect(inside.received).toHaveLength(1)
  // A client that checks first and then connects by name would do this.
  openUrl(`http://rebinds.test:${inside.port}/`, new Set())
  await webhooks({ lookup: here }).send(message(`http://rebinds.test:${inside.port}/`), 0)
  expect(inside.received).toHaveLength(2)
})

it('says the event, its time and its values under the names of the text', async () => {
  const { received, url, port } = await receiver()
  const text = TEXT.replace(
    '| Finished | in-app | `repair.owner` | {repair.title} is done | It costs {price}. |',
    '| Finished | webhook, signed with HOOK | `repair.hook` | {repair.title} is done | {price}, {repair.owner.name}, {now}, {repair.remarks + 1} |',
  ).concat('\n## 9. Business constants and limits\n\n| Setting | Value |\n| --- | --- |\n| Secrets | HOOK |\n')
  const running = await runApplication(text)
  onTestFinished(() => running[Symbol.asyncDispose]())
  const ada = await running.signIn('ada@example.test', 'correct-horse-1')
  const people = await running.database.pool.query(`SELECT id FROM person WHERE name = 'Cleo'`)
  for (const [title, hook] of [
    ['Lamp', url],
    ['Chair', null],
  ])
    expect((await ada.post('/api/repairs', { title, hook, owner: people.rows[0].id, price: '12.50' })).status).toBe(201)
  for (const title of ['Lamp', 'Chair']) expect((await ada.post(`/api/repairs/${title}/finish`)).status).toBe(200)
  const out = { mail: null, webhooks: webhooks() }
  await runDue(running.application, { ...out, logger: silent }, Date.now() + 1000)
  expect(port).toBeGreaterThan(0)
  expect(received).toHaveLength(1)
  const [{ body, headers }] = received as [Received]
  expect(JSON.parse(body)).toEqual({
    type: 'Finished',
    timestamp: expect.stringMatching(/^\d{4}-\d\d-\d\dT/),
    data: {
      id: headers['webhook-id'],
      subject: 'Lamp is done',
      body: expect.stringMatching(/^12\.5, Cleo, .+, 1$/),
      values: { 'repair.title': 'Lamp', price: '12.50', 'repair.owner.name': 'Cleo', now: expect.stringMatching(/Z$/) },
    },
  })
})
