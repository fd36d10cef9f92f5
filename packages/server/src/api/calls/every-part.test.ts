// Descriptions of screens with every part: selectable rows, forms with several pages and on tabs, computed titles,
// forms prefilled with the page's record, and answers as boards and calendars.

import { readFileSync } from 'node:fs'
import { compile } from '@ninefold/core/compile.ts'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { type Client, runApplication, type RunningApplication } from '../../testing/running-application.ts'

const TEXT = readFileSync(new URL('../../testing/texts/every-part.md', import.meta.url), 'utf8')

let garden: RunningApplication
let ann: Client
let bob: Client
let bed: string

beforeAll(async () => {
  garden = await runApplication(TEXT)
  ann = await garden.signIn('ann@example.test', 'correct-horse-1')
  bob = await garden.signIn('bob@example.test', 'correct-horse-2')
  bed = (await ann.post('/api/beds', { name: 'Roses' })).body.id
  for (const title of ['Dig', 'Mow']) await ann.post('/api/tasks', { title, due: '2026-03-10', bed })
  await bob.post('/api/tasks', { title: 'Water', due: '2026-04-01', bed })
})

afterAll(() => garden[Symbol.asyncDispose]())

async function screenOf(who: Client, key: string): Promise<any> {
  const { body } = await who.get('/_ninefold/app')
  return body.screens.find((screen: { key: string }) => screen.key === key)
}

it('tells which actions are for chosen rows, and of each row whether it may be done', async () => {
  const [block] = (await screenOf(ann, 'tasks')).blocks
  const labels = (actions: { label: string }[]): string[] => actions.map(({ label }) => label)
  expect([labels(block.actions), labels(block.forChosen)]).toEqual([['Change'], ['Finish', 'Throw away', 'Set hours']])
  const { rows } = (await ann.get('/_ninefold/screens/tasks/0')).body
  const keys = block.forChosen.map(({ key }: { key: string }) => key)
  const offered = rows.map((row: any) => keys.filter((key: string) => row.actions[key]?.isAvailable === true).length)
  expect(offered).toEqual([3, 3, 0])
})

it('asks for the version of what is deleted', async () => {
  const [block] = (await screenOf(ann, 'tasks')).blocks
  expect(block.forChosen.map(({ sendsVersion }: { sendsVersion?: true }) => sendsVersion)).toEqual([
    undefined,
    true,
    undefined,
  ])
  const { rows } = (await ann.get('/_ninefold/screens/tasks/0')).body
  expect(rows[0].keys.version).toBe('1')
})

it('tells the pages of a form, and the inputs on each', async () => {
  const [form] = (await screenOf(ann, 'apply')).actions
  expect(form).toMatchObject({
    label: 'Add task',
    steps: [
      { title: 'What', inputs: ['title', 'bed'] },
      { title: 'When', inputs: ['due'] },
      { title: 'How long', inputs: ['hours'] },
    ],
  })
})

it('begins a form with the record of its page', async () => {
  const { actions } = await screenOf(ann, 'bed')
  expect(actions[0]).toMatchObject({ beginsWith: [{ input: 'bed', from: 'row', key: 'id' }] })
})

it('puts a form on its tab, and computes titles for whoever looks', async () => {
  const { blocks, actions } = await screenOf(ann, 'desk')
  expect(actions).toEqual([])
  expect(blocks.map(({ kind }: { kind: string }) => kind)).toEqual(['list', 'list', 'form'])
  expect(blocks[2].action).toMatchObject({ kind: 'call', method: 'POST', path: '/api/beds' })
  const titles = async (who: Client): Promise<unknown> =>
    Object.values((await who.get('/_ninefold/screens/desk/titles')).body.titles)
  expect(await titles(ann)).toEqual(['2', 'Ann'])
  expect(await titles(bob)).toEqual(['1', 'Bob'])
  for (const [path, status] of [
    ['desk/titles?x=1', 422],
    ['none/titles', 404],
    ['desk/2', 404],
  ] as const)
    expect((await ann.get(`/_ninefold/screens/${path}`)).status, path).toBe(status)
  expect((await garden.guest.get('/_ninefold/screens/desk/titles')).status).toBe(401)
})

it('makes no title of what may not be seen', async () => {
  // Ann may see only the name of Bob's record; here the tasks are hidden.
  await using hidden = await runApplication(
    TEXT.replace('| Gardener | see | Task | | all |', '| Gardener | see | Task | `owner == me` | all |').replace(
      'Mine ({Task.filter(t, t.owner == me).size()})',
      'All ({Task.filter(t, t.hours > 0).size()})',
    ),
  )
  const own = await hidden.signIn('ann@example.test', 'correct-horse-1')
  const other = await hidden.signIn('bob@example.test', 'correct-horse-2')
  const made = (await own.post('/api/beds', { name: 'Roses' })).body.id
  expect((await own.post('/api/tasks', { title: 'Dig', due: '2026-03-10', bed: made })).status).toBe(201)
  const count = async (who: Client): Promise<unknown> =>
    Object.values((await who.get('/_ninefold/screens/desk/titles')).body.titles)[0]
  expect([await count(own), await count(other)]).toEqual(['1', '0'])
})

it('draws what a call answers as a board and as a calendar, which asks for its days', async () => {
  const [board] = (await screenOf(ann, 'plan')).blocks
  expect(board.form).toMatchObject({ kind: 'board', by: 'status', field: 'status', lanes: [{ value: 'open' }, {}] })
  expect(board.actions.map(({ kind, leads }: any) => [kind, leads[0].to])).toEqual([
    ['transition', 'done'],
    ['transition', 'open'],
  ])
  const { answer, offered } = (await bob.get('/_ninefold/screens/plan/0')).body
  expect(answer.tasks.map(({ title }: { title: string }) => title)).toEqual(['Dig', 'Mow', 'Water'])
  expect(offered.map((each: object) => Object.keys(each).length)).toEqual([0, 0, 3])
  const [calendar] = (await screenOf(ann, 'week')).blocks
  expect(calendar.form).toEqual({ kind: 'calendar', by: 'due', asksDays: true })
  const days = await ann.get('/_ninefold/screens/week/0?from=2026-03-01&until=2026-04-01')
  expect(days.body.answer.tasks).toHaveLength(2)
})

it('says nothing more of such screens', () => {
  expect(compile(TEXT).diagnostics.filter(({ number }) => number === 'N012')).toEqual([])
})
