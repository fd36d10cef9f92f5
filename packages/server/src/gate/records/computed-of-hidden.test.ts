// A computed field uses all records in every place, regardless of its reader; a list in a call does not.

import { expect, it } from 'vitest'
import { FIELDS, members } from '@ninefold/core/check/specification-for-tests.ts'
import { runApplication } from '../../testing/running-application.ts'

const TEXT = `# Sales

## 2. Screens and routes

**Routes:**

| Route | Screen | Parameter |
| --- | --- | --- |
| \`/\` | Companies | none |

### Screen: Companies

- **Who:** Member
- **Shows:** list of Company, sorted by name A to Z, 20 per page
- **Columns:** name, won

## 3. Entities and their fields

### Entity: Person

${FIELDS}
| email | email | required, unique ignoring case | | |
| password | password 10 to 200 | required, hidden | | |

### Entity: Company

${FIELDS}
| name | text up to 80 | required, unique | | |
| deals | list of Deal via company | | | |
| won | whole number | computed over all \`deals.size()\` | | |

### Entity: Deal

${FIELDS}
| company | Company | required, deleted together | | |
| owner | Person | required, deleted together | \`me\` | |

## 6. Roles and permissions

${members('Person')}

### Permissions

| Who | May | Entity | Only where | Fields |
| --- | --- | --- | --- | --- |
| Guest | create | Person | | email, password |
| Member | see, create | Company | | all |
| Member | see, create | Deal | \`owner == me\` | all |

## 7. The calls it makes

### Standard calls

| Entity | Path | Calls | Found by | Answers with |
| --- | --- | --- | --- | --- |
| Company | \`/api/companies\` | list, get, create | id | everything visible |
| Deal | \`/api/deals\` | list, create | id | everything visible |

### GET /api/listed/:name

- **Who:** Member

1. find found in Company where \`name == path.name\` or fail NO_COMPANY
2. list deals from Deal where \`company.name == path.name\`, all of them
3. respond 200 with \`{"listed": deals.size(), "computed": found.won}\`

## 8. The error catalogue

| Code | Status | About | Message |
| --- | --- | --- | --- |
| NO_COMPANY | 404 | company | There is none. |
`

it('is one value in records, lists, sorts and screens, whoever asks', async () => {
  await using sales = await runApplication(TEXT)
  const person = async (name: string) => {
    const who = { email: `${name}@example.test`, password: 'correct-horse-1' }
    expect((await sales.guest.post('/_ninefold/users', who)).status).toBe(201)
    return sales.signIn(who.email, who.password)
  }
  const [ann, ben] = [await person('ann'), await person('ben')]
  const made = async (name: string): Promise<string> => (await ann.post('/api/companies', { name })).body.id
  const [few, many] = [await made('few'), await made('many')]
  for (const company of [few, many, many]) expect((await ann.post('/api/deals', { company })).status).toBe(201)
  for (const [client, own] of [
    [ann, 3],
    [ben, 0],
  ] as const) {
    const deals = (await client.get('/api/deals')).body
    expect(deals.items).toHaveLength(own)
    expect((await client.get(`/api/companies/${many}`)).body.won).toBe(2)
    const listed = (await client.get('/api/companies?sort=-name')).body
    expect(listed.items.map(({ won }: { won: number }) => won)).toEqual([2, 1])
    expect((await client.get('/api/listed/many')).body).toEqual({ listed: own === 0 ? 0 : 2, computed: 2 })
    const rows = (await client.get('/_ninefold/screens/companies/0')).body.rows
    expect(rows.map(({ values }: { values: { won: number } }) => values.won)).toEqual([1, 2])
  }
})
