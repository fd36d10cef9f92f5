// Lists merged from the branches of a row rule: page by page they are the whole list, in order and each record once,
// even if a record is in several branches, and if the sort field is empty.

import { readFileSync } from 'node:fs'
import { type Client, type RunningApplication, runApplication } from '@ninefold/server/testing/running-application.ts'
import { expect, it } from 'vitest'
import { ME, MINE_OR_ASSIGNED, OF_MY_CREWS, type Workload } from './by-hand.ts'

const ROWS = 600

async function filled({ file, fill }: Workload): Promise<{ application: RunningApplication; ann: Client }> {
  const text = readFileSync(new URL(file, import.meta.url), 'utf8')
  const application = await runApplication(text)
  await application.database.pool.query(fill(ROWS))
  return { application, ann: await application.signIn('ann@example.test', 'correct-horse-1') }
}

interface Whole {
  readonly codes: readonly string[]
  readonly totals: readonly number[]
}

async function byCursor(client: Client, path: string): Promise<Whole> {
  const codes: string[] = []
  const totals: number[] = []
  for (let next: string | null = ''; next !== null;) {
    const { status, body } = await client.get(next === '' ? path : `${path}&after=${encodeURIComponent(next)}`)
    expect(status, JSON.stringify(body)).toBe(200)
    codes.push(...body.items.map(({ code }: { code: string }) => code))
    totals.push(body.total)
    next = body.next
  }
  return { codes, totals }
}

async function byOffset(client: Client, path: string): Promise<Whole> {
  const codes: string[] = []
  const totals: number[] = []
  for (let offset = 0; offset === 0 || codes.length === offset; offset += 7) {
    const { body } = await client.get(`${path}&limit=7&offset=${offset}`)
    codes.push(...body.errands.map(({ code }: { code: string }) => code))
    totals.push(body.total)
  }
  return { codes, totals }
}

async function truth({ database }: RunningApplication, query: string): Promise<string[]> {
  return (await database.pool.query<{ code: string }>(query)).rows.map(({ code }) => code)
}

it('gives each errand once, by cursor and by offset', async () => {
  const { application, ann } = await filled(MINE_OR_ASSIGNED)
  await using _ = application
  // Some rows match two branches.
  await application.database.pool.query(`UPDATE errand SET assignee_id = ${ME} WHERE owner_id = ${ME} AND weight > 3`)
  for (const [filter, where] of [
    ['', ''],
    ['&status=done', ` AND status = 'done'`],
    ['&status=open,taken', ` AND status <> 'done'`],
  ]) {
    const whole = `SELECT code FROM errand WHERE (owner_id = ${ME} OR assignee_id = ${ME})${where}`
    const newest = await truth(application, `${whole} ORDER BY created_at DESC, id DESC`)
    expect(newest.length).toBeGreaterThan(7)
    const found = await byCursor(ann, `/api/errands?sort=-createdAt&limit=7${filter}`)
    expect(found.codes).toEqual(newest)
    expect(new Set(found.totals)).toEqual(new Set([newest.length]))
    const byStatus = await byCursor(ann, `/api/errands?sort=-status&limit=7${filter}`)
    expect([...byStatus.codes].sort()).toEqual([...newest].sort())
  }
  const done = `SELECT code FROM errand WHERE (owner_id = ${ME} OR assignee_id = ${ME}) AND status = 'done'`
  const newest = await truth(application, `${done} ORDER BY created_at DESC, id DESC`)
  const found = await byOffset(ann, '/api/pages?status=done')
  // Pages by offset sort equally new records by ascending id, and here there are none.
  expect(found.codes).toEqual(newest)
  expect(new Set(found.totals)).toEqual(new Set([newest.length]))
})

it('gives each job of several crews once, those without a day last', async () => {
  const { application, ann } = await filled(OF_MY_CREWS)
  await using _ = application
  const mine = `(crew_id IN (SELECT crew_id FROM crew_members WHERE person_id = ${ME}) OR reporter_id = ${ME} OR is_open_to_all)`
  for (const [sort, order] of [
    ['dueAt', 'due_at ASC NULLS LAST, id ASC'],
    ['-dueAt', 'due_at DESC NULLS LAST, id DESC'],
  ]) {
    const whole = await truth(application, `SELECT code FROM job WHERE ${mine} ORDER BY ${order}`)
    expect(whole.length).toBeGreaterThan(15)
    const found = await byCursor(ann, `/api/jobs?sort=${sort}&limit=5`)
    expect(found.codes).toEqual(whole)
    expect(new Set(found.totals)).toEqual(new Set([whole.length]))
  }
})
