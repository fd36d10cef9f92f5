// An order by hand: new records come last, a move is one change of one record with the rights of its field, and ranks that
// have grown long become short in the same order.

import { FIELDS } from '@ninefold/core/check/specification-for-tests.ts'
import { rankBetween } from '@ninefold/core/model/lists/ranks.ts'
import type { ListData } from '@ninefold/core/contract/wire/app.ts'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { rebalanceRanks } from '../../jobs/rank-rebalancing.ts'
import { type Client, runApplication, type RunningApplication } from '../../testing/running-application.ts'

const TEXT = `# Plan

**Ninefold:** 1

## 2. Screens and routes

| Route | Screen | Parameter |
| --- | --- | --- |
| \`/\` | Tasks | none |

### Screen: Tasks

- **Who:** Guest
- **Shows:** list of Task, sorted by place by hand, all of them
- **Columns:** title, stage
- **Can:** Change task: call \`PATCH /api/tasks/:id\`

## 3. Entities and their fields

**Every entity has:** version

### Entity: Task

${FIELDS}
| title | text up to 80 | required | | |
| place | rank | | | |
| done | yes/no | required | no | |
| stage | state | | | |

## 4. States and transitions

### States of Task.stage

| State | Means | Kind |
| --- | --- | --- |
| planned | to do | initial |
| started | at work | |

| Transition | From | To | Who | Only if | Then |
| --- | --- | --- | --- | --- | --- |
| start | planned | started | Guest | | |

## 6. Roles and permissions

### Roles

| Role | Includes | A user gets it |
| --- | --- | --- |
| Guest | | by not being signed in |

### Permissions

| Who | May | Entity | Only where | Fields |
| --- | --- | --- | --- | --- |
| Guest | see, create | Task | | all |
| Guest | change | Task | | title, done |
| Guest | change | Task | \`!done\` | place |

## 7. The calls it makes

### Standard calls

| Entity | Path | Calls | Found by | Answers with |
| --- | --- | --- | --- | --- |
| Task | \`/api/tasks\` | get, create, change, list, transitions | id | everything visible |
`

let plan: RunningApplication
let guest: Client

beforeAll(async () => {
  plan = await runApplication(TEXT)
  guest = plan.guest
  for (const title of ['a', 'b', 'c', 'd']) expect((await guest.post('/api/tasks', { title })).status).toBe(201)
})
afterAll(() => plan[Symbol.asyncDispose]())

const shown = async (): Promise<ListData['rows']> =>
  ((await guest.get('/_ninefold/screens/tasks/0')).body as ListData).rows
const titles = async (): Promise<string> => (await shown()).map(({ values }) => values['title']).join('')

/** `index`: the place among the others. */
async function move(title: string, index: number) {
  const rows = await shown()
  const row = rows.find(({ values }) => values['title'] === title)
  const others = rows.filter((each) => each !== row).map(({ values }) => String(values['place']))
  const place = rankBetween(others[index - 1] ?? null, others[index] ?? null)
  return guest.patch(`/api/tasks/${row?.id}`, { place })
}

it('puts new records last, and moves one by one change', async () => {
  expect(await titles()).toBe('abcd')
  expect((await move('d', 0)).status).toBe(200)
  expect((await move('a', 2)).status).toBe(200)
  expect(await titles()).toBe('dbac')
  expect((await move('d', 3)).status).toBe(200)
  expect(await titles()).toBe('bacd')
  expect((await guest.post('/api/tasks', { title: 'e' })).status).toBe(201)
  expect(await titles()).toBe('bacde')
})

it('moves with the right to change the rank, and to no other value', async () => {
  const [first] = await shown()
  await guest.patch(`/api/tasks/${first?.id}`, { done: true })
  const rows = await shown()
  expect(rows.map(({ changes }) => changes?.['place'])).toEqual([undefined, true, true, true, true])
  expect((await move('b', 3)).status).toBe(403)
  for (const [place, code] of [
    ['A', 422],
    ['a0', 422],
    [null, 422],
    [7, 422],
  ] as const)
    expect((await guest.patch(`/api/tasks/${rows[1]?.id}`, { place })).status).toBe(code)
  expect(await titles()).toBe('bacde')
})

it('takes a rank at creation, too, and has no input for it in forms', async () => {
  const rows = await shown()
  const place = rankBetween(String(rows[0]?.values['place']), String(rows[1]?.values['place']))
  expect((await guest.post('/api/tasks', { title: 'f', place })).status).toBe(201)
  expect(await titles()).toBe('bfacde')
  const app = await guest.get('/_ninefold/app')
  const [list] = app.body.screens[0].blocks
  expect(list.byHand).toEqual({ key: 'place', action: list.actions[0].key })
  expect(list.actions[0].form.map(({ path }: { path: string[] }) => path[0])).toEqual(['title', 'done'])
})

it('shortens ranks that have grown long, in the same order', async () => {
  await guest.patch(`/api/tasks/${(await shown())[3]?.id}`, { place: `${'h'.repeat(150)}` })
  const before = await titles()
  await rebalanceRanks(plan.application)
  const rows = await shown()
  expect(rows.map(({ values }) => values['title']).join('')).toBe(before)
  expect(Math.max(...rows.map(({ values }) => String(values['place']).length))).toBeLessThan(40)
  expect((await guest.post('/api/tasks', { title: 'g' })).status).toBe(201)
  expect(await titles()).toBe(`${before}g`)
  // With short ranks there is nothing to do.
  const versions = () => plan.database.pool.query('SELECT sum(version) AS sum FROM task').then(({ rows: [row] }) => row)
  const now = await versions()
  const writer = await plan.database.pool.connect()
  try {
    // A write would wait for this lock, and a read does not.
    await writer.query('BEGIN; LOCK TABLE task IN EXCLUSIVE MODE')
    await rebalanceRanks(plan.application)
  } finally {
    await writer.query('ROLLBACK')
    writer.release()
  }
  expect(await versions()).toEqual(now)
})

it('takes a rank with a transition, in one write with the rights of both', async () => {
  const find = async (title: string) => (await shown()).find(({ values }) => values['title'] === title)
  const [first, second] = await shown()
  const place = rankBetween(null, String(first?.values['place']))
  const moved = await find('d')
  expect(moved?.id).not.toBe(first?.id)
  const start = (body: object, id = moved?.id) => guest.post(`/api/tasks/${id}/start`, body)
  expect((await start({ place: 'A' })).status).toBe(422)
  expect((await start({ title: 'no rank' })).status).toBe(422)
  expect((await find('d'))?.values['stage']).toBe('planned')
  expect((await start({ place })).status).toBe(200)
  expect((await shown())[0]?.values).toMatchObject({ title: 'd', stage: 'started', place })
  // Refused as a whole: by the state, and by the right to change the rank.
  const last = rankBetween(String((await shown()).at(-1)?.values['place']), null)
  expect((await start({ place: last })).status).toBe(409)
  expect((await shown())[0]?.values['title']).toBe('d')
  const done = (await shown()).find(({ values }) => values['title'] === 'b')
  expect((await start({ place: last }, done?.id)).status).toBe(403)
  expect((await find('b'))?.values['stage']).toBe('planned')
  expect((await start({}, second?.id)).status).toBe(200)
  const described = await guest.get('/_ninefold/openapi.json')
  const { requestBody } = described.body.paths['/api/tasks/{id}/start'].post
  expect(requestBody.required ?? false).toBe(false)
  expect(Object.keys(requestBody.content['application/json'].schema.properties)).toEqual(['place'])
})
