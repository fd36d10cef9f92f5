// Lists filtered by fields of referenced records, and by the caller.

import { afterAll, beforeAll, expect, it } from 'vitest'
import { FIELDS, members } from '@ninefold/core/check/specification-for-tests.ts'
import type { AppFilter } from '@ninefold/core/contract/inputs/list-filters.ts'
import { type RunningApplication, runApplication } from '../../testing/running-application.ts'

const TEXT = `# Jobs

**Ninefold:** 1

## 2. Screens and routes

| Route | Screen | Parameter |
| --- | --- | --- |
| \`/\` | Jobs | none |

### Screen: Jobs

- **Who:** Guest, Member
- **Shows:** list of Job, sorted by name A to Z, all of them
- **Columns:** name
- **Filter by:** worker, customer.town, customer.town.name, customer.rating, worker.level, customer.debt

## 3. Entities and their fields

**Every entity has:** id as a counting number

### Entity: Worker

- **Label:** \`email\`

${FIELDS}
| email | email | required, unique ignoring case | | |
| password | password 10 to 200 | required, hidden | | |
| level | choice: junior, senior | | | |

### Entity: Town

${FIELDS}
| name | text up to 80 | required, unique | | |

### Entity: Customer

${FIELDS}
| name | text up to 80 | required, unique | | |
| town | Town | | | |
| rating | whole number | | | |
| debt | money in EUR | | | |
| isSecret | yes/no | required | no | |

### Entity: Job

${FIELDS}
| name | text up to 80 | required, unique | | |
| worker | Worker | | | |
| customer | Customer | | | |

### Reference data: Town

| name |
| --- |
| Ulm |
| Trier |

### Sample data: Worker

| email | password | level | roles |
| --- | --- | --- | --- |
| mia@example.test | correct-horse-1 | senior | Member |
| ben@example.test | correct-horse-2 | junior | Member |

### Sample data: Customer

| name | town | rating | debt | isSecret |
| --- | --- | --- | --- | --- |
| Alma | Ulm | 1 | 5 | no |
| Bert | Trier | 5 | 6 | no |
| Carl | Ulm | 9 | 7 | yes |

### Sample data: Job

| name | worker | customer |
| --- | --- | --- |
| Paint | mia@example.test | Alma |
| Quilt | ben@example.test | Bert |
| Roof | | Carl |
| Stove | ben@example.test | |

## 6. Roles and permissions

${members('Worker')}

### Permissions

| Who | May | Entity | Only where | Fields |
| --- | --- | --- | --- | --- |
| Guest | see | Job | | all |
| Guest | see | Customer | \`!isSecret\` | id, name, town, rating |
| Guest | see | Town | | all |
| Guest | see | Worker | | id |
| Member | see | Job | | all |
| Member | see | Worker | | id, email, level |
| Member | see | Customer | | all |
| Member | see | Town | | all |
`

let jobs: RunningApplication
const ids: Record<string, string> = {}

beforeAll(async () => {
  jobs = await runApplication(TEXT)
  for (const { id, name } of (await jobs.database.pool.query('SELECT id, name FROM town')).rows) ids[name] = String(id)
})
afterAll(() => jobs[Symbol.asyncDispose]())

type Reader = Pick<RunningApplication['guest'], 'get'>

/** First letters of the results. */
async function found(reader: Reader, query: string): Promise<string> {
  const asked = query.replace(/[{](\w+)[}]/g, (_, name: string) => ids[name] ?? '')
  const answer = await reader.get(`/_ninefold/screens/jobs/0?${asked}`)
  expect(answer.status, JSON.stringify(answer.body)).toBe(200)
  return answer.body.rows.map(({ values }: { values: { name: string } }) => values.name.charAt(0)).join('')
}

it.each([
  ['customer.town={Ulm}', 'PR', 'P'],
  ['customer.town={Ulm},{Trier}', 'PQR', 'PQ'],
  ['customer.town=!{Ulm}', 'QS', 'QS'],
  ['customer.town=-', 'S', 'S'],
  ['customer.town.name.contains=r', 'Q', 'Q'],
  ['customer.town.name.contains=u', 'PR', 'P'],
  ['customer.rating=5..', 'QR', 'Q'],
  ['customer.rating=..5', 'PQ', 'PQ'],
  ['customer.rating=!1', 'QRS', 'QS'],
  ['customer.rating=1&or=worker%3D-', 'PR', 'PR'],
  ['or=customer.rating%3D9', 'R', ''],
  ['or=customer.rating%3D9%7Ccustomer.town%3D{Trier}', 'QR', 'Q'],
  ['worker=-&or=customer.town%3D{Ulm}%26customer.rating%3D..5', 'PR', 'PR'],
  ['customer.rating=1&or=customer.rating%3D!1', 'PQRS', 'PQS'],
])('finds by %s: %s, and of what a guest may see %s', async (query, all, ofGuest) => {
  const mia = await jobs.signIn('mia@example.test', 'correct-horse-1')
  expect(await found(mia, query)).toBe(all)
  expect(await found(jobs.guest, query)).toBe(ofGuest)
})

it('finds what is of whoever asks, and what is not', async () => {
  const mia = await jobs.signIn('mia@example.test', 'correct-horse-1')
  const ben = await jobs.signIn('ben@example.test', 'correct-horse-2')
  expect(await found(mia, 'worker=me')).toBe('P')
  expect(await found(ben, 'worker=me')).toBe('QS')
  expect(await found(ben, 'worker=!me')).toBe('PR')
  expect(await found(ben, 'worker=me,-')).toBe('QRS')
  expect(await found(ben, 'worker.level=senior')).toBe('P')
  const { status, body } = await jobs.guest.get('/_ninefold/screens/jobs/0?worker=me')
  expect([status, body.code]).toEqual([422, 'WRONG_TYPE'])
})

it('has no filter whose path the caller may not see to its end', async () => {
  const filters = async (reader: Reader): Promise<readonly AppFilter[]> =>
    (await reader.get('/_ninefold/app')).body.screens[0].blocks[0].filters
  const names = async (reader: Reader) => (await filters(reader)).map(({ name }) => name)
  const mia = await jobs.signIn('mia@example.test', 'correct-horse-1')
  expect(await names(mia)).toEqual([
    'worker',
    'customer.town',
    'customer.town.name.contains',
    'customer.rating',
    'worker.level',
    'customer.debt',
  ])
  expect((await filters(mia)).map(({ label }) => label)).toContain('Customer rating')
  expect((await filters(mia))[0]?.filter).toEqual({ kind: 'reference', entity: 'Worker', hasMe: true })
  expect(await names(jobs.guest)).toEqual(['worker', 'customer.town', 'customer.town.name.contains', 'customer.rating'])
  for (const query of ['customer.debt=5..', 'worker.level=senior', 'customer.isSecret=false']) {
    const { status, body } = await jobs.guest.get(`/_ninefold/screens/jobs/0?${query}`)
    expect([status, body.code], query).toEqual([422, 'UNKNOWN_INPUT'])
  }
})

it.each([
  ['customer.debt%3D5..', 'UNKNOWN_INPUT', 'or[0].customer.debt'],
  ['customer.rating%3D1%7Cworker.level%3Dsenior', 'UNKNOWN_INPUT', 'or[1].worker.level'],
  ['customer.rating%3Dmany', 'WRONG_TYPE', 'or[0].customer.rating'],
  ['customer.rating%3D1%7C', 'UNKNOWN_INPUT', 'or[1].'],
  ['customer.rating%3D%2500', 'WRONG_TYPE', 'or[0].customer.rating'],
  ['%25', 'WRONG_TYPE', 'or'],
  [Array(10).fill('customer.rating%3D1').join('%7C'), 'WRONG_TYPE', 'or'],
])('refuses groups of filters: %s', async (groups, code, input) => {
  const { status, body } = await jobs.guest.get(`/_ninefold/screens/jobs/0?or=${groups}`)
  expect([status, body.code, body.errors[0].about]).toEqual([422, code, input])
})
