// Records that join or leave a list, in every way; read with the reader's rights.

import { afterAll, beforeAll, expect, it } from 'vitest'
import { compile } from '@ninefold/core/compile.ts'
import { planTables } from '@ninefold/core/plan/schema/tables.ts'
import { migrate } from '../../store/migrate/migrate.ts'
import { type Client, runApplication, type RunningApplication } from '../../testing/running-application.ts'
import { FIELDS } from '@ninefold/core/check/specification-for-tests.ts'

const TEXT = `# Teams

**Ninefold:** 1

## 3. Entities and their fields

**Every entity has:** id as a counting number, createdAt, version

### Entity: User

- **Label:** \`name\`

${FIELDS}
| name | text up to 80 | required, unique | | |
| password | password 8 to 128 | required, hidden | | |
| teams | list of Team via members | | | |

### Entity: Team

- **Label:** \`name\`
- **History:** every change of name, members, tasks, guests
- **Deleted:** kept 30 days

${FIELDS}
| name | text | required | | |
| members | list of User | | | |
| tasks | list of Task via team | | | |
| guests | list of User via Visit | | | |

### Entity: Task

- **Label:** \`title\`

${FIELDS}
| title | text | required | | |
| team | Team | deleted together | | |
| isSecret | yes/no | required | \`false\` | |

### Entity: Visit

${FIELDS}
| team | Team | required, deleted together | | |
| user | User | required, deleted together | | |

### Sample data: User

| name | password | roles |
| --- | --- | --- |
| ada | correct-horse-1 | Lead |
| bob | correct-horse-2 | Member |

## 6. Roles and permissions

### Signing in

- **Users are:** User
- **Sign in with:** name and password
- **Session:** cookie, ends 7 days after last use

### Roles

| Role | Includes | A user gets it |
| --- | --- | --- |
| Member | | from a Lead |
| Lead | Member | the first user who signs up |

### Permissions

| Who | May | Entity | Only where | Fields |
| --- | --- | --- | --- | --- |
| Member | see | User | | id, name |
| Member | see, create, change | Team | | id, name, members, guests, tasks |
| Lead | delete | Team | | |
| Lead | give roles | User | | |
| Member | see | Task | \`!isSecret\` | all |
| Lead | see, create, change, delete | Task | | all |
| Lead | see, create, delete | Visit | | all |

## 7. The calls it makes

### Standard calls

| Entity | Path | Calls | Found by | Answers with |
| --- | --- | --- | --- | --- |
| Team | \`/api/teams\` | get, create, change, delete | id | everything visible |
| Task | \`/api/tasks\` | create, change, delete | id | everything visible |
| Visit | \`/api/visits\` | create, delete | id | everything visible |
`

let application: RunningApplication
let ada: Client
let bob: Client
const ids: Record<string, number> = {}

beforeAll(async () => {
  application = await runApplication(TEXT)
  ada = await application.signIn('ada', 'correct-horse-1')
  bob = await application.signIn('bob', 'correct-horse-2')
  const { rows } = await application.database.pool.query('SELECT name, id::int AS id FROM "user"')
  for (const { name, id } of rows) ids[name] = id
})

afterAll(() => application[Symbol.asyncDispose]())

async function made(address: string, values: object): Promise<number> {
  const { status, body } = await ada.post(address, values)
  expect(status, JSON.stringify(body)).toBe(201)
  return body.id
}

async function changesOf(client: Client, id: number): Promise<unknown[]> {
  const { status, body } = await client.get(`/_ninefold/history/team/${id}`)
  expect(status).toBe(200)
  return body.changes.map(({ field, by, before, after }: Record<string, unknown>) => [field, by, before, after])
}

it('keeps who was put into a list and taken out, from the beginning', async () => {
  const id = await made('/api/teams', { name: 'One', members: [ids['ada']] })
  expect((await bob.patch(`/api/teams/${id}`, { members: [ids['ada'], ids['bob']] })).status).toBe(200)
  expect((await ada.patch(`/api/teams/${id}`, { members: [ids['bob']], name: 'Two' })).status).toBe(200)
  expect(await changesOf(bob, id)).toEqual([
    ['name', 'ada', 'One', 'Two'],
    ['members', 'ada', 'ada', null],
    ['members', 'bob', null, 'bob'],
    ['members', 'ada', null, 'ada'],
  ])
})

it('keeps what points here, and moves, and goes; and pairs with fields of their own', async () => {
  const [one, other] = [await made('/api/teams', { name: 'One' }), await made('/api/teams', { name: 'Other' })]
  const task = await made('/api/tasks', { title: 'Sweep', team: one })
  await ada.patch(`/api/tasks/${task}`, { title: 'Sweep it' })
  await ada.patch(`/api/tasks/${task}`, { team: other })
  const visit = await made('/api/visits', { team: one, user: ids['bob'] })
  expect((await ada.delete(`/api/visits/${visit}`)).status).toBe(204)
  expect(await changesOf(ada, one)).toEqual([
    ['guests', 'ada', 'bob', null],
    ['guests', 'ada', null, 'bob'],
    ['tasks', 'ada', 'Sweep it', null],
    ['tasks', 'ada', null, 'Sweep it'],
  ])
  expect(await changesOf(ada, other)).toEqual([['tasks', 'ada', null, 'Sweep it']])
})

it('tells nobody of what they may not see in the list, not even that something came', async () => {
  const id = await made('/api/teams', { name: 'One' })
  await made('/api/tasks', { title: 'Plot', team: id, isSecret: true })
  expect(await changesOf(ada, id)).toEqual([['tasks', 'ada', null, 'Plot']])
  expect(await changesOf(bob, id)).toEqual([])
})

it('goes with its record, and comes back with it as it was', async () => {
  const id = await made('/api/teams', { name: 'One', members: [ids['ada'], ids['bob']] })
  await made('/api/tasks', { title: 'Rest', team: id })
  const before = await changesOf(ada, id)
  expect((await ada.delete(`/api/teams/${id}`)).status).toBe(204)
  const { pool } = application.database
  const kept = async () =>
    (await pool.query('SELECT count(*)::int AS n FROM ninefold.change WHERE record = $1', [String(id)])).rows[0].n
  expect(await kept()).toBe(0)
  const { rows } = await pool.query('SELECT id FROM ninefold.deletion ORDER BY at DESC LIMIT 1')
  expect((await ada.post(`/_ninefold/deleted/${rows[0].id}/restore`)).status).toBeLessThan(300)
  expect(await changesOf(ada, id)).toEqual(before)
})

it('of many who come at once, each is kept once', async () => {
  const id = await made('/api/teams', { name: 'One' })
  await Promise.all(Array.from({ length: 12 }, (_, index) => made('/api/tasks', { title: `Task ${index}`, team: id })))
  const titles = (await changesOf(ada, id)).map((change) => (change as unknown[])[3])
  expect(titles.sort()).toEqual(Array.from({ length: 12 }, (_, index) => `Task ${index}`).sort())
})

it('begins and ends with the text', async () => {
  const id = await made('/api/teams', { name: 'One' })
  const bring = async (text: string): Promise<void> => {
    const { model } = compile(text)
    if (model === null) throw new Error('The text has errors.')
    expect((await migrate(application.database.pool, planTables(model), { consent: true })).waiting).toEqual([])
  }
  await bring(TEXT.replace('of name, members, tasks, guests', 'of name'))
  await application.database.pool.query('INSERT INTO team_members (team_id, user_id) VALUES ($1, $2)', [id, ids['ada']])
  expect(await changesOf(ada, id)).toEqual([])
  await bring(TEXT)
  await application.database.pool.query('INSERT INTO team_members (team_id, user_id) VALUES ($1, $2)', [id, ids['bob']])
  expect(await changesOf(ada, id)).toEqual([['members', null, null, 'bob']])
})

it('says nothing more of such histories, and no history is kept of what is computed', () => {
  expect(compile(TEXT).diagnostics.filter(({ severity }) => severity === 'warning' || severity === 'error')).toEqual([])
  const computed = TEXT.replace(
    '| members |',
    '| size | whole number | computed and stored `members.size()` | | |\n| members |',
  )
  const { diagnostics } = compile(computed.replace('of name, members', 'of name, size, members'))
  expect(diagnostics.map(({ number, hint }) => `${number} ${hint}`)).toContain(
    'N011 Keep the history of the fields that it is computed from.',
  )
})
