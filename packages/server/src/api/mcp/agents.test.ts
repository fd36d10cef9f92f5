// Agents of a running application, with the protocol's own client over real HTTP: a help desk, whose agents have keys,
// and a different contract with forms, headers and an error body of its own, whose agents are guests.

import { readFileSync } from 'node:fs'
import { AGENTS_PATH } from '@ninefold/core/contract/programs/agents.ts'
import { API_KEYS_PATH } from '@ninefold/core/contract/programs/api-keys.ts'
import { afterAll, beforeAll, expect, it } from 'vitest'
import type { Application } from '../../gate/context/application.ts'
import { auditOf } from '../../store/tables/audit.ts'
import { Admission } from '../operation/admission.ts'
import {
  type AgentClient,
  agentWith,
  closeAgents,
  done,
  messageOf,
  readJson,
  refusal,
  textOf,
  use,
} from '../../testing/clients/agent-client.ts'
import { sendRaw } from '../../testing/raw-request.ts'
import { type Client, runApplication, type RunningApplication } from '../../testing/running-application.ts'

const read = (path: string): string => readFileSync(new URL(`../../../../../${path}`, import.meta.url), 'utf8')

const DESK = read('examples/helpdesk/app.md')
  .replace('- **Sign up:** open', '- **API keys:** Requester, Agent, Admin, at most 90 days\n- **Sign up:** open')
  .replace('### Signing in', '**Agents act as:** Requester, Agent\n\n### Signing in')
  .replace(/(\| Limit \| On .*\n.*\n)/, '$1| Changes of teams | `PATCH /api/teams/:id` | user, 1 hour | 2 | |\n')

let desk: RunningApplication
let ada: Client
let ben: Client
let cleo: Client

beforeAll(async () => {
  desk = await runApplication(DESK)
  ada = await desk.signIn('ada@example.test', 'correct-horse-1')
  ben = await desk.signIn('ben@example.test', 'correct-horse-2')
  cleo = await desk.signIn('cleo@example.test', 'correct-horse-3')
  const [team] = (await ada.get('/api/teams')).body.items
  const agent = (await ben.get('/_ninefold/app')).body.caller.id
  expect((await ada.patch(`/api/teams/${team.id}`, { members: [agent] })).status).toBe(200)
})
afterAll(async () => {
  await closeAgents()
  await desk[Symbol.asyncDispose]()
})

async function keyOf(client: Client, roles: string[], onlyReads = false): Promise<{ id: string; key: string }> {
  const { status, body } = await client.post(API_KEYS_PATH, { name: 'Assistant', roles, onlyReads, days: 7 })
  expect(status, JSON.stringify(body)).toBe(201)
  return body
}

const by = (key: string): Record<string, string> => ({ authorization: `Bearer ${key}` })
const agentOf = async (client: Client, roles: string[], onlyReads = false): Promise<AgentClient> =>
  agentWith(desk, by((await keyOf(client, roles, onlyReads)).key))

const namesOf = async (agent: AgentClient): Promise<string[]> => (await agent.listTools()).tools.map(({ name }) => name)
async function reported(client: Client = cleo): Promise<number> {
  const category = (await client.get('/api/categories')).body.items[0].id
  const { status, body } = await client.post('/api/tickets', { subject: 'Printer', body: 'On fire.', category })
  expect(status, JSON.stringify(body)).toBe(201)
  return body.number
}

it('lists the calls that the roles of the key may use, with schemas and sentences of the text', async () => {
  const requester = await agentOf(cleo, ['Requester'])
  const agent = await agentOf(ben, ['Agent'])
  expect(requester.getServerVersion()).toMatchObject({ title: desk.application.model.name, version: 'test' })
  expect(requester.getInstructions()).toContain('You act as Requester.')
  const names = await namesOf(requester)
  expect(names).toEqual(expect.arrayContaining(['list_tickets', 'create_ticket', 'reply', 'answer_ticket']))
  for (const other of ['take_ticket', 'create_team', 'hand_over', 'give_a_role']) expect(names).not.toContain(other)
  expect(await namesOf(agent)).toEqual(expect.arrayContaining(['take_ticket', 'hand_over']))
  const { tools } = await agent.listTools()
  const create = tools.find(({ name }) => name === 'create_ticket')
  expect(create?.inputSchema).toMatchObject({
    additionalProperties: false,
    required: expect.arrayContaining(['subject', 'body', 'category']),
  })
  // Only the fields that this role may set.
  expect(Object.keys(create?.inputSchema.properties ?? {})).toEqual(['subject', 'body', 'category', 'priority'])
  expect(create?.annotations).toMatchObject({ readOnlyHint: false, destructiveHint: false })
  const resolve = tools.find(({ name }) => name === 'resolve_ticket')
  expect(resolve?.description).toContain('It is resolved afterwards')
  expect(resolve?.description).toContain('Only possible while it is')
  const list = tools.find(({ name }) => name === 'list_tickets')
  expect(list?.outputSchema).toMatchObject({ type: 'object', $defs: { TicketView: { type: 'object' } } })
  expect(list?.annotations).toMatchObject({ readOnlyHint: true, idempotentHint: true })
})

it('does what the calls do, and says who did it through an agent', async () => {
  const { key } = await keyOf(cleo, ['Requester'])
  const agent = await agentWith(desk, by(key))
  const category = done(await use(agent, 'list_categories')).items[0].id
  const made = done(await use(agent, 'create_ticket', { subject: 'No light', body: 'Dark.', category }))
  expect(made).toMatchObject({ subject: 'No light', status: 'new', requester: 'Cleo Customer' })
  expect(done(await use(agent, 'get_ticket', { number: made.number }))).toMatchObject({ subject: 'No light' })
  const own = done(await use(agent, 'list_tickets', { limit: 1, status: 'new' }))
  expect(own.items).toHaveLength(1)
  await use(agent, 'reply', { number: made.number, body: 'Still dark.', 'Idempotency-Key': 'one' })
  const again = done(await use(agent, 'reply', { number: made.number, body: 'Still dark.', 'Idempotency-Key': 'one' }))
  const { rows } = await desk.database.pool.query('SELECT FROM comment WHERE body = $1', ['Still dark.'])
  expect(rows, JSON.stringify(again)).toHaveLength(1)
  await cleo.post(`/api/tickets/${made.number}/comments`, { body: 'By myself.' })
  const audit = []
  for await (const each of auditOf(desk.database.pool, { since: null, caller: null }))
    if (each.entity === 'Ticket' || each.entity === 'Comment') audit.push(each)
  expect(audit.at(-1)).toMatchObject({ key: null, byAgent: false })
  expect(audit.filter(({ byAgent }) => byAgent)).toEqual([
    expect.objectContaining({
      key: key.slice(0, 9),
      keyName: 'Assistant',
      action: 'create',
      call: 'POST /api/tickets',
    }),
    expect.objectContaining({ key: key.slice(0, 9), action: 'create', call: 'POST /api/tickets/:number/comments' }),
  ])
})

it('pages through long lists by the cursor of the call', async () => {
  const agent = await agentOf(cleo, ['Requester'])
  for (let count = 0; count < 3; count++) await reported()
  const first = done(await use(agent, 'list_tickets', { limit: 2, sort: '-number' }))
  const second = done(await use(agent, 'list_tickets', { limit: 2, sort: '-number', after: first.next }))
  expect(first.items).toHaveLength(2)
  expect(second.items[0].number).toBe(first.items[1].number - 1)
})

it('refuses in the words of the call, and says what is possible instead', async () => {
  const requester = await agentOf(cleo, ['Requester'])
  const agent = await agentOf(ben, ['Agent'])
  const number = await reported()
  const early = refusal(await use(agent, 'reopen_ticket', { number }))
  expect(early).toMatchObject({ code: 'WRONG_STATE', status: 409, message: 'Only possible while it is resolved.' })
  expect(early.instead).toContain('take_ticket is possible now.')
  expect(early.instead.join('\n')).toContain('reopen_ticket is not possible now: Only possible while it is resolved.')
  const empty = refusal(await use(requester, 'create_ticket', { subject: '', body: 'x', category: 'none' }))
  expect(empty.errors.map(({ about }: { about: string }) => about)).toEqual(
    expect.arrayContaining(['subject', 'category']),
  )
  const unseen = refusal(await use(requester, 'get_ticket', { number: 999_999 }))
  expect([unseen.status, unseen.instead]).toEqual([404, ['Call list_tickets for the records that you may see.']])
  expect(refusal(await use(requester, 'create_ticket', { subject: 'x', colour: 'red' })).code).toBe('UNKNOWN_INPUT')
  // In a single language, the caller's.
  const { key } = await keyOf(ben, ['Agent'])
  const german = refusal(
    await use(await agentWith(desk, { ...by(key), 'accept-language': 'de' }), 'reopen_ticket', { number }),
  )
  expect(german.message).toMatch(/^Nur möglich/)
  expect(german.instead).toContain('take_ticket ist jetzt möglich.')
  expect(german.instead.join()).toContain(`reopen_ticket ist jetzt nicht möglich: ${german.message}`)
  const stale = refusal(await use(agent, 'change_ticket', { number, subject: 'Another one', 'If-Match': '"77"' }))
  expect(stale).toMatchObject({ code: 'STALE' })
  expect(stale.instead).toEqual(['Read the record again, and send its version in quotes as "If-Match".'])
})

it('gives an agent no more than its user, its key and point 6 together', async () => {
  // Ada is an Admin, but agents act as Agent at most.
  const narrowed = await agentOf(ada, ['Admin'])
  const names = await namesOf(narrowed)
  expect(names).toContain('take_ticket')
  for (const admins of ['create_team', 'change_category', 'give_a_role']) expect(names).not.toContain(admins)
  const { key } = await keyOf(ada, ['Admin'])
  expect((await desk.guest.post('/api/categories', {}, by(key))).status).toBe(422)
  expect(await messageOf(use(await agentWith(desk, by(key)), 'create_category', {}))).toContain('There is no tool')
  const onlyReads = await agentOf(ben, ['Agent'], true)
  const { tools } = await onlyReads.listTools()
  expect(tools.length).toBeGreaterThan(2)
  expect(tools.every(({ annotations }) => annotations?.readOnlyHint === true)).toBe(true)
  expect(done(await use(onlyReads, 'list_tickets')).total).toBeGreaterThan(0)
  // A session is narrowed like a key, but its user's cached roles stay the same.
  const session = await agentWith(desk, { cookie: ada.cookie ?? '' })
  expect(await namesOf(session)).not.toContain('create_category')
  const number = await reported()
  expect((await ada.get(`/api/tickets/${number}`)).status).toBe(200)
  for (const agent of [narrowed, session]) {
    expect(done(await use(agent, 'list_tickets')).items).toEqual([])
    expect(refusal(await use(agent, 'get_ticket', { number })).status).toBe(404)
    expect(refusal(await use(agent, 'change_ticket', { number, subject: 'Mine' })).status).toBe(404)
  }
  expect((await ada.get(`/api/tickets/${number}`)).body.subject).toBe('Printer')
  expect((await ada.get('/_ninefold/app')).body.caller.roles).toEqual(['Admin'])
})

it('reads the nine points as far as they concern its caller', async () => {
  const requester = await agentOf(cleo, ['Requester'])
  const { resources } = await requester.listResources()
  expect(resources.filter(({ uri }) => uri.startsWith('point:///'))).toHaveLength(9)
  expect(await readJson(requester, 'point:///purpose')).toMatchObject({ name: 'Helpdesk' })
  const { entities } = await readJson(requester, 'point:///entities')
  const ticket = entities.find(({ name }: { name: string }) => name === 'Ticket')
  const fields = ticket.fields.map(({ name }: { name: string }) => name)
  expect(fields).toContain('subject')
  for (const unseen of ['late', 'dueAt']) expect(fields).not.toContain(unseen)
  const points = await Promise.all(
    resources.map(({ uri }) => (uri.startsWith('point') ? readJson(requester, uri) : null)),
  )
  for (const ofOthers of ['take_ticket', 'hand_over', 'password'])
    expect(JSON.stringify(points)).not.toContain(`"${ofOthers}"`)
  const { states } = await readJson(requester, 'point:///states')
  expect(JSON.stringify(states)).toContain('answer_ticket')
  const document = await readJson(requester, 'openapi:///openapi.json')
  expect(document.openapi).toMatch(/^3[.]1/)
})

it('reads screens and records as they are shown to its caller', async () => {
  const number = await reported()
  const requester = await agentOf(cleo, ['Requester'])
  const agent = await agentOf(ben, ['Agent'])
  const { resourceTemplates } = await agent.listResourceTemplates()
  const templates = resourceTemplates.map(({ uriTemplate }) => uriTemplate)
  expect(templates).toEqual(
    expect.arrayContaining(['screen:///tickets/{number}{?block,page,q}', 'record:///api/tickets/{number}']),
  )
  const shown = await readJson(agent, `screen:///tickets/${number}`)
  const record = shown.blocks.find(({ kind }: { kind: string }) => kind === 'record')
  expect(record.data.row.values).toMatchObject({ subject: 'Printer', status: 'new' })
  const take = record.actions.find(({ tool }: { tool?: string }) => tool === 'take_ticket')
  expect(record.data.row.actions[take.key]).toEqual({ isAvailable: true })
  // In another language, the rows of a screen still name their actions.
  const { key } = await keyOf(ben, ['Agent'])
  const german = await readJson(
    await agentWith(desk, { ...by(key), 'accept-language': 'de' }),
    `screen:///tickets/${number}`,
  )
  const page = german.blocks.find(({ kind }: { kind: string }) => kind === 'record')
  const named = page.actions.find(({ tool }: { tool?: string }) => tool === 'take_ticket')
  expect(named.label).not.toBe(take.label)
  expect(page.data.row.actions[named.key]).toEqual({ isAvailable: true })
  const own = await readJson(requester, `screen:///tickets/${number}`)
  expect(JSON.stringify(own)).not.toContain('take_ticket')
  expect(await readJson(requester, `record:///api/tickets/${number}`)).toMatchObject({ number, subject: 'Printer' })
  const { resources } = await agent.listResources()
  const lists = resources.filter(({ uri }) => uri.startsWith('screen://'))
  for (const { uri } of lists) {
    const { blocks } = await readJson(agent, uri)
    for (const block of blocks) expect(block, `${uri}: ${JSON.stringify(block)}`).not.toHaveProperty('refused')
    const list = blocks.find(({ kind, data }: any) => kind === 'list' && data !== undefined)
    if (list === undefined) continue
    const page = await readJson(agent, `${uri}?block=${list.block}&q=nothing-has-this-word`)
    expect(page.blocks).toHaveLength(1)
    expect(page.blocks[0].data?.rows ?? [], uri).toEqual([])
  }
  const admins = desk.application.model.screens.routes.map(({ path }) => path).filter((path) => !path.includes(':'))
  const [other] = admins.filter((path) => !lists.some(({ uri }) => uri === `screen://${path}`))
  for (const uri of [
    `screen://${other}`,
    'screen:///tickets/%',
    'screen:///no/such',
    'record:///api/tickets/999999',
    'record:///api/tickets/..',
    'record:///api/tickets/%2e%2e',
    'record:///api/teams/../tickets/1',
    'record:///_ninefold/account.json',
    'point:///constructor',
    'file:///etc/passwd',
  ])
    expect(await messageOf(agent.readResource({ uri })), uri).toMatch(/-32002/)
})

it('counts limits of the calls for the user', async () => {
  const teams = `**Agents act as:** Requester, Agent, Admin`
  await using other = await runApplication(DESK.replace('**Agents act as:** Requester, Agent', teams))
  const admin = await other.signIn('ada@example.test', 'correct-horse-1')
  const agent = await agentWith(other, { cookie: admin.cookie ?? '' })
  const { id } = done(await use(agent, 'list_teams')).items[0]
  for (const name of ['One', 'Two']) done(await use(agent, 'change_team', { id, name }))
  const limited = refusal(await use(agent, 'change_team', { id, name: 'Three' }))
  expect(limited.status).toBe(429)
  expect(limited.instead.join()).toMatch(/^Try again in \d+ seconds\.$/)
})

it('lets in nobody without a way in, and says which there is', async () => {
  const { key, id } = await keyOf(ben, ['Agent'])
  const agent = await agentWith(desk, by(key))
  expect((await ben.delete(`${API_KEYS_PATH}/${id}`)).status).toBe(204)
  const message = { jsonrpc: '2.0', id: 1, method: 'tools/list' }
  const send = (headers: Record<string, string>, body: unknown = message) =>
    desk.guest.post(AGENTS_PATH, body, { accept: 'application/json, text/event-stream', ...headers })
  expect(await messageOf(namesOf(agent))).toContain('SESSION_NOT_VALID')
  const guest = await send({})
  expect([guest.status, guest.headers.get('www-authenticate')]).toEqual([401, expect.stringContaining('Bearer realm=')])
  expect((await send({ cookie: ben.cookie ?? '', origin: 'https://evil.example' })).status).toBe(403)
  expect((await send({ cookie: ben.cookie ?? '', 'sec-fetch-site': 'cross-site' })).status).toBe(403)
  expect((await send({ cookie: ben.cookie ?? '', origin: desk.address })).status).toBe(200)
  // DNS rebinding: a page whose name resolves to this computer is still foreign.
  const rebound = { ...by((await keyOf(ben, ['Agent'])).key), origin: 'http://evil.example', host: 'evil.example' }
  const accept = 'application/json, text/event-stream'
  const raw = { method: 'POST', path: AGENTS_PATH, headers: { accept, ...rebound }, body: JSON.stringify(message) }
  expect((await sendRaw(desk.address, null, raw)).status).toBe(403)
  for (const method of ['GET', 'DELETE'])
    expect((await desk.guest.send(AGENTS_PATH, { method })).status, method).toBe(405)
})

it('answers hostile messages with errors of the protocol', async () => {
  const { key } = await keyOf(ben, ['Agent'])
  const send = (body: unknown, headers: Record<string, string> = {}) =>
    desk.guest.post(AGENTS_PATH, body, { accept: 'application/json, text/event-stream', ...by(key), ...headers })
  const call = (name: string, given: unknown) =>
    send({ jsonrpc: '2.0', id: 1, method: 'tools/call', params: { name, arguments: given } })
  expect((await send([{ jsonrpc: '2.0', id: 1, method: 'tools/list' }])).body.error.message).toContain('one message')
  expect((await send({ jsonrpc: '2.0', id: 1, method: 'no/such' })).body.error.code).toBe(-32601)
  expect((await send({ hello: 1 })).status).toBe(400)
  expect((await send({ jsonrpc: '2.0', id: 1, method: 'tools/list' }, { accept: 'text/html' })).status).toBe(406)
  const near = await call('list_tickts', {})
  expect(near.body.error).toMatchObject({ code: -32602, message: expect.stringContaining('Is "list_tickets" meant?') })
  expect((await call('list_tickets', 'text')).body.error.code).toBeLessThan(-32000)
  const bad = await send({ jsonrpc: '2.0', id: 1, method: 'tools/list', params: { cursor: '-1' } })
  expect(bad.body.error.code).toBe(-32602)
  const refusedAs = async (name: string, given: unknown) =>
    JSON.parse((await call(name, given)).body.result.content[0].text)
  for (const number of ['..', '.', '../teams', 'a/b', '%2e%2e', { a: 1 }, [1], true, 1e30])
    expect((await refusedAs('get_ticket', { number })).status, String(number)).toBe(404)
  expect((await refusedAs('get_ticket', {})).code).toBe('BLANK')
  expect((await refusedAs('take_ticket', { number: '1\r\nx: y' })).status).toBe(404)
  expect((await refusedAs('change_ticket', { number: 1, 'If-Match': '"1"\r\nx: y' })).code).toBe('WRONG_TYPE')
  expect((await refusedAs('list_tickets', { limit: 'many' })).status).toBeGreaterThanOrEqual(400)
  expect((await refusedAs('list_tickets', { __proto__: 1, constructor: 2 })).code).toBe('UNKNOWN_INPUT')
  expect((await send('x'.repeat(12_000_000))).status).toBe(413)
})

it('serves guests of a text that nobody signs in to: forms, headers, texts and files', async () => {
  await using wire = await runApplication(read('packages/server/src/testing/wire.md'))
  const agent = await agentWith(wire, {})
  const { tools } = await agent.listTools()
  const named = (path: string): string => {
    const tool = tools.find(({ description }) => description?.includes(`: ${path}.`))
    if (tool === undefined)
      throw new Error(`No tool is ${path}: ${tools.map(({ description }) => description).join('\n')}`)
    return tool.name
  }
  const added = await use(agent, named('POST /todos'), { title: 'Käse', 'Idempotency-Key': 'k' })
  expect(done(added)).toMatchObject({ title: 'Käse', completed: false })
  expect(textOf(await use(agent, named('GET /todos.txt')))).toMatch(/^OK \d+$/)
  expect(textOf(await use(agent, named('GET /todos.csv')))).toContain('title,done,order')
  expect(textOf(await use(agent, named('GET /old/:id'), { id: 7 }))).toContain('It leads to ')
  expect(done(await use(agent, named('POST /v1/forms'), { name: 'A&b=', secret: 's' }))).toMatchObject({
    name: 'A&b=',
    isSecret: true,
  })
  // An agent reads a code and a sentence, even if the text states its own error body.
  expect(refusal(await use(agent, named('GET /todos/:id'), { id: 999_999 }))).toMatchObject({ code: 'NO_TODO' })
  expect(new Set(tools.map(({ name }) => name)).size).toBe(tools.length)
})

it('is not there in production, unless the text says so', async () => {
  const inProduction = (application: Application): Application => ({ ...application, mode: 'production' })
  const silent = DESK.replace('**Agents act as:** Requester, Agent\n', '')
  await using other = await runApplication(silent, { double: inProduction })
  const message = { jsonrpc: '2.0', id: 1, method: 'tools/list' }
  expect((await other.guest.post(AGENTS_PATH, message)).status).toBe(404)
  const ofAda = await other.signIn('ada@example.test', 'correct-horse-1')
  expect((await other.guest.post(AGENTS_PATH, message, { cookie: ofAda.cookie ?? '' })).status).toBe(404)
  // Agents have none of its roles.
  const admins = DESK.replace('**Agents act as:** Requester, Agent\n', '**Agents act as:** Admin\n')
  await using narrow = await runApplication(admins, { double: inProduction })
  const ofBen = await narrow.signIn('ben@example.test', 'correct-horse-2')
  expect((await narrow.guest.post(AGENTS_PATH, message, { cookie: ofBen.cookie ?? '' })).status).toBe(403)
})

it('gets a link to a file, which the same caller may open, where only one request is worked on at a time', async () => {
  const admission = new Admission({ atOnceMax: 1, waitingMax: 10, waitMsMax: 3_000 })
  const text = read('packages/server/src/testing/texts/invoices.md')
  await using house = await runApplication(text, { admission })
  const { cookie } = await house.signIn('clara@example.test', 'correct-horse-1')
  const agent = await agentWith(house, { cookie: cookie ?? '' })
  const customer = done(await use(agent, 'create_customer', { name: 'Ada', country: 'DE' })).id
  const { id } = done(await use(agent, 'create_order', { customer, orderedOn: '2026-03-01' }))
  const { content } = await use(agent, 'invoice', { id })
  expect(content).toEqual([
    {
      type: 'resource_link',
      uri: `${house.address}/api/orders/${id}/invoice`,
      name: expect.any(String),
      mimeType: 'application/pdf',
    },
  ])
  const [link] = content
  const file = await fetch(link?.type === 'resource_link' ? link.uri : '', { headers: { cookie: cookie ?? '' } })
  expect([file.status, (await file.text()).slice(0, 5)]).toEqual([200, '%PDF-'])
  const missing = '00000000-0000-4000-8000-000000000000'
  expect(refusal(await use(agent, 'invoice', { id: missing })).status).toBe(404)
})
