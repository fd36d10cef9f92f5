// The clock of an application in development: it moves for everything at once, stays moved when the text changes, and
// is reset by a restart of `ninefold dev`.

import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { clientOf } from '@ninefold/server/testing/running-application.ts'
import { expect, it, onTestFinished } from 'vitest'
import { dev, stop, workplaceWithDatabase } from '../testing/program.ts'
import { cookieOfSession } from '@ninefold/server/testing/cookie-of-session.ts'

const CLOCKWORK = fileURLToPath(new URL('../../../server/src/testing/texts/clockwork.md', import.meta.url))
const DAY = 86_400_000

async function signedIn(address: string) {
  const answer = await clientOf(address, null).post('/_ninefold/session', {
    identifier: 'ada@example.test',
    password: 'correct-horse-1',
  })
  return clientOf(address, cookieOfSession(answer))
}

it('does at once what comes due, keeps the time through a change of the text, and forgets it with the process', async () => {
  const place = await workplaceWithDatabase()
  onTestFinished(() => place[Symbol.asyncDispose]())
  const lending = await readFile(CLOCKWORK, 'utf8')
  const text = lending.replace('### Entity: Loan\n', '### Entity: Loan\n\n- **History:** every change of reminders\n')
  await writeFile(join(place.folder, 'app.md'), text)
  const first = await dev(place.folder, 'app.md')
  const ada = await signedIn(first.address)
  const people = (await ada.get('/_ninefold/view-as')).body.users
  const title = 'Emma'
  expect((await ada.post('/api/loans', { title, reader: people[0].id })).status).toBe(201)
  expect((await ada.post(`/api/loans/${title}/lend`)).status).toBe(200)

  const moved = await ada.post('/_ninefold/clock.json', { aheadMs: 4 * DAY })
  expect(moved.body).toMatchObject({ aheadMs: 4 * DAY, isWaiting: false })
  expect(moved.body.done.map(({ kind }: { kind: string }) => kind)).toContain('clock')
  const loan = (await ada.get(`/api/loans/${title}`)).body
  expect(loan.reminders).toBe(1)
  // Histories use the same clock as everything else.
  const { changes } = (await ada.get(`/_ninefold/history/loan/${loan.id}`)).body
  expect(changes[0].field).toBe('reminders')
  expect(Date.parse(changes[0].at) - Date.now()).toBeGreaterThan(3 * DAY)
  const sent = (await ada.get('/_ninefold/mailbox.json')).body.messages
  expect(Date.parse(sent[0].at) - Date.now()).toBeGreaterThan(3 * DAY)

  const from = first.printed().length
  await writeFile(join(place.folder, 'app.md'), `${text}\n`)
  await first.prints(/Applied in/, from)
  expect((await ada.get('/_ninefold/clock.json')).body).toEqual({ aheadMs: 4 * DAY })
  expect((await ada.post('/_ninefold/clock.json', { aheadMs: 0 })).body.aheadMs).toBe(0)
  expect((await ada.post('/_ninefold/clock.json', { aheadMs: 'soon' })).status).toBe(422)

  await ada.post('/_ninefold/clock.json', { aheadMs: DAY })
  await stop(first)
  const second = await dev(place.folder, 'app.md')
  onTestFinished(async () => void (await stop(second)))
  const again = await signedIn(second.address)
  expect((await again.get('/_ninefold/clock.json')).body).toEqual({ aheadMs: 0 })
  expect((await again.get(`/api/loans/${title}`)).body.reminders).toBe(1)
})
