import { readFileSync } from 'node:fs'
import { compile } from '@ninefold/core/compile.ts'
import { API_KEYS_PATH } from '@ninefold/core/contract/programs/api-keys.ts'
import { pino } from 'pino'
import { expect, it, onTestFinished } from 'vitest'
import { type Application, createApplication } from '../gate/context/application.ts'
import type { Database } from '../store/driver/database.ts'
import type { Row } from '../store/driver/rows.ts'
import { newestLater } from '../store/tables/deferred-steps.ts'
import { runApplication } from '../testing/running-application.ts'
import { dueUntil } from './due.ts'
import { runLater, runPutOff } from './later.ts'
import { MAILBOX_ONLY } from './mail.ts'
import { applyRevision } from './revision.ts'
import { runDue } from './run-due.ts'
import { startJobs } from './worker.ts'

const TEXT = readFileSync(new URL('../testing/texts/told.md', import.meta.url), 'utf8')
const HOUR = 3_600_000
const silent = pino({ level: 'silent' })

async function workshop(text = TEXT) {
  const running = await runApplication(text)
  onTestFinished(() => running[Symbol.asyncDispose]())
  const { application, database } = running
  const ada = await running.signIn('ada@example.test', 'correct-horse-1')
  const people = await database.pool.query(`SELECT id FROM person WHERE name = 'Cleo'`)
  await ada.post('/api/repairs', { title: 'Lamp', owner: people.rows[0].id })
  const rows = async (sql: string): Promise<Row[]> => (await database.pool.query(sql)).rows
  const waiting = () => newestLater(database, 100)
  return {
    ...running,
    ada,
    rows,
    waiting,
    remark: (body: object = { text: 'Hello' }) => ada.post('/api/repairs/Lamp/remarks', body),
    entries: () => rows('SELECT text FROM entry ORDER BY created_at'),
    lamp: async () => (await rows('SELECT remarks, price, is_open FROM repair'))[0],
    due: async (atMs = Date.now() + 1000) =>
      (await dueUntil(database, atMs)).flatMap(({ item }) => (item.kind === 'later' ? [item.id] : [])),
    run: (nowMs = Date.now() + 1000, by: Application = application) =>
      runDue(by, { mail: MAILBOX_ONLY, webhooks: null, logger: silent }, nowMs),
  }
}

it('answers first, and does what is left in a transaction of its own, with what was sent and bound', async () => {
  const { remark, entries, lamp, run, waiting } = await workshop()
  expect((await remark({ text: 'Shade', price: '7.50' })).status).toBe(204)
  expect(await entries()).toEqual([])
  expect(await waiting()).toMatchObject([{ owner: 'POST /api/repairs/:title/remarks', actsAs: 'caller', attempts: 0 }])
  await run()
  expect(await entries()).toEqual([{ text: 'Shade' }])
  // Its deferred work runs after it.
  expect(await lamp()).toEqual({ remarks: 5, price: '7.50', is_open: false })
  expect(await waiting()).toEqual([])
})

it('puts nothing off that is undone', async () => {
  const { remark, waiting } = await workshop()
  expect((await remark({ text: 'Shade', isWrong: true })).status).toBe(422)
  expect(await waiting()).toEqual([])
})

it('keeps only what the steps name, and no session', async () => {
  const { remark, waiting } = await workshop()
  await remark({ text: 'Shade', isWrong: false })
  const kept = JSON.parse((await waiting())[0]!.kept)
  expect(Object.keys(kept.names).sort()).toEqual(['input.price', 'input.text', 'length', 'repair'])
  expect(kept.names.repair).toMatchObject({ kind: 'record', entity: 'Repair', isSeen: true })
  expect(kept.sent).toEqual(['text'])
})

it('is done by the jobs without being asked, and after a transition as after a call', async () => {
  const { application, ada, entries, rows } = await workshop()
  const jobs = await startJobs(application, { mail: MAILBOX_ONLY, webhooks: null, logger: silent })
  expect((await ada.post('/api/repairs/Lamp/finish')).status).toBe(200)
  await expect.poll(entries).toEqual([{ text: 'Lamp' }])
  await jobs.close()
  expect(await rows('SELECT person.name FROM entry JOIN person ON person.id = entry.by_id')).toEqual([{ name: 'Ada' }])
})

it('is done by the clock, who has put it off in a schedule, and sees every record', async () => {
  const steps =
    '1. for each repair in Repair where `isSecret`:\n   1. later:\n      1. record Entry with text = `repair.title`\n'
  const nightly = `### Schedule: nightly\n\n- **Runs:** every day at 02:00\n\n${steps}\n### Messages`
  const { application, database, rows, run, entries } = await workshop(TEXT.replace('### Messages', nightly))
  await applyRevision(application, Date.now())
  await rows('UPDATE repair SET is_secret = true')
  await database.pool.query('UPDATE ninefold.recurring SET next_at = now()')
  await run()
  expect(await entries()).toEqual([{ text: 'Lamp' }])
})

it('is done once, however many are at it at the same time', async () => {
  const { application, remark, entries, lamp, due } = await workshop()
  await remark()
  const [id] = await due()
  const outcomes = await Promise.all(Array.from({ length: 8 }, () => runLater(application, id!, Date.now() + 1000)))
  expect(outcomes.filter((outcome) => outcome === 'done')).toHaveLength(1)
  expect(await entries()).toHaveLength(1)
  expect((await lamp())!['remarks']).toBe(5)
})

it('is tried again when something refuses it, with nothing of it done, until it comes through', async () => {
  const { remark, entries, rows, run, waiting } = await workshop()
  await remark()
  await rows('UPDATE repair SET is_open = false')
  await run()
  expect(await waiting()).toMatchObject([{ attempts: 1, lastError: 'CLOSED', isGivenUp: false }])
  expect(await entries()).toEqual([])
  await rows('UPDATE repair SET is_open = true')
  await run(Date.now() + HOUR)
  expect(await entries()).toHaveLength(1)
})

it('stays to be seen when it has failed for about a day', async () => {
  const { remark, rows, run, due, waiting } = await workshop()
  await remark()
  await rows('UPDATE repair SET is_open = false')
  let nowMs = Date.now()
  for (let times = 0; times < 25; times++) await run((nowMs += 3 * HOUR))
  expect(await waiting()).toMatchObject([{ attempts: 20, lastError: 'CLOSED', isGivenUp: true }])
  expect(await due(nowMs + 1000 * HOUR)).toEqual([])
})

it('asks for the rights of the moment in which it is done', async () => {
  const { remark, entries, rows, run, waiting } = await workshop()
  await remark()
  await rows(`DELETE FROM ninefold.user_role WHERE user_id = (SELECT id::text FROM person WHERE name = 'Ada')`)
  await run()
  expect(await waiting()).toMatchObject([{ lastError: 'forbidden' }])
  expect(await entries()).toEqual([])
})

it('does not speak of a record that may not be seen any more, or is gone', async () => {
  const { remark, entries, rows, run, waiting } = await workshop()
  await remark()
  await rows('UPDATE repair SET is_secret = true')
  await run()
  expect(await waiting()).toMatchObject([{ lastError: 'not found' }])
  await rows('DELETE FROM repair')
  await run(Date.now() + HOUR)
  expect(await waiting()).toMatchObject([{ lastError: 'not found', attempts: 2 }])
  expect(await entries()).toEqual([])
})

it('is not done for somebody who is gone, and keeps nothing of them', async () => {
  const { remark, signIn, run, waiting, entries } = await workshop()
  await remark()
  const ben = await signIn('ben@example.test', 'correct-horse-2')
  expect((await ben.delete('/api/people/ada@example.test')).status).toBe(204)
  await run()
  expect(await waiting()).toMatchObject([{ isGivenUp: true, kept: '' }])
  expect(await entries()).toEqual([])
})

it('is done by another text when the steps are the same, and shown as failed when they are not, until they are again', async () => {
  const { remark, application, database, run, waiting, entries } = await workshop()
  const served = async (text: string): Promise<Application> => {
    const next = createApplication(compile(text).model!, text, 'development', database)
    await applyRevision(next, Date.now())
    return next
  }
  await remark()
  const changed = await served(TEXT.replace('text = `input.text`', 'text = `"Changed"`'))
  // A process that has not noticed yet skips it.
  expect(await runLater(application, (await waiting())[0]!.id, Date.now() + 1000)).toBe('another revision')
  await run(Date.now() + 1000, changed)
  expect(await waiting()).toMatchObject([{ isGivenUp: true, lastError: expect.stringContaining('not there any more') }])
  const again = await served(TEXT.replace('# Workshop', '# Shop'))
  // After it is served, which takes seconds on a busy machine.
  await run(Date.now() + 1000, again)
  expect(await waiting()).toEqual([])
  expect(await entries()).toEqual([{ text: 'Hello' }])
})

/** The application over a database that loses its connection at this statement, inside the transaction. */
function breakingAt(application: Application, name: string): Application {
  const { database } = application
  const double: Database = {
    ...database,
    write: (work) =>
      database.write((transaction) =>
        work({
          ...transaction,
          runOwn: async (asked, ...rest) => {
            const rows = await transaction.runOwn(asked, ...rest)
            if (asked === name) throw Object.assign(new Error('The connection broke.'), { code: 'ECONNRESET' })
            return rows
          },
        }),
      ),
  }
  return { ...application, database: double }
}

it('is not lost with the process that was at it', async () => {
  const { application, remark, entries, due, run, waiting } = await workshop()
  await remark()
  const [id] = await due()
  await expect(runLater(breakingAt(application, 'take-later'), id!, Date.now() + 1000)).rejects.toThrow('broke')
  expect(await waiting()).toMatchObject([{ attempts: 0 }])
  await run()
  expect(await entries()).toHaveLength(1)
})

it('finds steps that are done without their row being taken away', async () => {
  const { application, remark, entries, due } = await workshop(
    TEXT.replace('   5. later:\n      1. set repair.isOpen to `false`\n', ''),
  )
  await remark()
  const [id] = await due()
  const { database } = application
  const untaken: Application = {
    ...application,
    database: {
      ...database,
      write: (work) =>
        database.write((transaction) =>
          work({
            ...transaction,
            runOwn: (asked, ...rest) =>
              asked === 'take-later'
                ? transaction.runOwn('peek-later', 'SELECT * FROM ninefold.later WHERE id = $1', [id])
                : transaction.runOwn(asked, ...rest),
          }),
        ),
    },
  }
  for (let times = 0; times < 2; times++) await runLater(untaken, id!, Date.now() + 1000)
  expect(await entries()).toHaveLength(2)
})

it('has no more roles than the key of the program that asked for it', async () => {
  await using desk = await runApplication(KEYS)
  const ada = await desk.signIn('ada@example.test', 'correct-horse-1')
  const told = async (roles: readonly string[]): Promise<number> => {
    const made = await ada.post(API_KEYS_PATH, { name: 'Nightly', roles, onlyReads: false, days: 1 })
    const authorization = `Bearer ${String(made.body.key)}`
    expect((await desk.guest.post('/api/hints', undefined, { authorization })).status).toBe(202)
    await runPutOff(desk.application, Date.now() + 1000)
    return (await desk.database.pool.query('DELETE FROM secret RETURNING id')).rows.length
  }
  expect(await told(['Agent'])).toBe(0)
  expect(await told(['Agent', 'Manager'])).toBe(1)
  expect((await ada.post('/api/hints')).status).toBe(202)
  await runPutOff(desk.application, Date.now() + 1000)
  expect((await desk.database.pool.query('SELECT id FROM secret')).rows.length).toBe(1)
})

const KEYS = `# Desk

**Ninefold:** 1

## 3. Entities and their fields

### Entity: User

| Field | Type | Rules | Default | Meaning |
| --- | --- | --- | --- | --- |
| email | email | required, unique | | |
| password | password 10 to 200 | required, hidden | | |

### Entity: Secret

| Field | Type | Rules | Default | Meaning |
| --- | --- | --- | --- | --- |
| text | text up to 200 | required | | |

### Sample data: User

| email | password | roles |
| --- | --- | --- |
| ada@example.test | correct-horse-1 | Manager |

## 6. Roles and permissions

### Signing in

- **Users are:** User
- **Sign in with:** email and password
- **Session:** cookie, ends 30 days after last use
- **API keys:** Agent, Manager, at most 90 days

### Roles

| Role | Includes | A user gets it |
| --- | --- | --- |
| Agent | | from a Manager |
| Manager | Agent | from a Manager |

### Permissions

| Who | May | Entity | Only where | Fields |
| --- | --- | --- | --- | --- |
| Manager | see, create | Secret | | text |
| Manager | give roles | User | | |

## 7. The calls it makes

### POST /api/hints — Tell a secret later

- **Who:** Agent

1. later:
   1. create Secret with text = \`"told later"\`
2. respond 202
`
