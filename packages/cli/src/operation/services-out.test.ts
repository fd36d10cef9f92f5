import { readFileSync } from 'node:fs'
import { compile } from '@ninefold/core/compile.ts'
import { expect, it } from 'vitest'
import { refuseMissingServices, servicesFrom } from './services-out.ts'

const TEXT = readFileSync(new URL('../../../server/src/testing/texts/paid.md', import.meta.url), 'utf8')
const model = compile(TEXT).model!
const GOOD = { PAYMENTS_URL: 'https://api.payments.example', PAYMENTS_KEY: 'secret-1' }

it('names every variable that is missing, and an address that is none', () => {
  expect(() => refuseMissingServices(model, 'app.md', GOOD)).not.toThrow()
  expect(() => refuseMissingServices(model, 'app.md', {})).toThrow('Payments needs PAYMENTS_URL, PAYMENTS_KEY')
  expect(() => refuseMissingServices(model, 'app.md', { ...GOOD, PAYMENTS_KEY: '' })).toThrow(
    'Payments needs PAYMENTS_KEY',
  )
  expect(() => refuseMissingServices(model, 'app.md', { ...GOOD, PAYMENTS_URL: 'payments' })).toThrow(
    'is no web address',
  )
})

const question = () => {
  const service = model.calls.services[0]!
  return { service, operation: service.operations[0]!, values: { amount: 1990 }, idempotencyKey: 'key' }
}

it('stands in while it is developed, and only where a variable is missing', async () => {
  const answer = { kind: 'answer', values: { id: 'pay_example', state: 'open' } }
  expect(await servicesFrom({}, true).ask(question())).toEqual(answer)
  expect(await servicesFrom({ PAYMENTS_KEY: 'x' }, true).ask(question())).toEqual(answer)
  const nobody = { PAYMENTS_URL: 'http://127.0.0.1:1', PAYMENTS_KEY: 'x' }
  expect(await servicesFrom(nobody, true).ask(question())).toMatchObject({ kind: 'failure' })
  // Never where users are.
  expect(await servicesFrom({}, false).ask(question())).toMatchObject({ kind: 'failure' })
})

it('refuses hosts that are none', () => {
  expect(() => servicesFrom({ SERVICE_HOSTS: 'https://payments.internal' }, false)).toThrow('SERVICE_HOSTS has')
})
