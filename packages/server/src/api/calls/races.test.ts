// Races: of many identical concurrent requests exactly one succeeds, and the others get an error.

import { readFileSync } from 'node:fs'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { withoutSampleRecords } from '@ninefold/core/read/testing.ts'
import { type Answer, type Client, runApplication, type RunningApplication } from '../../testing/running-application.ts'

const text = readFileSync(new URL('../../../../../examples/helpdesk/app.md', import.meta.url), 'utf8').replace(
  '| ticketsPerHour | 20 |',
  '| ticketsPerHour | 1000000 |',
)

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
  const me = (await ben.get('/_ninefold/app')).body.caller.id
  general = (await ada.get('/api/categories')).body.items[0].id
  await ada.patch(`/api/teams/${(await ada.get('/api/teams')).body.items[0].id}`, { members: [me] })
})

afterAll(() => helpDesk[Symbol.asyncDispose]())

function times<Result>(count: number, what: (index: number) => Promise<Result>): Promise<Result[]> {
  return Promise.all(Array.from({ length: count }, (_, index) => what(index)))
}

function statuses(answers: readonly Answer[]): Record<number, number> {
  const counted: Record<number, number> = {}
  for (const { status } of answers) counted[status] = (counted[status] ?? 0) + 1
  return counted
}

async function reported(): Promise<string> {
  return `/api/tickets/${(await cleo.post('/api/tickets', { subject: 'The printer is on fire', body: 'Please help.', category: general })).body.number}`
}

it('gives an e-mail address to one of those who sign up with it', async () => {
  const answers = await times(16, (index) =>
    helpDesk.guest.post('/_ninefold/users', {
      name: `Twin ${index}`,
      email: index % 2 === 0 ? 'twin@example.test' : 'TWIN@example.test',
      password: 'long enough indeed',
    }),
  )
  expect(statuses(answers)).toEqual({ 201: 1, 409: 15 })
  for (const { body } of answers.filter(({ status }) => status === 409))
    expect(body).toMatchObject({ code: 'TAKEN', errors: [{ about: 'email', code: 'TAKEN' }] })
})

it('gives a name to one of those who create it', async () => {
  expect(statuses(await times(12, () => ada.post('/api/teams', { name: 'Only once' })))).toEqual({ 201: 1, 409: 11 })
})

it('makes exactly one of the first users the first', async () => {
  await using fresh = await runApplication(withoutSampleRecords(text).replace(/### Sample data[^]*?(?=\n##)/, ''))
  const clients = await times(12, (index) =>
    fresh.signUp({ name: `Number ${index}`, email: `number${index}@example.test`, password: 'long enough indeed' }),
  )
  const roles = await Promise.all(
    clients.map(async (client) => (await client.get('/_ninefold/app')).body.caller.roles[0]),
  )
  expect(roles.filter((role) => role === 'Admin')).toHaveLength(1)
  expect(roles.filter((role) => role === 'Requester')).toHaveLength(11)
})

it('lets one change win over another of the same version', async () => {
  const at = await reported()
  const answers = await times(10, (index) =>
    ben.patch(at, { priority: index % 2 === 0 ? 'low' : 'high' }, { 'if-match': '"1"' }),
  )
  expect(statuses(answers)).toEqual({ 200: 1, 412: 9 })
  expect((await ben.get(at)).body.version).toBe(2)
})

it('lets one of several transitions out of a state win', async () => {
  const at = await reported()
  await ben.post(`${at}/take`)
  await ben.post(`${at}/comments`, { body: 'Which floor?' })
  const answers = await times(12, (index) => ben.post(`${at}/${index % 2 === 0 ? 'ask' : 'resolve'}`))
  const done = answers.filter(({ status }) => status === 200).map(({ body }) => body.status)
  // "Ask" followed by "resolve" is possible; the other order is not, and neither happens twice.
  expect(['pending', 'resolved', 'pending,resolved', 'resolved,pending']).toContain(done.join(','))
  expect(statuses(answers)).toEqual({ 200: done.length, 409: 12 - done.length })
  expect((await ben.get(at)).body.version).toBe(2 + done.length + 1)
})

it('numbers tickets once each, whoever reports at the same time', async () => {
  const answers = await times(15, () =>
    cleo.post('/api/tickets', { subject: 'All at once', body: 'x', category: general }),
  )
  expect(statuses(answers)).toEqual({ 201: 15 })
  expect(new Set(answers.map(({ body }) => body.number)).size).toBe(15)
})

it('takes no comment after the ticket is closed, even one that was on its way', async () => {
  for (let round = 0; round < 5; round++) {
    const at = await reported()
    const number = Number(at.split('/').at(-1))
    // Only the clock closes tickets; here a statement among the requests acts as the clock.
    const close = (): Promise<unknown> =>
      helpDesk.database.write((transaction) =>
        transaction.runOwn(
          'test-close',
          `UPDATE ticket SET status = 'closed', updated_at = now(), version = version + 1 WHERE number = $1`,
          [number],
        ),
      )
    const [answers] = await Promise.all([
      times(8, (index) => cleo.post(`${at}/comments`, { body: `Comment ${index}` })),
      close(),
    ])
    const after = await cleo.post(`${at}/comments`, { body: 'Too late' })
    expect(after.body.error.code).toBe('TICKET_CLOSED')
    const made = answers.filter(({ status }) => status === 201).length
    expect(statuses(answers)).toEqual(
      Object.fromEntries(Object.entries({ 201: made, 409: 8 - made }).filter(([, count]) => count > 0)),
    )
    const kept = await helpDesk.database.pool.query(
      `SELECT count(*) AS count FROM comment JOIN ticket ON ticket.id = ticket_id WHERE number = $1`,
      [number],
    )
    expect(Number(kept.rows[0].count)).toBe(made)
  }
})
