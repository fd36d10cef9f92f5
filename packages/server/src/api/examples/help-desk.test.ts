// The nine points of the help desk, tested over HTTP as its users.

import { readFileSync } from 'node:fs'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { tidyUp } from '../../store/tables/housekeeping.ts'
import { type Answer, type Client, runApplication, type RunningApplication } from '../../testing/running-application.ts'

const text = readFileSync(new URL('../../../../../examples/helpdesk/app.md', import.meta.url), 'utf8')

let helpDesk: RunningApplication
let ada: Client
let ben: Client
let cleo: Client
let general: string

beforeAll(async () => {
  helpDesk = await runApplication(text)
  ada = await helpDesk.signIn('ada@example.test', 'correct-horse-1')
  ben = await helpDesk.signIn('ben@example.test', 'correct-horse-2')
  cleo = await helpDesk.signIn('cleo@example.test', 'correct-horse-3')
  const app = await ben.get('/_ninefold/app')
  const teams = await ada.get('/api/teams')
  general = (await ada.get('/api/categories')).body.items[0].id
  expectStatus(await ada.patch(`/api/teams/${teams.body.items[0].id}`, { members: [app.body.caller.id] }), 200)
})

afterAll(() => helpDesk[Symbol.asyncDispose]())

function expectStatus(answer: Answer, status: number): any {
  expect(answer.status, JSON.stringify(answer.body)).toBe(status)
  return answer.body
}

async function reported(subject = 'The printer is on fire'): Promise<number> {
  return expectStatus(await cleo.post('/api/tickets', { subject, body: 'Please help.', category: general }), 201).number
}

/** Every error has the help desk's own body. */
function expectRefused(answer: Answer, status: number, code: string, message?: string): void {
  expectStatus(answer, status)
  expect(answer.body.error.code).toBe(code)
  if (message !== undefined) expect(answer.body.error.message).toBe(message)
}

it('gives a new ticket its number, defaults and state', async () => {
  const first = await reported()
  const second = await reported()
  expect(first).toBeGreaterThanOrEqual(1000)
  expect(second).toBe(first + 1)
  const ticket = expectStatus(await ada.get(`/api/tickets/${first}`), 200)
  expect(ticket).toMatchObject({
    status: 'new',
    priority: 'normal',
    team: 'First line',
    category: 'General',
    requester: 'Cleo Customer',
    assignee: null,
    late: false,
    version: 1,
  })
  const day = 24 * 3_600_000
  expect(Math.abs(Date.parse(ticket.dueAt) - Date.parse(ticket.updatedAt) - day)).toBeLessThan(2000)
})

it('leaves out what the owner of a ticket may not see', async () => {
  const ticket = expectStatus(await cleo.get(`/api/tickets/${await reported()}`), 200)
  expect(Object.keys(ticket)).toEqual([
    'number',
    'subject',
    'body',
    'status',
    'priority',
    'category',
    'team',
    'requester',
    'assignee',
    'rating',
    'updatedAt',
    'version',
  ])
})

it('goes from question to answer to solution, and back', async () => {
  const number = await reported()
  const at = `/api/tickets/${number}`
  expect(expectStatus(await ben.post(`${at}/take`), 200)).toMatchObject({ status: 'open', assignee: 'Ben Agent' })
  expectRefused(await ben.post(`${at}/ask`), 409, 'WRONG_STATE')
  const reply = expectStatus(await ben.post(`${at}/comments`, { body: 'Which floor?' }), 201)
  expect(reply).toMatchObject({ body: 'Which floor?', internal: false, author: 'Ben Agent' })
  expect(expectStatus(await ben.post(`${at}/ask`), 200).status).toBe('pending')
  expectStatus(await cleo.post(`${at}/comments`, { body: 'The third.' }), 201)
  expect(expectStatus(await cleo.get(at), 200).status).toBe('open')
  expect(expectStatus(await ben.post(`${at}/resolve`), 200).status).toBe('resolved')
  expect(expectStatus(await cleo.patch(at, { rating: 4 }), 200).rating).toBe(4)
  const reopened = expectStatus(await cleo.post(`${at}/reopen`), 200)
  expect(reopened).toMatchObject({ status: 'open', rating: null })
})

it('refuses each thing with its own message', async () => {
  const at = `/api/tickets/${await reported()}`
  expectRefused(
    await cleo.patch(at, { rating: 5 }),
    422,
    'RATING_TOO_EARLY',
    'You can rate once the ticket is resolved.',
  )
  expectRefused(await cleo.post(`${at}/take`), 403, 'FORBIDDEN')
  expectRefused(await cleo.patch(at, { subject: 'Something else' }), 422, 'UNKNOWN_INPUT')
  expectRefused(await cleo.post(`${at}/assignee`, { assignee: 'ben@example.test' }), 403, 'FORBIDDEN')
  expectRefused(
    await cleo.post(`${at}/comments`, { body: 'x', internal: true }),
    422,
    'INTERNAL_NOT_ALLOWED',
    'Only agents can write internal notes.',
  )
  expectRefused(
    await ben.post(`${at}/assignee`, { assignee: 'cleo@example.test' }),
    422,
    'NOT_IN_TEAM',
    'Cleo Customer does not work in First line.',
  )
  expectRefused(
    await ben.post('/api/tickets/99999/comments', { body: 'x' }),
    404,
    'TICKET_NOT_FOUND',
    'There is no ticket 99999.',
  )
  expectRefused(await cleo.delete(at), 405, 'METHOD_NOT_ALLOWED')
  expectRefused(await helpDesk.guest.get('/api/tickets/1000/nothing'), 404, 'NOT_FOUND')
  expectRefused(
    await helpDesk.guest.post('/api/tickets', { subject: 'Hello there', body: 'x', category: general }),
    401,
    'NOT_SIGNED_IN',
  )
})

it('names every input that is wrong, at once', async () => {
  const answer = await cleo.post('/api/tickets', { subject: 'abc', body: '', colour: 'red', category: 7 })
  expectStatus(answer, 422)
  expect(answer.body.error.fields).toEqual({
    colour: ['Nothing of this name is expected here.'],
    subject: ['Please use at least 5 characters.'],
    body: ['Please fill this in.'],
    category: ['There is no such thing, or you may not see it.'],
  })
})

it('answers RFC 9457 to whoever asks for it', async () => {
  const answer = await cleo.get('/api/tickets/99999', { accept: 'application/problem+json' })
  expect(answer.headers.get('content-type')).toBe('application/problem+json; charset=utf-8')
  expect(answer.body).toMatchObject({
    status: 404,
    code: 'NOT_FOUND',
    type: 'urn:ninefold:problem:not-found',
    title: 'Not found',
  })
})

it('lets an admin switch a category off, and customers not choose it', async () => {
  const team = expectStatus(await ada.get('/api/teams'), 200).items[0].id
  const category = expectStatus(await ada.post('/api/categories', { name: 'Old things', team }), 201)
  expect(category).toMatchObject({ name: 'Old things', active: true, team })
  expectStatus(await ada.patch(`/api/categories/${category.id}`, { active: false }), 200)
  const ticket = { subject: 'About old things', body: 'x', category: category.id }
  expectRefused(await ben.post('/api/tickets', ticket), 422, 'CATEGORY_INACTIVE', 'Please choose another category.')
  // Customers see only active categories, so an inactive one does not exist for them.
  expectRefused(await cleo.post('/api/tickets', ticket), 422, 'NOT_FOUND')
  expectRefused(await ada.post('/api/categories', { name: 'OLD THINGS', team }), 409, 'TAKEN')
})

it('gives roles to others only, with effect at once', async () => {
  const dora = await helpDesk.signUp({ name: 'Dora', email: 'dora@example.test', password: 'long enough indeed' })
  const me = (await dora.get('/_ninefold/app')).body.caller
  expect(me.roles).toEqual(['Requester'])
  expectRefused(await dora.get('/api/users/nobody/roles'), 405, 'METHOD_NOT_ALLOWED')
  expectStatus(await ada.post(`/api/users/${me.id}/roles`, { role: 'Agent' }), 204)
  expect((await dora.get('/_ninefold/app')).body.caller.roles).toEqual(['Agent'])
  const own = (await ada.get('/_ninefold/app')).body.caller.id
  expectRefused(
    await ada.post(`/api/users/${own}/roles`, { role: 'Agent' }),
    403,
    'OWN_ROLES',
    'You cannot change your own roles.',
  )
  expectRefused(await ada.post(`/api/users/${me.id}/roles`, { role: 'King' }), 422, 'WRONG_TYPE')
  expectRefused(await ben.post(`/api/users/${me.id}/roles`, { role: 'Agent' }), 403, 'FORBIDDEN')
})

it('locks sign-in after the stated number of wrong passwords', async () => {
  await helpDesk.signUp({ name: 'Emil', email: 'emil@example.test', password: 'long enough indeed' })
  const attempt = (password: string): Promise<Answer> =>
    helpDesk.guest.post('/_ninefold/session', { identifier: 'EMIL@example.test', password })
  for (let count = 0; count < 5; count++) expect((await attempt('wrong')).status).toBe(401)
  const locked = await attempt('long enough indeed')
  expect(locked.status).toBe(429)
  expect(locked.body.detail).toBe('Too many wrong passwords. Try again in 15 minutes.')
})

it('gives a transition to exactly one of many who try at the same time', async () => {
  const at = `/api/tickets/${await reported()}`
  const answers = await Promise.all(Array.from({ length: 12 }, () => ben.post(`${at}/take`)))
  expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
  expect(answers.filter(({ status }) => status === 409)).toHaveLength(11)
})

it('does once what is sent several times with one key, and answers the same', async () => {
  const at = `/api/tickets/${await reported()}/comments`
  const key = { 'idempotency-key': 'a-key-of-my-own' }
  const answers = await Promise.all(Array.from({ length: 5 }, () => cleo.post(at, { body: 'Any news?' }, key)))
  expect(answers.map(({ status }) => status)).toEqual([201, 201, 201, 201, 201])
  expect(new Set(answers.map(({ body }) => body.id)).size).toBe(1)
  const again = await cleo.post(at, { body: 'Any news?' }, key)
  expect(again.body).toEqual(answers[0]?.body)
  const other = await cleo.post(at, { body: 'Something else' }, key)
  expectRefused(other, 422, 'WRONG_TYPE', 'This key was used for another request.')
  const refused = await cleo.post(at, { body: '' }, { 'idempotency-key': 'another-key' })
  expectRefused(refused, 422, 'BLANK')
  expectStatus(await cleo.post(at, { body: 'Better now' }, { 'idempotency-key': 'another-key' }), 201)
})

it('tidies up what has ended, and nothing else', async () => {
  const count = async (): Promise<number> =>
    Number(
      (await helpDesk.database.runOwn('count-sessions', 'SELECT count(*) AS count FROM ninefold.session', []))[0]?.[
        'count'
      ],
    )
  const before = await count()
  await tidyUp(helpDesk.database, 30 * 24 * 3_600_000)
  expect(await count()).toBe(before)
  await helpDesk.database.runOwn(
    'age',
    `UPDATE ninefold.idempotency_key SET created_at = now() - interval '2 days'`,
    [],
  )
  await tidyUp(helpDesk.database, null)
  expect(await helpDesk.database.runOwn('keys', 'SELECT key FROM ninefold.idempotency_key', [])).toEqual([])
})

it('labels what is chosen already, and only for those who may see it', async () => {
  const options = async (client: Client, query: string): Promise<unknown> =>
    expectStatus(await client.get(`/_ninefold/options/Category?by=id${query}`), 200).options
  expect(await options(cleo, `&value=${general}`)).toEqual([{ value: general, label: 'General' }])
  expect(await options(cleo, '&value=nonsense')).toEqual([])
  const own = (await ben.get('/_ninefold/app')).body.caller.id
  const people = await ben.get(`/_ninefold/options/User?by=email&value=ben@example.test&value=ada@example.test`)
  expect(people.body.options.map(({ label }: { label: string }) => label)).toEqual(['Ada Admin', 'Ben Agent'])
  expectStatus(await cleo.get(`/_ninefold/options/User?by=id&value=${own}`), 200)
  expect((await cleo.get(`/_ninefold/options/User?by=id&value=${own}`)).body.options).toEqual([])
})
