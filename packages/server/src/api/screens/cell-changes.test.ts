// A list marks exactly the cells that the call accepts from its caller now, field by field; if no screen offers the
// call, it marks none.

import { afterAll, beforeAll, expect, it } from 'vitest'
import { type Client, runApplication, type RunningApplication } from '../../testing/running-application.ts'
import { FIELDS } from '@ninefold/core/check/specification-for-tests.ts'

const TEXT = `# Workshop

## 2. Screens and routes

| Route | Screen | Parameter |
| --- | --- | --- |
| \`/\` | Jobs | none |
| \`/jobs/:id\` | Job | id is Job.id |
| \`/alone\` | Alone | none |

### Screen: Jobs

- **Who:** Worker
- **Shows:** list of Job, sorted by title A to Z, 20 per page
- **Columns:** title, hours, worker.name, status, secret, plan
- **Shows:** list of Tool, sorted by name A to Z, 20 per page
- **Columns:** name

### Screen: Job

- **Who:** Worker
- **Shows:** one Job by id
- **Fields:** title
- **Can:** Change: call \`PATCH /api/jobs/:id\`

### Screen: Alone

- **Who:** Worker
- **Shows:** list of Tool, sorted by name A to Z, 20 per page
- **Columns:** name

## 3. Entities and their fields

**Every entity has:** id as a random identifier, version

### Entity: User

${FIELDS}
| name | text up to 80 | required, unique | | |
| email | email | required, unique ignoring case | | |
| password | password 10 to 200 | required, hidden | | |

### Entity: Job

${FIELDS}
| title | text up to 80 | required | | |
| hours | whole number | required | 1 | |
| worker | User | | \`me\` | |
| status | state | | | |
| secret | secret text | | | |
| plan | file up to 1 MB | | | |

### Entity: Tool

${FIELDS}
| name | text up to 80 | required | | |

### Sample data: User

| name | email | password | roles |
| --- | --- | --- | --- |
| Ann | ann@example.test | correct-horse-1 | Worker |
| Bob | bob@example.test | correct-horse-2 | Worker |

## 4. States and transitions

### States of Job.status

| State | Means | Kind | Locks |
| --- | --- | --- | --- |
| new | | initial | |
| done | | | title |

| Transition | From | To | Who | Only if | Then |
| --- | --- | --- | --- | --- | --- |
| finish | new | done | Worker | | |

## 6. Roles and permissions

### Signing in

- **Users are:** User
- **Sign in with:** email and password

### Roles

| Role | Includes | A user gets it |
| --- | --- | --- |
| Guest | | by not being signed in |
| Worker | | by signing up |

| Role for a record | Entity | Must have | When |
| --- | --- | --- | --- |
| Own worker | Job | Worker | \`worker == me\` |

### Permissions

| Who | May | Entity | Only where | Fields |
| --- | --- | --- | --- | --- |
| Worker | see | User | | name |
| Worker | see, create | Job | | all |
| Own worker | change | Job | | title, worker, secret, plan |
| Worker | change | Job | \`hours < 10\` | hours |
| Worker | see, create, change | Tool | | all |

## 7. The calls it makes

### Standard calls

| Entity | Path | Calls | Found by | Answers with |
| --- | --- | --- | --- | --- |
| Job | \`/api/jobs\` | list, get, create, change, transitions | id | everything visible |
| Tool | \`/api/tools\` | create, change | id | everything visible |
`

let workshop: RunningApplication
let ann: Client
let bob: Client

beforeAll(async () => {
  workshop = await runApplication(TEXT)
  ann = await workshop.signIn('ann@example.test', 'correct-horse-1')
  bob = await workshop.signIn('bob@example.test', 'correct-horse-2')
  for (const [title, hours] of [
    ['Saw', 2],
    ['Paint', 12],
    ['Sand', null],
  ] as const)
    expect((await ann.post('/api/jobs', { title, ...(hours === null ? {} : { hours }) })).status).toBe(201)
  const [first] = (await rowsOf(ann)).filter(({ values }) => values['title'] === 'Sand')
  expect((await ann.post(`/api/jobs/${first?.id}/finish`)).status).toBe(200)
  await ann.post('/api/tools', { name: 'Hammer' })
})

afterAll(() => workshop[Symbol.asyncDispose]())

interface Row {
  readonly id: string
  readonly values: Readonly<Record<string, unknown>>
  readonly changes?: Readonly<Record<string, true>>
}

async function rowsOf(who: Client, block = 0): Promise<readonly Row[]> {
  const { status, body } = await who.get(`/_ninefold/screens/jobs/${block}`)
  expect(status).toBe(200)
  return body.rows
}

async function blockOf(who: Client, screen: string, block: number) {
  const { body } = await who.get('/_ninefold/app')
  return body.screens.find(({ name }: { name: string }) => name === screen).blocks[block]
}

it('says by which input each column is changed, and where its present value is had', async () => {
  const { changes } = await blockOf(ann, 'Jobs', 0)
  expect(changes.columns).toEqual({
    title: 'title',
    hours: 'hours',
    'worker.name': 'worker',
    secret: 'secret',
    plan: 'plan',
  })
  expect(changes.action).toMatchObject({ method: 'PATCH', path: '/api/jobs/:id', startsFrom: 'record' })
  expect(changes.action.form.map(({ path }: { path: string[] }) => path.join('.'))).toEqual([
    'title',
    'hours',
    'worker',
    'secret',
    'plan',
  ])
  const [row] = await rowsOf(ann)
  const form = await ann.get(`/_ninefold/forms/${changes.screen}/${changes.action.key}?id=${row?.id}`)
  expect(form.status).toBe(200)
  expect(form.body.values).toHaveProperty('title', row?.values['title'])
})

it.each(['ann', 'bob'])('offers what the call takes, field by field, and nothing that it refuses: %s', async (name) => {
  const who = name === 'ann' ? ann : bob
  const rows = await rowsOf(who)
  expect(rows.length).toBe(3)
  for (const { id, values, changes } of rows) {
    const version = async (): Promise<string> => `"${(await who.get(`/api/jobs/${id}`)).body.version}"`
    const given = { title: `${values['title']}`, hours: values['hours'] ?? null, secret: 'abc', plan: null }
    for (const [field, value] of Object.entries(given)) {
      const { status } = await who.patch(`/api/jobs/${id}`, { [field]: value }, { 'if-match': await version() })
      expect([name, values['title'], field, status === 200]).toEqual([
        name,
        values['title'],
        field,
        changes?.[field] === true,
      ])
    }
  }
})

it('says nothing of what no screen offers', async () => {
  expect(await blockOf(ann, 'Jobs', 1)).not.toHaveProperty('changes')
  expect(await blockOf(ann, 'Alone', 0)).not.toHaveProperty('changes')
  expect((await rowsOf(ann, 1))[0]).not.toHaveProperty('changes')
})
