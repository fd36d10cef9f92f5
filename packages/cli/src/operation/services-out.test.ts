import { readFileSync } from 'node:fs'
import { compile } from '@ninefold/core/compile.ts'
import { expect, it } from 'vitest'
import { DevelopmentSecrets, refuseMissingServices, servicesFrom } from './services-out.ts'

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
    'is not a web address',
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
  // Never in production.
  expect(await servicesFrom({}, false).ask(question())).toMatchObject({ kind: 'failure' })
})

it('refuses hosts that are none', () => {
  expect(() => servicesFrom({ SERVICE_HOSTS: 'https://payments.internal' }, false)).toThrow('SERVICE_HOSTS has')
})

const CHARGED = readFileSync(new URL('../../../server/src/testing/texts/charged.md', import.meta.url), 'utf8')

it('does not begin without a secret that the service signs with, or with one that is none', () => {
  const signed = compile(CHARGED).model!
  const secret = `whsec_${Buffer.alloc(32, 1).toString('base64')}`
  const refuse = (value: string | undefined) => () =>
    refuseMissingServices(signed, 'app.md', { ...GOOD, PAYMENTS_SECRET: value })
  expect(refuse(secret)).not.toThrow()
  expect(refuse(`${secret} ${secret}`)).not.toThrow()
  expect(refuse(undefined)).toThrow('Payments needs PAYMENTS_SECRET')
  for (const bad of ['whsec_short', `${secret} ${secret} ${secret}`, 'correct-horse-battery-staple'])
    expect(refuse(bad), bad).toThrow('PAYMENTS_SECRET, with which Payments signs, cannot be used')
  const stripe = compile(CHARGED.replace('Standard Webhooks', 'Stripe')).model!
  expect(() => refuseMissingServices(stripe, 'app.md', { ...GOOD, PAYMENTS_SECRET: 'tooshort' })).toThrow(
    'at least 16 characters',
  )
})

it('makes a secret for each that is missing while it is developed, tells the author, and keeps it', () => {
  const signed = compile(CHARGED).model!
  const secrets = new DevelopmentSecrets({})
  const [line, ...more] = secrets.lines(signed)
  expect(more).toEqual([])
  expect(line).toMatch(/^PAYMENTS_SECRET=whsec_[A-Za-z0-9+/]{43}=$/)
  expect(`PAYMENTS_SECRET=${secrets.of('PAYMENTS_SECRET')}`).toBe(line)
  expect(new DevelopmentSecrets({}).lines(signed)).not.toEqual([line])
  const given = new DevelopmentSecrets({ PAYMENTS_SECRET: 'given' })
  expect([given.of('PAYMENTS_SECRET'), given.lines(signed)]).toEqual(['given', []])
})
