// Lists in other forms than a table: the query of each form, and no form reveals more than its rows would.

import { readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import { runApplication } from '../../testing/running-application.ts'

const TEXT = readFileSync(new URL('../../testing/texts/every-form.md', import.meta.url), 'utf8')

type Workshop = Awaited<ReturnType<typeof runApplication>>

async function blockOf({ guest }: Workshop, screen: string, index = 0) {
  const { body: app } = await guest.get('/_ninefold/app')
  return app.screens.find(({ name }: { name: string }) => name === screen).blocks[index]
}

async function add({ guest }: Workshop, title: string, more: object = {}): Promise<{ id: string }> {
  const { status, body } = await guest.post('/api/jobs', { title, ...more })
  expect(status).toBe(201)
  return body
}

it('tells each row what it stands by, also where that is no column', async () => {
  await using workshop = await runApplication(TEXT)
  await add(workshop, 'Saw', { hours: 2 })
  const board = await blockOf(workshop, 'Board')
  expect(board.form).toEqual({
    kind: 'board',
    by: 'status',
    field: 'status',
    lanes: [
      { value: 'new', label: 'New', tone: 'grey', filled: 0 },
      { value: 'running', label: 'Running', tone: 'blue', filled: 0.5 },
      { value: 'done', label: 'Done', tone: 'grey', filled: 1 },
    ],
    limits: [{ column: 'running', most: 1 }],
  })
  const [row] = (await workshop.guest.get('/_ninefold/screens/board/0')).body.rows
  expect(row.values).toMatchObject({ title: 'Saw', status: 'new' })
  const [start, finish] = board.actions
  expect(start).toMatchObject({ kind: 'transition', leads: [{ to: 'running' }] })
  expect(row.actions[start.key]).toEqual({ isAvailable: true })
  expect(row.actions[finish.key]).toEqual({
    isAvailable: false,
    reason: 'Only possible while it is running.',
    made: { id: 'only in states', states: ['running'] },
  })
})

it('asks a calendar for its days only', async () => {
  await using workshop = await runApplication(TEXT)
  for (const due of ['2026-01-31', '2026-02-01', '2026-02-28', '2026-03-01']) await add(workshop, due, { due })
  await add(workshop, 'Never')
  const titles = async (query: string): Promise<unknown> => {
    const { status, body } = await workshop.guest.get(`/_ninefold/screens/calendar/0${query}`)
    return status === 200 ? body.rows.map((row: { values: { title: string } }) => row.values.title) : status
  }
  expect(await titles('?from=2026-02-01&until=2026-03-01')).toEqual(['2026-02-01', '2026-02-28'])
  expect(await titles('?from=2026-02-01')).toBe(422)
  expect(await titles('?from=2026-02-30&until=2026-03-01')).toBe(422)
  expect(await titles('?from=x&until=y')).toBe(422)
  expect((await workshop.guest.get('/_ninefold/screens/board/0?from=2026-02-01&until=2026-03-01')).status).toBe(422)
})

it('asks for moments and periods by the days that they have a part of', async () => {
  await using workshop = await runApplication(TEXT)
  await add(workshop, 'before', { at: '2026-01-31T23:59:59.999Z' })
  await add(workshop, 'first', { at: '2026-02-01T00:00:00Z' })
  await add(workshop, 'after', { at: '2026-03-01T00:00:00Z' })
  await add(workshop, 'into', { during: { start: '2026-01-30T10:00:00Z', end: '2026-02-01T10:00:00Z' } })
  await add(workshop, 'over', { during: { start: '2026-01-01T10:00:00Z', end: '2026-04-01T10:00:00Z' } })
  await add(workshop, 'later', { during: { start: '2026-03-01T00:00:00Z', end: '2026-03-02T00:00:00Z' } })
  const titles = async (screen: string): Promise<string[]> => {
    const { body } = await workshop.guest.get(`/_ninefold/screens/${screen}/0?from=2026-02-01&until=2026-03-01`)
    return body.rows.map((row: { values: { title: string } }) => row.values.title)
  }
  expect(await titles('moments')).toEqual(['first'])
  expect(await titles('periods')).toEqual(['into', 'over'])
})

it('counts and sums on the server, and only what may be seen', async () => {
  await using workshop = await runApplication(TEXT)
  const place = (await workshop.guest.post('/api/places', { name: 'Shed' })).body.id
  await add(workshop, 'Saw', { hours: 2, place })
  await add(workshop, 'Plane', { hours: 3, place })
  await add(workshop, 'Glue', { hours: 40, secret: true, place })
  await add(workshop, 'Sweep', { hours: 1 })
  const chart = (index: number) => workshop.guest.get(`/_ninefold/screens/figures/${index}`)
  expect((await chart(0)).body).toEqual({ count: 4 })
  expect((await chart(1)).body).toEqual({ count: 4 })
  expect((await chart(2)).body).toEqual({ groups: [{ value: 'new', amount: '4' }], isWhole: true })
  // The hours of the secret job are hidden, so no sum includes them.
  expect((await chart(3)).body).toEqual({
    groups: [
      { value: place, label: 'Shed', amount: '5' },
      { value: null, amount: '1' },
    ],
    isWhole: true,
  })
  expect(await blockOf(workshop, 'Figures', 3)).toMatchObject({
    form: { kind: 'chart', by: { key: 'place', label: 'Place' }, of: { key: 'hours', label: 'Hours' }, measure: 'sum' },
  })
})

it('measures this period beside the one before, and leads to the records of both', async () => {
  await using workshop = await runApplication(TEXT)
  const today = new Date()
  const inMonth = (away: number): string =>
    new Date(Date.UTC(today.getUTCFullYear(), today.getUTCMonth() + away, 15)).toISOString().slice(0, 10)
  await add(workshop, 'Saw', { hours: 2, due: inMonth(0) })
  await add(workshop, 'Plane', { hours: 3, due: inMonth(0) })
  await add(workshop, 'Glue', { hours: 40, due: inMonth(0), secret: true })
  await add(workshop, 'Sweep', { hours: 7, due: inMonth(-1) })
  await add(workshop, 'Never', { hours: 9 })
  const ask = async (index: number, query = '') =>
    (await workshop.guest.get(`/_ninefold/screens/dashboard/${index}${query}`)).body
  const figure = await ask(0)
  // The hours of the secret job are hidden.
  expect(figure).toMatchObject({ count: 2, amount: '5', before: { amount: '7' } })
  expect(figure.during.from).toBe(`${inMonth(0).slice(0, 8)}01`)
  expect(await ask(1)).toMatchObject({ count: 0, amount: null, before: { amount: null } })
  const behind = await ask(0, `?records=1&due=${figure.during.from}..${figure.during.until}`)
  expect(behind.rows.map(({ values }: { values: { title: string } }) => values.title)).toEqual(
    expect.arrayContaining(['Saw', 'Plane']),
  )
  expect(behind.total).toBe(3)
  expect((await workshop.guest.get('/_ninefold/screens/dashboard/0?due=2026-01-01')).status).toBe(422)
  expect(await blockOf(workshop, 'Dashboard', 0)).toMatchObject({
    title: 'Hours of this month',
    measure: 'sum',
    of: { key: 'hours' },
    during: { unit: 'month', key: 'due' },
    behind: { kind: 'list', filters: [{ name: 'due' }, { name: 'hours' }] },
  })
})

it('groups by periods and in two dimensions, each group leading to its records', async () => {
  await using workshop = await runApplication(TEXT)
  const place = (await workshop.guest.post('/api/places', { name: 'Shed' })).body.id
  await add(workshop, 'Saw', { hours: 2, place, due: '2026-01-31', at: '2026-02-02T00:30:00Z' })
  await add(workshop, 'Plane', { hours: 3, place, due: '2026-01-01', at: '2026-02-01T23:30:00Z' })
  await add(workshop, 'Glue', { hours: 4, due: '2026-03-01' })
  await add(workshop, 'Sweep', { hours: 1, place })
  const ask = async (index: number, query = '') =>
    (await workshop.guest.get(`/_ninefold/screens/dashboard/${index}${query}`)).body
  const months = await ask(2)
  expect(months.groups).toHaveLength(3)
  expect(months.groups).toEqual(
    expect.arrayContaining([
      { value: '2026-03-01', series: { value: null }, amount: '4' },
      { value: '2026-01-01', series: { value: place, label: 'Shed' }, amount: '5' },
      { value: null, series: { value: place, label: 'Shed' }, amount: '1' },
    ]),
  )
  const titles = async (query: string): Promise<string[]> =>
    (await ask(2, query)).rows.map(({ values }: { values: { title: string } }) => values.title).sort()
  expect(await titles(`?records=1&due=2026-01-01..2026-01-31&place=${place}`)).toEqual(['Plane', 'Saw'])
  expect(await titles('?records=1&due=-')).toEqual(['Sweep'])
  // In the specification's time zone.
  expect((await ask(3)).groups).toEqual([
    { value: null, amount: '2' },
    { value: '2026-02-01', amount: '2' },
  ])
  const cells = (await ask(4)).groups.map(({ amount }: { amount: string }) => JSON.parse(amount).sort())
  expect(cells).toEqual(expect.arrayContaining([['Plane', 'Saw', 'Sweep'], ['Glue']]))
})

it('adds up what a list finds and each column of a board, without what may not be seen', async () => {
  await using workshop = await runApplication(TEXT)
  await add(workshop, 'Saw', { hours: 2 })
  await add(workshop, 'Plane', { hours: 3 })
  await add(workshop, 'Sweep', { hours: 4 })
  await add(workshop, 'Glue', { hours: 40, secret: true })
  const ask = (index: number, query: string) => workshop.guest.get(`/_ninefold/screens/dashboard/${index}${query}`)
  expect((await ask(5, '?totals=1')).body).toEqual({ lanes: [{ value: null, count: 4, sums: { hours: '9' } }] })
  expect((await ask(5, '?totals=1&status=done')).body).toEqual({ lanes: [] })
  expect((await ask(6, '?totals=1')).body).toEqual({ lanes: [{ value: 'new', count: 4, sums: { hours: '9' } }] })
  expect((await ask(3, '?totals=1')).status).toBe(422)
  const list = await blockOf(workshop, 'Dashboard', 5)
  expect(list.columns.map(({ label }: { label: string }) => label)).toEqual(['Task', 'Hours', 'Place'])
  expect(list.totals).toMatchObject([{ key: 'hours', label: 'Hours' }])
})

it('has a column of a board for each record that a reference leads to', async () => {
  await using workshop = await runApplication(TEXT)
  const place = (await workshop.guest.post('/api/places', { name: 'Shed' })).body.id
  await add(workshop, 'Saw', { hours: 2, place })
  await add(workshop, 'Sweep', { hours: 1 })
  expect((await blockOf(workshop, 'Dashboard', 7)).form).toEqual({
    kind: 'board',
    by: 'place',
    field: 'place',
    lanes: [],
    of: 'Place',
  })
  const { rows } = (await workshop.guest.get('/_ninefold/screens/dashboard/7')).body
  expect(rows.map(({ values }: { values: object }) => values)).toEqual([
    { title: 'Saw', place, 'place label': 'Shed' },
    { title: 'Sweep', place: null, 'place label': null },
  ])
  const { lanes } = (await workshop.guest.get('/_ninefold/screens/dashboard/7?totals=1')).body
  expect(lanes).toEqual(
    expect.arrayContaining([
      { value: place, count: 1, sums: { hours: '2' } },
      { value: null, count: 1, sums: { hours: '1' } },
    ]),
  )
})

it('tells a tree whom each row belongs to', async () => {
  await using workshop = await runApplication(TEXT)
  const { id } = (await workshop.guest.post('/api/places', { name: 'House' })).body
  await workshop.guest.post('/api/places', { name: 'Room', within: id })
  const { rows } = (await workshop.guest.get('/_ninefold/screens/places/0')).body
  expect(rows.map(({ values }: { values: object }) => values)).toEqual([
    { name: 'House', within: null },
    { name: 'Room', within: id },
  ])
})
