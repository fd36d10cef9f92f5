// Periods: half-open ranges of days and of moments, from sample data and over HTTP.

import { afterAll, beforeAll, expect, it } from 'vitest'
import { type Client, runApplication, type RunningApplication } from '../../testing/running-application.ts'

const TEXT = `# Leave

**Ninefold:** 1

## 3. Entities and their fields

**Every entity has:** id as a counting number, version

### Entity: Leave

| Field | Type | Rules | Default | Meaning |
| --- | --- | --- | --- | --- |
| who | text | required, unique | | |
| days | period of dates | required | | |
| call | period of date and time | | | |
| isInMay | yes/no | computed \`days.contains(date("2030-05-15"))\` | | |

### Sample data: Leave

| who | days | call |
| --- | --- | --- |
| Ada | 2030-05-01 to 2030-06-01 | 2030-05-02 09:00 to 2030-05-02 09:30 |

## 5. Validation rules

| Rule | Entity | When | If | Must hold | Otherwise |
| --- | --- | --- | --- | --- | --- |
| Calls are short | Leave | always | \`call != null\` | \`call.end <= plus(call.start, longestCall)\` | LONG_CALL |

## 6. Roles and permissions

### Roles

| Role | Includes | A user gets it |
| --- | --- | --- |
| Guest | | by not being signed in |

### Permissions

**A record you may not see answers:** not found

| Who | May | Entity | Only where | Fields |
| --- | --- | --- | --- | --- |
| Guest | see, create, change | Leave | | all |

## 7. The calls it makes

### Standard calls

| Entity | Path | Calls | Found by | Answers with |
| --- | --- | --- | --- | --- |
| Leave | /api/leaves | list, get, create, change | who | everything visible |

### GET /api/away — Who is away?

- **Who:** Guest

| Query | Type | Keeps only |
| --- | --- | --- |
| day | date | \`days.contains(query.day)\` |

1. list away from Leave, narrowed by the query, sorted by who A to Z, all of them
2. respond 200 with \`{"who": away.map(l, l.who)}\`

## 8. The error catalogue

| Code | Status | About | Message |
| --- | --- | --- | --- |
| LONG_CALL | 422 | call | A call takes at most {longestCall}. |

## 9. Business constants and limits

| Setting | Value |
| --- | --- |
| Time zone | Europe/Berlin |

| Constant | Value | Used for |
| --- | --- | --- |
| longestCall | 1 hour | calls |
`

let leaves: RunningApplication
let guest: Client

beforeAll(async () => {
  leaves = await runApplication(TEXT)
  guest = leaves.guest
})

afterAll(() => leaves[Symbol.asyncDispose]())

const MAY = { start: '2030-05-10', end: '2030-05-20' }

it('loads periods of a table of records in the time zone of the specification', async () => {
  expect((await guest.get('/api/leaves/Ada')).body).toMatchObject({
    days: { start: '2030-05-01', end: '2030-06-01' },
    call: { start: '2030-05-02T07:00:00.000Z', end: '2030-05-02T07:30:00.000Z' },
    isInMay: true,
  })
})

it('takes, changes, clears and answers periods', async () => {
  const call = { start: '2030-05-11T10:00:00+02:00', end: '2030-05-11T08:15:00Z' }
  const made = await guest.post('/api/leaves', { who: 'Ben', days: MAY, call })
  const answered = { start: '2030-05-11T08:00:00.000Z', end: '2030-05-11T08:15:00.000Z' }
  expect([made.status, made.body]).toMatchObject([201, { days: MAY, call: answered, isInMay: true }])
  const changed = await guest.patch('/api/leaves/Ben', { days: { start: '2030-06-10', end: '2030-06-12' }, call: null })
  expect(changed.body).toMatchObject({ days: { start: '2030-06-10', end: '2030-06-12' }, call: null, isInMay: false })
})

it('keeps them as ranges whose end is no part of them', async () => {
  const { rows } = await leaves.database.pool.query(
    `SELECT days::text, upper_inc(call) AS closed FROM leave WHERE who = 'Ada'`,
  )
  expect(rows).toEqual([{ days: '[2030-05-01,2030-06-01)', closed: false }])
  expect((await guest.get('/api/away?day=2030-05-31')).body).toEqual({ who: ['Ada'] })
  expect((await guest.get('/api/away?day=2030-06-01')).body).toEqual({ who: [] })
})

it('refuses what is no period, with a code at the field', async () => {
  const cases: readonly (readonly [unknown, string])[] = [
    [null, 'BLANK'],
    [{}, 'BLANK'],
    [{ start: '2030-01-01' }, 'BLANK'],
    [{ start: '2030-01-01', end: null }, 'BLANK'],
    ['2030-01-01', 'WRONG_TYPE'],
    [['2030-01-01', '2030-01-02'], 'WRONG_TYPE'],
    [7, 'WRONG_TYPE'],
    [{ start: '2030-01-01', end: '2030-02-30' }, 'WRONG_TYPE'],
    [{ start: 1, end: 2 }, 'WRONG_TYPE'],
    [{ start: '2030-01-01', end: '2030-01-02', bounds: '[]' }, 'WRONG_TYPE'],
    [{ start: '2030-01-01T00:00:00Z', end: '2030-01-02T00:00:00Z' }, 'WRONG_TYPE'],
    [{ start: '2030-01-02', end: '2030-01-01' }, 'END_BEFORE_START'],
    [{ start: '2030-01-01', end: '2030-01-01' }, 'END_BEFORE_START'],
  ]
  for (const [days, code] of cases) {
    const { status, body } = await guest.post('/api/leaves', { who: 'Nobody', days })
    expect([days, status, body.errors?.[0]]).toMatchObject([days, 422, { about: 'days', code }])
  }
  const moment = { start: '2030-01-01T10:00:00Z', end: '2030-01-01T11:00:00+02:00' }
  expect((await guest.post('/api/leaves', { who: 'Nobody', days: MAY, call: moment })).body).toMatchObject({
    errors: [{ about: 'call', code: 'END_BEFORE_START', message: 'The end must come after the start.' }],
  })
})

it('asks rules about them', async () => {
  const call = { start: '2030-05-11T08:00:00Z', end: '2030-05-11T09:00:00.001Z' }
  expect((await guest.post('/api/leaves', { who: 'Zoe', days: MAY, call })).body.code).toBe('LONG_CALL')
})

it('neither filters nor sorts a list by them, and says so', async () => {
  expect((await guest.get('/api/leaves?sort=days')).status).toBe(422)
  expect((await guest.get('/api/leaves?days=soon')).status).toBe(422)
})

it('lets no other writer store a period of another form', async () => {
  for (const range of ['[2030-01-01,)', 'empty', '(,)'])
    await expect(leaves.database.pool.query(`UPDATE leave SET days = '${range}'`)).rejects.toMatchObject({
      code: '23514',
    })
  await expect(
    leaves.database.pool.query(`UPDATE leave SET call = '[2030-01-01,2030-01-02]' WHERE who = 'Ada'`),
  ).rejects.toMatchObject({ code: '23514' })
})
