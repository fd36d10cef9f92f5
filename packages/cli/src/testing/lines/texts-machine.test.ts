import type {} from '@ninefold/server/testing/servers/postgres-server.ts'
import { createTestDatabase } from '@ninefold/server/testing/test-database.ts'
import { expect, it, onTestFinished } from 'vitest'
import { runTextsMachine } from './texts-machine.ts'
import type { TextsFault } from './texts-faults.ts'

// `npm run prove texts` makes thousands of edits, of every example.

const SHELF = `# Shelf

## 3. Entities and their fields

### Entity: Book

| Field | Type | Rules | Default | Meaning |
| --- | --- | --- | --- | --- |
| title | text up to 80 | required | | |
| pages | whole number | | | |
| lent | yes/no | required | no | |

### Sample data: Book

| title | pages |
| --- | --- |
| Emma | 474 |
| Persuasion | 249 |

## 6. Roles and permissions

### Roles

| Role | Includes | A user gets it |
| --- | --- | --- |
| Guest | | by not being signed in |

### Permissions

| Who | May | Entity | Only where | Fields |
| --- | --- | --- | --- | --- |
| Guest | see, create, change | Book | | all |

## 7. The calls it makes

### Standard calls

| Entity | Path | Calls | Found by | Answers with |
| --- | --- | --- | --- | --- |
| Book | \`/books\` | list, get, create | id | everything visible |
`

function changed(edits: number, fault?: TextsFault, patienceMs = 60_000) {
  return runTextsMachine({
    texts: [{ name: 'shelf', text: SHELF }],
    edits,
    seed: 5,
    patienceMs,
    database: async () => {
      const database = await createTestDatabase()
      onTestFinished(() => database.drop())
      return database.connectionString
    },
    ...(fault === undefined ? {} : { fault }),
  })
}

it('serves what it served, or the new text whole, whatever becomes of the text', async () => {
  const proof = await changed(24)
  expect(proof.wrong).toEqual([])
  expect(proof.applied).toBeGreaterThan(2)
  expect(proof.refused).toBeGreaterThan(2)
  expect(proof.waited).toBeGreaterThan(0)
})

it.each<[TextsFault, RegExp, number?]>([
  ['serves before its tables are there', /while it waits, .* instead of|5\d\d/],
  ['serves something else where a text has errors', /instead of/],
  ['lets nobody in again', /not answered/, 800],
])(
  'finds a server that %s',
  async (fault, words, patienceMs) => {
    expect((await changed(200, fault, patienceMs)).wrong).toContainEqual(expect.stringMatching(words))
  },
  120_000,
)
