import { readFileSync } from 'node:fs'
import { pino } from 'pino'
import { expect, it, onTestFinished } from 'vitest'
import { compile } from '@ninefold/core/compile.ts'
import { createApplication } from '../gate/context/application.ts'
import { openDatabase } from '../store/driver/database.ts'
import { keepMessage, newestMessages } from '../store/tables/outbox.ts'
import { runApplication } from '../testing/running-application.ts'
import { type Mail, MAILBOX_ONLY } from './mail.ts'
import type { Webhooks } from './webhooks.ts'
import { type Jobs, startJobs } from './worker.ts'

const TEXT = readFileSync(new URL('../testing/texts/clockwork.md', import.meta.url), 'utf8')
const silent = pino({ level: 'silent' })

interface Sent {
  readonly mail: Mail
  readonly ids: string[]
  /** Resolves after this many have been sent. */
  count(wanted: number): Promise<void>
}

function mailThatCounts(each: () => Promise<void> = async () => {}): Sent {
  const ids: string[] = []
  const waiting: { wanted: number; resolve: () => void }[] = []
  return {
    ids,
    mail: {
      send: async ({ id }) => {
        await each()
        ids.push(id)
        for (const { wanted, resolve } of waiting) if (ids.length >= wanted) resolve()
      },
      close: () => {},
    },
    count: (wanted) =>
      ids.length >= wanted ? Promise.resolve() : new Promise((resolve) => waiting.push({ wanted, resolve })),
  }
}

async function running() {
  const application = await runApplication(TEXT)
  onTestFinished(() => application[Symbol.asyncDispose]())
  return application
}

async function jobsFor(application: Parameters<typeof startJobs>[0], mail: Mail): Promise<Jobs> {
  const jobs = await startJobs(application, { mail, webhooks: null, logger: silent })
  return jobs
}

const MESSAGE = { name: 'Word', way: 'email', receiver: 'ada@example.test', subject: 'Hello', body: 'Hello' } as const

it('sends what a call has written, without being asked', async () => {
  const { application, database, signIn } = await running()
  const sent = mailThatCounts()
  const jobs = await jobsFor(application, sent.mail)
  const ada = await signIn('ada@example.test', 'correct-horse-1')
  const people = await database.pool.query('SELECT id FROM person')
  await ada.post('/api/loans', { title: 'Emma', reader: people.rows[0].id })
  expect((await ada.post('/api/loans/Emma/word', { isWrong: false })).status).toBe(204)
  await sent.count(1)
  await jobs.close()
})

it('finds what was left by a process that is gone', async () => {
  const { application, database } = await running()
  await keepMessage(database, { ...MESSAGE, atMs: Date.now() - 3_600_000 })
  const sent = mailThatCounts()
  const jobs = await jobsFor(application, sent.mail)
  await sent.count(1)
  await jobs.close()
})

it('shares the work among processes, each piece once', async () => {
  const { application, database } = await running()
  const other = openDatabase({ connectionString: database.pool.options.connectionString ?? '' })
  onTestFinished(() => other.close())
  const { model } = compile(TEXT)
  const sent = mailThatCounts()
  const both = [application, createApplication(model!, application.revision, 'development', other)]
  const jobs = await Promise.all(both.map((each) => jobsFor(each, sent.mail)))
  for (let count = 0; count < 20; count++) await keepMessage(database, { ...MESSAGE, atMs: Date.now() })
  for (const each of both) each.alarm.ring()
  await sent.count(20)
  await Promise.all(jobs.map((each) => each.close()))
  expect(new Set(sent.ids).size).toBe(20)
  expect(sent.ids).toHaveLength(20)
})

it('lets no receiver that does not answer keep anything else from its turn, and gets to all of them', async () => {
  const { application, database } = await running()
  const begun: (() => void)[] = []
  const webhooks: Webhooks = { send: () => new Promise((resolve) => begun.push(resolve)) }
  const sent = mailThatCounts()
  for (let count = 0; count < 10; count++)
    await keepMessage(database, { ...MESSAGE, way: 'webhook', signedWith: 'HOOK', atMs: Date.now() - 1000 })
  const jobs = await startJobs(application, { mail: sent.mail, webhooks, logger: silent })
  await expect.poll(() => begun.length).toBe(3)
  await keepMessage(database, { ...MESSAGE, atMs: Date.now() })
  application.alarm.ring()
  await sent.count(1)
  expect(begun).toHaveLength(3)
  for (let count = 0; count < 10; count++) {
    await expect.poll(() => begun.length).toBeGreaterThan(count)
    begun[count]!()
  }
  await jobs.close()
  expect((await newestMessages(database, 20)).every(({ sentAtMs }) => sentAtMs !== null)).toBe(true)
})

it('gives every webhook its turn, also when others end while turns are given', async () => {
  const { application, database } = await running()
  let sent = 0
  const webhooks: Webhooks = {
    send: async () => {
      await database.pool.query('SELECT 1')
      sent++
    },
  }
  for (let count = 0; count < 60; count++)
    await keepMessage(database, { ...MESSAGE, way: 'webhook', signedWith: 'HOOK', atMs: Date.now() - 1000 })
  const jobs = await startJobs(application, { mail: MAILBOX_ONLY, webhooks, logger: silent })
  await expect.poll(() => sent).toBe(60)
  await jobs.close()
})

it('waits for what runs before it stops, and before tables change', async () => {
  const { application, database } = await running()
  let goOn = (): void => {}
  let begun = (): void => {}
  const hasBegun = new Promise<void>((resolve) => (begun = resolve))
  const sent = mailThatCounts(() => {
    begun()
    return new Promise((resolve) => (goOn = resolve))
  })
  const jobs = await jobsFor(application, sent.mail)
  await keepMessage(database, { ...MESSAGE, atMs: Date.now() })
  application.alarm.ring()
  await hasBegun
  const held = jobs.hold()
  const stopped = jobs.close()
  expect(sent.ids).toEqual([])
  goOn()
  const release = await held
  expect(sent.ids).toHaveLength(1)
  release()
  await stopped
  const rows = await database.pool.query('SELECT sent_at IS NOT NULL AS sent FROM ninefold.message')
  expect(rows.rows).toEqual([{ sent: true }])
})

it('outlives a database that refuses to note the end of a job, and goes on', async () => {
  const { application, database } = await running()
  const sent = mailThatCounts()
  const jobs = await jobsFor(application, sent.mail)
  await database.pool.query(`
    CREATE SEQUENCE refused;
    CREATE FUNCTION refuse() RETURNS trigger LANGUAGE plpgsql AS
      $$ BEGIN PERFORM nextval('public.refused'); RAISE EXCEPTION 'No space left.' USING ERRCODE = '53100'; END $$;
    CREATE TRIGGER refuse BEFORE DELETE ON ninefold_jobs._private_jobs FOR EACH STATEMENT EXECUTE FUNCTION refuse()`)
  await keepMessage(database, { ...MESSAGE, atMs: Date.now() })
  application.alarm.ring()
  await sent.count(1)
  const refused = async (): Promise<unknown> => (await database.pool.query('SELECT is_called FROM refused')).rows[0]
  await expect.poll(refused).toEqual({ is_called: true })
  await database.pool.query('DROP TRIGGER refuse ON ninefold_jobs._private_jobs')
  await keepMessage(database, { ...MESSAGE, atMs: Date.now() })
  application.alarm.ring()
  await sent.count(2)
  await jobs.close()
})

it('repeats a job during which the database went away, before the next scan', async () => {
  const { application, database } = await running()
  let isAway = true
  let failed = 0
  const runOwn: typeof database.runOwn = (name, ...asked) => {
    if (!isAway || (name !== 'take-message' && name !== 'due')) return database.runOwn(name, ...asked)
    // The first look gives the job, which then fails as the following looks do.
    if (name === 'due' && failed === 0) return database.runOwn(name, ...asked)
    failed++
    return Promise.reject(new Error('Connection terminated unexpectedly'))
  }
  const { model } = compile(TEXT)
  const own = createApplication(model!, application.revision, 'development', { ...database, runOwn })
  await keepMessage(database, { ...MESSAGE, atMs: Date.now() })
  const sent = mailThatCounts()
  const begunMs = performance.now()
  const jobs = await jobsFor(own, sent.mail)
  await expect.poll(() => failed).toBeGreaterThan(1)
  isAway = false
  await sent.count(1)
  expect(performance.now() - begunMs).toBeLessThan(20_000)
  await jobs.close()
})

it('goes on with another specification, whose clocks records get that are there', async () => {
  const { application, database, signIn } = await running()
  const jobs = await jobsFor(application, MAILBOX_ONLY)
  onTestFinished(() => jobs.close())
  const ada = await signIn('ada@example.test', 'correct-horse-1')
  const people = await database.pool.query('SELECT id FROM person')
  await ada.post('/api/loans', { title: 'Emma', reader: people.rows[0].id })
  await ada.post('/api/loans/Emma/lend')
  const { model } = compile(TEXT.replace('when `dueAt` passes', 'when `createdAt` passes'))
  await jobs.serve(createApplication(model!, 'next', 'development', database))
  await expect.poll(async () => (await ada.get('/api/loans/Emma')).body.status).toBe('late')
})
