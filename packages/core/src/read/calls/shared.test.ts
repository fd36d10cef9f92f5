// Shared parts are copied into each call that uses them: the model equals that of a text that repeats them.

import { expect, it } from 'vitest'
import { compile } from '../../compile.ts'
import { renameAt } from '../../service/rename.ts'
import { openDocument } from '../../service/document.ts'
import { meaningOf } from '../../evolution/meaning.ts'
import { readFragment, saidAbout } from '../testing.ts'

const text = (calls: string): string => `# Books

**Ninefold:** 1

## 3. Entities and their fields

### Entity: Book

| Field | Type | Rules | Default | Meaning |
| --- | --- | --- | --- | --- |
| title | text up to 200 | required, unique | | |

## 6. Roles and permissions

| Role | Includes | A user gets it |
| --- | --- | --- |
| Guest | | by not being signed in |

| Who | May | Entity | Only where | Fields |
| --- | --- | --- | --- | --- |
| Guest | see, change, delete | Book | | all |

## 7. The calls it makes

${calls}
## 8. The error catalogue

| Code | Status | About | Message |
| --- | --- | --- | --- |
| NONE | 404 | book | None. |
`

const SHARED = text(`### Shared by calls: One book

- **Who:** Guest
- **Unknown inputs:** ignored

| Query | Type | Keeps only |
| --- | --- | --- |
| loud | yes/no | |

1. find book in Book where \`title == path.title\` or fail NONE

### GET /books/:title — Book

- **Shares:** One book

1. respond 200 with \`{"title": book.title, "loud": query.loud}\`

### PUT /books/:title — Change

- **Shares:** One book
- **Unknown inputs:** refused

| Input | Like | Needed |
| --- | --- | --- |
| title | Book.title | yes |

1. when \`query.loud == true\`: change book with given title
2. respond 204
`)

const REPEATED = text(`### GET /books/:title — Book

- **Who:** Guest
- **Unknown inputs:** ignored

| Query | Type | Keeps only |
| --- | --- | --- |
| loud | yes/no | |

1. find book in Book where \`title == path.title\` or fail NONE
2. respond 200 with \`{"title": book.title, "loud": query.loud}\`

### PUT /books/:title — Change

- **Who:** Guest
- **Unknown inputs:** refused

| Query | Type | Keeps only |
| --- | --- | --- |
| loud | yes/no | |

| Input | Like | Needed |
| --- | --- | --- |
| title | Book.title | yes |

1. find book in Book where \`title == path.title\` or fail NONE
2. when \`query.loud == true\`: change book with given title
3. respond 204
`)

/** Without diagnostics about the points and creations that the short text leaves out. */
const numbersOf = (written: string): string[] =>
  compile(written).diagnostics.flatMap(({ number }) => (number === 'N014' || number === 'N604' ? [] : [number]))

it('makes the model of a text that repeats what is shared', () => {
  const [shared, repeated] = [compile(SHARED), compile(REPEATED)]
  expect(numbersOf(SHARED)).toEqual([])
  expect(numbersOf(REPEATED)).toEqual([])
  expect(shared.model?.calls.calls).toHaveLength(2)
  expect(meaningOf(shared.model?.calls, [])).toEqual(meaningOf(repeated.model?.calls, []))
})

it('is renamed in all calls at once', () => {
  const renaming = renameAt(openDocument(SHARED), SHARED.indexOf('loud'), 'quiet')
  if (renaming.kind === 'refused') throw new Error(renaming.why)
  const places = renaming.edits.map(({ span }) => SHARED.slice(span.start, span.end))
  expect(places).toEqual(['loud', 'loud', 'loud'])
})

it('is told once where it is wrong, and each call is told what it lacks', () => {
  const said = (find: string, replace: string): string[] => numbersOf(SHARED.replace(find, replace))
  expect(said('| loud | yes/no | |', '| loud | yes/maybe | |')).toEqual(['N011'])
  expect(said('- **Shares:** One book\n- **Unknown', '- **Unknown')).toEqual(['N704', 'N051', 'N051'])
  expect(said('- **Shares:** One book\n\n1. respond', '- **Shares:** Any book\n\n1. respond')).toContain('N746')
  expect(
    said(
      '| Input | Like | Needed |\n| --- | --- | --- |\n| title',
      '| Query | Type | Keeps only |\n| --- | --- | --- |\n| loud | text | |\n\n| Input | Like | Needed |\n| --- | --- | --- |\n| title',
    ),
  ).toContain('N008')
})

it('has a name, and shares nothing itself', () => {
  const read = readFragment(
    'calls',
    '### Shared by calls:\n\n### Shared by calls: A\n\n- **Shares:** B\n- **was:** `GET /a`',
  )
  expect(saidAbout(read)).toEqual(['N011 Shared by calls:', 'N002 Shares', 'N002 was'])
  expect(read.draft.calls.shared.map(({ name }) => name.text)).toEqual(['A'])
})
