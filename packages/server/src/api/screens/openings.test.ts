// `open X` below records that point to an X: the screen of that X, for readers who may open it.

import { FIELDS } from '@ninefold/core/check/specification-for-tests.ts'
import type { App } from '@ninefold/core/contract/wire/app.ts'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { type Client, runApplication, type RunningApplication } from '../../testing/running-application.ts'

const TEXT = `# Paper

## 2. Screens and routes

| Route | Screen | Parameter |
| --- | --- | --- |
| \`/\` | Remarks | none |
| \`/own/:slug\` | Own article | slug is Article.slug |

### Screen: Remarks

- **Who:** Guest, Writer
- **Shows:** list of Remark, sorted by text A to Z, all of them
- **Columns:** text
- **Can:** Look after: open Own article

### Screen: Own article

- **Who:** Author
- **Shows:** one Article by slug
- **Fields:** slug

## 3. Entities and their fields

### Entity: User

${FIELDS}
| name | text up to 40 | required, unique | | |
| email | email | required, unique | | |
| password | password 10 to 200 | required, hidden | | |

### Entity: Article

${FIELDS}
| slug | text up to 40 | required, unique | | |
| author | User | required, set once, deleted together | \`me\` | |

### Entity: Remark

${FIELDS}
| text | text up to 80 | required | | |
| about | Article | cleared on deletion | | |

## 6. Roles and permissions

### Signing in

- **Users are:** User
- **Sign in with:** email and password
- **Session:** cookie, ends 30 days after last use
- **Sign up:** open, gives Writer

### Roles

| Role | Includes | A user gets it |
| --- | --- | --- |
| Guest | | by not being signed in |
| Writer | Guest | by signing up |

| Role for a record | Entity | Must have | When |
| --- | --- | --- | --- |
| Author | Article | Writer | \`author == me\` |

### Permissions

| Who | May | Entity | Only where | Fields |
| --- | --- | --- | --- | --- |
| Guest | create | User | | name, email, password |
| Writer | see | Article | | all |
| Writer | create | Article | | slug |
| Guest | see | Remark | | all |
| Writer | create | Remark | | text, about |

## 7. The calls it makes

### Standard calls

| Entity | Path | Calls | Found by | Answers with |
| --- | --- | --- | --- | --- |
| Article | \`/api/articles\` | create | slug | everything visible |
| Remark | \`/api/remarks\` | create | id | everything visible |
`

let paper: RunningApplication
let ann: Client
let bob: Client

beforeAll(async () => {
  paper = await runApplication(TEXT)
  const join = (name: string): Promise<Client> =>
    paper.signUp({ name, email: `${name}@example.test`, password: 'correct-horse' })
  ann = await join('ann')
  bob = await join('bob')
  const article = async (who: Client, slug: string): Promise<string> => {
    const { status, body } = await who.post('/api/articles', { slug })
    expect(status).toBe(201)
    return (body as { readonly id: string }).id
  }
  for (const [text, about] of [
    ['of ann', await article(ann, 'a')],
    ['of bob', await article(bob, 'b')],
    ['of nobody', undefined],
  ])
    expect((await ann.post('/api/remarks', { text, about })).status).toBe(201)
})

afterAll(() => paper[Symbol.asyncDispose]())

async function opens(who: Client): Promise<unknown> {
  const { body } = await who.get('/_ninefold/app')
  const list = (body as App).screens.find(({ key }) => key === 'remarks')?.blocks[0]
  return list?.kind === 'list' ? list.opens : undefined
}

interface Rows {
  readonly rows: readonly { readonly keys: Readonly<Record<string, string | null>>; readonly isClosed?: true }[]
}

async function opened(who: Client): Promise<readonly unknown[]> {
  const { rows } = (await who.get('/_ninefold/screens/remarks/0')).body as Rows
  return rows.map(({ keys, isClosed }) => (isClosed === true ? 'closed' : (keys['about.slug'] ?? null)))
}

it('opens it where the reader may open that record, and nothing behind an empty field', async () => {
  expect(await opens(ann)).toBe('/own/:about.slug')
  expect(await opened(ann)).toEqual(['a', 'closed', 'closed'])
  expect(await opened(bob)).toEqual(['closed', 'b', 'closed'])
})

it('tells a reader who may not open the screen nothing of its address', async () => {
  expect(await opens(paper.guest)).toBeNull()
  expect(await opened(paper.guest)).toEqual([null, null, null])
})
