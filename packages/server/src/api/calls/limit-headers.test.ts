// Answers of a call with a limit tell what it leaves, in the statement that counts.

import { afterAll, beforeAll, expect, it } from 'vitest'
import { runApplication, type RunningApplication } from '../../testing/running-application.ts'

const LIMITS = `| Readers "of" a minute | \`GET /parts\` | address, 1 minute | 3 | |
| All of them | \`GET /parts\` | everybody, 1 hour | 100 | SLOWER |
| Orders | \`POST /orders\` | address, 1 day | 2 | SLOWER |`

const textWith = (headers: string, limits = LIMITS): string => `# Parts

**Ninefold:** 1

## 3. Entities and their fields

**Every entity has:** id as a counting number

### Entity: Part

| Field | Type | Rules | Default | Meaning |
| --- | --- | --- | --- | --- |
| code | text up to 20 | required, unique | | |

## 6. Roles and permissions

| Role | Includes | A user gets it |
| --- | --- | --- |
| Guest | | by not being signed in |

| Who | May | Entity | Only where | Fields |
| --- | --- | --- | --- | --- |
| Guest | see, create | Part | | all |

## 7. The calls it makes

### Standard calls

| Entity | Path | Calls | Found by | Answers with |
| --- | --- | --- | --- | --- |
| Part | \`/parts\` | list, get, create | code | everything visible |

### POST /orders — Order

- **Who:** Guest
- **Repeatable:** with an Idempotency-Key

| Input | Like | Needed |
| --- | --- | --- |
| code | Part.code | yes |

1. create Part as part with given code
2. respond 201 with \`part.code\`

## 8. The error catalogue

| Code | Status | About | Message |
| --- | --- | --- | --- |
| SLOWER | 403 | parts | Slower. |

## 9. Business constants and limits

| Setting | Value |
| --- | --- |
| Other sites may call | https://shop.example |
${headers === '' ? '' : `| Limit headers | ${headers} |`}

| Limit | On | Per | At most | Otherwise |
| --- | --- | --- | --- | --- |
${limits}
`

let parts: RunningApplication
beforeAll(async () => {
  parts = await runApplication(textWith('X-RateLimit, RateLimit'))
})
afterAll(async () => parts[Symbol.asyncDispose]())

const told = (headers: Headers): readonly (string | null)[] =>
  ['limit', 'remaining'].map((name) => headers.get(`x-ratelimit-${name}`))

it('tells the tightest limit and all limits, also when one is used up', async () => {
  const around = (seconds: number): unknown => expect.stringMatching(new RegExp(`^${Math.floor(seconds / 10)}\\d$`))
  for (const left of [2, 1, 0]) {
    const { status, headers } = await parts.guest.get('/parts')
    expect([status, told(headers)]).toEqual([200, ['3', String(left)]])
    expect(headers.get('ratelimit-policy')).toBe('"Readers \\"of\\" a minute";q=3;w=60, "All of them";q=100;w=3600')
    const [, seconds = '', all = ''] =
      /^"Readers \\"of\\" a minute";r=\d;t=(\d+), "All of them";r=(\d+);t=\d+$/.exec(headers.get('ratelimit') ?? '') ??
      []
    expect(Number(all)).toBe(97 + left)
    expect(seconds).toEqual(left === 2 ? '60' : around(Number(seconds)))
    const reset = Number(headers.get('x-ratelimit-reset')) - Date.now() / 1000
    expect(Math.abs(reset - Number(seconds))).toBeLessThan(5)
  }
  const { status, headers } = await parts.guest.get('/parts', { origin: 'https://shop.example' })
  expect([status, told(headers)]).toEqual([429, ['3', '0']])
  expect(headers.get('ratelimit')).toMatch(`;r=0;t=${headers.get('retry-after')}`)
  expect(headers.get('access-control-expose-headers')).toContain('x-ratelimit-remaining')
})

it('tells nothing at a call without a limit', async () => {
  const { headers } = await parts.guest.get('/parts/none')
  expect([...headers.keys()].filter((name) => name.includes('ratelimit'))).toEqual([])
})

it('counts refused requests, and does not count repeated ones', async () => {
  const order = (key: string, body: object) => parts.guest.post('/orders', body, { 'idempotency-key': key })
  const first = await order('one', { code: 'a' })
  expect([first.status, told(first.headers)]).toEqual([201, ['2', '1']])
  const again = await order('one', { code: 'a' })
  expect([again.status, told(again.headers)]).toEqual([201, [null, null]])
  const wrong = await order('two', { code: 'x'.repeat(21) })
  expect([wrong.status, told(wrong.headers)]).toEqual([422, ['2', '0']])
  const over = await order('three', { code: 'b' })
  expect([over.status, told(over.headers)]).toEqual([403, ['2', '0']])
})

it('tells the reset in seconds, or nothing at all, as the text states', async () => {
  {
    await using seconds = await runApplication(textWith('X-RateLimit with seconds'))
    const { headers } = await seconds.guest.get('/parts')
    expect([told(headers), headers.get('x-ratelimit-reset'), headers.get('ratelimit')]).toEqual([
      ['3', '2'],
      '60',
      null,
    ])
  }
  await using silent = await runApplication(textWith(''))
  const { headers } = await silent.guest.get('/parts')
  expect([...headers.keys()].filter((name) => name.includes('ratelimit'))).toEqual([])
})

it('counts all calls together', async () => {
  await using all = await runApplication(
    textWith('X-RateLimit', '| Everything | all calls | address, 1 hour | 4 | SLOWER |'),
  )
  const left = async (answer: Promise<{ readonly status: number; readonly headers: Headers }>) => {
    const { status, headers } = await answer
    return [status, headers.get('x-ratelimit-remaining')]
  }
  expect(await left(all.guest.get('/parts'))).toEqual([200, '3'])
  expect(await left(all.guest.post('/orders', { code: 'a' }))).toEqual([201, '2'])
  expect(await left(all.guest.get('/parts/a'))).toEqual([200, '1'])
  expect((await all.guest.get('/nowhere')).status).toBe(404)
  const { body } = await all.guest.get('/_ninefold/openapi.json')
  expect(Object.keys(body.paths['/parts/{code}'].get.responses['200'].headers)).toContain('X-RateLimit-Remaining')
  expect(await left(all.guest.get('/parts/none'))).toEqual([404, '0'])
  expect(await left(all.guest.post('/parts', { code: 'b' }))).toEqual([403, '0'])
})
