// Specifications that differ from the help desk: each a small text and a few calls.

import { describe, expect, it } from 'vitest'
import { type Answer, runApplication, type RunningApplication } from '../../testing/running-application.ts'

/** The nine points, each as given or not shown. */
function specification(points: Readonly<Record<number, string>>): string {
  const titles = [
    'What the product does and for whom',
    'Screens and routes',
    'Entities and their fields',
    'States and transitions',
    'Validation rules',
    'Roles and permissions',
    'The calls it makes',
    'The error catalogue',
    'Business constants and limits',
  ]
  return `# Small\n\n${titles.map((title, index) => `## ${index + 1}. ${title}\n\n${points[index + 1] ?? ''}\n`).join('\n')}`
}

function entity(name: string, rows: readonly string[]): string {
  return `### Entity: ${name}\n\n| Field | Type | Rules | Default | Meaning |\n| --- | --- | --- | --- | --- |\n${rows.map((row) => `| ${row} |`).join('\n')}\n`
}

const GUEST =
  '### Roles\n\n| Role | Includes | A user gets it |\n| --- | --- | --- |\n| Guest | | by not being signed in |\n\n'

function guestMay(...rows: readonly string[]): string {
  return `${GUEST}### Permissions\n\n| Who | May | Entity | Only where | Fields |\n| --- | --- | --- | --- | --- |\n${rows.map((row) => `| Guest | ${row} |`).join('\n')}\n`
}

function standard(...rows: readonly string[]): string {
  return `### Standard calls\n\n| Entity | Path | Calls | Found by | Answers with |\n| --- | --- | --- | --- | --- |\n${rows.map((row) => `| ${row} |`).join('\n')}\n`
}

function expectStatus(answer: Answer, status: number): any {
  expect(answer.status, JSON.stringify(answer.body)).toBe(status)
  return answer.body
}

describe('one entity and nothing else', () => {
  const text = specification({
    3: entity('Note', ['title | text up to 80 | required | | ', 'done | yes/no | required | no | ']),
  })

  it('is listed, got, created, changed and deleted in development', async () => {
    await using small = await runApplication(text)
    const operations = small.application.operations.map(
      ({ method, path, isProvisional }) => `${method} ${path} ${isProvisional}`,
    )
    const list = small.application.operations.find(({ kind }) => kind === 'list')
    expect(list, operations.join('\n')).toBeDefined()
    const at = list?.path ?? ''
    const made = expectStatus(await small.guest.post(at, { title: 'Milk' }), 201)
    expect(made).toMatchObject({ title: 'Milk', done: false })
    expect(expectStatus(await small.guest.patch(`${at}/${made.id}`, { done: true }), 200)).toMatchObject({
      title: 'Milk',
      done: true,
    })
    expect(expectStatus(await small.guest.get(`${at}/${made.id}`), 200).done).toBe(true)
    expect(expectStatus(await small.guest.get(at), 200)).toMatchObject({
      total: 1,
      items: [{ title: 'Milk' }],
      next: null,
    })
    expectStatus(await small.guest.delete(`${at}/${made.id}`), 204)
    expectStatus(await small.guest.get(`${at}/${made.id}`), 404)
  })

  it('has a list, a page and a form in development', async () => {
    await using small = await runApplication(text)
    const app = expectStatus(await small.guest.get('/_ninefold/app'), 200)
    expect(app.screens.length).toBeGreaterThan(0)
    expect(app.screens.every(({ isProvisional }: { isProvisional: boolean }) => isProvisional)).toBe(true)
    const at = small.application.operations.find(({ kind }) => kind === 'create')?.path ?? ''
    const made = expectStatus(await small.guest.post(at, { title: 'Milk' }), 201)
    for (const screen of app.screens) {
      for (const [index, block] of screen.blocks.entries()) {
        const key = screen.address.includes(':') ? `?${screen.address.replace(/.*:/, '')}=${made.id}` : ''
        const data = expectStatus(await small.guest.get(`/_ninefold/screens/${screen.key}/${index}${key}`), 200)
        expect(JSON.stringify(block.kind === 'list' ? data.rows : data.row)).toContain('Milk')
      }
      for (const action of [...screen.actions, ...screen.blocks.flatMap((block: any) => block.actions)]) {
        if (action.startsFrom === 'record')
          expect(
            expectStatus(await small.guest.get(`/_ninefold/forms/${screen.key}/${action.key}?id=${made.id}`), 200)
              .values.title,
          ).toBe('Milk')
      }
    }
  })
})

describe('counting ids, and no signing in', () => {
  const text = specification({
    3: `**Every entity has:** id as a counting number, createdAt\n\n${entity('Shelf', ['name | text up to 20 | required, unique | | '])}\n${entity('Book', ['title | text up to 20 | required | | ', 'shelf | Shelf | blocks deletion | | ', 'price | decimal with 2 places | | | '])}`,
    6: guestMay('see, create, change, delete | Shelf | | all', 'see, create, change, delete | Book | | all'),
    7: standard(
      'Shelf | `/shelves` | list, get, create, delete | id | everything visible',
      'Book | `/books` | list, get, create, change | id | everything visible',
    ),
  })

  it('are numbers everywhere', async () => {
    await using small = await runApplication(text)
    expect(expectStatus(await small.guest.post('/shelves', { name: 'Top' }), 201).id).toBe(1)
    const book = expectStatus(await small.guest.post('/books', { title: 'A', shelf: 1, price: '1.50' }), 201)
    expect(book).toMatchObject({ id: 1, shelf: 1, price: '1.50' })
    expectStatus(await small.guest.post('/books', { title: 'B', shelf: '1' }), 201)
    expectStatus(await small.guest.post('/books', { title: 'C' }), 201)
    expect(expectStatus(await small.guest.get('/books?shelf=1'), 200).total).toBe(2)
    expect(expectStatus(await small.guest.get('/books?id=2'), 200).items[0].title).toBe('B')
    expectStatus(await small.guest.post('/books', { title: 'D', shelf: 9 }), 422)
    expectStatus(await small.guest.post('/books', { title: 'D', price: '1.505' }), 422)
    expectStatus(await small.guest.get('/books/x'), 404)
    expectStatus(await small.guest.delete('/shelves/1'), 409)
    const pages: string[] = []
    for (let next: string | null = ''; next !== null;) {
      const page: any = expectStatus(
        await small.guest.get(`/books?limit=1&sort=-price${next === '' ? '' : `&after=${next}`}`),
        200,
      )
      pages.push(page.items[0]?.title ?? '')
      next = page.next
    }
    // In descending order, equal values are sorted by id, newest first.
    expect(pages.join('')).toBe('ACB')
  })

  it('leave no way to sign in', async () => {
    await using small = await runApplication(text)
    expect(expectStatus(await small.guest.get('/_ninefold/app'), 200)).toMatchObject({ signIn: null, caller: null })
    expectStatus(await small.guest.post('/_ninefold/session', { identifier: 'x', password: 'x' }), 404)
    expectStatus(await small.guest.post('/_ninefold/users', {}), 404)
    expectStatus(await small.guest.delete('/_ninefold/session'), 204)
  })
})

describe('an entity that speaks of itself', () => {
  const text = specification({
    3: entity('Folder', [
      'name | text up to 20 | required | | ',
      'parent | Folder | cleared on deletion | | ',
      'folders | list of Folder via parent | | | ',
      'depth | whole number | computed `parent == null ? 0 : 1` | | ',
      'path | text | computed `parent == null ? name : parent.name + "/" + name` | | ',
    ]),
    5: '| Rule | Entity | When | If | Must hold | Otherwise |\n| --- | --- | --- | --- | --- | --- |\n| Not in itself | Folder | always | `parent != null` | `parent != this` | IN_ITSELF |\n',
    6: guestMay('see, create, change, delete | Folder | | all'),
    7: `${standard('Folder | `/folders` | list, get, create, change, delete | id | FolderView')}\n### Shape: FolderView of Folder\n\n| Key | Value |\n| --- | --- |\n| id | \`id\` |\n| path | \`path\` |\n| depth | \`depth\` |\n| inside | \`folders.map(f, f.name)\` |\n| count | \`size(folders)\` |\n`,
    8: '| Code | Status | About | Message |\n| --- | --- | --- | --- |\n| IN_ITSELF | 422 | parent | {name} cannot be in {parent.name}. |\n',
  })

  it('has parents, children and computed fields over both', async () => {
    await using small = await runApplication(text)
    const top = expectStatus(await small.guest.post('/folders', { name: 'top' }), 201)
    const inner = expectStatus(await small.guest.post('/folders', { name: 'inner', parent: top.id }), 201)
    expect(inner).toMatchObject({ path: 'top/inner', depth: 1, inside: [], count: 0 })
    expect(expectStatus(await small.guest.get(`/folders/${top.id}`), 200)).toMatchObject({
      path: 'top',
      inside: ['inner'],
      count: 1,
    })
    expect(expectStatus(await small.guest.get('/folders?depth=1'), 200).total).toBe(1)
    expect(expectStatus(await small.guest.get('/folders?path=top/inner'), 200).total).toBe(1)
    expect(expectStatus(await small.guest.get(`/folders?folders=${inner.id}`), 200).items[0].path).toBe('top')
    const refused = expectStatus(await small.guest.patch(`/folders/${top.id}`, { parent: top.id }), 422)
    expect(refused).toMatchObject({ code: 'IN_ITSELF', detail: 'top cannot be in top.' })
    expectStatus(await small.guest.delete(`/folders/${top.id}`), 204)
    expect(expectStatus(await small.guest.get(`/folders/${inner.id}`), 200)).toMatchObject({ path: 'inner', depth: 0 })
  })
})

describe('many to many', () => {
  const text = specification({
    3: `${entity('Post', ['title | text up to 20 | required | | ', 'tags | list of Tag | | | '])}\n${entity('Tag', ['name | text up to 20 | required, unique | | ', 'posts | list of Post via tags | | | ', 'used | whole number | computed `size(posts)` | | '])}`,
    6: guestMay('see, create, change, delete | Post | | all', 'see, create, change, delete | Tag | | all'),
    7: `${standard('Post | `/posts` | list, get, create, change, delete | id | everything visible', 'Tag | `/tags` | list, get, create, delete | name | TagView')}\n### Shape: TagView of Tag\n\n| Key | Value |\n| --- | --- |\n| id | \`id\` |\n| used | \`used\` |\n| posts | \`posts.map(p, p.title)\` |\n`,
  })

  it('is the same from both sides', async () => {
    await using small = await runApplication(text)
    const [red, blue] = [
      expectStatus(await small.guest.post('/tags', { name: 'red' }), 201),
      expectStatus(await small.guest.post('/tags', { name: 'blue' }), 201),
    ]
    const post = expectStatus(await small.guest.post('/posts', { title: 'A', tags: [red.id, blue.id, red.id] }), 201)
    expect([...post.tags].sort()).toEqual([red.id, blue.id].sort())
    expect(expectStatus(await small.guest.get('/tags/red'), 200)).toMatchObject({ used: 1, posts: ['A'] })
    expect(expectStatus(await small.guest.get(`/posts?tags=${red.id}`), 200).total).toBe(1)
    expect(expectStatus(await small.guest.get(`/tags?posts=${post.id}`), 200).total).toBe(2)
    expect(expectStatus(await small.guest.get('/tags?used=1'), 200).total).toBe(2)
    expect(expectStatus(await small.guest.patch(`/posts/${post.id}`, { title: 'B' }), 200).tags).toHaveLength(2)
    expect(expectStatus(await small.guest.patch(`/posts/${post.id}`, { tags: [blue.id] }), 200).tags).toEqual([blue.id])
    expectStatus(await small.guest.patch(`/posts/${post.id}`, { tags: ['00000000-0000-4000-8000-000000000000'] }), 422)
    expectStatus(await small.guest.patch(`/posts/${post.id}`, { tags: null }), 422)
    expect(expectStatus(await small.guest.patch(`/posts/${post.id}`, { tags: [] }), 200).tags).toEqual([])
    expectStatus(await small.guest.delete('/tags/blue'), 204)
    expectStatus(await small.guest.delete(`/posts/${post.id}`), 204)
    expect(expectStatus(await small.guest.get('/tags/red'), 200)).toMatchObject({ used: 0, posts: [] })
  })
})

describe('a transition with two cases', () => {
  const text = specification({
    3: entity('Order', [
      'name | text up to 20 | required | | ',
      'amount | whole number | required | | ',
      'status | state | | | ',
    ]),
    4: '### States of Order.status\n\n| State | Means | Kind |\n| --- | --- | --- |\n| draft | | initial |\n| waiting | | |\n| approved | | final |\n\n| Transition | From | To | Who | Only if | Then |\n| --- | --- | --- | --- | --- | --- |\n| submit | draft | approved | Guest | `amount <= 100` | |\n| submit | draft | waiting | Guest | `amount > 100` | |\n| approve | waiting | approved | Guest | | |\n',
    6: guestMay('see, create, change | Order | | all'),
    7: standard('Order | `/orders` | list, get, create, change, transitions | id | everything visible'),
  })

  it('takes the case whose guard holds', async () => {
    await using small = await runApplication(text)
    const ordered = async (amount: number): Promise<string> =>
      `/orders/${expectStatus(await small.guest.post('/orders', { name: 'x', amount }), 201).id}`
    const [cheap, dear] = [await ordered(10), await ordered(500)]
    expect(expectStatus(await small.guest.post(`${cheap}/submit`), 200).status).toBe('approved')
    expect(expectStatus(await small.guest.post(`${dear}/submit`), 200).status).toBe('waiting')
    expect(expectStatus(await small.guest.post(`${dear}/submit`), 409).errors[0].message).toBe(
      'Only possible while it is draft.',
    )
    expect(expectStatus(await small.guest.post(`${dear}/approve`), 200).status).toBe('approved')
    expectStatus(await small.guest.patch(cheap, { status: 'draft' }), 422)
    expect(expectStatus(await small.guest.get('/orders?status=approved'), 200).total).toBe(2)
    expect(expectStatus(await small.guest.get('/orders?sort=-status&limit=1'), 200).items[0].status).toBe('approved')
  })
})

it('creates and changes a record that needs nothing', async () => {
  await using small = await runApplication(specification({ 3: entity('Blank', ['note | text up to 20 | | | ']) }))
  const at = small.application.operations.find(({ kind }) => kind === 'create')?.path ?? ''
  const made = expectStatus(await small.guest.post(at, {}), 201)
  expect(made.note).toBeNull()
  expectStatus(await small.guest.post(at), 201)
  expect(expectStatus(await small.guest.patch(`${at}/${made.id}`, {}), 200)).toEqual(made)
})

it('runs a text of nothing but open questions', async () => {
  await using small: RunningApplication = await runApplication('# Specification: Unknown\n')
  const app = expectStatus(await small.guest.get('/_ninefold/app'), 200)
  expect(app.questions.length).toBe(13)
  expectStatus(await small.guest.get('/anything'), 404)
})

describe('a rule about deleting a part', () => {
  const may = ['Book', 'Copy', 'Slip'].map((name) => `see, create, change, delete | ${name} | | all`)
  const text = specification({
    3: [
      entity('Book', ['title | text up to 80 | required, unique | | ']),
      entity('Copy', ['book | Book | required, deleted together | | ', 'mark | text up to 9 | required, unique | | ']),
      entity('Slip', ['copy | Copy | required, deleted together | | ', 'open | yes/no | required | yes | ']),
    ].join('\n'),
    5: '| Rule | Entity | When | If | Must hold | Otherwise |\n| --- | --- | --- | --- | --- | --- |\n| Lent | Slip | delete | | `!open` | LENT |\n',
    6: guestMay(...may),
    7: standard(
      'Book | /api/books | create, delete | id | everything visible',
      'Copy | /api/copies | create | id | everything visible',
      'Slip | /api/slips | create, change | id | everything visible',
    ),
    8: '| Code | Status | About | Message |\n| --- | --- | --- | --- |\n| LENT | 409 | open | It is lent. |\n',
  })

  it('is asked too when the part goes with its whole', async () => {
    await using small = await runApplication(text)
    const book = expectStatus(await small.guest.post('/api/books', { title: 'Emma' }), 201)
    const copy = expectStatus(await small.guest.post('/api/copies', { book: book.id, mark: 'A' }), 201)
    const slip = expectStatus(await small.guest.post('/api/slips', { copy: copy.id }), 201)
    expect(expectStatus(await small.guest.delete(`/api/books/${book.id}`), 409).code).toBe('LENT')
    expectStatus(await small.guest.patch(`/api/slips/${slip.id}`, { open: false }), 200)
    expectStatus(await small.guest.delete(`/api/books/${book.id}`), 204)
  })
})
