import { readFileSync } from 'node:fs'
import { pino } from 'pino'
import { beforeEach, expect, it, onTestFinished } from 'vitest'
import { type Client, runApplication, type RunningApplication } from '../testing/running-application.ts'
import { newestMessages } from '../store/tables/outbox.ts'
import { dueUntil } from './due.ts'
import { type Mail, MAILBOX_ONLY } from './mail.ts'
import { applyRevision } from './revision.ts'
import { runDue } from './run-due.ts'
import { runClock } from './states.ts'

const TEXT = readFileSync(new URL('../testing/texts/clockwork.md', import.meta.url), 'utf8')
const HOUR = 3_600_000
const DAY = 24 * HOUR
const silent = pino({ level: 'silent' })

let application: RunningApplication
let ada: Client

beforeEach(async () => {
  application = await runApplication(TEXT)
  onTestFinished(() => application[Symbol.asyncDispose]())
  await applyRevision(application.application, Date.now())
  ada = await application.signIn('ada@example.test', 'correct-horse-1')
})

async function runUntil(nowMs: number, mail: Mail | null = MAILBOX_ONLY): Promise<void> {
  await runDue(application.application, { mail, webhooks: null, logger: silent }, nowMs)
}

async function lend(title: string, values: Record<string, unknown> = {}): Promise<void> {
  const people = await application.database.pool.query('SELECT id FROM person')
  const created = await ada.post('/api/loans', { title, reader: people.rows[0].id, ...values })
  expect(created.status, JSON.stringify(created.body)).toBe(201)
  expect((await ada.post(`/api/loans/${title}/lend`)).status).toBe(200)
}

async function loan(title: string): Promise<any> {
  return (await ada.get(`/api/loans/${title}`)).body
}

async function messages() {
  return (await newestMessages(application.database, 100)).map(({ name, receiver, subject, body }) => ({
    name,
    receiver,
    subject,
    body,
  }))
}

it('does nothing before its time, does it once at its time, and never again in the same stay', async () => {
  await lend('Emma')
  await runUntil(Date.now() + 3 * DAY - HOUR)
  expect((await loan('Emma')).reminders).toBe(0)
  await runUntil(Date.now() + 3 * DAY + HOUR)
  await runUntil(Date.now() + 9 * DAY)
  expect((await loan('Emma')).reminders).toBe(1)
  expect((await messages()).filter(({ name }) => name === 'Reminder')).toEqual([
    { name: 'Reminder', receiver: 'ada@example.test', subject: 'Emma', body: 'Ada has it, Small, number 1.' },
  ])
})

it('forgets a record that leaves, and counts anew when it comes back', async () => {
  await lend('Emma')
  expect((await ada.post('/api/loans/Emma/pause')).status).toBe(200)
  await runUntil(Date.now() + 4 * DAY)
  expect((await loan('Emma')).reminders).toBe(0)
  expect((await ada.post('/api/loans/Emma/lend')).status).toBe(200)
  await runUntil(Date.now() + 4 * DAY)
  expect((await loan('Emma')).reminders).toBe(1)
})

it('follows the field whose moment it waits for', async () => {
  const dueAt = Date.now() + 5 * DAY
  await lend('Emma', { dueAt: new Date(dueAt).toISOString() })
  await ada.patch('/api/loans/Emma', { dueAt: new Date(dueAt + 10 * DAY).toISOString() })
  await runUntil(dueAt + HOUR)
  expect((await loan('Emma')).status).toBe('out')
  await ada.patch('/api/loans/Emma', { dueAt: null })
  await runUntil(dueAt + 20 * DAY)
  expect((await loan('Emma')).status).toBe('out')
  await ada.patch('/api/loans/Emma', { dueAt: new Date(dueAt).toISOString() })
  await runUntil(dueAt + HOUR)
  expect((await loan('Emma')).status).toBe('late')
})

it('asks the condition when it runs, and a refused one is over', async () => {
  const dueAt = Date.now() + DAY
  await lend('Emma', { dueAt: new Date(dueAt).toISOString(), isKept: true })
  await runUntil(dueAt + HOUR)
  expect((await loan('Emma')).status).toBe('out')
  await ada.patch('/api/loans/Emma', { isKept: false })
  await runUntil(dueAt + 2 * HOUR)
  expect((await loan('Emma')).status).toBe('out')
})

it('counts months by the calendar, tells several, and leads on from one clock to the next', async () => {
  const dueAt = Date.parse('2035-01-31T12:00:00Z')
  await lend('Emma', { dueAt: new Date(dueAt).toISOString() })
  await runUntil(dueAt)
  expect((await loan('Emma')).status).toBe('late')
  await runUntil(Date.parse('2035-03-31T10:59:00Z'))
  expect((await loan('Emma')).status).toBe('late')
  await runUntil(Date.parse('2035-03-31T11:01:00Z'))
  expect((await loan('Emma')).status).toBe('back')
  const lost = (await messages()).filter(({ name }) => name === 'Lost')
  expect(lost.map(({ receiver }) => receiver).sort()).toEqual(['ada@example.test', 'office@example.test'])
  expect(lost[0]).toMatchObject({ subject: 'Lost: Emma', body: 'It was due at January 31, 2035 at 1:00 PM in Back.' })
})

it('greets every record that is out at that time of day, each once a day', async () => {
  await lend('Emma')
  await lend('Persuasion')
  await ada.post('/api/loans/Persuasion/pause')
  await lend('Sanditon')
  const day = 20_000 * DAY + 40_000 * DAY
  await runUntil(day)
  const [first, second, third] = [await loan('Emma'), await loan('Sanditon'), await loan('Persuasion')]
  // Several missed mornings count as one.
  expect([first.mornings, second.mornings, third.mornings]).toEqual([1, 1, 0])
  await runUntil(day)
  await runUntil(day + DAY)
  expect((await loan('Emma')).mornings).toBe(2)
})

it('is done once, whoever looks at the same time', async () => {
  await lend('Emma')
  const then = Date.now() + 3 * DAY + HOUR
  const due = (await dueUntil(application.database, then)).flatMap(({ item }) => (item.kind === 'clock' ? [item] : []))
  expect(due).toHaveLength(1)
  const outcomes = await Promise.all(
    Array.from({ length: 8 }, async () => runClock(application.application, due[0]!, then)),
  )
  expect(outcomes.filter((outcome) => outcome === 'done')).toHaveLength(1)
  expect((await loan('Emma')).reminders).toBe(1)
  expect(await messages()).toHaveLength(1)
})

it('leaves what is due to the processes that serve the specification of today', async () => {
  await lend('Emma')
  await application.database.pool.query(`UPDATE ninefold.served_revision SET revision = 'newer'`)
  await runUntil(Date.now() + 4 * DAY)
  expect((await loan('Emma')).reminders).toBe(0)
})

it('runs a schedule in one transaction, once for what was missed; a failing one leaves nothing half', async () => {
  await lend('Emma')
  await runUntil(Date.now() + 10 * DAY)
  const { body } = await ada.get('/api/notes')
  expect(body.items.map(({ text }: { text: string }) => text)).toEqual(['Emma'])
  const rows = await application.database.pool.query(`SELECT name, last_error FROM ninefold.recurring ORDER BY name`)
  expect(rows.rows).toEqual([
    { name: 'clock Loan.status morning', last_error: null },
    { name: 'schedule in vain', last_error: 'GONE' },
    { name: 'schedule nightly', last_error: null },
  ])
})

it('sends nothing of a call that is undone', async () => {
  await lend('Emma', { day: '2030-02-01' })
  expect((await ada.post('/api/loans/Emma/word', { isWrong: true })).status).toBe(422)
  expect(await messages()).toEqual([])
  expect((await ada.post('/api/loans/Emma/word', { isWrong: false })).status).toBe(204)
  expect(await messages()).toEqual([
    { name: 'Word', receiver: 'ada@example.test', subject: 'Emma', body: 'Kept: no. Day: February 1, 2030.' },
  ])
})

it('gives clocks to records that were there before the specification had any', async () => {
  await lend('Emma')
  await application.database.pool.query(
    `DELETE FROM ninefold.clock; UPDATE ninefold.served_revision SET revision = 'older'`,
  )
  await applyRevision(application.application, Date.now() + DAY)
  await runUntil(Date.now() + 3 * DAY + HOUR)
  expect((await loan('Emma')).reminders).toBe(0)
  await runUntil(Date.now() + 4 * DAY + HOUR)
  expect((await loan('Emma')).reminders).toBe(1)
})

it('takes clocks from records that are in no state in which they count', async () => {
  await lend('Emma')
  await application.database.pool.query(
    `UPDATE loan SET status = 'paused'; UPDATE ninefold.served_revision SET revision = 'older'`,
  )
  await applyRevision(application.application, Date.now())
  const waiting = await application.database.pool.query('SELECT clock FROM ninefold.clock WHERE due_at IS NOT NULL')
  expect(waiting.rows).toEqual([])
})

it('forgets the clocks of a record that is gone', async () => {
  await lend('Emma')
  expect((await ada.delete('/api/loans/Emma')).status).toBe(204)
  await runUntil(Date.now() + 4 * DAY)
  const left = await application.database.pool.query('SELECT clock FROM ninefold.clock WHERE due_at IS NOT NULL')
  expect(left.rows).toEqual([])
})

it('is what the history says of a change, and neither a guest nor a load is', async () => {
  const text = TEXT.replace(
    '### Entity: Loan\n',
    '### Entity: Loan\n\n- **History:** every change of reminders, dueAt, size\n',
  )
  await using kept = await runApplication(text)
  await applyRevision(kept.application, Date.now())
  const client = await kept.signIn('ada@example.test', 'correct-horse-1')
  const { pool } = kept.database
  const [reader] = (await pool.query('SELECT id FROM person')).rows
  const made = await client.post('/api/loans', { title: 'Emma', reader: reader.id })
  expect(made.status, JSON.stringify(made.body)).toBe(201)
  expect((await client.post('/api/loans/Emma/lend')).status).toBe(200)
  await runDue(kept.application, { mail: MAILBOX_ONLY, webhooks: null, logger: silent }, Date.now() + 3 * DAY + HOUR)
  await pool.query(`UPDATE loan SET size = 'very large'`)
  const { body } = await client.get(`/_ninefold/history/loan/${made.body.id}`)
  const of = (field: string) => body.changes.find((change: { field: string }) => change.field === field)
  expect(of('reminders')).toMatchObject({ by: null, isByProduct: true, after: 1 })
  expect(of('reminders').isUnsigned).toBeUndefined()
  expect(of('size')).toMatchObject({ by: null, isByProduct: false, isUnsigned: true })
})
