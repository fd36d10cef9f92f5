import { readFileSync } from 'node:fs'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { type Client, runApplication, type RunningApplication } from '../../testing/running-application.ts'

const APP = '/_ninefold/app'

let helpDesk: RunningApplication
let ada: Client
let cleo: Client

beforeAll(async () => {
  helpDesk = await runApplication(
    readFileSync(new URL('../../../../../examples/helpdesk/app.md', import.meta.url), 'utf8'),
  )
  ada = await helpDesk.signIn('ada@example.test', 'correct-horse-1')
  cleo = await helpDesk.signIn('cleo@example.test', 'correct-horse-3')
})

afterAll(() => helpDesk[Symbol.asyncDispose]())

it('describes the application in few bytes to whoever can read them, and says the same', async () => {
  const plain = await ada.get(APP, { 'accept-encoding': 'gzip, br;q=0' })
  const packed = await ada.get(APP, { 'accept-encoding': 'gzip, deflate, br' })
  expect(plain.headers.get('content-encoding')).toBeNull()
  expect(packed.headers.get('content-encoding')).toBe('br')
  expect(packed.body).toEqual(plain.body)
  expect(Number(packed.headers.get('content-length'))).toBeLessThan(Number(plain.headers.get('content-length')) / 3)
  expect(packed.headers.get('cache-control')).toBe('no-store')
})

it('sends nothing to whoever holds it, as long as it is the same for them', async () => {
  const tag = (await ada.get(APP)).headers.get('etag') ?? ''
  const again = await ada.get(APP, { 'if-none-match': tag })
  expect([again.status, again.body]).toEqual([304, null])
  expect((await cleo.get(APP, { 'if-none-match': tag })).status).toBe(200)
  expect((await ada.get(APP, { 'if-none-match': tag, 'accept-language': 'de' })).status).toBe(200)
  expect((await helpDesk.guest.get(APP, { 'if-none-match': tag })).body.caller).toBeNull()
})
