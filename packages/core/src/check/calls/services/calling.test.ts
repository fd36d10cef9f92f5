// Calls of outside services: diagnostics, differences between two versions, and completions.

import { readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import { compile } from '../../../compile.ts'
import { openApiDocument } from '../../../contract/open-api/document.ts'
import { compareCalls } from '../../../evolution/compare/calls.ts'
import { callsPicture } from '../../../pictures/calls.ts'
import { completionsAt } from '../../../service/completion.ts'
import { openDocument } from '../../../service/document.ts'
import { renameAt } from '../../../service/rename.ts'

const TEXT = readFileSync(new URL('../../../../../server/src/testing/texts/charged.md', import.meta.url), 'utf8')

function said(text: string): string[] {
  return compile(text).diagnostics.flatMap(({ number, severity }) =>
    severity === 'note' || severity === 'unknown' ? [] : [number],
  )
}

function changed(from: string, to: string): string[] {
  expect(TEXT).toContain(from)
  return said(TEXT.replace(from, to))
}

it('says nothing of a call that is right', () => {
  expect(said(TEXT)).toEqual([])
})

it.each([
  ['Standard Webhooks, PAYMENTS_SECRET', 'Stripe, PAYMENTS_SECRET, within 10 minutes', []],
  ['Standard Webhooks, PAYMENTS_SECRET', 'HMAC-SHA256 in X-Sign as base64, PAYMENTS_SECRET', []],
  ['Standard Webhooks, PAYMENTS_SECRET', 'Standard Webhooks, PAYMENTS_SECRET, within 90 minutes', ['N011']],
  ['Standard Webhooks, PAYMENTS_SECRET', 'GitHub, PAYMENTS_SECRET, within 10 minutes', ['N011']],
  ['Standard Webhooks, PAYMENTS_SECRET', 'MD5, PAYMENTS_SECRET', ['N011', 'N754']],
  ['Standard Webhooks, PAYMENTS_SECRET', 'Standard Webhooks, whsec_abc+d=', ['N011', 'N754']],
  ['- **Signs with:** Standard Webhooks, PAYMENTS_SECRET\n', '', ['N754']],
])('reads how a service signs: %s → %s', (from, to, numbers) => {
  // Without a signature, the example cannot be played as the service.
  expect(changed(from, to).filter((number) => number !== 'N732' && number !== 'N737')).toEqual(numbers)
})

it.each([
  ['- **Who:** Payments\n', '- **Who:** Payments, Seller\n'],
  ['- **Who:** Payments\n', '- **Who:** Payments\n- **Repeatable:** with an Idempotency-Key\n'],
  ['- **Who:** Payments\n', '- **Who:** Payments\n- **Repeatable:** naturally\n'],
  ['- **Who:** Payments\n', '- **Who:** Payments\n- **Needs:** the version\n'],
  ['| Seller | | the first', '| Payments | | from a Seller |\n| Seller | | the first'],
  ['7. respond 202', '7. sign out\n8. respond 202'],
])('refuses beside a service: %s → %s', (from, to) => {
  expect(changed(from, to)).toContain('N755')
})

it('refuses to be called by GET', () => {
  expect(said(TEXT.replaceAll('POST /hooks/payments', 'GET /hooks/payments'))).toContain('N755')
})

it('knows no user in its steps', () => {
  expect(changed('7. respond 202', '7. require `me.name == "Ada"` or fail DECLINED\n8. respond 202')).toEqual(['N051'])
})

it('says that nothing is called with what is signed, and that an example is by somebody else', () => {
  expect(changed('- **Who:** Payments\n', '- **Who:** Seller\n')).toContain('N756')
  expect(changed('2. as Payments: call', '2. as Ada: call')).toEqual(['N737'])
})

it('says in a sentence what is different', () => {
  const sentences = (from: string, to: string): string[] => {
    const [old, now] = [compile(TEXT).model, compile(TEXT.replace(from, to)).model]
    if (old === null || now === null) throw new Error('The text has errors.')
    return compareCalls(old, now, null).map(([, sentence]) => sentence)
  }
  expect(sentences('Standard Webhooks, PAYMENTS_SECRET', 'Stripe, OTHER_SECRET, within 2 minutes')).toEqual([
    'The service Payments signs with Stripe and OTHER_SECRET, within 2 minutes instead of Standard Webhooks and PAYMENTS_SECRET.',
  ])
  expect(
    sentences(
      '- **Who:** Payments\n',
      '- **Who:** Seller\n- **Runs as:** the product\n- **Used by:** other programs\n',
    ),
  ).toContain('POST /hooks/payments is not called by Payments any more.')
})

it('offers services and their operations, and renames them everywhere', () => {
  const offered = (typed: string, from: string, to: string): string[] => {
    const text = TEXT.replace(from, to)
    const offset = text.indexOf(typed) + typed.length
    return completionsAt(openDocument(text), offset).map(({ label }) => label)
  }
  expect(offered('A payment has changed\n\n- **Who:** Pa', '- **Who:** Payments\n', '- **Who:** Pa\n')).toContain(
    'Payments',
  )
  expect(offered('ask Pa', 'ask Payments to', 'ask Pa to')).toContain('Payments')
  const renamed = renameAt(openDocument(TEXT), TEXT.indexOf('Payments\n\n- **Address') + 1, 'Bank')
  expect(renamed.kind === 'edits' ? renamed.edits.length : renamed.why).toBe(6)
  const operation = renameAt(openDocument(TEXT), TEXT.indexOf('create payment') + 1, 'charge')
  expect(operation.kind === 'edits' ? operation.edits.length : operation.why).toBe(5)
})

it('shows in OpenAPI and in the nine points how the service signs', () => {
  const { model } = compile(TEXT)
  if (model === null) throw new Error('The text has errors.')
  const { paths, components } = openApiDocument(model, '1')
  expect(components.securitySchemes['signature-Payments']).toMatchObject({ in: 'header', name: 'webhook-signature' })
  const hook = paths['/hooks/payments']?.['post']
  expect(hook?.security).toEqual([{ 'signature-Payments': [] }])
  expect(hook?.responses['401']?.description).toContain('SIGNATURE_NOT_VALID')
  expect(Object.keys(hook?.responses ?? {})).toEqual(expect.arrayContaining(['200', '202']))
  expect(paths['/api/orders/{name}/pay']?.['post']?.responses['401']?.description).not.toContain('SIGNATURE')
  const { calls, services } = callsPicture(model, TEXT)
  expect(calls.map(({ who }) => who)).toEqual([['Seller'], ['Payments']])
  expect(services[0]?.signs).toEqual({
    words: 'Standard Webhooks, within 5 minutes',
    calls: ['POST /hooks/payments'],
  })
  expect(services[0]?.needs).toEqual(['PAYMENTS_URL', 'PAYMENTS_KEY', 'PAYMENTS_SECRET'])
})
