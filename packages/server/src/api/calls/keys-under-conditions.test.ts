// Keys of answers under stated conditions, and moments and texts in the form of a contract.

import { expect, it } from 'vitest'
import { compile } from '@ninefold/core/compile.ts'
import { FIELDS } from '@ninefold/core/check/specification-for-tests.ts'
import { runApplication } from '../../testing/running-application.ts'

const text = (answer: string, labels = ''): string => `# Books

**Ninefold:** 1

## 3. Entities and their fields

### Entity: Book

${FIELDS}
| title | text up to 40 | required, unique | | |
| note | text up to 40 | | | |
| isSecret | yes/no | required | no | |
| at | date and time | | | |
| day | date | required | | |

### Reference data: Book

| title | note | isSecret | at | day |
| --- | --- | --- | --- | --- |
| Emma | | no | 2026-02-03T04:05:06.007Z | 2026-02-03 |
| a.b.. | x | yes | | 2028-02-29 |

## 6. Roles and permissions

| Role | Includes | A user gets it |
| --- | --- | --- |
| Guest | | by not being signed in |

| Who | May | Entity | Only where | Fields |
| --- | --- | --- | --- | --- |
| Guest | see | Book | | title, note, at, day |

## 7. The calls it makes

### Shape: BookView of Book

| Key | Value |
| --- | --- |
| title | \`title\` |
| note | \`onlyIf(title != "x", note)\` |
| secret | \`onlyIf(isSecret, title)\` |

### GET /books — Books

- **Who:** Guest
${labels}
| Query | Type | Keeps only |
| --- | --- | --- |
| fields | list of text | |

1. list books from Book, sorted by title A to Z, all of them
2. respond 200 with \`${answer}\`
`

async function answered(answer: string, labels = '', query = ''): Promise<unknown> {
  await using books = await runApplication(text(answer, labels))
  return (await books.guest.get(`/books${query}`)).body
}

it('leaves a key out unless its condition holds, and tells nothing that the caller does not see', async () => {
  const views = 'books.map(b, BookView(b))'
  const others = 'books.map(b, {"secret": onlyIf(b.isSecret, b.title), "note": onlyIf("note" in query.fields, b.note)})'
  expect(await answered(`{"views": ${views}, "others": ${others}}`)).toEqual({
    views: [
      { title: 'Emma', note: null },
      { title: 'a.b..', note: 'x' },
    ],
    others: [{}, {}],
  })
  expect(
    await answered(
      `{"views": ${views}, "others": ${others}}`,
      '- **Runs as:** the product, whoever calls\n',
      '?fields=note',
    ),
  ).toEqual({
    views: [
      { title: 'Emma', note: null },
      { title: 'a.b..', note: 'x', secret: 'a.b..' },
    ],
    others: [{ note: null }, { note: 'x', secret: 'a.b..' }],
  })
})

it('writes moments, days and texts as a contract has them', async () => {
  const each = [
    '"at": format(b.at, "%Y%m%dT%H%M%S.%LZ")',
    '"names": format(b.day, "%a %A %b %B %d")',
    '"close": format(b.at, "%S%S%H%M%L%L%%\\"x\\\\")',
    '"iso": b.at == null ? null : string(orElse(b.at, now))',
    '"dashed": replace(b.title, ".", "$&")',
    '"same": replace(b.title, "", "-")',
  ]
  expect(await answered(`books.map(b, {${each.join(', ')}})`)).toEqual([
    {
      at: '20260203T040506.007Z',
      names: 'Tue Tuesday Feb February 03',
      close: '06060405007007%"x\\',
      iso: '2026-02-03T04:05:06.007Z',
      dashed: 'Emma',
      same: 'Emma',
    },
    { at: null, names: 'Tue Tuesday Feb February 29', close: null, iso: null, dashed: 'a$&b$&$&', same: 'a.b..' },
  ])
})

it.each([
  ['a condition elsewhere', '{"a": onlyIf(true, onlyIf(true, "x"))}', 'N054'],
  ['a condition of another type', '{"a": onlyIf("x", "y")}', 'N054'],
  ['a condition alone', '{"a": onlyIf(true)}', 'N054'],
  ['a code of a time for a day', '{"a": format(today, "%H")}', 'N054'],
  ['an unknown code', '{"a": format(now, "%q")}', 'N054'],
  ['a pattern that is not known beforehand', '{"a": books.map(b, format(now, b.title))}', 'N054'],
])('refuses %s', (_, answer, number) => {
  const { diagnostics } = compile(text(answer))
  const errors = diagnostics.filter(({ severity }) => severity === 'error')
  // An answer with an error is not one without a body.
  expect(errors.map((each) => each.number)).toEqual([number])
})
