// Facet counts: the number of records for each choice, together with the other filters, within the caller's rights, and
// only for fields that the filter can find by.

import { afterAll, beforeAll, expect, it } from 'vitest'
import { FIELDS } from '@ninefold/core/check/specification-for-tests.ts'
import { type Client, runApplication, type RunningApplication } from '../../testing/running-application.ts'

const TEXT = `# Tasks

## 2. Screens and routes

| Route | Screen | Parameter |
| --- | --- | --- |
| \`/\` | Tasks | none |

### Screen: Tasks

- **Who:** Guest, Member
- **Shows:** list of Task, sorted by title A to Z, 2 per page
- **Columns:** title
- **Filter by:** stage, owner, owner.team, urgency, title, tags, helpers

## 3. Entities and their fields

### Entity: Person

${FIELDS}
| code | text up to 20 | required, unique | | |
| team | choice: red, blue | | | |
| email | email | required, unique | | |
| password | password 10 to 200 | hidden | | |

### Entity: Task

${FIELDS}
| title | text up to 20 | required, unique | | |
| stage | choice: new, done | required | new | |
| owner | Person | | | |
| urgency | choice: low, high | | | |
| isOpen | yes/no | required | yes | |
| tags | choices: fast, slow | | | |
| helpers | list of Person | | | |

### Sample data: Person

| code | email | team | roles |
| --- | --- | --- | --- |
| ann | ann@tasks.test | red | Member |
| bob | bob@tasks.test | blue | Member |

### Sample data: Task

| title | stage | owner | urgency | isOpen |
| --- | --- | --- | --- | --- |
| t1 | new | ann | high | yes |
| t2 | new | ann | low | yes |
| t3 | done | bob | high | yes |
| t4 | done | | | yes |
| t5 | new | bob | high | no |

## 6. Roles and permissions

### Signing in

- **Users are:** Person
- **Sign in with:** email and password
- **Sign up:** open, gives Member

| Role | Includes | A user gets it |
| --- | --- | --- |
| Guest | | by not being signed in |
| Member | Guest | by signing up |

### Permissions

| Who | May | Entity | Only where | Fields |
| --- | --- | --- | --- | --- |
| Guest | create | Person | | code, email, password |
| Guest | see | Person | | code |
| Guest | see | Task | \`isOpen\` | title, stage, owner |
| Guest | see | Task | \`isOpen && stage == "done"\` | urgency |
| Member | see | Person | | id, code, team |
| Member | see | Task | | all |
`

let app: RunningApplication
let member: Client

beforeAll(async () => {
  app = await runApplication(TEXT)
  member = await app.signUp({ code: 'cleo', email: 'cleo@tasks.test', password: 'long enough 1' })
})
afterAll(() => app[Symbol.asyncDispose]())

const ask = (client: Client, query: string) => client.get(`/_ninefold/screens/tasks/0?${query}`)

async function counts(client: Client, query: string): Promise<unknown> {
  const { status, body } = await ask(client, query)
  expect(status).toBe(200)
  const { choices, isWhole } = body as { choices: { value: unknown; count: number }[]; isWhole: boolean }
  expect(isWhole).toBe(true)
  return Object.fromEntries(choices.map(({ value, count }) => [String(value), count]))
}

it('counts each choice beside the other filters, and whatever its own is set to', async () => {
  expect(await counts(member, 'facet=stage')).toEqual({ new: 3, done: 2 })
  expect(await counts(member, 'facet=stage&stage=done&page=2&sort=-title')).toEqual({ new: 3, done: 2 })
  expect(await counts(member, 'facet=stage&urgency=high')).toEqual({ new: 2, done: 1 })
  expect(await counts(member, 'facet=stage&title=t4')).toEqual({ done: 1 })
  expect(await counts(member, 'facet=urgency')).toEqual({ high: 3, low: 1, null: 1 })
  expect(await counts(member, 'facet=owner.team')).toEqual({ red: 2, blue: 2, null: 1 })
})

it('agrees with the list that each choice finds', async () => {
  for (const name of ['stage', 'owner', 'owner.team', 'urgency'])
    for (const client of [app.guest, member]) {
      const { status, body } = await ask(client, `facet=${name}`)
      // A guest sees no team.
      expect([name, status]).toEqual([name, client === app.guest && name === 'owner.team' ? 422 : 200])
      for (const { value, count } of body.choices ?? []) {
        const found = await ask(client, `${name}=${value === null ? '-' : String(value)}`)
        expect([name, value, found.body.total]).toEqual([name, value, count])
      }
    }
})

it('tells a guest of nothing that the guest could not find', async () => {
  expect(await counts(app.guest, 'facet=stage')).toEqual({ new: 2, done: 2 })
  // A guest may not see the urgency of the new ones.
  expect(await counts(app.guest, 'facet=urgency')).toEqual({ high: 1, null: 1 })
  expect((await ask(app.guest, 'facet=owner.team')).status).toBe(422)
})

it('counts nothing by what is no filter, or has no choices', async () => {
  for (const name of ['title', 'isOpen', 'id', 'nonsense', ''])
    expect([name, (await ask(member, `facet=${name}`)).status]).toEqual([name, 422])
})

it('tells the browser which filters are counted, so that it asks for no others', async () => {
  const { body } = await member.get('/_ninefold/app')
  const [list] = body.screens.find(({ key }: { key: string }) => key === 'tasks').blocks
  const counted: string[] = []
  for (const { name, isCounted = false } of list.filters) {
    expect([name, (await ask(member, `facet=${name}`)).status]).toEqual([name, isCounted ? 200 : 422])
    if (isCounted) counted.push(name)
  }
  expect(counted).toEqual(['stage', 'owner', 'owner.team', 'urgency'])
  expect(list.filters).toHaveLength(7)
})
