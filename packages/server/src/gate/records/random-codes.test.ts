// Random codes: created with the record in every way, used for look-ups, and never set or changed.

import { compile } from '@ninefold/core/compile.ts'
import { expect, it } from 'vitest'
import { type Client, runApplication } from '../../testing/running-application.ts'

const LINKS = `# Links

## 2. Screens and routes

| Route | Screen | Parameter |
| --- | --- | --- |
| \`/\` | Links | none |
| \`/links/:code\` | Link page | code is Link.code |

### Screen: Links

- **Who:** Member
- **Shows:** list of Link, sorted by target A to Z
- **Columns:** code, target
- **Search in:** code
- **Can:** open Link page; New link: call \`POST /api/links\`

### Screen: Link page

- **Who:** Member
- **Shows:** one Link by code
- **Fields:** target, code

## 3. Entities and their fields

**Every entity has:** id as a random identifier, createdAt

### Entity: User

| Field | Type | Rules | Default | Meaning |
| --- | --- | --- | --- | --- |
| email | email | required, unique | | |
| password | password 10 to 200 | required | | |

### Entity: Link

| Field | Type | Rules | Default | Meaning |
| --- | --- | --- | --- | --- |
| target | text up to 200 | required | | |
| code | random code of 8 characters | | | |
| key | random code | | | |
| owner | User | required, deleted together | \`me\` | |

### Sample data: User

| email | password | roles |
| --- | --- | --- |
| ada@example.test | correct-horse-1 | Member |

### Sample data: Link

| target | owner |
| --- | --- |
| https://first.example | ada@example.test |

## 6. Roles and permissions

### Signing in

- **Users are:** User
- **Sign in with:** email and password

| Role | Includes | A user gets it |
| --- | --- | --- |
| Guest | | by not being signed in |
| Member | | from a Member |

| Who | May | Entity | Only where | Fields |
| --- | --- | --- | --- | --- |
| Member | see, create, change | Link | | all |
| Member | see | User | | email |
| Member | give roles | User | | |

## 7. The calls it makes

### Standard calls

| Entity | Path | Calls | Found by | Answers with |
| --- | --- | --- | --- | --- |
| Link | /api/links | list, get, create, change | code | everything visible |

### GET /go/:code — Follow

- **Who:** Guest
- **Runs as:** the product

1. find link in Link where \`code == path.code\` or fail NO_LINK
2. respond 200 with \`{"target": link.target}\`

### GET /shared — Shared

- **Who:** Guest
- **Runs as:** the product

| Query | Type | Keeps only |
| --- | --- | --- |
| key | text | |

1. find link in Link where \`key == query.key\` or fail NO_LINK
2. respond 200 with \`{"target": link.target}\`

## 8. The error catalogue

| Code | Status | About | Message |
| --- | --- | --- | --- |
| NO_LINK | 404 | code | There is no such link. |
`

const CODE = /^[0-9a-hjkmnp-tv-z]{8}$/
const KEY = /^[0-9a-hjkmnp-tv-z]{26}$/

async function madeBy(ada: Client, target: string): Promise<{ code: string; key: string }> {
  const { status, body } = await ada.post('/api/links', { target })
  expect(status, JSON.stringify(body)).toBe(201)
  return body
}

it('makes a code with each record, which finds it and stays as it is', async () => {
  await using links = await runApplication(LINKS)
  const ada = await links.signIn('ada@example.test', 'correct-horse-1')
  const made = await Promise.all(Array.from({ length: 40 }, (_, index) => madeBy(ada, `https://x.example/${index}`)))
  for (const { code, key } of made) {
    expect(code).toMatch(CODE)
    expect(key).toMatch(KEY)
  }
  expect(new Set(made.flatMap(({ code, key }) => [code, key])).size).toBe(80)
  const { code, key } = made[7] ?? { code: '', key: '' }
  expect((await links.guest.get(`/go/${code}`)).body).toEqual({ target: 'https://x.example/7' })
  expect((await links.guest.get(`/shared?key=${key}`)).body).toEqual({ target: 'https://x.example/7' })
  expect((await links.guest.get('/go/00000000')).status).toBe(404)
  expect((await ada.get(`/api/links?code=${code}`)).body.total).toBe(1)
  const changed = await ada.patch(`/api/links/${code}`, { target: 'https://y.example' })
  expect([changed.status, changed.body.code, changed.body.key]).toEqual([200, code, key])
  // Records of the sample data have one, too.
  const { items } = (await ada.get('/api/links?target=https://first.example')).body
  expect(items).toEqual([expect.objectContaining({ code: expect.stringMatching(CODE) })])
})

it('takes a code from nobody', async () => {
  await using links = await runApplication(LINKS)
  const ada = await links.signIn('ada@example.test', 'correct-horse-1')
  const { code } = await madeBy(ada, 'https://x.example')
  for (const answer of [
    await ada.post('/api/links', { target: 'https://z.example', code: 'abcdefgh' }),
    await ada.patch(`/api/links/${code}`, { code: 'abcdefgh' }),
  ])
    expect([answer.status, answer.body.errors?.[0]?.code ?? answer.body.code]).toEqual([422, 'UNKNOWN_INPUT'])
})

it('does not refuse a creation because a code by chance is there already', async () => {
  await using links = await runApplication(LINKS)
  const ada = await links.signIn('ada@example.test', 'correct-horse-1')
  const { code } = await madeBy(ada, 'https://x.example')
  // Forces the next code of eight characters to be a taken one, and the later ones to be random.
  await links.database.pool.query(`
    ALTER FUNCTION ninefold.random_code(integer) RENAME TO honest_code;
    CREATE SEQUENCE ninefold.made_codes;
    CREATE FUNCTION ninefold.random_code(code_length integer) RETURNS text LANGUAGE sql VOLATILE AS $$
      SELECT CASE WHEN code_length = 8 AND nextval('ninefold.made_codes') = 1 THEN '${code}' ELSE ninefold.honest_code(code_length) END $$;
    ALTER TABLE link ALTER COLUMN code SET DEFAULT ninefold.random_code(8)`)
  const other = await madeBy(ada, 'https://y.example')
  expect(other.code).toMatch(CODE)
  expect(other.code).not.toBe(code)
})

it('makes each part of a long code of its own bits', async () => {
  const text = LINKS.replace('| key | random code | | | |', '| key | random code of 128 characters | | | |')
  await using links = await runApplication(text)
  const parts = new Set<string>()
  const { rows } = await links.database.pool.query<{ code: string }>(
    'SELECT ninefold.random_code(length) AS code FROM generate_series(1, 128) AS length',
  )
  for (const [index, { code }] of rows.entries()) {
    expect(code).toMatch(new RegExp(`^[0-9a-hjkmnp-tv-z]{${index + 1}}$`))
    for (const part of code.match(/.{32}/g) ?? []) parts.add(part)
  }
  // One of 32 to 63 characters has one whole part, up to four in the longest.
  expect(parts.size).toBe(32 * 1 + 32 * 2 + 32 * 3 + 4)
  const ada = await links.signIn('ada@example.test', 'correct-horse-1')
  await madeBy(ada, 'https://x.example')
  const { rows: kept } = await links.database.pool.query<{ key: string }>('SELECT key FROM link')
  expect(new Set(kept.map(({ key }) => key.length))).toEqual(new Set([128]))
})

it('lets no default read a code that is made later', () => {
  const text = LINKS.replace('| key | random code | | | |', '| key | random code | | | |\n| copy | text | | `code` | |')
  const errors = compile(text).diagnostics.filter(({ severity }) => severity === 'error')
  expect(errors.map(({ number }) => number)).toEqual(['N307'])
})
