import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { ninefold } from '../testing/program.ts'
import { FIELDS } from '@ninefold/core/check/specification-for-tests.ts'

const TEXT = `# Library

**Ninefold:** 1

## 3. Entities and their fields

**Every entity has:** id as a counting number, createdAt

### Entity: User

${FIELDS}
| name | text up to 80 | required, unique | | |
| password | password 8 to 128 | required, hidden | | |

### Entity: Book

${FIELDS}
| shelfmark | text up to 20 | required, unique | | |
| copies | whole number from 0 | required | 1 | |

### Sample data: User

| name | password | roles |
| --- | --- | --- |
| Ada | correct-horse | Librarian |

## 6. Roles and permissions

### Signing in

- **Users are:** User
- **Sign in with:** name and password
- **Session:** header \`Authorization: Token <token>\`, ends 7 days after sign-in

### Roles

| Role | Includes | A user gets it |
| --- | --- | --- |
| Librarian | | the first user who signs up |

### Permissions

| Who | May | Entity | Only where | Fields |
| --- | --- | --- | --- | --- |
| Librarian | see, create | Book | | all |
| Librarian | see, create | User | | name, password |

## 7. The calls it makes

### POST /api/books — Buy

- **Who:** Librarian

| Input | Like | Needed |
| --- | --- | --- |
| book.shelfmark | Book.shelfmark | yes |
| book.copies | Book.copies | no |

1. create Book as book with given book.shelfmark, book.copies
2. respond 201 with \`{"book": {"shelfmark": book.shelfmark, "copies": book.copies}}\`

### GET /api/books/:shelfmark — One

- **Who:** Librarian

1. find book in Book where \`shelfmark == path.shelfmark\` or fail NO_SUCH_BOOK
2. respond 200 with \`{"copies": book.copies}\`

### Example: Buying a book

1. as Ada: call \`POST /api/books\` with \`{"book": {"shelfmark": "A 1/ä", "copies": 2}}\` answers 201, keep book.shelfmark as mark
2. as Ada: call \`GET /api/books/{mark}\` answers 200
3. as Ada: call \`POST /api/books\` with \`{"book": {"shelfmark": mark}}\` answers 409
4. as somebody: call \`GET /api/books/{mark}\` answers 401

### Example: Nothing is there before

1. as Ada: call \`GET /api/books/A1\` answers 404 NO_SUCH_BOOK

## 8. The error catalogue

**Error body:** \`{"wrong": message}\`

| Code | Status | About | Message |
| --- | --- | --- | --- |
| NO_SUCH_BOOK | 404 | book | There is no book {path.shelfmark}. |
| OTHER | 404 | book | Something else. |
`

async function inFolder<Result>(text: string, what: (folder: string) => Promise<Result>): Promise<Result> {
  const folder = await mkdtemp(join(tmpdir(), 'ninefold-tests-'))
  try {
    await writeFile(join(folder, 'app.md'), text)
    return await what(folder)
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

it('plays each example from the same beginning, as its people, and says that it went as expected', async () => {
  const { code, stdout, stderr } = await inFolder(TEXT, (folder) => ninefold(folder, ['test', 'app.md']))
  expect(stderr).toBe('')
  expect(stdout).toBe(
    [
      'Buying a book',
      '  ✓ Ada: POST /api/books answers 201',
      '  ✓ Ada: GET /api/books/A%201%2F%C3%A4 answers 200',
      '  ✓ Ada: POST /api/books answers 409',
      '  ✓ somebody: GET /api/books/A%201%2F%C3%A4 answers 401',
      'Nothing is there before',
      '  ✓ Ada: GET /api/books/A1 answers 404 NO_SUCH_BOOK',
      '2 examples as expected.',
      '',
    ].join('\n'),
  )
  expect(code).toBe(0)
})

it('names the line of the row that keeps the examples from being tried, and what to do about it', async () => {
  const text = TEXT.replace('whole number from 0 | required |', 'whole number from 0 | required, unique |').replace(
    '## 6. Roles',
    '### Sample data: Book\n\n| shelfmark | copies |\n| --- | --- |\n| A | 2 |\n| B | 2 |\n\n## 6. Roles',
  )
  const { code, stdout, stderr } = await inFolder(text, (folder) => ninefold(folder, ['test', 'app.md']))
  expect([code, stdout]).toEqual([1, ''])
  const line = text.split('\n').findIndex((each) => each.startsWith('| B |')) + 1
  expect(stderr).toContain(
    `error N315: Another row has the same "copies", and no two records may.\n  app.md:${line}:7\n`,
  )
  expect(stderr).toContain('= Write another value in one of the two rows.\n')
  expect(stderr).toContain("app.md has 1 error and can't be tested.")
})

it('says what came instead, in words and for a build server, and ends with 1', async () => {
  const wrong = TEXT.replace('copies": 2}}` answers 201', 'copies": -1}}` answers 201')
    .replace('404 NO_SUCH_BOOK\n', '404 OTHER\n')
    .replace(
      'or fail NO_SUCH_BOOK\n2. respond 200',
      'or fail NO_SUCH_BOOK\n2. require `book.copies > 0` or fail OTHER\n3. respond 200',
    )
  const { code, stdout, xml } = await inFolder(wrong, async (folder) => ({
    ...(await ninefold(folder, ['test', 'app.md', '--junit', 'results.xml'])),
    xml: await readFile(join(folder, 'results.xml'), 'utf8'),
  }))
  expect(stdout).toContain('  ✗ Ada: POST /api/books\n      expected 201, came 422 TOO_SMALL\n')
  expect(stdout).toContain('  3 steps not tried\n')
  expect(stdout).toContain('expected 404 OTHER, came 404 NO_SUCH_BOOK\n      book: There is no book A1.\n')
  expect(stdout).toContain('0 examples as expected, 2 came out otherwise.\n')
  expect(xml).toContain('<testsuite name="Buying a book" tests="4" failures="1" skipped="3"')
  expect(xml).toContain(
    '<failure message="expected 404 OTHER, came 404 NO_SUCH_BOOK">book: There is no book A1.</failure>',
  )
  expect(code).toBe(1)
})

it('has nothing to play where there are no examples, or errors', async () => {
  const without = await inFolder(TEXT.replace(/### Example: [^]*?(?=## 8)/, ''), (folder) =>
    ninefold(folder, ['test', 'app.md']),
  )
  expect(without).toMatchObject({ code: 1, stdout: '' })
  expect(without.stderr).toContain('app.md has no examples.')
  const broken = await inFolder(TEXT.replace('where `shelfmark', 'where `mark'), (folder) =>
    ninefold(folder, ['test', 'app.md']),
  )
  expect(broken).toMatchObject({ code: 1, stdout: '' })
})
