// An action for every row of a list: part by part, each row as one request of the same caller, with their rights, limits
// and lines of the audit log.

import { readFileSync } from 'node:fs'
import type { BulkActionAnswer } from '@ninefold/core/contract/calls/bulk-actions.ts'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { type Client, runApplication, type RunningApplication } from '../../testing/running-application.ts'

const TEXT = readFileSync(new URL('../../testing/texts/every-part.md', import.meta.url), 'utf8')
  .replaceAll('\r', '')
  .replace('- **Columns:** title, status, hours\n', '- **Columns:** title, status, hours\n- **Filter by:** status\n')
const ALL = '/_ninefold/screens/tasks/0/all'
const OF_ANN = 450
const OF_BOB = 30

let garden: RunningApplication
let ann: Client
let keys: Readonly<Record<string, string>>

beforeAll(async () => {
  garden = await runApplication(TEXT)
  ann = await garden.signIn('ann@example.test', 'correct-horse-1')
  const { body } = await ann.get('/_ninefold/app')
  const { blocks } = body.screens.find(({ key }: { key: string }) => key === 'tasks')
  keys = Object.fromEntries(blocks[0].forChosen.map(({ label, key }: Record<'label' | 'key', string>) => [label, key]))
  await ann.post('/api/beds', { name: 'Roses' })
})
afterAll(() => garden[Symbol.asyncDispose]())

async function query(text: string, of = garden): Promise<any[]> {
  return (await of.database.pool.query(text)).rows
}

/** Tasks of 1 hour of two people, between each other in the order of ids. */
async function fill(): Promise<void> {
  await query('DELETE FROM task')
  await query(`INSERT INTO task (title, status, hours, due, bed_id, owner_id, created_at)
    SELECT 'Task ' || n, 'open', 1, '2026-03-10', (SELECT id FROM bed LIMIT 1),
      (SELECT id FROM "user" WHERE name = CASE WHEN n <= ${OF_ANN} THEN 'Ann' ELSE 'Bob' END), now()
    FROM generate_series(1, ${OF_ANN + OF_BOB}) AS n`)
}

interface Whole {
  readonly done: number
  readonly refused: BulkActionAnswer['refused']
  readonly parts: number
}

async function toAll(who: Client, action: string, more: object = {}, asked = ''): Promise<Whole> {
  let whole: Whole = { done: 0, refused: [], parts: 0 }
  for (let after: string | null | undefined; after !== null;) {
    const sent = { action, ...more, ...(after === undefined ? {} : { after }) }
    const { status, body } = await who.post(`${ALL}${asked}`, sent)
    expect([status, body]).toEqual([200, body])
    const { done, refused, next } = body as BulkActionAnswer
    whole = { done: whole.done + done, refused: [...whole.refused, ...refused], parts: whole.parts + 1 }
    after = next
  }
  return whole
}

it('does it to each row once, also where it changes what the list is narrowed and sorted by', async () => {
  await fill()
  const { done, refused, parts } = await toAll(ann, keys['Finish'] ?? '', {}, '?status=open&sort=-title')
  expect([done, refused.length]).toEqual([OF_ANN, OF_BOB])
  expect(parts).toBeGreaterThan(2)
  // Rows of others say by themselves that they are not offered.
  expect(new Set(refused.map(({ problem }) => problem))).toEqual(new Set([null]))
  expect(await query('SELECT status, count(*)::int FROM task GROUP BY 1 ORDER BY 1')).toEqual([
    { status: 'done', count: OF_ANN },
    { status: 'open', count: OF_BOB },
  ])
  const [log] = await query(`SELECT count(*)::int, count(DISTINCT record)::int AS records FROM ninefold.audit
    WHERE action <> 'create' AND entity = 'Task'`)
  expect(log).toEqual({ count: OF_ANN, records: OF_ANN })
  expect((await toAll(ann, keys['Finish'] ?? '', {}, '?status=open')).done).toBe(0)
})

it('sends one body for all, and says for each refused row why', async () => {
  await fill()
  const { done } = await toAll(ann, keys['Set hours'] ?? '', { body: { hours: 7 } })
  expect(done).toBe(OF_ANN)
  expect(await query('SELECT hours::int, count(*)::int FROM task GROUP BY 1 ORDER BY 1')).toEqual([
    { hours: 1, count: OF_BOB },
    { hours: 7, count: OF_ANN },
  ])
  const wrong = await toAll(ann, keys['Set hours'] ?? '', { body: { hours: 700 } })
  const codes = wrong.refused.map(({ problem }) => problem?.errors[0]?.code ?? null)
  expect([wrong.done, codes.filter((code) => code === 'TOO_BIG').length]).toEqual([0, OF_ANN])
})

it('deletes with the version that the part has read', async () => {
  await fill()
  expect((await toAll(ann, keys['Throw away'] ?? '')).done).toBe(OF_ANN)
  expect(await query('SELECT count(*)::int FROM task')).toEqual([{ count: OF_BOB }])
})

it('stops where the caller is no longer let in, and refuses what it does not know', async () => {
  await fill()
  const bob = await garden.signIn('bob@example.test', 'correct-horse-2')
  await bob.delete('/_ninefold/session')
  expect((await bob.post(ALL, { action: keys['Finish'] })).status).toBe(401)
  expect((await garden.guest.post(ALL, { action: keys['Finish'] })).status).toBe(401)
  for (const [body, about] of [
    [{}, 'action'],
    [{ action: 'nothing-1' }, 'action'],
    [{ action: keys['Finish'], after: 'no id' }, 'after'],
    [{ action: keys['Finish'], after: 7 }, 'after'],
    [{ action: keys['Finish'], chosen: { task: 7 } }, 'chosen'],
    [{ action: keys['Finish'], colour: 'red' }, 'colour'],
  ] as const) {
    const { status, body: problem } = await ann.post(ALL, body)
    expect([status >= 400 && status < 500, problem.errors?.[0]?.about ?? problem.code]).toEqual([true, about])
  }
  expect((await ann.post(`${ALL}?colour=red`, { action: keys['Finish'] })).status).toBe(422)
  const ofPage = await ann.post('/_ninefold/screens/tasks/0/all', { action: 'change-1' })
  expect(ofPage.status).toBeGreaterThanOrEqual(400)
  expect(await query(`SELECT count(*)::int FROM task WHERE status = 'open'`)).toEqual([{ count: OF_ANN + OF_BOB }])
})

it('ends the part where a limit is reached, and goes on at the rows that are left', async () => {
  const limits = `\n| Limit | On | Per | At most | Otherwise |\n| --- | --- | --- | --- | --- |\n| hours | \`PUT /api/tasks/:id/hours\` | user, 1 hour | 5 | |\n`
  await using limited = await runApplication(TEXT.replace(/\n*$/, `\n${limits}`))
  const bob = await limited.signIn('bob@example.test', 'correct-horse-2')
  const bed = (await bob.post('/api/beds', { name: 'Roses' })).body.id
  for (let n = 0; n < 8; n++) await bob.post('/api/tasks', { title: `Task ${n}`, due: '2026-03-10', bed })
  const sent = { action: keys['Set hours'], body: { hours: 7 } }
  const { body } = await bob.post(ALL, sent)
  const ids = (await query('SELECT id FROM task ORDER BY id', limited)).map(({ id }) => id)
  const hours = () => query('SELECT id, hours::int FROM task ORDER BY id', limited)
  const isDone = (await hours()).map((row) => row.hours === 7)
  const first = isDone.indexOf(false)
  const behind = ids.filter((_, place) => place > first && isDone[place])
  const next = [ids[first - 1] ?? '', ...behind].join(' ')
  expect(isDone.filter(Boolean)).toHaveLength(5)
  expect(body).toEqual({ done: 5, refused: [], next, waitSeconds: expect.any(Number) })
  expect((await bob.post(ALL, { ...sent, after: next })).body).toMatchObject({ done: 0, next })
  // Without the limit, exactly the rows that are left.
  await query('DELETE FROM ninefold.limit_use', limited)
  await query('UPDATE task SET hours = 1', limited)
  const [one, two, three] = [ids[0], ids[2], ids[5]]
  const rest = await bob.post(ALL, { ...sent, after: `${one} ${two} ${three}` })
  expect(rest.body).toEqual({ done: 5, refused: [], next: null })
  expect((await hours()).filter((row) => row.hours === 1).map(({ id }) => id)).toEqual([one, two, three])
})
