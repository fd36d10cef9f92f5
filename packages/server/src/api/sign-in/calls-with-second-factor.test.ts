// Calls that need a recent second factor, over real HTTP: for people who have shown one, and for nobody else.

import { API_KEYS_PATH } from '@ninefold/core/contract/programs/api-keys.ts'
import {
  FACTOR_CONFIRMATION_PATH,
  FACTOR_ENROLMENT_PATH,
  FRESH_FACTOR_PATH,
} from '@ninefold/core/contract/wire/second-factor.ts'
import { TOTP } from 'otpauth'
import { expect, it } from 'vitest'
import { runApplication } from '../../testing/running-application.ts'

const PASSWORD = 'long enough indeed'

const TEXT = `# Till

**Ninefold:** 1

## 3. Entities and their fields

**Every entity has:** id as a random identifier

### Entity: User

| Field | Type | Rules | Default | Meaning |
| --- | --- | --- | --- | --- |
| email | email | required, unique | | |
| password | password 10 to 200 | required, hidden | | |

### Entity: Payout

| Field | Type | Rules | Default | Meaning |
| --- | --- | --- | --- | --- |
| amount | whole number 1 to 1000 | required | | |

### Sample data: User

| email | password | roles |
| --- | --- | --- |
| ada@example.test | ${PASSWORD} | Member |

## 6. Roles and permissions

### Signing in

- **Users are:** User
- **Sign in with:** email and password
- **Session:** cookie, ends 30 days after last use
- **API keys:** Member, at most 90 days
- **Second factor:** possible

### Roles

| Role | Includes | A user gets it |
| --- | --- | --- |
| Guest | | by not being signed in |
| Member | | from a Member |

### Permissions

| Who | May | Entity | Only where | Fields |
| --- | --- | --- | --- | --- |
| Member | see, create | Payout | | amount |
| Member | see, give roles | User | | email |

## 7. The calls it makes

### POST /api/payouts — Pay out

- **Who:** Member
- **Needs:** a fresh second factor

| Input | Like | Needed |
| --- | --- | --- |
| amount | Payout.amount | yes |

1. create Payout as payout with given amount
2. respond 201 with \`{"id": payout.id}\`

### GET /api/balance — Balance

- **Who:** Member
- **Needs:** a fresh second factor

1. respond 200 with \`{"user": me.email}\`
`

it('lets in who has shown a factor within ten minutes, at every call that needs one', async () => {
  await using till = await runApplication(TEXT)
  const ada = await till.signIn('ada@example.test', PASSWORD)
  const { key } = (await ada.post(API_KEYS_PATH, { name: 'K', roles: ['Member'], onlyReads: false, days: 1 })).body
  const answers = async (client = ada, headers: Record<string, string> = {}): Promise<string[]> => {
    const made = await client.post('/api/payouts', { amount: 5 }, headers)
    const read = await client.get('/api/balance', headers)
    return [made, read].map(({ status, body }) => `${status} ${body.code ?? ''}`.trim())
  }
  expect(await answers(till.guest)).toEqual(['401 NOT_SIGNED_IN', '401 NOT_SIGNED_IN'])
  expect(await answers()).toEqual(['403 FORBIDDEN', '403 FORBIDDEN'])
  expect(await answers(till.guest, { authorization: `Bearer ${key}` })).toEqual(['403 FORBIDDEN', '403 FORBIDDEN'])

  const { secret } = (await ada.post(FACTOR_ENROLMENT_PATH)).body
  const codeIn = (steps: 0 | 1): string => new TOTP({ secret }).generate({ timestamp: Date.now() + steps * 30_000 })
  expect((await ada.post(FACTOR_CONFIRMATION_PATH, { code: codeIn(0) })).status).toBe(200)
  expect(await answers()).toEqual(['201', '200'])
  await till.database.runOwn(
    'age-factors',
    `UPDATE ninefold.session SET second_factor_at = second_factor_at - interval '11 minutes'`,
    [],
  )
  const needed = ['403 SECOND_FACTOR_NEEDED', '403 SECOND_FACTOR_NEEDED']
  expect(await answers()).toEqual(needed)
  expect((await ada.post(FRESH_FACTOR_PATH, { code: codeIn(1) })).status).toBe(204)
  expect(await answers()).toEqual(['201', '200'])
  expect(await answers(till.guest, { authorization: `Bearer ${key}` })).toEqual(['403 FORBIDDEN', '403 FORBIDDEN'])
})
