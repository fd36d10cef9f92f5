// Every input gets a result, or an error code with its place: never a 5xx, never silence, never an altered value.
// NINEFOLD_REQUESTS=20000 sends more, NINEFOLD_SEED other ones.

import { readFileSync } from 'node:fs'
import { connect } from 'node:net'
import { compile } from '@ninefold/core/compile.ts'
import { acceptValue } from '@ninefold/core/contract/inputs/accept-value.ts'
import { inputOfField } from '@ninefold/core/contract/inputs/field-inputs.ts'
import { entityNamed, fieldNamed } from '@ninefold/core/model/find.ts'
import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Application } from '../../gate/context/application.ts'
import { type GeneratedRequest, requestsTo } from '../../testing/generated-requests.ts'
import { NASTY_VALUES } from '../../testing/nasty-values.ts'
import { type RawAnswer, sendRaw } from '../../testing/raw-request.ts'
import { type Client, runApplication, type RunningApplication } from '../../testing/running-application.ts'
import { isSameValue } from '../../testing/same-value.ts'

const RUNS = Number(process.env['NINEFOLD_REQUESTS'] ?? 400)
const SEED = Number(process.env['NINEFOLD_SEED'] ?? 9)

const helpDeskText = readFileSync(new URL('../../../../../examples/helpdesk/app.md', import.meta.url), 'utf8')
const everyKindText = readFileSync(new URL('../../testing/texts/every-kind.md', import.meta.url), 'utf8')

let helpDesk: RunningApplication
let everyKind: RunningApplication
let ada: Client
let member: Client

beforeAll(async () => {
  expect(compile(everyKindText).model).not.toBeNull()
  helpDesk = await runApplication(helpDeskText)
  everyKind = await runApplication(everyKindText)
  ada = await helpDesk.signIn('ada@example.test', 'correct-horse-1')
  member = await everyKind.signUp({ name: 'Mo', email: 'mo@example.test', password: 'long enough indeed' })
  await everyKind.signUp({ name: 'Ann', email: 'ann@example.test', password: 'long enough indeed' })
  for (const [index, size] of ['small', 'large', 'medium'].entries()) {
    const thing = {
      name: `Thing ${index}`,
      size,
      stars: index + 1,
      at: `2026-01-${29 + index}T12:00:00Z`,
      day: '2026-01-31',
      hour: '10:00',
      price: '1.25',
      owner: 1,
      likes: [1],
    }
    expect((await member.post('/things', thing)).status).toBe(201)
  }
})

afterAll(async () => {
  await helpDesk[Symbol.asyncDispose]()
  await everyKind[Symbol.asyncDispose]()
})

function shown(request: GeneratedRequest, answer: RawAnswer): string {
  return `${request.method} ${request.path} ${JSON.stringify(request.headers)} ${request.body?.slice(0, 300) ?? ''} → ${answer.status} ${answer.body.slice(0, 500)}`
}

/** A result, or an error with a code and a place. */
function expectAnswer(request: GeneratedRequest, answer: RawAnswer): void {
  expect(answer.status, shown(request, answer)).toBeLessThan(500)
  if (answer.status < 400 || request.method === 'HEAD') return
  const body = JSON.parse(answer.body) as {
    error?: { code: unknown; fields: object }
    code?: unknown
    errors?: { about: unknown }[]
  }
  expect(body.error?.code ?? body.code, shown(request, answer)).toMatch(/^[A-Z_]+$/)
  expect(
    body.error === undefined ? body.errors?.[0]?.about : Object.keys(body.error.fields)[0],
    shown(request, answer),
  ).toBeTypeOf('string')
}

async function expectAnswers(
  application: RunningApplication,
  cookie: string | null,
  keys: readonly string[],
  runs = RUNS,
): Promise<void> {
  const texts = [
    'Thing 1',
    'Printer',
    'ann@example.test',
    'ben@example.test',
    'open',
    '2026-01-31',
    '2026-01-31T12:00:00Z',
    '2026-01-31T12:00:00.000Z',
    '10:00',
    '1.25',
  ]
  const request = requestsTo(application.application, { keys, texts })
  await fc.assert(
    fc.asyncProperty(request, async (generated) =>
      expectAnswer(generated, await sendRaw(application.address, cookie, generated)),
    ),
    { numRuns: runs, seed: SEED, endOnFailure: true },
  )
}

describe('generated requests are answered', () => {
  const keys = ['1', '2', '3', '4', '99', 'ann@example.test', '00000000-0000-4000-8000-000000000000', '1000']

  it('to a field of every kind', () => expectAnswers(everyKind, member.cookie, keys), 600_000)

  it('to the help desk, from an admin', async () => {
    const team = (await ada.get('/api/teams')).body.items[0].id as string
    const category = (await ada.get('/api/categories')).body.items[0].id as string
    expect((await ada.post('/api/tickets', { subject: 'The printer is on fire', body: 'Help', category })).status).toBe(
      201,
    )
    await expectAnswers(helpDesk, ada.cookie, [...keys, team, category])
  }, 600_000)

  it('to the help desk, from a guest', () => expectAnswers(helpDesk, null, keys), 600_000)
})

it('finds an input that nobody checks', async () => {
  // The planted fault: ratings are accepted as any text, and invalid numbers reach the database.
  const unchecked = (application: Application): Application => {
    const { entities } = application.model.entities
    const forgotten = entities.map((entity) => ({
      ...entity,
      fields: entity.fields.map((field) =>
        field.name === 'stars' ? { ...field, type: fieldNamed(entity, 'notes').type } : field,
      ),
    }))
    return {
      ...application,
      model: { ...application.model, entities: { ...application.model.entities, entities: forgotten } },
    }
  }
  await using faulty = await runApplication(everyKindText, { double: unchecked })
  const client = await faulty.signUp({ name: 'Mo', email: 'mo@example.test', password: 'long enough indeed' })
  // Ends with the first one found.
  await expect(expectAnswers(faulty, client.cookie, ['1', '2', '3'], 10 * RUNS)).rejects.toThrow('Property failed')
}, 600_000)

it('keeps what it accepts exactly as it was sent', async () => {
  const fields = [
    'notes',
    'page',
    'mail',
    'site',
    'call',
    'land',
    'tongue',
    'zone',
    'tint',
    'stars',
    'big',
    'price',
    'share',
    'cost',
    'isOpen',
    'day',
    'hour',
    'at',
    'length',
    'size',
    'owner',
    'parent',
    'likes',
  ]
  const thing = entityNamed(everyKind.application.model, 'Thing')
  expect((await member.post('/things', { name: 'Patient' })).status).toBe(201)
  const { number } = (await member.get('/things?name=Patient')).body.items[0]
  const altered: string[] = []
  let kept = 0
  for (const field of fields) {
    const input = inputOfField(fieldNamed(thing, field), [field], false)
    // The shared check refuses these values in the browser already; the generated requests send them anyway.
    for (const value of NASTY_VALUES.filter((value) => acceptValue(input, value).isAccepted)) {
      const answer = await member.patch(`/things/${number}`, { [field]: value })
      expect(
        answer.status,
        `${field} ${JSON.stringify(value).slice(0, 50)} ${JSON.stringify(answer.body)}`,
      ).toBeLessThan(500)
      if (answer.status === 200) kept += 1
      if (answer.status === 200 && !isSameValue(value, answer.body[field]))
        altered.push(
          `${field}: ${JSON.stringify(value).slice(0, 50)} → ${JSON.stringify(answer.body[field]).slice(0, 50)}`,
        )
    }
  }
  expect(altered).toEqual([])
  expect(kept).toBeGreaterThan(100)
})

it('refuses names that every object has', async () => {
  for (const name of ['constructor', 'toString', '__proto__', 'hasOwnProperty', 'valueOf']) {
    const query = await ada.get(`/api/tickets?${name}=1`)
    expect(query.status).toBe(422)
    expect(query.body.error.fields[name]).toEqual(['Nothing of this name is expected here.'])
    const body = await ada.send('/api/teams', {
      method: 'POST',
      body: `{"name":"A","${name}":1}`,
      headers: { 'content-type': 'application/json' },
    })
    expect([400, 422]).toContain(body.status)
  }
})

it('tells a wrong method from a wrong address', async () => {
  const wrong = await ada.send('/api/tickets/1000', { method: 'PUT' })
  expect(wrong.status).toBe(405)
  expect(wrong.body.error.code).toBe('METHOD_NOT_ALLOWED')
  expect(wrong.headers.get('allow')).toBe('GET, HEAD, OPTIONS, PATCH')
  expect((await ada.send('/api/%74ickets', { method: 'DELETE' })).status).toBe(405)
  expect((await ada.get('/api/tickets/')).status).toBe(404)
  expect((await ada.send('/api/nothing', { method: 'PUT' })).status).toBe(404)
})

it('refuses a parameter that nothing reads', async () => {
  for (const path of [
    '/api/tickets/1000?fields=all',
    '/_ninefold/options/Team?limit=1',
    '/_ninefold/screens/ticket/0?number=1000&page=2',
  ]) {
    expect((await ada.get(path)).body, path).toMatchObject(
      path.startsWith('/api') ? { error: { code: 'UNKNOWN_INPUT' } } : { code: 'UNKNOWN_INPUT' },
    )
  }
  expect((await ada.post('/api/tickets/1000/take?force=1')).body.error.code).toBe('UNKNOWN_INPUT')
  expect((await ada.get('/api/tickets?status=new&status=open')).body.error.code).toBe('WRONG_TYPE')
})

it('reads JSON in UTF-8 and nothing else', async () => {
  const send = (body: string | Uint8Array<ArrayBuffer>, type: string) =>
    ada.send('/api/teams', { method: 'POST', body, headers: { 'content-type': type } })
  const named = (code: string, about: string) => ({ error: { code, fields: { [about]: [expect.any(String)] } } })
  for (const [body, type] of [
    ['name=A', 'application/x-www-form-urlencoded'],
    ['{"name":"A"}', 'text/plain'],
    ['<name>A</name>', 'application/xml'],
  ] as const) {
    const answer = await send(body, type)
    expect(answer.status, type).toBe(415)
    expect(answer.body, type).toMatchObject(named('MEDIA_TYPE_NOT_SUPPORTED', 'content-type'))
  }
  expect((await send(Buffer.from('{"name":"\xff"}', 'latin1'), 'application/json')).body).toMatchObject(
    named('BODY_NOT_READABLE', 'body'),
  )
  const tooLarge = await send(`{"name":"${'x'.repeat(1_100_000)}"}`, 'application/json')
  expect(tooLarge.status).toBe(413)
  expect(tooLarge.body).toMatchObject(named('BODY_TOO_LARGE', 'body'))
  expect((await send('', 'application/json')).body).toMatchObject(named('BLANK', 'name'))
  expect((await send('[]', 'application/json')).status).toBe(422)
})

it('takes a page that is none for an empty one', async () => {
  for (const query of [
    'limit=-1',
    'offset=-1',
    'limit=9007199254740991&offset=9007199254740991',
    'limit=0',
    'stars=9007199254740993',
    'owner=%00',
    'since=2026-02-30',
  ]) {
    expect((await member.get(`/shelf?${query}`)).status, query).toBeLessThan(500)
  }
})

it('asks for the day and for the moment in one field', async () => {
  expect((await member.post('/things', { name: 'Dated', at: '2031-05-06T12:00:00Z' })).status).toBe(201)
  const total = async (at: string): Promise<unknown> => (await member.get(`/things?at=${at}`)).body.total
  expect(await total('2031-05-06')).toBe(1)
  expect(await total('2031-05-06T12:00:00Z')).toBe(1)
  expect(await total('2031-05-06')).toBe(1)
  for (const edge of ['0001-01-01', '9999-12-31']) expect(await total(edge), edge).toBe(0)
})

it('ignores a session that nobody has, and refuses another site with one', async () => {
  for (const cookie of [
    'ninefold_session=%FF',
    'ninefold_session=x',
    'ninefold_session',
    `ninefold_session=${'x'.repeat(5000)}`,
    'ninefold_session=%00',
  ]) {
    expect((await helpDesk.guest.get('/_ninefold/app', { cookie })).body.caller, cookie).toBeNull()
  }
  for (const origin of ['http://evil.test', 'null', 'x', `${helpDesk.address}.evil.test`]) {
    const answer = await ada.post('/api/teams', { name: 'Evil' }, { origin })
    expect(answer.status, origin).toBe(403)
    expect(Object.keys(answer.body.error.fields)).toEqual(['origin'])
  }
  expect((await ada.post('/api/teams', { name: 'Good' }, { origin: helpDesk.address })).status).toBe(201)
})

it('answers what is no request, and goes on serving', async () => {
  const bombs = [
    'GET / HTTP/1.1\r\nhost: x\r\nx: ' + 'a'.repeat(70_000),
    'nonsense\r\n\r\n',
    'POST /api/tickets HTTP/1.1\r\nhost: x\r\ncontent-length: x\r\n\r\n',
    'GET /api/tickets?q=\u0000 HTTP/1.1\r\nhost: x\r\n\r\n',
  ]
  for (const bomb of bombs) {
    const answer = await rawText(helpDesk.server.port, bomb)
    expect(answer).toMatch(/^HTTP\/1\.1 4[0-9]{2} /)
    expect(JSON.parse(answer.slice(answer.indexOf('{')))).toMatchObject({
      code: 'REQUEST_NOT_READABLE',
      errors: [{ about: 'request' }],
    })
  }
  expect((await helpDesk.guest.get('/_ninefold/health')).status).toBe(200)
})

function rawText(port: number, text: string): Promise<string> {
  return new Promise((resolve, reject) => {
    const socket = connect(port, '127.0.0.1', () => socket.write(text))
    let answer = ''
    socket.on('data', (part) => (answer += part.toString()))
    socket.on('close', () => resolve(answer))
    socket.on('error', (cause) => (answer === '' ? reject(cause) : resolve(answer)))
    socket.setTimeout(10_000, () => socket.destroy(new Error('No answer.')))
  })
}
