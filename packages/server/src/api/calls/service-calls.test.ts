// Calls by an outside service over real HTTP: the accepted signatures, and one effect for each event.

import { createHmac } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { Answer, RunningApplication } from '../../testing/running-application.ts'
import { runApplication } from '../../testing/running-application.ts'
import { tidyUp } from '../../store/tables/housekeeping.ts'

const TEXT = readFileSync(new URL('../../testing/texts/charged.md', import.meta.url), 'utf8')
const KEYS = [Buffer.alloc(32, 1), Buffer.alloc(32, 2)]
const NEW_SECRET = `whsec_${KEYS[0]!.toString('base64')}`
const OLD_SECRET = `whsec_${KEYS[1]!.toString('base64')}`
const PAID = '{"type": "paid",  "data": {"payment": "pay_1", "reference": "Lamp", "currency": "EUR"}, "more": [1]}'

interface Sent {
  readonly body?: string
  readonly headers?: Readonly<Record<string, string | undefined>>
}

function callerAt(shop: RunningApplication) {
  return async (path: string, { body = PAID, headers = {} }: Sent): Promise<Answer> => {
    const all = new Headers({ 'content-type': 'application/json' })
    for (const [name, value] of Object.entries(headers)) if (value !== undefined) all.set(name, value)
    return shop.guest.send(path, { method: 'POST', body, headers: Object.fromEntries(all) })
  }
}

/** Computed here from the public description of the scheme, independently of the tested code. */
function standard(id: string, { body = PAID, key = KEYS[0]!, at = Date.now() } = {}): Record<string, string> {
  const time = String(Math.floor(at / 1000))
  const digest = createHmac('sha256', key).update(`${id}.${time}.${body}`).digest('base64')
  return { 'webhook-id': id, 'webhook-timestamp': time, 'webhook-signature': `v1,${digest}` }
}

async function begin(text: string, secrets: string | undefined): Promise<RunningApplication> {
  return runApplication(text, {
    double: (application) => ({
      ...application,
      signingSecrets: (variable) => (variable === 'PAYMENTS_SECRET' ? secrets : undefined),
    }),
  })
}

async function reset({ database }: RunningApplication): Promise<void> {
  await database.pool.query(`UPDATE "order" SET payment = 'pay_1', paid = 0, refused = 0`)
  await database.pool.query('DELETE FROM ninefold.service_event')
}

async function paidTimes({ database }: RunningApplication): Promise<number> {
  return Number((await database.pool.query('SELECT paid FROM "order"')).rows[0]?.paid)
}

const REFUSED = { status: 401, body: { code: 'SIGNATURE_NOT_VALID' } }

describe('Standard Webhooks', () => {
  let shop: RunningApplication
  const send = (sent: Sent) => callerAt(shop)('/hooks/payments', sent)
  beforeAll(async () => {
    shop = await begin(TEXT, `${NEW_SECRET} ${OLD_SECRET}`)
  })
  afterAll(() => shop[Symbol.asyncDispose]())
  beforeEach(() => reset(shop))

  it('does the steps of a signed event as the product, and ignores inputs that it does not know', async () => {
    expect(await send({ headers: standard('evt_1') })).toMatchObject({ status: 202, body: { order: 'Lamp' } })
    expect(await paidTimes(shop)).toBe(1)
  })

  it('answers an event that comes again with success, and does nothing', async () => {
    await send({ headers: standard('evt_1') })
    expect(await send({ headers: standard('evt_1') })).toMatchObject({ status: 200, body: null })
    // A service may serialise the same event differently when it repeats it.
    const body = PAID.replace('[1]', '[2]')
    expect(await send({ body, headers: standard('evt_1', { body }) })).toMatchObject({ status: 200 })
    expect(await paidTimes(shop)).toBe(1)
    expect(await send({ headers: standard('evt_2') })).toMatchObject({ status: 202 })
    expect(await paidTimes(shop)).toBe(2)
  })

  it('does an event once that comes many times at once', async () => {
    const answers = await Promise.all(Array.from({ length: 12 }, () => send({ headers: standard('evt_1') })))
    expect(answers.map(({ status }) => status).sort()).toEqual([...Array.from({ length: 11 }, () => 200), 202])
    expect(await paidTimes(shop)).toBe(1)
  })

  it('takes an event again whose call was refused', async () => {
    await shop.database.pool.query(`UPDATE "order" SET payment = 'pay_0'`)
    expect(await send({ headers: standard('evt_1') })).toMatchObject({ status: 409, body: { code: 'OTHER_PAYMENT' } })
    await shop.database.pool.query(`UPDATE "order" SET payment = 'pay_1'`)
    expect(await send({ headers: standard('evt_1') })).toMatchObject({ status: 202 })
  })

  it('takes both secrets while one takes the place of the other, and one good signature of several', async () => {
    expect(await send({ headers: standard('evt_1', { key: KEYS[1]! }) })).toMatchObject({ status: 202 })
    const headers = standard('evt_2')
    const several = `v1,${Buffer.alloc(32).toString('base64')} v2,x ${headers['webhook-signature']}`
    expect(await send({ headers: { ...headers, 'webhook-signature': several } })).toMatchObject({ status: 202 })
  })

  const wrong: Readonly<Record<string, () => Sent>> = {
    'no signature': () => ({}),
    'another secret': () => ({ headers: standard('evt_1', { key: Buffer.alloc(32, 3) }) }),
    'another body': () => ({ headers: standard('evt_1', { body: '{}' }) }),
    'the same JSON in other bytes': () => ({
      body: JSON.stringify(JSON.parse(PAID)),
      headers: standard('evt_1'),
    }),
    'another id': () => ({ headers: { ...standard('evt_1'), 'webhook-id': 'evt_2' } }),
    'another time': () => ({ headers: { ...standard('evt_1'), 'webhook-timestamp': String(Date.now()).slice(0, 9) } }),
    'a time too long ago': () => ({ headers: standard('evt_1', { at: Date.now() - 301_000 }) }),
    'a time too far ahead': () => ({ headers: standard('evt_1', { at: Date.now() + 310_000 }) }),
    'a time that is no number': () => ({ headers: { ...standard('evt_1'), 'webhook-timestamp': '1e3' } }),
    'an empty signature': () => ({ headers: { ...standard('evt_1'), 'webhook-signature': 'v1,' } }),
    'a shorter signature': () => {
      const headers = standard('evt_1')
      return { headers: { ...headers, 'webhook-signature': headers['webhook-signature']!.slice(0, 20) } }
    },
    'a body that is no JSON': () => ({ body: '{', headers: standard('evt_1') }),
    'no body': () => ({ body: '', headers: standard('evt_1') }),
  }
  it.each(Object.keys(wrong))('refuses %s, says nothing of why, and does nothing', async (name) => {
    const answer = await send(wrong[name]!())
    expect(answer).toMatchObject(REFUSED)
    expect(JSON.stringify(answer.body)).toContain('The signature of this request is not valid.')
    expect(await paidTimes(shop)).toBe(0)
    expect((await shop.database.pool.query('SELECT FROM ninefold.service_event')).rowCount).toBe(0)
  })

  it('refuses people, whatever they may do, and takes no session for a signature', async () => {
    const ada = await shop.signIn('ada@example.test', 'correct-horse-1')
    expect(await ada.post('/hooks/payments', JSON.parse(PAID))).toMatchObject(REFUSED)
  })

  it('refuses a stranger before the body is read, and a body that is too large before it is signed', async () => {
    const large = JSON.stringify({ type: 'paid', more: 'x'.repeat(3_000_000) })
    expect((await send({ body: large, headers: {} })).status).toBe(401)
    expect((await send({ body: large, headers: standard('evt_1', { body: large }) })).status).toBe(413)
  })

  it('is the doing of the product in the history of a record', async () => {
    await send({ headers: standard('evt_1') })
    const ada = await shop.signIn('ada@example.test', 'correct-horse-1')
    const { id } = (await shop.database.pool.query('SELECT id FROM "order"')).rows[0]
    const told = await ada.get(`/_ninefold/history/order/${id}`)
    const { changes } = told.body
    expect(changes[0]).toMatchObject({ field: 'paid', isByProduct: true, by: null, after: 1 })
  })

  it('says what is wrong with a signed event', async () => {
    const body = '{"type": "lost", "data": {"payment": "pay_1", "reference": "Lamp"}}'
    expect((await send({ body, headers: standard('evt_1', { body }) })).status).toBe(422)
  })

  it('forgets events after 30 days, and not before', async () => {
    await send({ headers: standard('evt_1') })
    await shop.database.pool.query(`UPDATE ninefold.service_event SET at = now() - interval '29 days'`)
    await tidyUp(shop.database, null)
    expect((await send({ headers: standard('evt_1') })).status).toBe(200)
    await shop.database.pool.query(`UPDATE ninefold.service_event SET at = now() - interval '31 days'`)
    await tidyUp(shop.database, null)
    expect((await send({ headers: standard('evt_1') })).status).toBe(202)
  })
})

it('takes nothing without a secret', async () => {
  for (const secrets of [undefined, '', ' ', 'whsec_', `${NEW_SECRET} short`]) {
    await using shop = await begin(TEXT, secrets)
    await reset(shop)
    const empty = standard('evt_1', { key: Buffer.alloc(0) })
    expect(await callerAt(shop)('/hooks/payments', { headers: empty })).toMatchObject(REFUSED)
    expect(await paidTimes(shop)).toBe(0)
  }
})

const SECRET = 'a-secret-of-the-service'
const hmac = (signed: string, encoding: 'hex' | 'base64'): string =>
  createHmac('sha256', SECRET).update(signed).digest(encoding)
function stripe(body: string, at = Date.now()): Record<string, string> {
  const time = Math.floor(at / 1000)
  return { 'Stripe-Signature': `t=${time},v1=${'0'.repeat(64)},v1=${hmac(`${time}.${body}`, 'hex')},v0=1` }
}
const EVENT = '{"id": "evt_7", "type": "paid", "data": {"payment": "pay_1", "reference": "Lamp"}, "pending": 1}'

describe.each<{ readonly scheme: string; readonly signed: (body: string) => Record<string, string> }>([
  { scheme: 'Stripe', signed: stripe },
  { scheme: 'GitHub', signed: (body) => ({ 'X-Hub-Signature-256': `sha256=${hmac(body, 'hex')}` }) },
  { scheme: 'HMAC-SHA256 in X-Sign as hex', signed: (body) => ({ 'X-Sign': hmac(body, 'hex').toUpperCase() }) },
  { scheme: 'HMAC-SHA256 in X-Sign as base64', signed: (body) => ({ 'X-Sign': hmac(body, 'base64') }) },
])('$scheme', ({ scheme, signed }) => {
  let shop: RunningApplication
  const send = (sent: Sent) => callerAt(shop)('/hooks/payments', sent)
  beforeAll(async () => {
    shop = await begin(TEXT.replace('Standard Webhooks, PAYMENTS_SECRET', `${scheme}, PAYMENTS_SECRET`), SECRET)
  })
  afterAll(() => shop[Symbol.asyncDispose]())
  beforeEach(() => reset(shop))

  it('lets in who signs, once for each event', async () => {
    expect(await send({ body: EVENT, headers: signed(EVENT) })).toMatchObject({ status: 202 })
    expect(await send({ body: EVENT, headers: signed(EVENT) })).toMatchObject({ status: 200 })
    const other = EVENT.replace('evt_7', 'evt_8')
    expect(await send({ body: other, headers: signed(other) })).toMatchObject({ status: 202 })
    expect(await paidTimes(shop)).toBe(2)
  })

  it('refuses who signs other bytes, or nothing', async () => {
    expect(await send({ body: EVENT })).toMatchObject(REFUSED)
    expect(await send({ body: EVENT, headers: signed(`${EVENT} `) })).toMatchObject(REFUSED)
    const [name = ''] = Object.keys(signed(EVENT))
    for (const value of ['sha256=', 'x', `sha256=${'0'.repeat(64)}`, '0'.repeat(64), 't=1,v1=0'])
      expect(await send({ body: EVENT, headers: { [name]: value } }), value).toMatchObject(REFUSED)
    expect(await paidTimes(shop)).toBe(0)
  })
})

it('knows an event of Stripe by its id, and refuses an old one', async () => {
  await using shop = await begin(TEXT.replace('Standard Webhooks', 'Stripe'), SECRET)
  await reset(shop)
  const send = (body: string, at?: number) => callerAt(shop)('/hooks/payments', { body, headers: stripe(body, at) })
  expect(await send(EVENT, Date.now() - 301_000)).toMatchObject(REFUSED)
  expect((await send(EVENT)).status).toBe(202)
  expect((await send(EVENT.replace('"pending": 1', '"pending": 0'))).status).toBe(200)
})

it('takes as much time between signing and arriving as the text says', async () => {
  const text = TEXT.replace('PAYMENTS_SECRET\n', 'PAYMENTS_SECRET, within 10 minutes\n')
  await using shop = await begin(text, NEW_SECRET)
  await reset(shop)
  const send = (minutes: number) =>
    callerAt(shop)('/hooks/payments', { headers: standard(`evt_${minutes}`, { at: Date.now() - minutes * 60_000 }) })
  expect((await send(9)).status).toBe(202)
  expect((await send(11)).status).toBe(401)
})

it('knows an event by the value that the call names', async () => {
  const text = TEXT.replace('- **Who:** Payments\n', '- **Who:** Payments\n- **Repeatable:** by `input.id`\n').replace(
    '| type | one of',
    '| id | text up to 80 | yes |\n| type | one of',
  )
  await using shop = await begin(text, NEW_SECRET)
  await reset(shop)
  const send = (id: string) =>
    callerAt(shop)('/hooks/payments', { body: EVENT, headers: standard(id, { body: EVENT }) })
  expect((await send('msg_1')).status).toBe(202)
  expect((await send('msg_2')).status).toBe(200)
  expect(await paidTimes(shop)).toBe(1)
})
