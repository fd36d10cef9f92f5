import { expect, it } from 'vitest'
import { compile } from '@ninefold/core/compile.ts'
import { type Answer, type Client, runApplication } from '../../testing/running-application.ts'
import { FIELDS } from '@ninefold/core/check/specification-for-tests.ts'

const TEXT = `# Payments

**Ninefold:** 1

## 3. Entities and their fields

**Every entity has:** id as a counting number, createdAt, version

### Entity: User

${FIELDS}
| name | text up to 80 | required, unique | | |
| password | password 8 to 128 | required, hidden | | |

### Entity: Account

${FIELDS}
| name | text up to 40 | required, unique | | |
| balance | whole number | required | 0 | |
| secret | text up to 40 | | | |

### Entity: Entry

${FIELDS}
| account | Account | required, blocks deletion | | |
| amount | whole number | required | | |
| words | text up to 200 | | | |

### Reference data: Account

| name |
| --- |
| blue |
| green |
| red |

### Sample data: User

| name | password | roles |
| --- | --- | --- |
| kim | correct-horse-1 | Clerk |

## 6. Roles and permissions

### Signing in

- **Users are:** User
- **Sign in with:** name and password
- **Session:** cookie, ends 7 days after last use

### Roles

| Role | Includes | A user gets it |
| --- | --- | --- |
| Guest | | by not being signed in |
| Clerk | Guest | the first user who signs up |

### Permissions

| Who | May | Entity | Only where | Fields |
| --- | --- | --- | --- | --- |
| Guest | see | Account | \`name != "red"\` | id, name |
| Clerk | see | Entry | | all |
| Clerk | create | Entry | \`amount > 1000\` | account |
| Nobody | delete | Entry | | |

## 7. The calls it makes

### Shape: EntryView of Entry

| Key | Value |
| --- | --- |
| account | \`account.name\` |
| amount | \`amount\` |
| words | \`words\` |
| balance | \`account.balance\` |

### POST /api/entries — Book

- **Who:** Guest
- **Runs as:** the product
- **Repeatable:** by \`input.eventId\`

| Input | Like | Needed |
| --- | --- | --- |
| eventId | text up to 4000 | yes |
| account | Entry.account by name | yes |
| amounts | list of whole number 1 to 10 | yes |
| words | list of text up to 5 | no |

1. find account in Account where \`this == input.account\` or fail NO_ACCOUNT
2. create Entry as entry with account = \`account\`, amount = \`input.amounts.sum()\`, words = \`input.words.size() == 0 ? "" : "given"\`
3. change account with balance = \`account.balance + entry.amount\`
4. respond 201 with \`EntryView(entry)\`

### DELETE /api/entries — Delete all

- **Who:** Clerk
- **Runs as:** the product

1. for each entry in Entry:
   1. delete entry
2. respond 204

### POST /api/own — Book as oneself

- **Who:** Clerk

| Input | Like | Needed |
| --- | --- | --- |
| account | Entry.account by name | yes |

1. create Entry as entry with given account, amount = \`1\`
2. respond 201 with \`EntryView(entry)\`

### GET /api/accounts — Accounts

- **Who:** Guest

| Query | Type | Keeps only |
| --- | --- | --- |
| name | list of text | \`name in query.name\` |
| size | list of whole number | \`size(name) in query.size\` |

1. list accounts from Account, narrowed by the query, sorted by name A to Z, all of them
2. respond 200 with \`{"accounts": accounts.map(a, a.name), "sizes": query.size}\`

## 8. The error catalogue

| Code | Status | About | Message |
| --- | --- | --- | --- |
| NO_ACCOUNT | 404 | account | There is no such account. |
`

let events = 0

function book(client: Client, body: object): Promise<Answer> {
  return client.post('/api/entries', { eventId: `event ${++events}`, ...body })
}

it('asks nobody for a permission in a call that runs as the product, and in no other', async () => {
  await using payments = await runApplication(TEXT)
  const { guest } = payments
  const kim = await payments.signIn('kim', 'correct-horse-1')
  const booked = await book(guest, { account: 'red', amounts: [2, 3] })
  expect(booked).toMatchObject({ status: 201, body: { account: 'red', amount: 5, balance: 5 } })
  expect((await kim.post('/api/own', { account: 'green' })).status).toBe(403)
  expect((await kim.post('/api/own', { account: 'red' })).status).toBe(422)
  expect((await guest.get('/api/accounts')).body.accounts).toEqual(['blue', 'green'])
  expect((await guest.delete('/api/entries')).status).toBe(401)
  expect((await kim.delete('/api/entries')).status).toBe(204)
  const { rows } = await payments.database.pool.query('SELECT count(*)::int AS count FROM entry')
  expect(rows).toEqual([{ count: 0 }])
})

it('recognises a request by a value that it holds', async () => {
  await using payments = await runApplication(TEXT)
  const { guest } = payments
  const event = { eventId: 'e'.repeat(3000), account: 'blue', amounts: [4] }
  const answers = await Promise.all(Array.from({ length: 6 }, () => book(guest, event)))
  expect(answers.map(({ status }) => status)).toEqual([201, 201, 201, 201, 201, 201])
  expect(new Set(answers.map(({ body }) => body.balance))).toEqual(new Set([4]))
  const other = await book(guest, { ...event, amounts: [5] })
  expect(other).toMatchObject({ status: 422, body: { errors: [{ about: 'body' }] } })
  const kim = await payments.signIn('kim', 'correct-horse-1')
  expect((await book(kim, event)).body.balance).toBe(8)
  for (const balance of [9, 10])
    expect((await book(guest, { account: 'blue', amounts: [1] })).body.balance).toBe(balance)
})

it('takes several values of an input, each under its rules', async () => {
  await using payments = await runApplication(TEXT)
  const { guest } = payments
  const given = await book(guest, { account: 'blue', amounts: [10, 1], words: ['a', ' b '] })
  expect(given.body).toMatchObject({ amount: 11, words: 'given' })
  for (const amounts of [[], null, 3, '3', [11], [1, 'x'], [null], [[1]], { 0: 1 }])
    expect((await book(guest, { account: 'blue', amounts })).status).toBe(422)
  for (const words of [['abcdef'], ['\u0000'], [''], 'abc'])
    expect((await book(guest, { account: 'blue', amounts: [1], words })).status, JSON.stringify(words)).toBe(422)
  // A wrong value is named by its place.
  const told = async (body: object): Promise<unknown> => (await book(guest, { account: 'blue', ...body })).body.errors
  expect(await told({ amounts: [1, 2, 'x'], words: ['a', 'abcdef'] })).toMatchObject([
    { about: 'amounts[2]', code: 'WRONG_TYPE' },
    { about: 'words[1]', code: 'TOO_LONG' },
  ])
  expect(await told({ amounts: [], words: 'a' })).toMatchObject([{ about: 'amounts' }, { about: 'words' }])
  for (const words of [[], null]) expect((await book(guest, { account: 'blue', amounts: [1], words })).status).toBe(201)
})

it('takes a parameter of an address several times', async () => {
  await using payments = await runApplication(TEXT)
  const { guest } = payments
  const at = async (query: string): Promise<unknown> => (await guest.get(`/api/accounts${query}`)).body
  expect(await at('')).toEqual({ accounts: ['blue', 'green'], sizes: [] })
  expect(await at('?name=green')).toEqual({ accounts: ['green'], sizes: [] })
  expect(await at('?name=green&name=blue&name=none')).toEqual({ accounts: ['blue', 'green'], sizes: [] })
  expect(await at('?name=green&name=blue&size=4')).toEqual({ accounts: ['blue'], sizes: [4] })
  const wrong = async (query: string): Promise<unknown> => (await guest.get(`/api/accounts?${query}`)).body.errors
  expect(await wrong('size=4&size=x')).toMatchObject([{ about: 'size[1]' }])
  expect(await wrong('size[]=x&size[]=4')).toMatchObject([{ about: 'size[0]' }])
  expect(await wrong('size[3]=4&size[7]=x')).toMatchObject([{ about: 'size[7]' }])
})

it('says nothing more of such calls', () => {
  expect(compile(TEXT).diagnostics.filter(({ number }) => number === 'N012')).toEqual([])
})
