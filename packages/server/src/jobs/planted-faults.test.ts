// Checks the tests of clocks and messages: each guard is removed, and the test must detect a duplicate or a message
// about something that did not happen.

import { readFileSync } from 'node:fs'
import { pino } from 'pino'
import { expect, it, onTestFinished } from 'vitest'
import type { Application } from '../gate/context/application.ts'
import type { Row } from '../store/driver/rows.ts'
import { keepMessage, newestMessages } from '../store/tables/outbox.ts'
import { faultyStatement } from '../testing/faulty-statements.ts'
import { runApplication } from '../testing/running-application.ts'
import { applyRevision } from './revision.ts'
import { deliver } from './delivery.ts'
import { dueUntil } from './due.ts'
import { runDue } from './run-due.ts'
import { runClock } from './states.ts'

const TEXT = readFileSync(new URL('../testing/texts/clockwork.md', import.meta.url), 'utf8')
const DAY = 86_400_000
const silent = pino({ level: 'silent' })

async function lent(plant: (application: Application) => Application) {
  const running = await runApplication(TEXT)
  onTestFinished(() => running[Symbol.asyncDispose]())
  await applyRevision(running.application, Date.now())
  const ada = await running.signIn('ada@example.test', 'correct-horse-1')
  const people = await running.database.pool.query('SELECT id FROM person')
  await ada.post('/api/loans', { title: 'Emma', reader: people.rows[0].id })
  await ada.post('/api/loans/Emma/lend')
  const then = Date.now() + 4 * DAY
  const due = (await dueUntil(running.database, then)).flatMap(({ item }) => (item.kind === 'clock' ? [item] : []))
  const reminders = async (): Promise<number> => (await ada.get('/api/loans/Emma')).body.reminders
  return { application: plant(running.application), database: running.database, ada, due: due[0]!, then, reminders }
}

it('finds a clock that is done without taking its turn', async () => {
  const always: Row[] = [{ taken: true }]
  const { application, due, then, reminders } = await lent((honest) =>
    faultyStatement(honest, 'take-clock', () => async () => always),
  )
  await Promise.all([1, 2, 3].map(() => runClock(application, due, then)))
  expect(await reminders()).toBe(3)
})

it('finds a process that goes on with the text before', async () => {
  const { application, database, then, reminders } = await lent((honest) =>
    faultyStatement(honest, 'served-revision', () => async () => []),
  )
  await database.pool.query(`UPDATE ninefold.served_revision SET revision = 'newer'`)
  await runDue(application, { mail: null, webhooks: null, logger: silent }, then)
  expect(await reminders()).toBe(1)
})

it('finds a message that is told outside of its transaction', async () => {
  const running = await runApplication(TEXT, {
    double: (honest) =>
      faultyStatement(
        honest,
        'keep-message',
        () =>
          (...statement) =>
            honest.database.runOwn(...statement),
      ),
  })
  onTestFinished(() => running[Symbol.asyncDispose]())
  const ada = await running.signIn('ada@example.test', 'correct-horse-1')
  const people = await running.database.pool.query('SELECT id FROM person')
  await ada.post('/api/loans', { title: 'Emma', reader: people.rows[0].id })
  expect((await ada.post('/api/loans/Emma/word', { isWrong: true })).status).toBe(422)
  expect(await newestMessages(running.database, 10)).toHaveLength(1)
})

it('finds a message that is sent without being taken', async () => {
  const running = await runApplication(TEXT)
  onTestFinished(() => running[Symbol.asyncDispose]())
  const atMs = Date.now()
  const message = { name: 'Word', way: 'email', receiver: 'ada@example.test', subject: '', body: '', atMs } as const
  await keepMessage(running.database, message)
  const [kept] = await newestMessages(running.database, 1)
  const untaken = faultyStatement(
    running.application,
    'take-message',
    (honest) => async () =>
      honest('peek', 'SELECT *, now() AS created_at, NULL AS sent_at FROM ninefold.message WHERE id = $1', [kept!.id]),
  )
  const sent: string[] = []
  const mail = { send: async ({ id }: { id: string }) => void sent.push(id), close: () => {} }
  await Promise.all([1, 2].map(() => deliver(untaken, { mail, webhooks: null }, kept!.id, atMs)))
  expect(sent).toHaveLength(2)
})
