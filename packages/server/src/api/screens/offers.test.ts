// Refused actions are not offered: the offers beside the rows of a screen match the rights of the calls, for records
// and for rows of a call's answer.

import { afterAll, beforeAll, expect, it } from 'vitest'
import { type Client, runApplication, type RunningApplication } from '../../testing/running-application.ts'
import { FIELDS } from '@ninefold/core/check/specification-for-tests.ts'

const TEXT = `# Paper

## 2. Screens and routes

| Route | Screen | Parameter |
| --- | --- | --- |
| \`/\` | Articles | none |
| \`/plain\` | Plain | none |
| \`/articles/:slug\` | Article | slug is Article.slug |
| \`/articles/:slug/edit\` | Edit article | slug is Article.slug |
| \`/own/:slug\` | Own article | slug is Article.slug |
| \`/standard\` | Standard | none |
| \`/marked\` | Marked | none |

### Screen: Articles

- **Who:** Guest, Writer
- **Shows:** answer of call \`GET /api/articles\`
- **Columns:** title, author.name
- **Can:** Retitle: call \`PUT /api/articles/:slug\`; Delete: call \`DELETE /api/articles/:slug\`; Publish: call \`POST /api/articles/:slug/publish\`
- **Can:** Follow: call \`POST /api/people/:name/follow\`; Unfollow: call \`DELETE /api/people/:name/follow\`

### Screen: Plain

- **Who:** Guest, Writer
- **Shows:** list of Article, sorted by title A to Z, all of them
- **Columns:** title
- **Can:** Retitle: call \`PUT /api/articles/:slug\`; Delete: call \`DELETE /api/articles/:slug\`; Publish: call \`POST /api/articles/:slug/publish\`; Go back: do go back; Look after: open Own article

### Screen: Article

- **Who:** Guest, Writer
- **Shows:** answer of call \`GET /api/articles/:slug\`
- **Fields:** title
- **Can:** Edit: open Edit article; Delete: call \`DELETE /api/articles/:slug\`, then open Articles

### Screen: Edit article

- **Who:** Writer
- **Form:** call \`PUT /api/articles/:slug\`, filled from \`GET /api/articles/:slug\`, then open Article

### Screen: Own article

- **Who:** Author
- **Shows:** one Article by slug
- **Fields:** title
- **Shows:** list of Article, sorted by title A to Z, all of them
- **Columns:** title

### Screen: Standard

- **Who:** Guest, Writer
- **Shows:** answer of call \`GET /standard/articles\`
- **Columns:** title
- **Can:** Remove: call \`DELETE /standard/articles/:slug\`

### Screen: Marked

- **Who:** Writer
- **Shows:** list of Article, sorted by title A to Z, all of them
- **Columns:** title
- **Can:** Praise: do praise; Recall: call \`POST /api/articles/:slug/recall\`; Keep: call \`POST /api/articles/:slug/keep\`

## 3. Entities and their fields

### Entity: User

${FIELDS}
| name | text up to 40 | required, unique | | |
| email | email | required, unique | | |
| password | password 10 to 200 | required, hidden | | |
| following | list of User | | | |

### Entity: Article

${FIELDS}
| slug | text up to 40 | required, unique | | |
| title | text up to 80 | required | | |
| author | User | required, set once, deleted together | \`me\` | |
| words | whole number | required | 0 | |
| mark | whole number | required | 0 | no writer sees it |
| status | state | | | |

## 4. States and transitions

### States of Article.status

| State | Means | Kind |
| --- | --- | --- |
| draft | being written | initial |
| published | for everybody | |

| Transition | From | To | Who | Only if | Then |
| --- | --- | --- | --- | --- | --- |
| publish | draft | published | Author | \`words > 0\` | |
| go back | draft, published | the state before | Author | | |
| praise | draft, published | published | Author | \`mark > 5\` | |

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
| Guest | see | User | | id, name |
| Writer | see | User | \`this == me\` | all |
| Writer | add, remove | User.following | \`this == me\` | |
| Guest | see | Article | \`status == "published"\` | all except mark |
| Writer | see | Article | | all except mark |
| Writer | create | Article | | slug, title, words |
| Author | change | Article | | title |
| Author | delete | Article | | |

## 7. The calls it makes

### Standard calls

| Entity | Path | Calls | Found by | Answers with |
| --- | --- | --- | --- | --- |
| Article | \`/standard/articles\` | list, create, delete, transitions | slug | everything visible |

### Shape: Row of Article

| Key | Value |
| --- | --- |
| slug | \`slug\` |
| title | \`title\` |
| author | \`Person(author)\` |

### Shape: Person of User

| Key | Value |
| --- | --- |
| name | \`name\` |

### GET /api/articles

- **Who:** Guest, Writer

1. list articles from Article, sorted by title A to Z, all of them
2. respond 200 with \`{"articles": articles.map(a, Row(a)), "count": articles.size()}\`

### GET /api/articles/:slug

- **Who:** Guest, Writer

1. find article in Article where \`slug == path.slug\` or fail NO_ARTICLE
2. respond 200 with \`{"article": Row(article)}\`

### PUT /api/articles/:slug

- **Who:** Writer

| Input | Like | Needed |
| --- | --- | --- |
| article.title | Article.title | no |

1. find article in Article where \`slug == path.slug\` or fail NO_ARTICLE
2. change article with given article.title or fail NOT_YOURS
3. respond 200 with \`{"article": Row(article)}\`

### DELETE /api/articles/:slug

- **Who:** Writer

1. find article in Article where \`slug == path.slug\` or fail NO_ARTICLE
2. require \`article.status == "draft"\` or fail NOT_YOURS
3. delete article or fail NOT_YOURS
4. respond 204

### POST /api/articles/:slug/publish

- **Who:** Writer

1. find article in Article where \`slug == path.slug\` or fail NO_ARTICLE
2. require \`article.author == me\` or fail NOT_YOURS
3. do publish on article
4. respond 204

### POST /api/articles/:slug/recall

- **Who:** Writer

1. find article in Article where \`slug == path.slug\` or fail NO_ARTICLE
2. require \`article.mark > 5\` or fail NOT_YOURS
3. change article with title = \`"Recalled"\` or fail NOT_YOURS
4. respond 204

### POST /api/articles/:slug/keep

- **Who:** Writer

1. find article in Article where \`slug == path.slug\` or fail NO_ARTICLE
2. require \`article.mark > 5 && article.author == me\` or fail NOT_YOURS
3. change article with title = \`"Kept"\` or fail NOT_YOURS
4. respond 204

### POST /api/people/:name/follow

- **Who:** Writer

1. find user in User where \`name == path.name\` or fail NO_ARTICLE
2. add user to me.following
3. respond 204

### DELETE /api/people/:name/follow

- **Who:** Writer

1. find user in User where \`name == path.name\` or fail NO_ARTICLE
2. remove user from me.following
3. respond 204

## 8. The error catalogue

| Code | Status | About | Message |
| --- | --- | --- | --- |
| NO_ARTICLE | 404 | slug | There is no such article. |
| NOT_YOURS | 403 | article | This is not yours. |
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
  for (const [who, slug, words] of [
    [ann, 'a', 10],
    [bob, 'b', 10],
    [ann, 'c', 0],
  ] as const)
    expect((await who.post('/standard/articles', { slug, title: slug, words })).status).toBe(201)
})

afterAll(() => paper[Symbol.asyncDispose]())

type Offered = Record<string, { isAvailable: boolean; reason?: string }>

/** Offers of each row, by the first word of the action's key; `why` is set if it is not possible now. */
function words(offered: Offered): string[] {
  return Object.entries(offered).map(
    ([key, { isAvailable }]) => key.replace(/-\d+$/, '') + (isAvailable ? '' : ': why'),
  )
}

async function shown(who: Client, screen: string, query = ''): Promise<any> {
  const { status, body } = await who.get(`/_ninefold/screens/${screen}/0${query}`)
  expect(status, JSON.stringify(body)).toBe(200)
  return body
}

it('offers with the rows of an answer only what their calls would do for whoever looks', async () => {
  const { answer, offered } = await shown(ann, 'articles')
  expect(answer).toEqual((await ann.get('/api/articles')).body)
  expect(answer.articles.map(({ slug }: { slug: string }) => slug)).toEqual(['a', 'b', 'c'])
  expect(offered.map(words)).toEqual([
    ['retitle', 'delete', 'publish', 'follow'],
    ['follow'],
    ['retitle', 'delete', 'publish: why', 'follow'],
  ])
  expect(offered[2]['publish-3'].reason).toBe('Only possible when “Words” is more than 0.')
  const everything = { answer: { articles: [], count: 0 }, offered: [] }
  expect(await shown(paper.guest, 'articles')).toEqual(everything)
})

it('offers to begin what has not begun, and to end what has', async () => {
  expect((await ann.post('/api/people/bob/follow')).status).toBe(204)
  const { offered } = await shown(ann, 'articles')
  expect(words(offered[1])).toEqual(['unfollow'])
  expect(words(offered[0])).toContain('follow')
})

it('offers the same with records', async () => {
  const { rows } = await shown(ann, 'plain')
  const offered = (index: number): string[] => words(rows[index].actions)
  expect([offered(0), offered(1), offered(2)]).toEqual([
    ['retitle', 'delete', 'publish', 'go-back: why', 'look-after'],
    [],
    ['retitle', 'delete', 'publish: why', 'go-back: why', 'look-after'],
  ])
})

it('offers with one record what may be done to it, and the way to a form that may be sent', async () => {
  expect(words((await shown(ann, 'article', '?slug=a')).offered)).toEqual(['edit', 'delete'])
  expect(words((await shown(bob, 'article', '?slug=a')).offered)).toEqual([])
  const app = (await bob.get('/_ninefold/app')).body
  const article = app.screens.find(({ key }: { key: string }) => key === 'article')
  expect(article.blocks[0].actions[0]).toMatchObject({ kind: 'open', isAsked: true })
})

it('offers to go back once there is a state to go back to', async () => {
  const goBack = async (): Promise<unknown> => (await shown(ann, 'plain')).rows[0].actions['go-back-4']
  expect(await goBack()).toEqual({
    isAvailable: false,
    reason: 'Only possible while it is draft or published, and there is a state before.',
    made: { id: 'only in states with one before', states: ['draft', 'published'] },
  })
  expect((await ann.post('/standard/articles/a/go-back')).status).toBe(409)
  expect((await ann.post('/api/articles/a/publish')).status).toBe(204)
  expect(await goBack()).toEqual({ isAvailable: true })
  // A published one is not a draft, so deleting it is refused; its row says so in advance.
  const { offered } = await shown(ann, 'articles')
  expect(words(offered[0])).toContain('delete: why')
  expect((await ann.delete('/api/articles/a')).status).toBe(403)
  expect((await ann.post('/standard/articles/a/go-back')).status).toBe(200)
})

it('turns the pages of a standard list, with what may be done to its rows', async () => {
  const { answer, offered } = await shown(bob, 'standard')
  expect(answer).toMatchObject({ total: 3, items: [{ slug: 'a' }, { slug: 'b' }, { slug: 'c' }] })
  expect(offered.map(words)).toEqual([[], ['remove'], []])
  const app = (await bob.get('/_ninefold/app')).body
  const standard = app.screens.find(({ key }: { key: string }) => key === 'standard')
  expect(standard.blocks[0]).toMatchObject({ pageSize: 20, answer: { part: ['items'], total: ['total'] } })
  for (let number = 0; number < 20; number += 1)
    expect((await bob.post('/standard/articles', { slug: `n${number}`, title: 'n' })).status).toBe(201)
  const second = await shown(bob, 'standard', '?page=2')
  expect(second.answer.items).toHaveLength(3)
  expect(second.answer.total).toBe(23)
  expect(second.offered.map(words)).toEqual([['remove'], ['remove'], ['remove']])
})

it('lets nobody find out by what is offered what they may not see', async () => {
  const offers = async (mark: number): Promise<unknown> => {
    await paper.database.pool.query('UPDATE article SET mark = $1', [mark])
    return (await shown(ann, 'marked')).rows.slice(0, 3).map(({ actions }: { actions: Offered }) => words(actions))
  }
  const everything = ['praise', 'recall', 'keep']
  expect(await offers(0)).toEqual([everything, [], everything])
  expect(await offers(9)).toEqual([everything, [], everything])
  // The call itself refuses.
  await offers(0)
  expect((await ann.post('/standard/articles/a/praise')).status).toBe(409)
  expect((await ann.post('/api/articles/a/recall')).status).toBe(403)
})

it('opens a screen that is for a role for a record where the role holds, and is not there elsewhere', async () => {
  const statuses = async (who: Client, slug: string): Promise<number[]> => {
    const addresses = ['0', '1', 'titles'].map((part) => `/_ninefold/screens/own-article/${part}?slug=${slug}`)
    return (await Promise.all(addresses.map((address) => who.get(address)))).map(({ status }) => status)
  }
  expect(await statuses(ann, 'a')).toEqual([200, 200, 200])
  expect(await statuses(ann, 'b')).toEqual([404, 404, 404])
  expect(await statuses(bob, 'b')).toEqual([200, 200, 200])
  expect(await statuses(ann, 'nowhere')).toEqual([404, 404, 404])
  const closed = async (who: Client): Promise<readonly string[]> => {
    const { body } = await who.get('/_ninefold/screens/plain/0')
    const { rows } = body as { rows: readonly { keys: { slug: string }; isClosed?: true }[] }
    return rows.flatMap(({ keys, isClosed }) => (isClosed === true && keys.slug.length === 1 ? [keys.slug] : []))
  }
  expect(await closed(ann)).toEqual(['b'])
  expect(await closed(bob)).toEqual(['a', 'c'])
})
