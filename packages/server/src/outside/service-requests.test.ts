import { fork } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { compile } from '@ninefold/core/compile.ts'
import { pino } from 'pino'
import { expect, it, onTestFinished } from 'vitest'
import type { OutsideServices } from '../gate/context/service-calls.ts'
import { MAILBOX_ONLY } from '../jobs/mail.ts'
import { runDue } from '../jobs/run-due.ts'
import { runApplication } from '../testing/running-application.ts'
import { openServices } from './service-requests.ts'
import { ONLY_EXAMPLES } from './stand-in.ts'

const TEXT = readFileSync(new URL('../testing/texts/paid.md', import.meta.url), 'utf8')
const PROVIDER = fileURLToPath(new URL('../testing/servers/payment-provider.ts', import.meta.url))
const silent = pino({ level: 'silent' })

interface Seen {
  readonly requests: readonly {
    readonly method: string
    readonly path: string
    readonly headers: Readonly<Record<string, string>>
    readonly body: string
  }[]
  readonly payments: readonly { readonly id: string; readonly amount: number }[]
}

async function provider() {
  const child = fork(PROVIDER)
  onTestFinished(() => void child.kill())
  const [port] = (await once(child, 'message')) as [number]
  const address = `http://127.0.0.1:${port}`
  return {
    host: `127.0.0.1:${port}`,
    address,
    behave: (...behaviours: string[]) =>
      fetch(`${address}/behave`, { method: 'POST', body: JSON.stringify(behaviours) }),
    seen: async () => (await (await fetch(`${address}/seen`)).json()) as Seen,
  }
}

async function shop(services: OutsideServices, text: string) {
  const running = await runApplication(text, { double: (application) => ({ ...application, services }) })
  onTestFinished(() => running[Symbol.asyncDispose]())
  const ada = await running.signIn('ada@example.test', 'correct-horse-1')
  const order = async () =>
    (await running.database.pool.query('SELECT payment, payments FROM "order"')).rows[0] as object
  return {
    ...running,
    ada,
    order,
    pay: (key?: string) => ada.post('/api/orders/Lamp/pay', {}, key === undefined ? {} : { 'idempotency-key': key }),
    /** Simulates the passing of hours. */
    run: (hours: number) =>
      runDue(
        running.application,
        { mail: MAILBOX_ONLY, webhooks: null, logger: silent },
        Date.now() + hours * 3_600_000,
      ),
  }
}

async function paying(text = TEXT) {
  const payments = await provider()
  const environment = { PAYMENTS_URL: payments.address, PAYMENTS_KEY: 'secret-1' }
  const services = openServices({ environment, named: new Set([payments.host]), pauseMs: 5 })
  return { payments, ...(await shop(services, text)) }
}

it('asks before it writes, and goes on with the answer', async () => {
  const { payments, pay, order } = await paying()
  expect(await pay()).toMatchObject({ status: 200, body: { payment: 'pay_1', state: 'open' } })
  expect(await order()).toEqual({ payment: 'pay_1', payments: 1 })
  const { requests } = await payments.seen()
  expect(requests).toMatchObject([
    { method: 'POST', path: '/v1/payments', headers: { authorization: 'Bearer secret-1' } },
  ])
  expect(JSON.parse(requests[0]!.body)).toEqual({ amount: 1990, order: { reference: 'Lamp' } })
})

it('sends a form, and moments as numbers, where the text says so', async () => {
  const text = TEXT.replace('`POST /v1/payments`', '`POST /v1/payments` as form')
    .replace('| create payment | order.reference |', '| create payment | line-items.first-name |')
    .replaceAll(
      'order.reference = `order.name`',
      'lineItems.firstName = `order.name + " & more"`, due.at = `now`, tags = `["a", "b"]`',
    )
    .replace(
      '| read payment | id | text up to 80 | yes |',
      '| create payment | due.at | date and time as Unix seconds | no |\n| create payment | tags | list of text | no |\n| read payment | id | text up to 80 | yes |',
    )
  const { payments, pay } = await paying(text)
  expect(await pay()).toMatchObject({ status: 200, body: { payment: 'pay_1' } })
  const [request] = (await payments.seen()).requests
  expect(request?.headers['content-type']).toBe('application/x-www-form-urlencoded')
  const form = new URLSearchParams(request?.body)
  expect([...form.keys()].toSorted()).toEqual(['amount', 'due[at]', 'line-items[first-name]', 'tags[]', 'tags[]'])
  expect(form.get('line-items[first-name]')).toBe('Lamp & more')
  expect(form.getAll('tags[]')).toEqual(['a', 'b'])
  expect(Math.abs(Number(form.get('due[at]')) - Date.now() / 1000)).toBeLessThan(600)
})

it('tries again with the same key what may succeed then, silence and a broken connection among it', async () => {
  const { payments, pay, order } = await paying()
  await payments.behave('charge and break', 'silent')
  expect(await pay()).toMatchObject({ status: 200, body: { payment: 'pay_1' } })
  const { requests, payments: charged } = await payments.seen()
  expect(requests).toHaveLength(3)
  expect(new Set(requests.map(({ headers }) => headers['idempotency-key'])).size).toBe(1)
  expect(charged).toEqual([{ id: 'pay_1', amount: 1990 }])
  expect(await order()).toEqual({ payment: 'pay_1', payments: 1 })
})

it('charges once for a client that sends its request again after everything had failed', async () => {
  const { payments, pay, order } = await paying()
  await payments.behave('charge and break', 'fail', 'fail')
  expect(await pay('key-1')).toMatchObject({ status: 502 })
  expect(await order()).toEqual({ payment: null, payments: 0 })
  expect(await pay('key-1')).toMatchObject({ status: 200, body: { payment: 'pay_1' } })
  expect(await pay('key-1')).toMatchObject({ status: 200, body: { payment: 'pay_1' } })
  expect((await payments.seen()).payments).toHaveLength(1)
  expect(await order()).toEqual({ payment: 'pay_1', payments: 1 })
})

it('refuses with the code of the status, and otherwise with that of the step, and writes nothing', async () => {
  const { payments, pay, order } = await paying()
  const refusals = [
    ['decline', 409],
    ['wrong type', 502],
    ['no JSON', 502],
    ['endless', 502],
    ['redirect', 502],
  ] as const
  for (const [behaviour, status] of refusals) {
    // A truncated answer is retried.
    await payments.behave(behaviour, ...(behaviour === 'endless' ? [behaviour, behaviour] : []))
    expect((await pay()).status, behaviour).toBe(status)
  }
  expect(await order()).toEqual({ payment: null, payments: 0 })
  expect((await payments.seen()).payments).toEqual([])
})

it('asks once for a transaction that is tried again', async () => {
  const { payments, application, ada } = await paying()
  const results = await Promise.all(Array.from({ length: 8 }, () => ada.post('/api/orders/Lamp/pay')))
  expect(results.map(({ status }) => status)).toEqual(Array.from({ length: 8 }, () => 200))
  const { requests } = await payments.seen()
  expect(requests).toHaveLength(8)
  const { rows } = await application.database.pool.query('SELECT payments FROM "order"')
  expect(rows).toEqual([{ payments: 8 }])
})

it('asks later with a key that is the same at every turn, and does the steps once', async () => {
  const { payments, ada, run, order } = await paying()
  await payments.behave('charge and break', 'fail', 'fail')
  expect((await ada.post('/api/orders/Lamp/pay-later')).status).toBe(204)
  await run(1)
  expect(await order()).toEqual({ payment: null, payments: 0 })
  await run(4)
  await run(7)
  expect(await order()).toEqual({ payment: 'pay_1', payments: 1 })
  expect((await payments.seen()).payments).toHaveLength(1)
})

it('reads with values in the address, and leaves out what a skipped step would have bound', async () => {
  const { ada, pay } = await paying()
  expect((await ada.post('/api/orders/Lamp/look')).body).toEqual({ amount: null })
  await pay()
  expect((await ada.post('/api/orders/Lamp/look')).body).toEqual({ amount: 1990 })
})

it('reaches no address of the own network that the operator has not named', async () => {
  const payments = await provider()
  const environment = { PAYMENTS_URL: payments.address, PAYMENTS_KEY: 'secret-1' }
  const { pay } = await shop(openServices({ environment, named: new Set() }), TEXT)
  expect((await pay()).status).toBe(502)
  expect((await payments.seen()).requests).toEqual([])
})

it('leads to no other operation by a value in the address', async () => {
  const payments = await provider()
  const environment = { PAYMENTS_URL: payments.address, PAYMENTS_KEY: 'secret-1' }
  const services = openServices({ environment, named: new Set([payments.host]), pauseMs: 5 })
  const { model } = compile(TEXT)
  const service = model?.calls.services.find(({ name }) => name === 'Payments')
  const operation = service?.operations.find(({ name }) => name === 'read payment')
  if (service === undefined || operation === undefined) throw new Error('paid.md has no such operation.')
  for (const id of ['..', '.', '']) {
    const outcome = await services.ask({ service, operation, values: { id }, idempotencyKey: 'k' })
    expect(outcome, id).toMatchObject({ kind: 'failure', status: null })
  }
  const { requests } = await payments.seen()
  expect(requests).toEqual([])
  await services.ask({ service, operation, values: { id: '../x?y' }, idempotencyKey: 'k' })
  expect((await payments.seen()).requests.map(({ path }) => path)).toEqual(['/v1/payments/..%2Fx%3Fy'])
})

it('answers with the examples of the text where no service is', async () => {
  const { pay } = await shop(ONLY_EXAMPLES, TEXT)
  expect(await pay()).toMatchObject({ status: 200, body: { payment: 'pay_example', state: 'open' } })
})
