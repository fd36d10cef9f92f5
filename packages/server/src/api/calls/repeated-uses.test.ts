// A repeated request consumes nothing a second time: no limit of point 9, and no room among unused uploads.

import { afterAll, beforeAll, expect, it } from 'vitest'
import { FIELDS, members } from '@ninefold/core/check/specification-for-tests.ts'
import { type Answer, type Client, runApplication, type RunningApplication } from '../../testing/running-application.ts'
import { secondProcess } from '../../testing/servers/second-process.ts'

const LIMIT = 5
const call = (name: string, repeatable: string): string => `### POST /api/${name} — ${name}

- **Who:** Member
- **Repeatable:** ${repeatable}

| Input | Like | Needed |
| --- | --- | --- |
| title | Note.title | yes |
| event | text up to 40 | yes |

1. create Note as note with title = \`input.title\`
2. respond 201 with \`{"id": note.id}\`
`
const TEXT = `# Notes

## 3. Entities and their fields

**Every entity has:** id as a random identifier

### Entity: User

${FIELDS}
| email | email | required, unique ignoring case | | |
| password | password 8 to 200 | required, hidden | | |

### Entity: Note

${FIELDS}
| title | text up to 40 | required | | |
| paper | file up to 1 KB | | | |

## 6. Roles and permissions

${members('User')}

### Permissions

| Who | May | Entity | Only where | Fields |
| --- | --- | --- | --- | --- |
| Guest | create | User | | email, password |
| Member | see | User | | email |
| Member | see, create | Note | | title, paper |

## 7. The calls it makes

### Standard calls

| Entity | Path | Calls | Found by | Answers with |
| --- | --- | --- | --- | --- |
| Note | \`/api/notes\` | list, create | id | everything visible |

${call('keyed', 'with an Idempotency-Key')}
${call('valued', 'by `input.event`')}

## 9. Business constants and limits

| Limit | On | Per | At most | Otherwise |
| --- | --- | --- | --- | --- |
| Keyed | \`POST /api/keyed\` | user, 1 hour | ${LIMIT} | |
| Valued | \`POST /api/valued\` | user, 1 hour | ${LIMIT} | |
`
let notes: RunningApplication
let people = 0

beforeAll(async () => {
  notes = await runApplication(TEXT)
})
afterAll(() => notes[Symbol.asyncDispose]())

function somebody(): Promise<Client> {
  people += 1
  return notes.signUp({ email: `user${people}@example.test`, password: 'long enough indeed' })
}

function counted(answers: readonly Answer[]): Record<number, number> {
  const byStatus: Record<number, number> = {}
  for (const { status } of answers) byStatus[status] = (byStatus[status] ?? 0) + 1
  return byStatus
}

const keyed = (client: Client, key: string, title = key): Promise<Answer> =>
  client.post('/api/keyed', { title, event: 'any' }, { 'idempotency-key': key })
const valued = (client: Client, event: string): Promise<Answer> => client.post('/api/valued', { title: 'same', event })

it('gives a repeat its answer however often, also once the limit is used up', async () => {
  const client = await somebody()
  const first = await keyed(client, 'one')
  for (let time = 0; time < LIMIT * 3; time++) expect((await keyed(client, 'one')).body).toEqual(first.body)
  for (let other = 1; other < LIMIT; other++) expect((await keyed(client, `other${other}`)).status).toBe(201)
  expect((await keyed(client, 'more')).status).toBe(429)
  expect((await keyed(client, 'one')).body).toEqual(first.body)
  expect((await keyed(client, 'one', 'another title')).status).toBe(422)
})

it('counts those that come at the same time once, in two processes', async () => {
  const client = await somebody()
  await using other = await secondProcess(notes)
  const there = other.as(client)
  const at = (index: number): Client => (index % 2 === 0 ? client : there)
  const answers = await Promise.all(Array.from({ length: LIMIT }, (_, index) => keyed(at(index), 'race')))
  expect(new Set(answers.map(({ body }) => body.id)).size).toBe(1)
  const rest = Array.from({ length: LIMIT * 2 }, (_, index) => keyed(at(index), `after${index}`))
  expect(counted(await Promise.all(rest))).toEqual({ 201: LIMIT - 1, 429: LIMIT + 1 })
})

it('gives back what a repeat by a value has used', async () => {
  const client = await somebody()
  for (let time = 0; time < LIMIT * 3; time++) expect((await valued(client, 'one')).status).toBe(201)
  const answers: Answer[] = []
  for (let other = 0; other < LIMIT + 1; other++) answers.push(await valued(client, `other ${other}`))
  expect(counted(answers)).toEqual({ 201: LIMIT - 1, 429: 2 })
})

it('does not let a key that nobody has used past a limit', async () => {
  const client = await somebody()
  const answers = Array.from({ length: LIMIT * 4 }, (_, index) => keyed(client, `fresh${index}`))
  expect(counted(await Promise.all(answers))).toEqual({ 201: LIMIT, 429: LIMIT * 3 })
})

it('keeps as many uploads that nothing uses as there may be, of however many at once', async () => {
  const client = await somebody()
  const uploads = Array.from({ length: 130 }, (_, index) =>
    client.send(`/_ninefold/files?name=${index}.txt`, {
      method: 'POST',
      body: `Text ${index}`,
      headers: { 'content-type': 'application/octet-stream' },
    }),
  )
  const byStatus = counted(await Promise.all(uploads))
  const { rows } = await notes.database.pool.query('SELECT count(*)::int AS files FROM ninefold.file')
  expect(rows[0].files).toBe(byStatus[201])
  expect(byStatus[201]).toBeLessThanOrEqual(100)
  // Callers that were told to retry do so: exactly the remaining ones succeed.
  const later: Answer[] = []
  for (let index = 0; index < 101 - (byStatus[201] ?? 0); index++)
    later.push(
      await client.send('/_ninefold/files?name=later.txt', {
        method: 'POST',
        body: 'Later',
        headers: { 'content-type': 'application/octet-stream' },
      }),
    )
  expect(later.map(({ status }) => status)).toEqual([...later.slice(1).map(() => 201), 429])
})
