// The author's tools, on a real server: view-as, the log of requests, and a movable clock.

import { readFileSync } from 'node:fs'
import { pino } from 'pino'
import { expect, it, onTestFinished } from 'vitest'
import { withoutSampleRecords } from '@ninefold/core/read/testing.ts'
import type { Eyes, LoggedRequest } from '@ninefold/core/contract/wire/development.ts'
import { applyRevision } from '../../jobs/revision.ts'
import { runDue } from '../../jobs/run-due.ts'
import { openDatabase } from '../../store/driver/database.ts'
import { endMovable, makeMovable } from '../../store/driver/moved-clock.ts'
import { observedDatabase } from '../../store/driver/observed-database.ts'
import { authorsHooks } from '../../testing/authors-hooks.ts'
import { type Client, clientOf, runApplication, type RunningApplication } from '../../testing/running-application.ts'
import { startServer } from '../server.ts'

const CLOCKWORK = readFileSync(new URL('../../testing/texts/clockwork.md', import.meta.url), 'utf8')
const HELP_DESK = withoutSampleRecords(
  readFileSync(new URL('../../../../../examples/helpdesk/app.md', import.meta.url), 'utf8'),
)
const DAY = 86_400_000

interface Developed {
  readonly address: string
  readonly running: RunningApplication
  /** Newest first. */
  readonly log: () => readonly LoggedRequest[]
}

async function developed(text: string): Promise<Developed> {
  const hooks = authorsHooks()
  const running = await runApplication(text, {
    double: (application) => ({
      ...application,
      database: observedDatabase(application.database, hooks.requests.listening),
      development: { ...hooks.requests.development, roleOf: (token) => hooks.seenRoles.roleOf(token) },
    }),
  })
  onTestFinished(() => running[Symbol.asyncDispose]())
  const logger = pino({ level: 'silent' })
  const options = { host: '127.0.0.1', port: 0, webFolder: null, logger, development: hooks }
  const server = await startServer(options, running.application)
  onTestFinished(() => server.close())
  return { address: `http://127.0.0.1:${server.port}`, running, log: () => hooks.requests.requests() }
}

/** A browser with its cookies. */
function browser(address: string) {
  const cookies = new Map<string, string>()
  const send = async (method: string, path: string, body?: unknown): Promise<{ status: number; body: any }> => {
    const answer = await fetch(address + path, {
      method,
      headers: {
        cookie: [...cookies].map(([name, value]) => `${name}=${value}`).join('; '),
        ...(body === undefined ? {} : { 'content-type': 'application/json' }),
      },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    })
    for (const line of answer.headers.getSetCookie()) {
      const [name = '', value = ''] = (line.split(';')[0] ?? '').split(/=(.*)/s)
      if (/max-age=0|expires=thu, 01 jan 1970/i.test(line)) cookies.delete(name)
      else cookies.set(name, value)
    }
    const text = await answer.text()
    return { status: answer.status, body: text === '' ? null : JSON.parse(text) }
  }
  return {
    send,
    caller: async () => (await send('GET', '/_ninefold/app')).body.caller,
    eyes: async (): Promise<Eyes> => (await send('GET', '/_ninefold/view-as')).body,
  }
}

it('sees as each sample user and each role without a password, and comes back to oneself', async () => {
  const { address } = await developed(HELP_DESK)
  const ada = browser(address)
  await ada.send('POST', '/_ninefold/session', { identifier: 'ada@example.test', password: 'correct-horse-1' })
  expect((await ada.eyes()).oneself).toBe(null)

  await ada.send('POST', '/_ninefold/view-as', { kind: 'user', identifier: 'cleo@example.test' })
  expect(await ada.caller()).toMatchObject({ label: 'Cleo Customer', roles: ['Requester'] })
  expect(await ada.eyes()).toMatchObject({ oneself: { label: 'Ada Admin' }, role: null })

  await ada.send('POST', '/_ninefold/view-as', { kind: 'role', role: 'Agent' })
  expect(await ada.caller()).toMatchObject({ label: 'Ben Agent', roles: ['Agent'] })
  await ada.send('POST', '/_ninefold/view-as', { kind: 'role', role: 'Guest' })
  expect(await ada.caller()).toBe(null)

  await ada.send('DELETE', '/_ninefold/view-as')
  expect(await ada.caller()).toMatchObject({ label: 'Ada Admin', roles: ['Admin'] })
  expect((await ada.eyes()).oneself).toBe(null)
})

it('sees with a role that no sample user has through whoever asks', async () => {
  const { address } = await developed(
    HELP_DESK.replace(/^\| Ben Agent.*\n/m, (row) => row.replace('Agent |', 'Admin |')),
  )
  const ada = browser(address)
  await ada.send('POST', '/_ninefold/view-as', { kind: 'user', identifier: 'ada@example.test' })
  const { body } = await ada.send('GET', '/_ninefold/view-as')
  expect(body.roles).toContain('Requester')
  await ada.send('POST', '/_ninefold/view-as', { kind: 'role', role: 'Requester' })
  expect((await ada.caller()).roles).toEqual(['Requester'])
  expect((await ada.send('POST', '/_ninefold/view-as', { kind: 'role', role: 'Nobody' })).status).toBe(404)
  expect((await ada.send('POST', '/_ninefold/view-as', { role: 'Agent' })).status).toBe(422)
})

/** The single line with this start. */
function lineOf(text: string, start: string): number {
  return text.split('\n').findIndex((line) => line.startsWith(start)) + 1
}

async function kept(log: Developed['log'], call: string): Promise<LoggedRequest> {
  await expect.poll(() => log().some((each) => each.call === call)).toBe(true)
  return log().find((each) => each.call === call) as LoggedRequest
}

it('keeps of a request its call, its steps and its statements, each with its line, and why it was refused', async () => {
  const { address, running, log } = await developed(HELP_DESK)
  const ben = await signedIn(address, running, 'ben@example.test', 'correct-horse-2')
  const category = (await running.database.pool.query('SELECT id FROM category LIMIT 1')).rows[0].id
  const made = await ben.post('/api/tickets', { subject: 'Printer', body: 'It burns.', category })
  expect(made.status, JSON.stringify(made.body)).toBe(201)
  await ben.post(`/api/tickets/${made.body.number}/comments`, { body: 'Water!' })
  const commented = await kept(log, 'POST /api/tickets/:number/comments')
  expect(commented).toMatchObject({ status: 201, refusals: [], moreStatements: 0 })
  expect(commented.line).toBe(lineOf(HELP_DESK, '### POST /api/tickets/:number/comments'))
  expect(commented.steps.length).toBeGreaterThan(1)
  for (const { line, text } of commented.steps) expect(HELP_DESK.split('\n')[Number(line) - 1]).toContain(text)
  expect(commented.statements.some(({ text, step }) => text.includes('INSERT INTO "comment"') && step !== null)).toBe(
    true,
  )
  expect(commented.statements.flatMap(({ parameters }) => parameters)).toContainEqual({
    name: 'given.body',
    value: 'Water!',
  })

  const internal = { body: 'For us.', internal: true }
  expect((await ben.post(`/api/tickets/${made.body.number}/comments`, internal)).status).toBe(403)
  await expect.poll(() => log()[0]?.status).toBe(403)
  const [refusal] = log()[0]?.refusals ?? []
  expect(refusal?.code).toBe('FORBIDDEN')
  expect(HELP_DESK.split('\n')[Number(refusal?.line) - 1]).toMatch(/^2\. create Comment/)
})

async function signedIn(address: string, running: RunningApplication, name: string, password: string): Promise<Client> {
  return clientOf(address, (await running.signIn(name, password)).cookie)
}

it('keeps no password, no token and no hash of one, and no more requests than it says', async () => {
  const { address, running, log } = await developed(HELP_DESK)
  const ada = browser(address)
  const password = 'a-new-secret-word-1'
  await ada.send('POST', '/_ninefold/users', { name: 'Zoe', email: 'zoe@example.test', password })
  await ada.send('POST', '/_ninefold/session', { identifier: 'zoe@example.test', password })
  await ada.send('POST', '/_ninefold/session', { identifier: 'zoe@example.test', password: `${password}-wrong` })
  await ada.send('GET', '/_ninefold/app')
  const { rows } = await running.database.pool.query('SELECT password AS hash FROM "user" WHERE email = $1', [
    'zoe@example.test',
  ])
  await kept(log, 'GET /_ninefold/app')
  const all = JSON.stringify(log())
  expect(all).toContain('zoe@example.test')
  for (const secret of [password, String(rows[0]?.hash)]) expect(all).not.toContain(secret)
  expect(all).toContain('(hidden)')

  for (let sent = 0; sent < 210; sent += 42)
    await Promise.all(Array.from({ length: 42 }, () => ada.send('GET', '/_ninefold/app')))
  await expect.poll(() => log().length).toBe(200)
})

it('has a clock whose time is that of statements, sessions and rights, and leaves nothing behind', async () => {
  const running = await runApplication(CLOCKWORK)
  onTestFinished(() => running[Symbol.asyncDispose]())
  const { application, database } = running
  await applyRevision(application, Date.now())
  await makeMovable(database.pool)
  const connectionString = database.pool.options.connectionString ?? ''
  const later = openDatabase({ connectionString, aheadMs: 4 * DAY })
  onTestFinished(() => later.close())
  const moved = { ...application, database: later }
  const options = { host: '127.0.0.1', port: 0, webFolder: null, logger: pino({ level: 'silent' }), development: null }
  const server = await startServer(options, moved)
  onTestFinished(() => server.close())

  const before = await running.signIn('ada@example.test', 'correct-horse-1')
  const people = await database.pool.query('SELECT id FROM person')
  await before.post('/api/loans', { title: 'Emma', reader: people.rows[0].id })
  await before.post('/api/loans/Emma/lend')
  const ada = browser(`http://127.0.0.1:${server.port}`)
  await ada.send('POST', '/_ninefold/session', { identifier: 'ada@example.test', password: 'correct-horse-1' })
  expect((await ada.send('GET', '/api/loans/Emma')).body.reminders).toBe(0)
  await runDue(moved, { mail: null, webhooks: null, logger: pino({ level: 'silent' }) }, later.nowMs())
  expect((await ada.send('GET', '/api/loans/Emma')).body.reminders).toBe(1)

  const { rows } = await database.pool.query(
    `SELECT extract(epoch FROM max(created_at) - now()) / 86400 AS days FROM ninefold.session`,
  )
  expect(Number(rows[0].days)).toBeCloseTo(4, 1)
  await endMovable(database.pool)
  const left = await database.pool.query(`SELECT FROM pg_namespace WHERE nspname = 'ninefold_clock'`)
  expect(left.rowCount).toBe(0)
})
