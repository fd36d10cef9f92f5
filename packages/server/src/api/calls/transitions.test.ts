// Transitions that only calls do, and transitions that do not run: over HTTP, for a small specification.

import { expect, it } from 'vitest'
import { runApplication } from '../../testing/running-application.ts'

const LOANS = `# Loans

## 3. Entities and their fields

### Entity: Loan

| Field | Type | Rules | Default | Meaning |
| --- | --- | --- | --- | --- |
| number | whole number | required, unique | | |
| note | text | | | |
| place | text | | | |
| status | state | | | |

## 4. States and transitions

### States of Loan.status

| State | Means | Kind | Locks |
| --- | --- | --- | --- |
| out | somebody has it | initial | |
| paused | it rests | | all except note |
| lost | nobody has it | final | all |

| Transition | From | To | Who | Only if | Then |
| --- | --- | --- | --- | --- | --- |
| pause | out | paused | Guest | | |
| go on | paused | the state before | Guest | | |
| forget | out, paused | lost | call only | | |
| find | paused | not shown | Guest | | |

## 6. Roles and permissions

| Role | Includes | A user gets it |
| --- | --- | --- |
| Guest | | by not being signed in |

| Who | May | Entity | Only where | Fields |
| --- | --- | --- | --- | --- |
| Guest | see, create, change | Loan | | all |

## 7. The calls it makes

### Standard calls

| Entity | Path | Calls | Found by | Answers with |
| --- | --- | --- | --- | --- |
| Loan | \`/api/loans\` | list, create, get, change, transitions | number | everything visible |

### POST /api/forgotten/:number — Forget one

- **Who:** Guest

1. find loan in Loan where \`number == path.number\` or fail GONE
2. do forget on loan
3. respond 204

### POST /api/found/:number — Find one

- **Who:** Guest

1. find loan in Loan where \`number == path.number\` or fail GONE
2. do find on loan
3. respond 204

## 8. The error catalogue

| Code | Status | About | Message |
| --- | --- | --- | --- |
| GONE | 404 | loan | There is no such loan. |
`

it('does a transition that is for calls only in a call, and nowhere else', async () => {
  await using small = await runApplication(LOANS)
  expect((await small.guest.post('/api/loans', { number: 1 })).status).toBe(201)
  expect((await small.guest.post('/api/loans/1/forget', {})).status).toBe(404)
  expect((await small.guest.get('/api/loans/1')).body).toMatchObject({ status: 'out' })
  expect((await small.guest.post('/api/forgotten/1', {})).status).toBe(204)
  expect((await small.guest.get('/api/loans/1')).body).toMatchObject({ status: 'lost' })
  expect((await small.guest.post('/api/forgotten/1', {})).status).toBe(409)
})

it('answers for a transition that is not shown, and changes nothing', async () => {
  await using small = await runApplication(LOANS)
  expect((await small.guest.post('/api/loans', { number: 1 })).status).toBe(201)
  expect((await small.guest.post('/api/loans/1/pause', {})).status).toBe(200)
  expect((await small.guest.post('/api/found/1', {})).status).toBe(501)
  expect((await small.guest.get('/api/loans/1')).body).toMatchObject({ status: 'paused' })
})

it('locks what the state says, for as long as the record is in it', async () => {
  await using small = await runApplication(LOANS)
  expect((await small.guest.post('/api/loans', { number: 1 })).status).toBe(201)
  expect((await small.guest.patch('/api/loans/1', { place: 'here', note: 'a' })).status).toBe(200)
  expect((await small.guest.post('/api/loans/1/pause', {})).status).toBe(200)
  expect((await small.guest.patch('/api/loans/1', { note: 'b' })).status).toBe(200)
  expect(await small.guest.patch('/api/loans/1', { place: 'there', note: 'c' })).toMatchObject({ status: 409 })
  expect((await small.guest.get('/api/loans/1')).body).toMatchObject({ place: 'here', note: 'b' })
})
