import { readFileSync } from 'node:fs'
import { pino } from 'pino'
import { expect, it, onTestFinished } from 'vitest'
import { type Client, runApplication } from '../testing/running-application.ts'
import type { DevelopmentHooks } from './development.ts'
import { startServer } from './server.ts'

const TEXT = readFileSync(new URL('../testing/clockwork.md', import.meta.url), 'utf8')
const hooks: DevelopmentHooks = {
  report: () => ({ file: 'app.md', questions: [], diagnostics: [], waiting: [] }),
  consent: async () => {},
}

async function served(development: DevelopmentHooks | null, mode: 'development' | 'production') {
  const running = await runApplication(TEXT, { double: (application) => ({ ...application, mode }) })
  onTestFinished(() => running[Symbol.asyncDispose]())
  const options = { host: '127.0.0.1', port: 0, webFolder: null, logger: pino({ level: 'silent' }), development }
  const server = await startServer(options, running.application)
  onTestFinished(() => server.close())
  const ada = await running.signIn('ada@example.test', 'correct-horse-1')
  const mailbox = (headers: Record<string, string> = {}) =>
    fetch(`http://127.0.0.1:${server.port}/_ninefold/mailbox.json`, { headers })
  return { running, ada, mailbox }
}

async function tell(ada: Client, running: Awaited<ReturnType<typeof runApplication>>, title: string): Promise<void> {
  const people = await running.database.pool.query('SELECT id FROM person')
  await ada.post('/api/loans', { title, reader: people.rows[0].id })
  expect((await ada.post(`/api/loans/${title}/word`, { isWrong: false })).status).toBe(204)
}

it('shows in development what was sent, the newest first', async () => {
  const { running, ada, mailbox } = await served(hooks, 'development')
  expect(await (await mailbox()).json()).toEqual({ messages: [] })
  await tell(ada, running, 'Emma')
  await tell(ada, running, 'Persuasion')
  const { messages } = (await (await mailbox()).json()) as { messages: Record<string, string>[] }
  expect(messages.map(({ subject }) => subject)).toEqual(['Persuasion', 'Emma'])
  expect(messages[0]).toMatchObject({ name: 'Word', receiver: 'ada@example.test', body: 'Kept: no. Day: .' })
})

it('shows nothing to pages of other sites', async () => {
  const { mailbox } = await served(hooks, 'development')
  expect((await mailbox({ 'sec-fetch-site': 'same-origin' })).status).toBe(200)
  expect((await mailbox({ 'sec-fetch-site': 'cross-site' })).status).toBe(403)
})

it('is not there for users', async () => {
  const { mailbox } = await served(null, 'production')
  expect((await mailbox()).status).toBe(404)
})
