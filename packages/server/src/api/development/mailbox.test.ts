import { readFileSync } from 'node:fs'
import { pino } from 'pino'
import { expect, it, onTestFinished } from 'vitest'
import type { Mailbox } from '@ninefold/core/contract/wire/mailbox.ts'
import { runItem } from '../../jobs/run-due.ts'
import { openWebhooks } from '../../jobs/webhooks.ts'
import { newestMessages } from '../../store/tables/outbox.ts'
import { authorsHooks } from '../../testing/authors-hooks.ts'
import { type Client, runApplication } from '../../testing/running-application.ts'
import type { DevelopmentHooks } from './development.ts'
import { startServer } from '../server.ts'

const TEXT = readFileSync(new URL('../../testing/texts/clockwork.md', import.meta.url), 'utf8')
const TOLD = readFileSync(new URL('../../testing/texts/told.md', import.meta.url), 'utf8')
  .replace('| Finished | in-app | `repair.owner` |', '| Finished | webhook, signed with HOOK | `repair.hook` |')
  .concat('\n## 9. Business constants and limits\n\n| Setting | Value |\n| --- | --- |\n| Secrets | HOOK |\n')
const hooks = authorsHooks()

async function served(development: DevelopmentHooks | null, mode: 'development' | 'production', text = TEXT) {
  const running = await runApplication(text, { double: (application) => ({ ...application, mode }) })
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
  expect(await (await mailbox()).json()).toEqual({ messages: [], later: [] })
  await tell(ada, running, 'Emma')
  await tell(ada, running, 'Persuasion')
  const { messages } = (await (await mailbox()).json()) as { messages: Record<string, string>[] }
  expect(messages.map(({ subject }) => subject)).toEqual(['Persuasion', 'Emma'])
  expect(messages[0]).toMatchObject({ name: 'Word', receiver: 'ada@example.test', body: 'Kept: no. Day: .' })
})

it('shows messages of every way, what became of them, and what was put off', async () => {
  const { running, ada, mailbox } = await served(hooks, 'development', TOLD)
  const people = await running.database.pool.query(`SELECT id FROM person WHERE name = 'Cleo'`)
  await ada.post('/api/repairs', { title: 'Lamp', owner: people.rows[0].id, hook: 'http://127.0.0.1:9/' })
  await ada.post('/api/repairs/Lamp/remarks', { text: 'Hello' })
  await ada.post('/api/repairs/Lamp/finish')
  await ada.post('/api/tell', { text: 'A word' })
  await running.database.pool.query(`UPDATE ninefold.later SET last_error = 'CLOSED', attempts = 2`)
  const webhooks = openWebhooks({ secrets: { HOOK: `whsec_${'A'.repeat(44)}` }, named: new Set() })
  const tools = { mail: null, webhooks, logger: pino({ level: 'silent' }) }
  const [webhook] = await newestMessages(running.database, 1)
  await runItem(running.application, tools, { kind: 'message', id: webhook!.id, way: 'webhook' }, Date.now() + 1000)
  const { messages, later } = (await (await mailbox()).json()) as Mailbox
  expect(messages).toMatchObject([
    { way: 'in-app', name: 'Word', receiver: expect.stringMatching(/^(Ada|Ben|Cleo)$/), body: 'A word' },
    { way: 'in-app', name: 'Word' },
    { way: 'in-app', name: 'Word' },
    { way: 'webhook', isGivenUp: true, error: expect.stringContaining('no public address'), attempts: 1 },
  ])
  expect(messages[3]!.body).toContain('"subject": "Lamp is done"')
  expect(later).toMatchObject([
    { owner: 'transition Repair.status finish', error: 'CLOSED', attempts: 2, isGivenUp: false },
    { owner: 'POST /api/repairs/:title/remarks' },
  ])
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
