// Published examples of signatures are accepted, and the log gives the reason for a refused one.

import { expect, it } from 'vitest'
import type { ServiceSigning } from '@ninefold/core/model/outside/services.ts'
import { signatureHeaders, unusableSecret, verified } from './signatures.ts'

const NOW = 1_792_000_000_000
const WITHIN = { secret: 'HOOK_SECRET', withinMs: 300_000 }
const SCHEMES: readonly ServiceSigning[] = [
  { kind: 'Standard Webhooks', ...WITHIN },
  { kind: 'Stripe', ...WITHIN },
  { kind: 'GitHub', secret: 'HOOK_SECRET' },
  { kind: 'HMAC-SHA256', secret: 'HOOK_SECRET', header: 'X-Sign', encoding: 'hex' },
  { kind: 'HMAC-SHA256', secret: 'HOOK_SECRET', header: 'X-Sign', encoding: 'base64' },
]
const SECRET = `whsec_${Buffer.alloc(32, 1).toString('base64')}`
const OTHER = `whsec_${Buffer.alloc(32, 2).toString('base64')}`

it('takes the example of the documentation of GitHub', () => {
  const headers = {
    'x-hub-signature-256': 'sha256=757107ea0eb2509fc211221cce984b8a37570b6d7586c22c46f4379c8b043e17',
  }
  const request = { headers, body: Buffer.from('Hello, World!'), nowMs: NOW }
  const signing = { kind: 'GitHub', secret: 'HOOK_SECRET' } as const
  expect(verified(signing, "It's a Secret to Everybody", request)).toMatchObject({ kind: 'signed' })
})

it.each(SCHEMES)('takes what it signs, and tells the log of each reason: $kind', (signing) => {
  const body = '{"id": "evt_1"}'
  const headers = signatureHeaders(signing, `${SECRET} ${OTHER}`, { id: 'evt_1', body, nowMs: NOW })
  const judge = (secret: string | undefined, more: { body?: string; nowMs?: number; headers?: object } = {}) => {
    const { body: sent = body, nowMs = NOW, headers: own = headers } = more
    const verdict = verified(signing, secret, { headers: { ...own }, body: Buffer.from(sent), nowMs })
    return verdict.kind === 'refused' ? verdict.why : 'signed'
  }
  expect([judge(SECRET), judge(`${OTHER} ${SECRET}`)]).toEqual(['signed', 'signed'])
  expect(judge(OTHER)).toBe('no signature is that of a secret')
  expect(judge(SECRET, { body: `${body} ` })).toBe('no signature is that of a secret')
  expect(judge(undefined)).toContain('holds no secret')
  expect(judge(SECRET, { headers: {} })).toMatch(/missing|no signature of this scheme/)
  const late = judge(SECRET, { nowMs: NOW + 300_001 })
  expect(late).toBe('withinMs' in signing ? 'its time is too far from now' : 'signed')
  expect(judge(SECRET, { nowMs: NOW + 299_000 })).toBe('signed')
})

it('says which secrets cannot be used', () => {
  const [standard, stripe] = SCHEMES
  expect([unusableSecret(standard!, SECRET), unusableSecret(stripe!, 'whsec_of_another_form')]).toEqual([null, null])
  expect(unusableSecret(standard!, 'correct-horse-battery')).toContain('24 to 64 bytes')
  expect(unusableSecret(stripe!, 'short')).toContain('16 characters')
})
