// Histories: written by the database in the same transaction, and read with the reader's rights.

import { afterAll, beforeAll, expect, it } from 'vitest'
import { compile } from '@ninefold/core/compile.ts'
import { planTables } from '@ninefold/core/plan/schema/tables.ts'
import type { Viewer } from '@ninefold/core/rights/readable.ts'
import { migrate } from '../../store/migrate/migrate.ts'
import { type Client, runApplication, type RunningApplication } from '../../testing/running-application.ts'
import { FIELDS, members } from '@ninefold/core/check/specification-for-tests.ts'
import { withPlans } from '../../testing/forgetful-plans.ts'

const TEXT = `# Tasks

**Ninefold:** 1

## 3. Entities and their fields

**Every entity has:** id as a random identifier, createdAt, version

### Entity: User

- **Label:** \`email\`

${FIELDS}
| email | email | required, unique ignoring case | | |
| password | password 8 to 200 | required, hidden | | |

### Entity: Task

- **Label:** \`title\`
- **History:** every change of title, price, state, after, code

${FIELDS}
| title | text | required | | |
| price | decimal with 2 places | | | |
| state | state | | | |
| after | Task | cleared on deletion | | |
| code | text | hidden | | |
| notes | text | | | |
| owner | User | required, deleted together | | |

## 4. States and transitions

### States of Task.state

| State | Means | Kind |
| --- | --- | --- |
| open | to be done | initial |
| done | done | final |

| Transition | From | To | Who | Only if | Then |
| --- | --- | --- | --- | --- | --- |
| finish | open | done | Member | | |

## 6. Roles and permissions

${members('User')}

| Role for a record | Entity | Must have | When |
| --- | --- | --- | --- |
| Owner | Task | Member | \`owner == me\` |

### Permissions

| Who | May | Entity | Only where | Fields |
| --- | --- | --- | --- | --- |
| Guest | create | User | | email, password |
| Member | see | User | \`id == me.id\` | email |
| Member | create | Task | | title, price, after, code, notes, owner |
| Member | see | Task | \`title != "Secret"\` | id, title, state, owner |
| Owner | see | Task | | all |
| Member | change | Task | | title, price, after, code, notes |
| Owner | delete | Task | | |

## 7. The calls it makes

### Standard calls

| Entity | Path | Calls | Found by | Answers with |
| --- | --- | --- | --- | --- |
| Task | \`/api/tasks\` | list, get, create, change, delete, transitions | id | everything visible |
`

let application: RunningApplication
let ada: Client
let bob: Client
let adaId: string

beforeAll(async () => {
  application = await runApplication(TEXT)
  ada = await application.signUp({ email: 'ada@example.test', password: 'correct-horse' })
  bob = await application.signUp({ email: 'bob@example.test', password: 'correct-horse' })
  const { rows } = await application.database.pool.query(`SELECT id FROM "user" WHERE email LIKE 'ada%'`)
  adaId = rows[0].id
})

afterAll(() => application[Symbol.asyncDispose]())

async function task(values: object): Promise<string> {
  const { status, body } = await ada.post('/api/tasks', { owner: adaId, ...values })
  expect(status, JSON.stringify(body)).toBe(201)
  return body.id
}

async function changesOf(client: Client, id: string): Promise<unknown[]> {
  const { status, body } = await client.get(`/_ninefold/history/task/${id}`)
  expect(status).toBe(200)
  return body.changes.map(({ field, by, before, after }: Record<string, unknown>) => [field, by, before, after])
}

it('keeps who changed what, from what to what, and only what was really changed', async () => {
  const id = await task({ title: 'One', price: '1.50', notes: 'a' })
  await ada.patch(`/api/tasks/${id}`, { title: 'Two', price: '1.50', notes: 'b' })
  await bob.patch(`/api/tasks/${id}`, { price: null })
  expect((await ada.post(`/api/tasks/${id}/finish`)).status).toBe(200)
  expect(await changesOf(ada, id)).toEqual([
    ['state', 'ada@example.test', 'open', 'done'],
    ['price', null, '1.50', null],
    ['title', 'ada@example.test', 'One', 'Two'],
  ])
})

it('shows only fields that the viewer may see now, and of records that they may see', async () => {
  const id = await task({ title: 'One', price: '1.00' })
  await ada.patch(`/api/tasks/${id}`, { title: 'Two', price: '2.00' })
  expect(await changesOf(bob, id)).toEqual([['title', null, 'One', 'Two']])
  await ada.patch(`/api/tasks/${id}`, { title: 'Secret' })
  expect((await bob.get(`/_ninefold/history/task/${id}`)).status).toBe(404)
  expect((await application.guest.get(`/_ninefold/history/task/${id}`)).status).toBe(404)
  for (const address of ['task/x', 'user/x', 'nothing/x', 'task/00000000-0000-4000-8000-000000000000'])
    expect((await ada.get(`/_ninefold/history/${address}`)).status).toBe(404)
})

it('a gate that forgot to ask for the right to a field would be noticed', async () => {
  const forgetful = withPlans(
    ({ name }, plan, viewer) => plan(name === 'history' ? asIfEverybodySaw(viewer) : viewer),
    'the wall stands',
  )
  await using other = await runApplication(TEXT, { double: forgetful })
  const owner = await other.signUp({ email: 'eve@example.test', password: 'correct-horse' })
  const { rows } = await other.database.pool.query('SELECT id FROM "user"')
  const { body } = await owner.post('/api/tasks', { title: 'One', price: '1.00', owner: rows[0].id })
  await owner.patch(`/api/tasks/${body.id}`, { price: '2.00' })
  const stranger = await other.signUp({ email: 'mal@example.test', password: 'correct-horse' })
  expect(await changesOf(stranger, body.id)).toEqual([['price', null, '1.00', '2.00']])
})

function asIfEverybodySaw(viewer: Viewer): Viewer {
  const permissions = viewer.model.roles.permissions.map((permission) =>
    permission.entity === 'Task' && permission.actions.includes('see')
      ? {
          ...permission,
          who: { kind: 'role' as const, role: 'Member' },
          fields: ['id', 'title', 'price'],
          onlyWhere: null,
        }
      : permission,
  )
  return { ...viewer, model: { ...viewer.model, roles: { ...viewer.model.roles, permissions } } }
}

it('never keeps what is hidden', async () => {
  const id = await task({ title: 'One', code: 'abc' })
  await ada.patch(`/api/tasks/${id}`, { code: 'secret code' })
  const { rows } = await application.database.pool.query(
    `SELECT count(*)::int AS n FROM ninefold.change WHERE record = $1`,
    [id],
  )
  expect(rows[0].n).toBe(0)
})

it('keeps nothing of what is refused, and what a deletion elsewhere changes', async () => {
  const [first, second] = [await task({ title: 'First' }), await task({ title: 'Second' })]
  expect((await ada.patch(`/api/tasks/${second}`, { title: '' })).status).toBe(422)
  expect(await changesOf(ada, second)).toEqual([])
  await ada.patch(`/api/tasks/${second}`, { after: first })
  expect(await changesOf(ada, second)).toEqual([['after', 'ada@example.test', null, 'First']])
  expect((await ada.delete(`/api/tasks/${first}`)).status).toBe(204)
  // The record and its name are gone, but its existence is still reported.
  expect((await changesOf(ada, second))[0]).toEqual(['after', 'ada@example.test', null, null])
  const { rows } = await application.database.pool.query(
    `SELECT count(*)::int AS n FROM ninefold.change WHERE record = $1`,
    [first],
  )
  expect(rows[0].n).toBe(0)
})

it('of several who change the same, each change follows the one before', async () => {
  const id = await task({ title: '0' })
  await Promise.all(
    Array.from({ length: 8 }, (_, index) => ada.patch(`/api/tasks/${id}`, { title: String(index + 1) })),
  )
  const changes = (await changesOf(ada, id)).toReversed() as [string, string, string, string][]
  expect(changes[0]?.[2]).toBe('0')
  for (const [index, change] of changes.entries()) if (index > 0) expect(change[2]).toBe(changes[index - 1]?.[3])
})

it('begins and ends with the text, and outlives a field', async () => {
  const id = await task({ title: 'One', price: '1.00' })
  await ada.patch(`/api/tasks/${id}`, { price: '2.00', notes: 'a' })
  const without = TEXT.replace('| price | decimal with 2 places | | | |\n', '')
    .replaceAll(', price', '')
    .replace('title, price', 'title')
  const more = without.replace('every change of title,', 'every change of title, notes,')
  for (const text of [without, more]) {
    const { model } = compile(text)
    if (model === null) throw new Error('The text has errors.')
    const { waiting } = await migrate(application.database.pool, planTables(model), { consent: true })
    expect(waiting).toEqual([])
  }
  await application.database.pool.query(`UPDATE task SET notes = 'b' WHERE id = $1`, [id])
  const { rows } = await application.database.pool.query(
    `SELECT field, before, after, changed_by FROM ninefold.change WHERE record = $1 ORDER BY id`,
    [id],
  )
  expect(rows).toEqual([
    { field: 'price', before: 1, after: 2, changed_by: adaId },
    { field: 'notes', before: 'a', after: 'b', changed_by: null },
  ])
})
