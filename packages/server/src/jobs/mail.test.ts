import { readFileSync } from 'node:fs'
import { pino } from 'pino'
import { expect, it, onTestFinished } from 'vitest'
import { keepMessage, newestMessages } from '../store/tables/outbox.ts'
import { runApplication } from '../testing/running-application.ts'
import { mailServer } from '../testing/servers/mail-server.ts'
import type { Mail } from './mail.ts'
import { runDue } from './run-due.ts'

const TEXT = readFileSync(new URL('../testing/texts/clockwork.md', import.meta.url), 'utf8')
const silent = pino({ level: 'silent' })

async function outbox(...messages: readonly { readonly receiver: string; readonly subject?: string }[]) {
  const application = await runApplication(TEXT)
  onTestFinished(() => application[Symbol.asyncDispose]())
  const atMs = Date.now()
  for (const { receiver, subject = 'Hello' } of messages)
    await keepMessage(application.database, { name: 'Word', way: 'email', receiver, subject, body: 'Ähm.', atMs })
  return {
    deliver: (mail: Mail | null, nowMs = atMs + 1) =>
      runDue(application.application, { mail, webhooks: null, logger: silent }, nowMs),
    kept: () => newestMessages(application.database, 100),
    atMs,
  }
}

it('takes a message to its receiver, once, under the id of its event', async () => {
  const { received, mail } = await mailServer()
  const { deliver, kept } = await outbox({ receiver: 'ada@example.test', subject: 'Grüße' })
  await deliver(mail)
  await deliver(mail)
  expect(received.map(({ to }) => to)).toEqual([['ada@example.test']])
  const [message] = await kept()
  expect(message?.sentAtMs).not.toBeNull()
  expect(received[0]?.text).toContain(`Message-ID: <${message?.id}@example.test>`)
  expect(received[0]?.text).toContain('From: Lending <lending@example.test>')
})

it('tries again later when the server could not, and sends the same id', async () => {
  const { received, mail } = await mailServer([451])
  const { deliver, kept, atMs } = await outbox({ receiver: 'ada@example.test' })
  await deliver(mail)
  expect(received).toEqual([])
  expect((await kept())[0]).toMatchObject({ attempts: 1, sentAtMs: null, isGivenUp: false })
  await deliver(mail, atMs + 1000)
  expect(received).toEqual([])
  await deliver(mail, atMs + 60_000)
  expect(received).toHaveLength(1)
})

it('gives up where trying again changes nothing, and keeps the reason', async () => {
  const { received, mail } = await mailServer()
  const { deliver, kept } = await outbox({ receiver: 'ada@elsewhere.test' }, { receiver: 'no address' })
  await deliver(mail)
  expect(received).toEqual([])
  expect((await kept()).every(({ isGivenUp, lastError }) => isGivenUp && lastError !== null)).toBe(true)
})

it.each([
  ['an address with a second one', 'ada@example.test, eve@example.test'],
  ['an address with a header behind it', 'ada@example.test\r\nBcc: eve@example.test'],
  ['an address with a name', 'Eve <eve@example.test>'],
])('sends nothing to %s', async (_, receiver) => {
  const { received, mail } = await mailServer()
  const { deliver } = await outbox({ receiver })
  await deliver(mail)
  expect(received).toEqual([])
})

it('makes no header of what a subject says', async () => {
  const { received, mail } = await mailServer()
  const { deliver } = await outbox({
    receiver: 'ada@example.test',
    subject: 'Hello\r\nBcc: eve@example.test\r\n\r\nBody',
  })
  await deliver(mail)
  expect(received[0]?.to).toEqual(['ada@example.test'])
  expect(received[0]?.text).not.toMatch(/^Bcc:/m)
})

it('waits while nobody has said through which server mail goes', async () => {
  const { received, mail } = await mailServer()
  const { deliver, kept } = await outbox({ receiver: 'ada@example.test' })
  await deliver(null)
  expect((await kept())[0]).toMatchObject({ attempts: 0, sentAtMs: null, isGivenUp: false })
  await deliver(mail)
  expect(received).toHaveLength(1)
})

it('is sent once, whoever tries at the same time', async () => {
  const { received, mail } = await mailServer()
  const { deliver } = await outbox({ receiver: 'ada@example.test' })
  await Promise.all([deliver(mail), deliver(mail), deliver(mail), deliver(mail)])
  expect(received).toHaveLength(1)
})
