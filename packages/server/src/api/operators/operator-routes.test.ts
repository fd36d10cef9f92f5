// The page for operators: roles named in point 6 see the audit log, messages, pending work and health; for others it
// does not exist.

import { readFileSync } from 'node:fs'
import { afterAll, beforeAll, expect, it } from 'vitest'
import type { Executor } from '../../store/driver/database.ts'
import { markFailed, takeMessage } from '../../store/tables/outbox.ts'
import { auditPage, type AuditPageAsked } from '../../store/tables/operation/audit-page.ts'
import { type Client, runApplication, type RunningApplication } from '../../testing/running-application.ts'

const HELP_DESK = readFileSync(new URL('../../../../../examples/helpdesk/app.md', import.meta.url), 'utf8')
const OPERATED = HELP_DESK.replace(/^### Roles$/m, '**Operated by:** Admin\n\n$&')
const [ADA, BEN] = [
  ['ada@example.test', 'correct-horse-1'],
  ['ben@example.test', 'correct-horse-2'],
] as const

const READS = ['audit.json', 'messages.json', 'work.json', 'health.json'].map((part) => `/_ninefold/operation/${part}`)
const NOBODYS = '00000000-0000-4000-8000-000000000000'

let helpDesk: RunningApplication
let ada: Client
let ben: Client

beforeAll(async () => {
  helpDesk = await runApplication(OPERATED)
  ;[ada, ben] = await Promise.all([helpDesk.signIn(...ADA), helpDesk.signIn(...BEN)])
})

afterAll(() => helpDesk[Symbol.asyncDispose]())

async function read(path: string, client = ada): Promise<any> {
  const { status, body } = await client.get(`/_ninefold/operation/${path}`)
  expect(status, JSON.stringify(body)).toBe(200)
  return body
}

it('is there for the roles of the line alone, and says so to the browser', async () => {
  expect((await ada.get('/_ninefold/app')).body.isOperator).toBe(true)
  for (const client of [ben, helpDesk.guest]) {
    expect((await client.get('/_ninefold/app')).body.isOperator).toBeUndefined()
    for (const path of READS) expect((await client.get(path)).status, path).toBe(404)
    for (const does of ['again', 'give-up'])
      expect((await client.post(`/_ninefold/operation/messages/${NOBODYS}/${does}`)).status).toBe(404)
  }
  for (const path of READS) expect((await ada.get(path)).status, path).toBe(200)
})

it('is closed to keys of programs, and to pages of other sites', async () => {
  await using withKeys = await runApplication(
    OPERATED.replace(/^- \*\*Session:.*$/m, '$&\n- **API keys:** Admin, at most 90 days'),
  )
  const admin = await withKeys.signIn(...ADA)
  const made = await admin.post('/_ninefold/api-keys', { name: 'p', roles: ['Admin'], onlyReads: false, days: 1 })
  expect(made.status, JSON.stringify(made.body)).toBe(201)
  const authorization = `Bearer ${made.body.key}`
  expect((await withKeys.guest.get('/api/tickets', { authorization })).status).toBe(200)
  for (const path of READS) expect((await withKeys.guest.get(path, { authorization })).status, path).toBe(403)
  const foreign = { origin: 'https://evil.example', 'sec-fetch-site': 'cross-site' }
  expect((await admin.post(`/_ninefold/operation/messages/${NOBODYS}/again`, {}, foreign)).status).toBe(403)
})

it('is nowhere where no line of the text names anybody', async () => {
  await using none = await runApplication(HELP_DESK)
  const admin = await none.signIn(...ADA)
  expect((await admin.get('/_ninefold/app')).body.isOperator).toBeUndefined()
  for (const path of READS) expect((await admin.get(path)).status, path).toBe(404)
})

it('shows the audit log by names that lead to pages, the newest first, narrowed', async () => {
  const { body: categories } = await ben.get('/_ninefold/options/Category')
  const category: string = categories.options[0].value
  const wanted = { subject: 'The lamp is broken', body: 'It is dark.', category, priority: 'high' }
  const created = await ben.post('/api/tickets', wanted)
  expect(created.status, JSON.stringify(created.body)).toBe(201)
  const number: number = created.body.number
  const all = await read('audit.json')
  expect(all.entries[0]).toMatchObject({
    by: { label: 'Ben Agent' },
    key: null,
    isByAgent: false,
    action: 'create',
    kind: 'Ticket',
    record: { label: expect.stringContaining('The lamp is broken'), address: `/tickets/${number}` },
    call: 'POST /api/tickets',
    revision: 'test',
  })
  const moments = all.entries.map(({ at }: { at: string }) => at)
  expect(moments).toEqual([...moments].sort().reverse())
  expect(all.choices.entities).toContainEqual({ value: 'Ticket', label: 'Ticket' })
  const bensId: string = all.entries[0].by.id
  const ofBen = await read(`audit.json?user=${bensId}&entity=User`)
  expect(ofBen.entries.length).toBeGreaterThan(0)
  for (const { by, kind } of ofBen.entries) expect([by.id, kind]).toEqual([bensId, 'User'])
  expect((await read('audit.json?action=cre')).entries.map(({ action }: { action: string }) => action)).toContain(
    'create',
  )
  expect((await read('audit.json?action=nothing')).entries).toEqual([])
  const today = new Intl.DateTimeFormat('en-CA', { timeZone: helpDesk.application.model.limits.timeZone }).format()
  expect((await read(`audit.json?from=${today}&until=${today}`)).entries).toHaveLength(all.entries.length)
  expect((await read('audit.json?until=2020-01-01')).entries).toEqual([])
})

it.each(['?user=a&user=b', '?from=2026-02-30', '?from=x', '?after=x', '?after=999999999999999-1', '?more=1'])(
  'refuses %s',
  async (query) => {
    expect([400, 422]).toContain((await ada.get(`/_ninefold/operation/audit.json${query}`)).status)
  },
)

it('goes on behind the last entry, so that each comes once, also of one moment', async () => {
  await helpDesk.database.pool.query(
    `INSERT INTO ninefold.audit (call, revision, entity, record, action, at)
     SELECT 'by itself', 'test', 'Gone', n::text, 'paged', '2026-01-02T03:04:05Z' FROM generate_series(1, 120) AS n`,
  )
  const seen: string[] = []
  let after = ''
  for (let pages = 0; pages < 5; pages++) {
    const { entries, next } = await read(`audit.json?action=paged&after=${after}`)
    seen.push(...entries.map(({ record }: { record: { id: string } }) => record.id))
    if (next === null) break
    after = next
  }
  expect(seen).toEqual(Array.from({ length: 120 }, (_, index) => String(120 - index)))
})

it('finds each page of a long log by an index', async () => {
  const { pool } = helpDesk.database
  await pool.query(
    `INSERT INTO ninefold.audit (call, revision, caller, entity, record, action, at)
     SELECT 'by itself', 'test', (n % 97)::text, 'Kind' || n % 89, '-', 'long', '2025-01-01T00:00:00Z'::timestamptz + n * interval '1 minute'
     FROM generate_series(1, 30000) AS n`,
  )
  await pool.query('ANALYZE ninefold.audit')
  const plans: string[] = []
  const explaining = {
    runOwn: async (_name: string, text: string, values: readonly unknown[]) => {
      const { rows } = await pool.query(`EXPLAIN ${text}`, [...values])
      plans.push(rows.map((row: Record<string, string>) => row['QUERY PLAN']).join('\n'))
      return []
    },
  } as unknown as Executor
  const any: AuditPageAsked = {
    caller: null,
    entity: null,
    action: null,
    from: null,
    until: null,
    timeZone: 'UTC',
    after: { atMs: Date.parse('2025-01-10T00:00:00Z'), number: '5' },
    take: 51,
  }
  await auditPage(explaining, any)
  await auditPage(explaining, { ...any, caller: '5' })
  await auditPage(explaining, { ...any, entity: 'Kind5' })
  expect(plans.map((plan) => /using (audit_\w+)/.exec(plan)?.[1])).toEqual([
    'audit_newest',
    'audit_of_caller',
    'audit_of_entity',
  ])
  for (const plan of plans) expect(plan).not.toMatch(/Sort|Seq Scan/)
  await pool.query(`DELETE FROM ninefold.audit WHERE action = 'long'`)
})

it('calls what the operator may not see by its id alone', async () => {
  const hidden = OPERATED.replace(/\*\*Operated by:\*\* Admin/, '**Operated by:** Watcher')
    .replace(/^\| Guest \|.*\n/m, '$&| Watcher | | from an Admin |\n')
    .replace(/^- \*\*Session:/m, '$&')
  await using watched = await runApplication(hidden)
  const admin = await watched.signIn(...ADA)
  const people = await admin.get('/_ninefold/people.json?search=ben')
  const bensId: string = people.body.people[0].id
  expect((await admin.post(`/_ninefold/people/${bensId}/roles`, { role: 'Watcher' })).status).toBe(204)
  expect((await admin.delete(`/_ninefold/people/${bensId}/roles/Agent`)).status).toBe(204)
  const watcher = await watched.signIn(...BEN)
  const { entries } = await read('audit.json', watcher)
  const taken = entries.find(({ action }: { action: string }) => action === 'take role Agent')
  expect(taken).toMatchObject({ by: { label: null, address: null }, record: { id: bensId } })
  expect(JSON.stringify(entries)).not.toContain('Ada')
})

/** Rows of the outbox after failures. */
async function keptMessage(way: string, receiver: string, error: string | null, isGivenUp: boolean): Promise<string> {
  const { rows } = await helpDesk.database.pool.query(
    `INSERT INTO ninefold.message (name, way, receiver, subject, body, created_at, next_try_at, attempts, last_error)
     VALUES ('Reply arrived', $1, $2, 'Secret subject', 'Secret body', now(), CASE WHEN $4 THEN NULL ELSE now() + interval '1 hour' END, 3, $3)
     RETURNING id`,
    [way, receiver, error, isGivenUp],
  )
  return rows[0].id
}

it('shows messages without their words, and of receivers what shows a wrong address', async () => {
  await keptMessage('email', 'cleo@exmaple.test', '550 <cleo@exmaple.test>: no such user, see dora@other.test', true)
  const hook = 'https://user:pw@hooks.example.test/services/T0/secret?token=1'
  await keptMessage('webhook', hook, `The receiver ${hook} answered 500.`, false)
  const failed = await read('messages.json?state=failed')
  expect(failed.messages[0]).toMatchObject({
    name: 'Reply arrived',
    way: 'email',
    receiver: 'c…@exmaple.test',
    attempts: 3,
    nextTryAt: null,
    lastError: '550 <c…@exmaple.test>: no such user, see d…@other.test',
    isBeingSent: false,
  })
  const waiting = await read('messages.json')
  expect(waiting.messages[0]).toMatchObject({
    receiver: 'https://hooks.example.test/…',
    nextTryAt: expect.any(String),
    lastError: 'The receiver https://hooks.example.test/… answered 500.',
  })
  expect(waiting.lengths.failed).toBeGreaterThan(0)
  expect(JSON.stringify([failed, waiting])).not.toMatch(/Secret|cleo|secret|token/)
})

it('tries a message again and gives one up, which the audit log says', async () => {
  const id = await keptMessage('email', 'x@example.test', 'no', true)
  const { database } = helpDesk
  const state = async () =>
    (await database.pool.query('SELECT attempts, next_try_at FROM ninefold.message WHERE id = $1', [id])).rows[0]
  expect((await ada.post(`/_ninefold/operation/messages/${id}/again`)).status).toBe(204)
  expect(await state()).toMatchObject({ attempts: 0, next_try_at: expect.anything() })
  expect((await ada.post(`/_ninefold/operation/messages/${id}/give-up`)).status).toBe(204)
  expect((await state()).next_try_at).toBeNull()
  expect((await ada.post(`/_ninefold/operation/messages/${id}/give-up`)).status).toBe(404)
  const { entries } = await read('audit.json?entity=message')
  expect(entries.slice(0, 2)).toMatchObject([
    { action: 'give "Reply arrived" up', kind: 'Message', record: { id }, by: { label: 'Ada Admin' } },
    { action: 'try "Reply arrived" again', record: { id } },
  ])
  expect((await ada.post(`/_ninefold/operation/messages/${NOBODYS}/again`)).status).toBe(404)
  expect((await ada.post(`/_ninefold/operation/messages/x/again`)).status).toBe(404)
})

it('leaves a message alone that is being sent, so that nobody gets it twice', async () => {
  const id = await keptMessage('email', 'x@example.test', null, false)
  const { database } = helpDesk
  await database.pool.query('UPDATE ninefold.message SET next_try_at = now() WHERE id = $1', [id])
  const nowMs = database.nowMs() + 1_000
  const taken = await takeMessage(database, id, nowMs)
  if (taken === null) throw new Error('The message was not due.')
  const shown = (await read('messages.json')).messages.find((each: { id: string }) => each.id === id)
  expect(shown).toMatchObject({ isBeingSent: true, nextTryAt: null })
  for (const does of ['again', 'give-up'])
    expect((await ada.post(`/_ninefold/operation/messages/${id}/${does}`)).status, does).toBe(404)
  await markFailed(database, taken, { reason: 'no', isFinal: false, nowMs })
  expect((await ada.post(`/_ninefold/operation/messages/${id}/again`)).status).toBe(204)
})

it('shows what waits: clocks, steps put off, and schedules with codes of refusals and no other words', async () => {
  const { pool } = helpDesk.database
  await pool.query(`DELETE FROM ninefold.recurring`)
  await pool.query(
    `INSERT INTO ninefold.recurring (name, runs, next_at, last_at, last_error) VALUES
       ('schedule Good', '', now() + interval '1 hour', now(), NULL),
       ('schedule Bad', '', now() + interval '2 hours', now(), 'not found')`,
  )
  await pool.query(
    `INSERT INTO ninefold.later (owner, steps_hash, acts_as, user_id, asked_role, kept, created_at, next_try_at, attempts, last_error)
     SELECT 'POST /api/tickets', '', 'caller', id::text, false, '', now(), NULL, 20, 'value "Secret" is out of range' FROM "user" WHERE email = 'ben@example.test'`,
  )
  await pool.query(
    `INSERT INTO ninefold.clock (machine, clock, record_id, state, due_at)
     SELECT 'Ticket.state', 'Reminder', id::text, NULL, now() + interval '1 day' FROM ticket ORDER BY number LIMIT 1`,
  )
  const work = await read('work.json')
  expect(work.schedules).toMatchObject([
    { name: 'Good', lastError: null },
    { name: 'Bad', lastError: { code: 'not found' } },
  ])
  expect(work.later).toMatchObject([
    { owner: 'POST /api/tickets', by: { label: 'Ben Agent' }, attempts: 20, nextTryAt: null, lastError: 'unexpected' },
  ])
  const reminder = work.clocks.find(({ clock }: { clock: string }) => clock === 'Reminder')
  expect(reminder).toMatchObject({ kind: 'Ticket', record: { address: expect.stringMatching(/^\/tickets\//) } })
  expect(JSON.stringify(work)).not.toContain('Secret')
})

it('tries deferred steps again and gives them up, which the audit log says', async () => {
  const { pool } = helpDesk.database
  const deferred = async (kept: string, nextTry: string): Promise<string> => {
    const { rows } = await pool.query(
      `INSERT INTO ninefold.later (owner, steps_hash, acts_as, user_id, asked_role, kept, created_at, next_try_at, attempts, last_error)
       VALUES ('POST /api/tickets', '', 'product', NULL, false, $1, now(), ${nextTry}, 20, 'not found') RETURNING id`,
      [kept],
    )
    return rows[0].id
  }
  const work = async (id: string, does: string): Promise<number> =>
    (await ada.post(`/_ninefold/operation/work/${id}/${does}`)).status
  const givenUp = await deferred('{}', 'NULL')
  const state = async () =>
    (await pool.query('SELECT attempts, next_try_at FROM ninefold.later WHERE id = $1', [givenUp])).rows[0]
  expect(await work(givenUp, 'give-up')).toBe(404)
  expect(await work(givenUp, 'again')).toBe(204)
  expect(await state()).toMatchObject({ attempts: 0, next_try_at: expect.anything() })
  expect(await work(givenUp, 'give-up')).toBe(204)
  expect((await state()).next_try_at).toBeNull()
  const { entries } = await read('audit.json?entity=steps')
  expect(entries.slice(0, 2)).toMatchObject([
    { action: 'give "POST /api/tickets" up', record: { id: givenUp }, by: { label: 'Ada Admin' } },
    { action: 'try "POST /api/tickets" again' },
  ])
  // Erased steps cannot be retried.
  expect(await work(await deferred('', 'NULL'), 'again')).toBe(404)
  expect(await work(NOBODYS, 'again')).toBe(404)
  expect((await ben.post(`/_ninefold/operation/work/${givenUp}/again`)).status).toBe(404)
  await pool.query('DELETE FROM ninefold.later')
})

it('counts what the database, the queues and the requests come to', async () => {
  await ben.get('/api/tickets?nonsense=1')
  const health = await read('health.json')
  expect(health.database.version).toMatch(/^\d+/)
  expect(health.database.bytes).toBeGreaterThan(1_000_000)
  expect(health.sessions).toBeGreaterThanOrEqual(2)
  expect(health.queues.map(({ kind }: { kind: string }) => kind)).toContain('email')
  expect(health.requests.answered).toBeGreaterThan(5)
  expect(health.requests.refused).toBeGreaterThan(5)
  expect(health.requests.codes.map(({ code }: { code: string }) => code)).toContain('NOT_FOUND')
  expect(health.revision).toBe('test')
})
