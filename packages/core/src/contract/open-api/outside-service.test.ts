// OpenAPI documents of others → parts that check as they stand.

import { expect, it } from 'vitest'
import { compile } from '../../compile.ts'
import { outsideServicePart } from './outside-service.ts'

const ID = { type: 'string', maxLength: 40, example: 'pay_1' }

const DOCUMENT = {
  openapi: '3.1.0',
  servers: [{ url: 'https://api.pay.example' }],
  components: {
    securitySchemes: { key: { type: 'http', scheme: 'bearer' } },
    schemas: {
      Money: {
        type: 'object',
        required: ['value', 'currency'],
        properties: {
          value: { type: 'integer', minimum: 1, maximum: 9999 },
          currency: { type: 'string', enum: ['EUR', 'CHF'] },
        },
      },
      Payment: {
        allOf: [
          { type: 'object', required: ['id'], properties: { id: ID } },
          {
            type: 'object',
            required: ['status', 'page', 'amount'],
            properties: {
              status: { type: 'string', enum: ['open', 'paid'] },
              page: { type: ['string', 'null'], format: 'uri' },
              amount: { $ref: '#/components/schemas/Money' },
              created: { type: 'integer', format: 'unix-time' },
              lines: { type: 'array', items: { $ref: '#/components/schemas/Money' } },
              tags: { type: 'array', items: { type: 'string', maxLength: 20 } },
              fee: { anyOf: [{ type: 'number' }, { type: 'null' }] },
            },
          },
        ],
      },
    },
  },
  paths: {
    '/v1/payments': {
      post: {
        operationId: 'createPayment',
        parameters: [{ in: 'header', name: 'Idempotency-Key', required: true, schema: { type: 'string' } }],
        requestBody: {
          content: {
            'application/json': {
              schema: {
                type: 'object',
                required: ['amount', 'email'],
                properties: {
                  amount: { $ref: '#/components/schemas/Money' },
                  email: { type: 'string', format: 'email' },
                  'return-to': { type: 'string', format: 'uri' },
                  metadata: { type: 'object', additionalProperties: { type: 'string', maxLength: 100 } },
                },
              },
            },
          },
        },
        responses: { 201: { content: { 'application/json': { schema: { $ref: '#/components/schemas/Payment' } } } } },
      },
    },
    '/v1/payments/{payment_id}/refunds': {
      parameters: [{ in: 'path', name: 'payment_id', required: true, schema: ID }],
      post: {
        operationId: 'refund_payment',
        requestBody: {
          content: {
            'application/x-www-form-urlencoded': {
              schema: {
                type: 'object',
                required: ['reason'],
                properties: { reason: { type: 'string', minLength: 3, maxLength: 80 } },
              },
            },
          },
        },
        responses: { 204: {} },
      },
      get: {
        parameters: [{ in: 'query', name: 'limit', schema: { type: 'integer', minimum: 1 } }],
        responses: {
          200: { content: { 'application/json': { schema: { type: 'array', items: { type: 'object' } } } } },
        },
      },
    },
    '/v1/reports': {
      post: {
        operationId: 'report',
        parameters: [{ in: 'query', name: 'day', required: true, schema: { type: 'string' } }],
        responses: {},
      },
    },
  },
}

it('has the operations of the document with what goes each way, and tells what it leaves out', () => {
  const { text, leftOut, address } = outsideServicePart(DOCUMENT, 'Payments', [])
  expect(text).toBe(`### Outside service: Payments

- **Address:** PAYMENTS_URL
- **Signed in with:** bearer PAYMENTS_KEY

| Operation | Request | Fails with |
| --- | --- | --- |
| create payment | \`POST /v1/payments\` | |
| get v1 payments payment id refunds | \`GET /v1/payments/:paymentId/refunds\` | |
| refund payment | \`POST /v1/payments/:paymentId/refunds\` as form | |

| Of | Sends | Like | Needed |
| --- | --- | --- | --- |
| create payment | amount.value | whole number 1 to 9999 | yes |
| create payment | amount.currency | one of EUR, CHF | yes |
| create payment | email | email | yes |
| create payment | return-to | url | no |
| get v1 payments payment id refunds | paymentId | text up to 40 | yes |
| get v1 payments payment id refunds | limit | whole number at least 1 | no |
| refund payment | paymentId | text up to 40 | yes |
| refund payment | reason | text 3 to 80 | yes |

| Of | Gets | Like | Needed | Example |
| --- | --- | --- | --- | --- |
| create payment | id | text up to 40 | yes | pay_1 |
| create payment | status | one of open, paid | yes | open |
| create payment | page | url | no | https://example.com/ |
| create payment | amount.value | whole number 1 to 9999 | yes | 1 |
| create payment | amount.currency | one of EUR, CHF | yes | EUR |
| create payment | created | date and time as Unix seconds | no | 1767225600 |
| create payment | tags | list of text up to 20 | no | |
| create payment | fee | decimal with 2 places | no | 1.00 |`)
  expect(leftOut).toEqual([
    'POST /v1/payments: "metadata" is left out: lists of objects, maps and mixed types have no row.',
    'POST /v1/payments: "lines" is left out: lists of objects, maps and mixed types have no row.',
    'POST /v1/payments: "fee" is a number, and goes as a text with its digits.',
    'GET /v1/payments/{payment_id}/refunds: its answer is no object, and is not read.',
    'POST /v1/reports is left out: it needs "day" in the query.',
  ])
  expect(address).toBe('https://api.pay.example')
})

it('checks as it stands', () => {
  const { text } = outsideServicePart(DOCUMENT, 'Payments', [])
  const { diagnostics } = compile(`# Shop\n\n**Ninefold:** 1\n\n## 7. The calls it makes\n\n${text ?? ''}\n`)
  expect(
    diagnostics.filter(({ severity }) => severity === 'error').map(({ number, message }) => `${number} ${message}`),
  ).toEqual([])
})

it('has only the operations that are asked for, and nothing of what is no document', () => {
  const named = (wanted: readonly string[]) =>
    [...(outsideServicePart(DOCUMENT, 'Pay', wanted).text ?? '').matchAll(/^\| ([^|]+) \| `/gm)].map(([, name]) => name)
  expect(named(['createPayment'])).toEqual(['create payment'])
  expect(named(['POST /v1/payments/{payment_id}/refunds'])).toEqual(['refund payment'])
  expect(named(['nothing'])).toEqual([])
  for (const wrong of [null, 1, [], {}, { paths: [] }, { paths: { '/x': { get: { $ref: '#/paths/~1x/get' } } } }])
    expect(outsideServicePart(wrong, 'Pay', []).text).toBeNull()
})
