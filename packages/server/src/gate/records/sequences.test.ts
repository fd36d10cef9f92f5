// Sequences for each record of another entity, for each year, with a format, and without gaps.

import { afterAll, beforeAll, expect, it } from 'vitest'
import { type Answer, type Client, runApplication, type RunningApplication } from '../../testing/running-application.ts'

const TEXT = `# Invoices

**Ninefold:** 1

## 3. Entities and their fields

**Every entity has:** id as a counting number, createdAt

### Entity: Project

| Field | Type | Rules | Default | Meaning |
| --- | --- | --- | --- | --- |
| code | text | required, unique | | |

### Entity: Task

| Field | Type | Rules | Default | Meaning |
| --- | --- | --- | --- | --- |
| project | Project | required, set once, deleted together | | |
| number | sequence from 10 per project | unique within project | | |
| title | text up to 5 | required | | |

### Entity: Invoice

- **Label:** \`number\`

| Field | Type | Rules | Default | Meaning |
| --- | --- | --- | --- | --- |
| number | sequence per year as "INV.{year}-{n:3}", without gaps | unique | | |
| total | whole number from 0 | required | | |

### Sample data: Invoice

| number | total |
| --- | --- |
| INV.2029-007 | 1 |
| INV.2029-1005 | 2 |

## 6. Roles and permissions

### Roles

| Role | Includes | A user gets it |
| --- | --- | --- |
| Guest | | by not being signed in |

### Permissions

**A record you may not see answers:** not found

| Who | May | Entity | Only where | Fields |
| --- | --- | --- | --- | --- |
| Guest | see, create, delete | Project | | all |
| Guest | see, create | Task | | all |
| Guest | see, create, change, delete | Invoice | | all |

## 7. The calls it makes

### Standard calls

| Entity | Path | Calls | Found by | Answers with |
| --- | --- | --- | --- | --- |
| Project | /api/projects | create | code | everything visible |
| Task | /api/tasks | list, create | id | everything visible |
| Invoice | /api/invoices | list, get, create, change, delete | number | everything visible |

## 9. Business constants and limits

| Setting | Value |
| --- | --- |
| Time zone | Pacific/Auckland |
`

let invoices: RunningApplication
let guest: Client

beforeAll(async () => {
  invoices = await runApplication(TEXT)
  guest = invoices.guest
})

afterAll(() => invoices[Symbol.asyncDispose]())

function made({ status, body }: Answer): any {
  if (status !== 201) throw new Error(JSON.stringify(body))
  return body
}

/** In the time zone of the specification, which is ahead of most others. */
const YEAR = new Intl.DateTimeFormat('en', { timeZone: 'Pacific/Auckland', year: 'numeric' }).format(Date.now())

it('counts each project by itself', async () => {
  const [one, other] = [
    made(await guest.post('/api/projects', { code: 'A' })).id,
    made(await guest.post('/api/projects', { code: 'B' })).id,
  ]
  const numbers: number[] = []
  for (const project of [one, one, other, one, other])
    numbers.push(made(await guest.post('/api/tasks', { project, title: 'Do' })).number)
  expect(numbers).toEqual([10, 11, 10, 12, 11])
})

it('writes numbers in their form, by which they are found', async () => {
  const { number } = made(await guest.post('/api/invoices', { total: 5 }))
  expect(number).toBe(`INV.${YEAR}-001`)
  expect((await guest.get(`/api/invoices/${number}`)).body.total).toBe(5)
  expect((await guest.get(`/api/invoices?number=${number}`)).body.total).toBe(1)
  expect((await guest.get('/api/invoices?sort=number')).body.items[0].number).toBe(number)
  expect((await guest.patch(`/api/invoices/${number}`, { total: 6 })).body.total).toBe(6)
  expect((await guest.get('/api/invoices/7')).status).toBe(404)
  expect((await guest.post('/api/invoices', { total: 5, number: 'INV.2031-001' })).status).toBe(422)
})

it('leaves no gap where something fails, also among many at once', async () => {
  const sent = Array.from({ length: 20 }, (_, index) => (index % 4 === 0 ? -1 : index))
  const answers = await Promise.all(sent.map((total) => guest.post('/api/invoices', { total })))
  expect(answers.filter(({ status }) => status === 422)).toHaveLength(5)
  // A record that the database's constraints refuse has consumed its number by then.
  await expect(
    invoices.database.pool.query('INSERT INTO invoice (total, created_at) VALUES (-1, now())'),
  ).rejects.toThrow('range')
  made(await guest.post('/api/invoices', { total: 1 }))
  const { rows } = await invoices.database.pool.query<{ n: number }>(
    `SELECT right(number, 3)::int AS n FROM invoice WHERE number LIKE 'INV.${YEAR}-%' ORDER BY 1`,
  )
  expect(rows.map(({ n }) => n)).toEqual(Array.from({ length: 17 }, (_, index) => index + 1))
})

it('begins each year again, by the clock of the specification, and after the numbers that were given', async () => {
  const { rows } = await invoices.database.pool.query<{ number: string }>(`INSERT INTO invoice (total, created_at)
    VALUES (0, '2030-12-31 10:59Z'), (0, '2030-12-31 11:00Z'), (0, '2031-06-01Z'), (0, '2029-06-01Z') RETURNING number`)
  expect(rows.map(({ number }) => number)).toEqual(['INV.2030-001', 'INV.2031-001', 'INV.2031-002', 'INV.2029-1006'])
})
