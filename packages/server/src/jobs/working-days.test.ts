// Calendars of point 9 in an application: stored and computed deadlines, and clocks that wait for working days.

import { pino } from 'pino'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { type Client, runApplication, type RunningApplication } from '../testing/running-application.ts'
import { MAILBOX_ONLY } from './mail.ts'
import { applyRevision } from './revision.ts'
import { runDue } from './run-due.ts'

const TEXT = `# Desk

**Ninefold:** 1

## 3. Entities and their fields

**Every entity has:** id as a random identifier

### Entity: Ticket

| Field | Type | Rules | Default | Meaning |
| --- | --- | --- | --- | --- |
| name | text up to 20 | required, unique | | |
| kind | choice: low, high | required | low | |
| opens | date and time | required | | |
| day | date | required | | |
| answerBy | date and time | computed and stored \`opens + answerIn\` | | |
| shipBy | date | computed and stored \`day + waitOf(kind)\` | | |
| began | yes/no | computed \`isOpen(opens, office)\` | | |
| works | yes/no | computed \`isWorkingDay(day, office)\` | | |
| status | state | | | |

## 4. States and transitions

### States of Ticket.status

| State | Means | Kind |
| --- | --- | --- |
| new | | initial |
| late | | |
| lost | | final |

| Transition | From | To | Who | Only if | Then |
| --- | --- | --- | --- | --- | --- |
| wait | new | late | the clock | | |
| lose | late | lost | the clock | | |

| Clock | Does | Runs |
| --- | --- | --- |
| waits | wait | when \`opens\` passes |
| loses | lose | \`waitOf(kind)\` after entering late |

## 6. Roles and permissions

| Role | Includes | A user gets it |
| --- | --- | --- |
| Guest | | by not being signed in |

| Who | May | Entity | Only where | Fields |
| --- | --- | --- | --- | --- |
| Guest | see, create | Ticket | | all |

## 7. The calls it makes

| Entity | Path | Calls | Found by | Answers with |
| --- | --- | --- | --- | --- |
| Ticket | /api/tickets | list, get, create | name | everything visible |

## 9. Business constants and limits

| Setting | Value |
| --- | --- |
| Time zone | Europe/Berlin |

| Constant | Value | Used for |
| --- | --- | --- |
| answerIn | 10 working hours | answers |

### Calendar: office

| Day | Open | Means |
| --- | --- | --- |
| Monday to Friday | 09:00 to 12:00, 13:00 to 17:00 | |
| 25 December, 26 December | closed | Christmas |
| 2035-12-24 | 09:00 to 12:00 | |

### Lookup: waitOf

| kind | Value |
| --- | --- |
| low | 3 working days |
| high | 1 working day |
`

let desk: RunningApplication
let guest: Client

beforeAll(async () => {
  desk = await runApplication(TEXT)
  await applyRevision(desk.application, Date.now())
  guest = desk.guest
})

afterAll(() => desk[Symbol.asyncDispose]())

// 2035-12-20 is a Thursday; Berlin is one hour ahead of UTC.
it.each([
  ['in the morning', '2035-12-20T08:00:00Z', '2035-12-21T11:00:00.000Z', true],
  ['in the break', '2035-12-20T11:30:00Z', '2035-12-21T15:00:00.000Z', false],
  ['over Christmas', '2035-12-21T20:00:00Z', '2035-12-27T16:00:00.000Z', false],
])('counts hours at which it is open, %s', async (name, opens, answerBy, began) => {
  const { status, body } = await guest.post('/api/tickets', { name, opens, day: '2035-12-20' })
  expect([status, body]).toMatchObject([201, { answerBy, began, works: true }])
})

it.each([
  ['2035-12-20', 'low', '2035-12-27', true],
  ['2035-12-23', 'high', '2035-12-24', false],
  ['2035-12-24', 'high', '2035-12-27', true],
])('counts working days after %s for %s', async (day, kind, shipBy, works) => {
  const { body } = await guest.post('/api/tickets', {
    name: `${day} ${kind}`,
    kind,
    opens: '2040-01-01T00:00:00Z',
    day,
  })
  expect(body).toMatchObject({ shipBy, works })
})

it('a clock waits for working days', async () => {
  const run = (at: string): Promise<unknown> =>
    runDue(desk.application, { mail: MAILBOX_ONLY, webhooks: null, logger: pino({ level: 'silent' }) }, Date.parse(at))
  const status = async (): Promise<unknown> => (await guest.get('/api/tickets/clock')).body.status
  await guest.post('/api/tickets', { name: 'clock', opens: '2035-12-24T09:00:00Z', day: '2035-12-24' })
  await run('2035-12-24T09:00:01Z')
  expect(await status()).toBe('late')
  // Thursday, Friday and Monday, at the same time of day.
  await run('2035-12-31T08:59:00Z')
  expect(await status()).toBe('late')
  await run('2035-12-31T09:00:02Z')
  expect(await status()).toBe('lost')
})
