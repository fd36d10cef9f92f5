// For every set of fields hidden from a role, and every changed field: a change of hidden fields must not show in any
// sign of a change.

import { afterAll, beforeAll, expect, it } from 'vitest'
import { FIELDS } from '@ninefold/core/check/specification-for-tests.ts'
import { readEvents } from '../../testing/event-reader.ts'
import { type Client, runApplication, type RunningApplication } from '../../testing/running-application.ts'

const CHANGED = ['first', 'second', 'third'] as const
/** By role, the hidden fields. */
const HIDDEN: readonly (readonly string[])[] = Array.from({ length: 2 ** CHANGED.length }, (_, set) =>
  CHANGED.filter((_, at) => (set >> at) % 2 === 1),
)
const kept = (hidden: readonly string[]): string => (hidden.length === 0 ? 'all' : `all except ${hidden.join(', ')}`)

const TEXT = `# Papers

## 3. Entities and their fields

**Every entity has:** id as a random identifier, createdAt, updatedAt, createdBy, version

### Entity: User

${FIELDS}
| email | email | required, unique ignoring case | | |
| password | password 8 to 200 | required, hidden | | |
| kind | whole number | required | | |

### Entity: Paper

${FIELDS}
| title | text up to 40 | required | | |
| note | text up to 40 | | | |
${CHANGED.map((field) => `| ${field} | whole number | required | 0 | |`).join('\n')}

## 6. Roles and permissions

### Signing in

- **Users are:** User
- **Sign in with:** email and password
- **Session:** cookie, ends 30 days after last use
- **Sign up:** open, gives Member

### Roles

| Role | Includes | A user gets it |
| --- | --- | --- |
| Guest | | by not being signed in |
| Member | | by signing up |
| Boss | | when \`kind == -1\` |
| Teller | | when \`kind == -2\` |
${HIDDEN.map((_, kind) => `| Reader ${kind} | | when \`kind == ${kind}\` |`).join('\n')}

### Permissions

| Who | May | Entity | Only where | Fields |
| --- | --- | --- | --- | --- |
| Guest | create | User | | email, password, kind |
| Boss | see, create, change | Paper | | all |
| Teller | see | Paper | | all except ${CHANGED.join(', ')} |
| Teller | see | Paper | | version, updatedAt |
${HIDDEN.map((hidden, kind) => `| Reader ${kind} | see | Paper | | ${kept(hidden)} |\n| Reader ${kind} | change | Paper | | note |`).join('\n')}

## 7. The calls it makes

### Standard calls

| Entity | Path | Calls | Found by | Answers with |
| --- | --- | --- | --- | --- |
| Paper | \`/api/papers\` | list, get, create, change | id | everything visible |
`
let papers: RunningApplication
let boss: Client
let people = 0

beforeAll(async () => {
  papers = await runApplication(TEXT)
  boss = await somebody(-1)
})
afterAll(() => papers[Symbol.asyncDispose]())

function somebody(kind: number): Promise<Client> {
  people += 1
  return papers.signUp({ email: `user${people}@example.test`, password: 'long enough indeed', kind })
}

async function newPaper(): Promise<string> {
  return `/api/papers/${(await boss.post('/api/papers', { title: `Paper ${people}` })).body.id}`
}

/** Everything that shows whether something has changed. */
async function signsOf(reader: Client, paper: string): Promise<unknown> {
  const one = await reader.get(paper)
  const tag = one.headers.get('etag') ?? ''
  const [list, sorted, again] = [
    await reader.get('/api/papers?sort=title'),
    await reader.get('/api/papers?sort=-updatedAt'),
    await reader.get(paper, { 'if-none-match': tag }),
  ]
  expect(again.status).toBe(304)
  return [one.body, tag, list.body, list.headers.get('etag'), sorted.status, sorted.body.items]
}

for (const [kind, hidden] of HIDDEN.entries())
  it(`keeps changes of anything else from a reader of ${kept(hidden)}`, async () => {
    const reader = await somebody(kind)
    const paper = await newPaper()
    await using stream = await readEvents(`${papers.address}${paper}`, reader)
    const next = async (): Promise<unknown> => JSON.parse((await stream.next())?.data ?? 'null')
    await next()
    for (const field of CHANGED) {
      const before = await signsOf(reader, paper)
      expect((await boss.patch(paper, { [field]: 7 })).status).toBe(200)
      if (hidden.includes(field)) expect(await signsOf(reader, paper)).toEqual(before)
      else {
        expect(await signsOf(reader, paper)).not.toEqual(before)
        expect(await next()).toMatchObject({ [field]: 7 })
      }
    }
    // An event in between would come first.
    expect((await boss.patch(paper, { title: 'Seen' })).status).toBe(200)
    expect(await next()).toMatchObject({ title: 'Seen' })
    const tries = Array.from({ length: 8 }, (_, version) => ({ 'if-match': `"${version + 1}"` }))
    const found: number[] = []
    for (const [at, seen] of tries.entries())
      if ((await reader.patch(paper, { note: 'Mine' }, seen)).status === 200) found.push(at + 1)
    expect(found.length > 0).toBe(hidden.length === 0)
  })

it('tells of every change who is named the version and the time of change', async () => {
  const teller = await somebody(-2)
  const paper = await newPaper()
  const before = (await teller.get(paper)).body
  await boss.patch(paper, { first: 7 })
  const after = (await teller.get(paper)).body
  expect([before.version, after.version, after.first]).toEqual([1, 2, undefined])
  expect(after.updatedAt > before.updatedAt).toBe(true)
})

it('answers 304 to who holds the answer, and the answer to who holds another', async () => {
  const paper = await newPaper()
  const { body, headers } = await boss.get(paper)
  const tag = headers.get('etag') ?? ''
  for (const held of [tag, `W/${tag}`, `"other", ${tag}`, '*'])
    expect(await boss.get(paper, { 'if-none-match': held })).toMatchObject({ status: 304, body: null })
  const reader = await somebody(7)
  for (const held of ['"1"', '""', 'x', tag.replaceAll('"', '')])
    expect(await boss.get(paper, { 'if-none-match': held })).toMatchObject({ status: 200, body })
  // The version is the same, but fewer fields are visible.
  expect((await reader.get(paper, { 'if-none-match': tag })).status).toBe(200)
  expect((await boss.patch(paper, { first: 1 }, { 'if-match': tag })).status).toBe(200)
  expect((await boss.patch(paper, { first: 2 }, { 'if-match': tag })).status).toBe(412)
  expect((await boss.get(paper, { 'if-none-match': tag })).status).toBe(200)
})
