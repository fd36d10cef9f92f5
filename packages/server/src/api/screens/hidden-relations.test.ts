// A list or figure of the screen's record belongs to a field of that record: callers who may not see the field do not
// see the list, even if they may see each of its records. If somebody sees the field of no record, nothing is drawn.

import { afterAll, beforeAll, expect, it } from 'vitest'
import { FIELDS } from '@ninefold/core/check/specification-for-tests.ts'
import { type Client, runApplication, type RunningApplication } from '../../testing/running-application.ts'

const TEXT = `# Cases

## 2. Screens and routes

| Route | Screen | Parameter |
| --- | --- | --- |
| \`/cases\` | Cases | none |
| \`/cases/:code\` | Case | code is Case.code |

### Screen: Cases

- **Who:** Guest, Member
- **Shows:** list of Case, sorted by code A to Z, all of them
- **As:** chart of count by isOpen
- **Columns:** code

### Screen: Case

- **Who:** Guest, Member
- **Shows:** one Case by code
- **Fields:** code
- **Shows:** list of its reviewers, sorted by code A to Z, all of them
- **Columns:** code
- **Shows:** count of its reviewers
- **Shows:** sum of score of its notes
- **Shows:** list of its notes, sorted by code A to Z, all of them
- **Columns:** code

## 3. Entities and their fields

### Entity: Person

${FIELDS}
| code | text up to 20 | required, unique | | |
| email | email | required, unique | | |
| password | password 10 to 200 | hidden | | |

### Entity: Case

${FIELDS}
| code | text up to 20 | required, unique | | |
| isOpen | yes/no | required | yes | |
| reviewers | list of Person | | | |
| notes | list of Note via about | | | |

### Entity: Note

${FIELDS}
| code | text up to 20 | required, unique | | |
| about | Case | required, deleted together | | |
| score | whole number | required | 5 | |

### Sample data: Person

| code | email | roles |
| --- | --- | --- |
| ann | ann@cases.test | Member |
| bob | bob@cases.test | Member |

### Sample data: Case

| code | isOpen | reviewers |
| --- | --- | --- |
| open | yes | ann, bob |
| shut | no | bob |

### Sample data: Note

| code | about |
| --- | --- |
| n1 | open |
| n2 | shut |

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
| Guest | see | Case | | code |
| Guest | create | Person | | code, email, password |
| Guest | see | Person | | code |
| Guest | see | Note | | code, score |
| Member | see | Case | \`isOpen\` | all |
| Member | see | Case | \`!isOpen\` | code, isOpen |
`

let app: RunningApplication
let member: Client

beforeAll(async () => {
  app = await runApplication(TEXT)
  member = await app.signUp({ code: 'cleo', email: 'cleo@cases.test', password: 'long enough 1' })
})
afterAll(() => app[Symbol.asyncDispose]())

const block = (client: Client, place: number, code: string) =>
  client.get(`/_ninefold/screens/case/${place}?code=${code}`)
const codesOf = (body: unknown) =>
  (body as { rows: { values: { code: string } }[] }).rows.map(({ values }) => values.code)

it('shows what the record holds to whoever sees the field', async () => {
  expect(codesOf((await block(member, 1, 'open')).body)).toEqual(['ann', 'bob'])
  expect((await block(member, 2, 'open')).body).toEqual({ count: 2 })
  expect((await block(member, 3, 'open')).body).toEqual({ count: 1, amount: '5' })
  expect(codesOf((await block(member, 4, 'open')).body)).toEqual(['n1'])
})

it('takes a field for empty that is not seen of this record', async () => {
  expect(codesOf((await block(member, 1, 'shut')).body)).toEqual([])
  expect((await block(member, 2, 'shut')).body).toEqual({ count: 0 })
  expect((await block(member, 3, 'shut')).body).toEqual({ count: 0, amount: '0' })
  expect(codesOf((await block(member, 4, 'shut')).body)).toEqual([])
})

it('has no block of a field that somebody can see of no record', async () => {
  expect((await block(app.guest, 0, 'open')).status).toBe(200)
  for (const place of [1, 2, 3, 4]) expect((await block(app.guest, place, 'open')).status).toBe(404)
})

it('shows a table instead of a chart by a field that somebody can see of no record', async () => {
  const groups = (await member.get('/_ninefold/screens/cases/0')).body
  expect(groups).toMatchObject({ isWhole: true, groups: [{ amount: '1' }, { amount: '1' }] })
  // Tables have infinite scrolling, charts do not.
  for (const query of ['', '?after='])
    expect(codesOf((await app.guest.get(`/_ninefold/screens/cases/0${query}`)).body)).toEqual(['open', 'shut'])
})

it('brings with the options of a picker only fields that their reader sees of each record', async () => {
  const told = async (client: Client, entity: string, names: string): Promise<unknown[]> =>
    (await client.get(`/_ninefold/options/${entity}?by=code&${names}`)).body.options.map(
      (option: { with: unknown }) => option.with,
    )
  expect(await told(member, 'Note', 'value=n1&with=score&with=code')).toEqual([{ code: 'n1', score: 5 }])
  expect(await told(member, 'Case', 'value=open&value=shut&with=isOpen')).toEqual([{ isOpen: true }, { isOpen: false }])
  expect(await told(app.guest, 'Case', 'value=open&with=isOpen&with=code')).toEqual([{ code: 'open' }])
  expect(await told(app.guest, 'Person', 'value=ann&with=email')).toEqual([{}])
  // Each reader sees only their visible part of the field's records, and nothing if the field is hidden.
  expect(await told(member, 'Case', 'value=open&with=notes.score&with=notes.code')).toEqual([
    { notes: [{ code: 'n1', score: 5 }] },
  ])
  expect(await told(member, 'Case', 'value=open&with=notes')).toEqual([{ notes: [{}] }])
  expect(await told(member, 'Case', 'value=shut&with=notes.score')).toEqual([{}])
  expect(await told(app.guest, 'Case', 'value=open&with=notes.score')).toEqual([{}])
  for (const names of ['with=notes.score', 'value=open&value=shut&with=notes', 'value=open&with=notes.about.code'])
    expect((await member.get(`/_ninefold/options/Case?by=code&${names}`)).status, names).toBe(422)
  for (const name of ['password', 'notes', 'nothing', "'"])
    expect((await member.get(`/_ninefold/options/Person?with=${name}`)).status, name).toBe(422)
})
