import { expect, it } from 'vitest'
import { readFragment, saidAbout } from '../testing.ts'

const LABELS = '- **Address:** PAYMENTS_URL'

function service(...lines: readonly string[]) {
  return readFragment('calls', ['### Outside service: Payments', '', ...lines].join('\n'))
}

it('reads how a service is reached, signed in to and waited for', () => {
  const read = service(LABELS, '- **Signed in with:** header X-Api-Key PAYMENTS_KEY', '- **Waits:** 5 seconds, 2 tries')
  expect(saidAbout(read)).toEqual([])
  expect(read.draft.calls.services).toMatchObject([
    {
      name: { text: 'Payments' },
      address: { text: 'PAYMENTS_URL' },
      signIn: { kind: 'header', header: { text: 'X-Api-Key' }, secret: { text: 'PAYMENTS_KEY' } },
      waits: { seconds: { text: '5' }, tries: { text: '2' } },
    },
  ])
})

it('takes no address and no secret for a variable of the environment', () => {
  const read = service('- **Address:** https://api.example', '- **Signed in with:** bearer sk_live-123')
  expect(saidAbout(read)).toEqual(['N011 https://api.example', 'N011 bearer sk_live-123'])
})

it('reads operations with their failures, and refuses a request that is none', () => {
  const read = service(
    LABELS,
    '',
    '| Operation | Request | Fails with |',
    '| --- | --- | --- |',
    '| create payment | `POST /v1/payments` | 402 DECLINED, 409 USED |',
    '| look | `/v1/payments` | |',
    '| drop | `DELETE /v1/payments/:id` | 200 GONE |',
  )
  expect(saidAbout(read)).toEqual(['N011 `/v1/payments`', 'N011 200 GONE'])
  expect(read.draft.calls.services[0]?.operations).toMatchObject([
    {
      name: { text: 'create payment' },
      method: { text: 'POST' },
      path: { text: '/v1/payments' },
      failures: [
        { status: { text: '402' }, code: { text: 'DECLINED' } },
        { status: { text: '409' }, code: { text: 'USED' } },
      ],
    },
    { name: { text: 'drop' }, failures: [] },
  ])
})

it('says that an address is missing, and reads one that is not shown', () => {
  expect(saidAbout(service('- **Waits:** 5 seconds'))).toEqual(['N011 Payments'])
  expect(service('- **Address:** not shown').draft.calls.services).toMatchObject([{ address: null }])
})
