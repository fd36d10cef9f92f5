// Fields of an organisation's own: records of the text describe values of other records, over real HTTP, in two tenants
// and without tenants.

import { readFileSync } from 'node:fs'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { type Answer, type Client, runApplication, type RunningApplication } from '../../testing/running-application.ts'

const TEXT = readFileSync(new URL('../../testing/texts/own-fields.md', import.meta.url), 'utf8')

let deals: RunningApplication
/** Of Alder. */
let mia: Client
/** Of Birch. */
let uma: Client

beforeAll(async () => {
  deals = await runApplication(TEXT)
  mia = await deals.signIn('mia@example.test', 'correct-horse-1')
  uma = await deals.signIn('uma@example.test', 'correct-horse-2')
})
afterAll(() => deals[Symbol.asyncDispose]())

const EVERY = [
  ['Site', 'url', 'https://example.test'],
  ['Mail', 'email', 'a@example.test'],
  ['Notes', 'long text', 'one\ntwo'],
  ['Day', 'date', '2026-11-29'],
  ['Hot', 'yes/no', true],
  ['Share', 'decimal', '2.5'],
  ['Words', 'text', 'so'],
  ['Stage', 'choice', 'Won'],
] as const

/** The places of a refusal, with their codes. */
function places({ status, body }: Answer): unknown {
  const { errors = [] } = body as { readonly errors?: readonly { about: string; path?: string; code: string }[] }
  return [status, ...errors.map(({ about, path = about, code }) => `/${path.replace('.', '/')} ${code}`).sort()]
}

async function made(client: Client, body: object): Promise<{ readonly id: string; readonly extra: unknown }> {
  const answer = await client.post('/api/deals', body)
  expect(answer.status, JSON.stringify(answer.body)).toBe(201)
  return answer.body
}

async function define(client: Client, body: object): Promise<string> {
  const answer = await client.post('/api/fields', body)
  expect(answer.status, JSON.stringify(answer.body)).toBe(201)
  return answer.body.id
}

it('takes values that definitions of the own tenant describe, and no others', async () => {
  expect((await made(mia, { title: 'One', extra: { size: 3 } })).extra).toEqual({ size: 3 })
  expect((await made(uma, { title: 'Two', extra: { budget: 2.5 } })).extra).toEqual({ budget: 2.5 })
  expect(places(await mia.post('/api/deals', { title: 'x', extra: { size: '3', budget: 1 } }))).toEqual([
    422,
    '/extra/budget UNKNOWN_INPUT',
    '/extra/size WRONG_TYPE',
  ])
  expect(places(await uma.post('/api/deals', { title: 'x', extra: { size: 3 } }))).toEqual([
    422,
    '/extra/size UNKNOWN_INPUT',
  ])
  for (const extra of ['size', 3, [], [{ size: 3 }], true])
    expect(places(await mia.post('/api/deals', { title: 'x', extra }))).toEqual([422, '/extra WRONG_TYPE'])
})

it('takes values of every type of a definition, and refuses others', async () => {
  for (const [name, type] of EVERY)
    await define(uma, { name, type, choices: type === 'choice' ? ' Open \n\nWon' : null })
  const extra = Object.fromEntries(EVERY.map(([name, , value]) => [name.toLowerCase(), value]))
  const { id } = await made(uma, { title: 'All', extra })
  expect((await uma.get(`/api/deals/${id}`)).body.extra).toEqual(extra)
  for (const [name] of EVERY)
    expect(places(await uma.patch(`/api/deals/${id}`, { extra: { [name.toLowerCase()]: ['no'] } }))).toEqual([
      422,
      `/extra/${name.toLowerCase()} WRONG_TYPE`,
    ])
  expect(places(await uma.patch(`/api/deals/${id}`, { extra: { stage: 'Lost' } }))).toEqual([
    422,
    '/extra/stage WRONG_TYPE',
  ])
})

it('changes its own keys, by a merge patch and by a JSON Patch', async () => {
  const { id } = await made(uma, { title: 'Three', extra: { budget: 1, words: 'so', hot: true } })
  const change = async (body: object) => (await uma.patch(`/api/deals/${id}`, body)).body.extra
  expect(await change({ extra: { words: 'else' } })).toEqual({ budget: 1, words: 'else', hot: true })
  expect(await change({ extra: { hot: null, words: ' ' } })).toEqual({ budget: 1 })
  const patch = (body: unknown) =>
    uma.patch(`/api/deals/${id}`, body, { 'content-type': 'application/json-patch+json' })
  const patched = await patch([
    { op: 'add', path: '/extra/hot', value: false },
    { op: 'remove', path: '/extra/budget' },
  ])
  expect(patched.body.extra).toEqual({ hot: false })
  expect(await change({ extra: null })).toBe(null)
})

it('asks for needed values, where they can be given', async () => {
  const id = await define(mia, { name: 'Region', type: 'choice', choices: 'North\nSouth', needed: true })
  expect(places(await mia.post('/api/deals', { title: 'x' }))).toEqual([422, '/extra/region BLANK'])
  expect(places(await mia.post('/api/deals', { title: 'x', extra: { region: '' } }))).toEqual([
    422,
    '/extra/region BLANK',
  ])
  const { id: deal } = await made(mia, { title: 'Four', extra: { region: 'North' } })
  expect(places(await mia.patch(`/api/deals/${deal}`, { extra: { region: null } }))).toEqual([
    422,
    '/extra/region BLANK',
  ])
  // A call that takes no values of the field cannot be asked for them.
  expect((await mia.post('/api/leads', { title: 'Lead' })).body.extra).toBe(null)
  // A record from before the definition is changed without it.
  const { items } = (await mia.get('/api/deals')).body
  const { id: before } = items.find(({ title }: { title: string }) => title === 'One')
  expect((await mia.patch(`/api/deals/${before}`, { extra: { size: 4 } })).body.extra).toEqual({ size: 4 })
  await mia.patch(`/api/fields/${id}`, { needed: false })
})

it('keeps values of archived and deleted definitions', async () => {
  const id = await define(mia, { name: 'Old', type: 'text' })
  const { id: deal } = await made(mia, { title: 'Five', extra: { old: 'kept', size: 1 } })
  await mia.patch(`/api/fields/${id}`, { archived: true })
  const change = (extra: object) => mia.patch(`/api/deals/${deal}`, { extra })
  expect((await change({ size: 2 })).body.extra).toEqual({ old: 'kept', size: 2 })
  expect((await change({ old: 'kept', size: 3 })).body.extra).toEqual({ old: 'kept', size: 3 })
  expect(places(await change({ old: 'other' }))).toEqual([422, '/extra/old UNKNOWN_INPUT'])
  await mia.delete(`/api/fields/${id}`)
  expect((await change({ size: 4 })).body.extra).toEqual({ old: 'kept', size: 4 })
  expect((await change({ old: null })).body.extra).toEqual({ size: 4 })
})

it('judges values in the transaction of the write', async () => {
  const { id } = await made(mia, { title: 'Six', extra: { size: 1 } })
  expect((await mia.patch(`/api/deals/${id}`, { title: 'Seven', extra: { size: 'x' } })).status).toBe(422)
  expect((await mia.get(`/api/deals/${id}`)).body).toMatchObject({ title: 'Six', extra: { size: 1 } })
})

it('tells a history value by value', async () => {
  const { id } = await made(mia, { title: 'Told', extra: { size: 1 } })
  await mia.patch(`/api/deals/${id}`, { extra: { size: 2 } })
  const { changes } = (await mia.get(`/_ninefold/history/deal/${id}`)).body
  const told = changes.map(({ field, before, after }: Record<string, unknown>) => [field, before, after])
  expect(told).toContainEqual(['extra.size', 1, 2])
  expect(told.map(([field]: [string]) => field)).not.toContain('extra')
})

it('describes screens, forms and their data with a field for each definition', async () => {
  const { screens } = (await uma.get('/_ninefold/app')).body
  const { blocks, actions } = screens.find(({ name }: { name: string }) => name === 'Deals')
  const [list] = blocks
  const keys = list.columns.map(({ key, label }: { key: string; label: string }) => [key, label])
  expect(keys).toContainEqual(['extra.budget', 'Budget'])
  expect(keys.map(([key]: [string]) => key)).not.toContain('extra')
  const add = [...actions, ...list.offers].find(({ label }: { label: string }) => label === 'Add deal')
  expect(add.form.map(({ path }: { path: string[] }) => path.join('.'))).toContain('extra.budget')
  const { rows } = (await uma.get('/_ninefold/screens/deals/0')).body
  const two = rows.find(({ values }: { values: { title: string } }) => values.title === 'Two')
  expect(two.values).toMatchObject({ 'extra.budget': 2.5, 'extra.site': null })
  expect(two.changes).toMatchObject({ 'extra.budget': true })
  const file = await uma.get('/_ninefold/screens/deals/0/rows.csv?shown-columns=title,extra.budget')
  expect(file.body).toContain('Two,2.5')
})

it('filters and sorts a list by values of definitions, and by nothing that others define', async () => {
  const made = async (name: string, type: string, choices: string | null = null): Promise<void> => {
    await define(mia, { name, type, choices })
  }
  for (const [name, type] of [
    ['Weight', 'decimal'],
    ['Due', 'date'],
    ['Vip', 'yes/no'],
    ['Memo', 'text'],
  ] as const)
    await made(name, type)
  await made('Mood', 'choice', 'Calm\nLoud, or so')
  const rows = [
    { title: 'F1', extra: { weight: '10', due: '2026-02-01', vip: true, memo: 'Blue door', mood: 'Calm' } },
    { title: 'F2', extra: { weight: '9.5', due: '2026-01-15', vip: false, memo: "it's 100%", mood: 'Loud, or so' } },
    { title: 'F3', extra: { weight: '-3' } },
  ]
  for (const row of rows) expect((await mia.post('/api/deals', row)).status).toBe(201)
  const ask = async (query: string, client = mia): Promise<unknown> => {
    const { status, body } = await client.get(`/_ninefold/screens/deals/0?${query}`)
    if (status !== 200) return status
    return body.rows
      .map(({ values }: { values: { title: string } }) => values.title)
      .filter((t: string) => /^F\d$/.test(t))
  }
  for (const [query, expected] of [
    ['extra.weight=9..10&sort=title', ['F1', 'F2']],
    ['extra.weight=-3', ['F3']],
    ['extra.due=2026-01-01..2026-01-31', ['F2']],
    ['extra.due=2026-02-01', ['F1']],
    ['extra.vip=true', ['F1']],
    ['extra.vip=false', ['F2']],
    ['extra.memo.contains=100%25', ['F2']],
    ['extra.memo.contains=blue', ['F1']],
    ['extra.mood=Calm', ['F1']],
    ['extra.mood=-&extra.weight=..0', ['F3']],
    ['sort=extra.weight&extra.weight=-100..100', ['F3', 'F2', 'F1']],
    ['sort=-extra.due,title&extra.vip=true,false', ['F1', 'F2']],
  ] as const)
    expect(await ask(query), query).toEqual(expected)
  for (const query of ['extra.none=1', 'extra.weight=x', 'sort=extra.none', 'extra=1', 'extra.weight.x=1'])
    expect(await ask(query), query).toBe(422)
  // Birch has no such field, whatever Alder calls its own.
  for (const query of ['extra.weight=9', 'sort=extra.mood']) expect(await ask(query, uma), query).toBe(422)
  const first = await mia.get('/_ninefold/screens/deals/0?sort=-extra.weight&after=')
  expect(first.status).toBe(200)
  const [list] = (await mia.get('/_ninefold/app')).body.screens.find(
    ({ name }: { name: string }) => name === 'Deals',
  ).blocks
  const told = new Map(list.filters.map(({ name, filter }: any) => [name, filter.kind]))
  expect([told.get('extra.weight'), told.get('extra.memo.contains'), told.get('extra.mood')]).toEqual([
    'number',
    'text',
    'choice',
  ])
  expect(list.columns.find(({ key }: { key: string }) => key === 'extra.weight').isSortable).toBe(true)
  const file = await mia.get('/_ninefold/screens/deals/0/rows.csv?extra.mood=Calm&shown-columns=title,extra.mood')
  expect(file.body.trim().split(/\r?\n/)).toHaveLength(2)
})

it('imports a column for each definition, and refuses rows by them', async () => {
  const { form } = (await uma.get('/_ninefold/screens/deals/0/import')).body
  expect(form.map(({ path }: { path: string[] }) => path.join('.'))).toContain('extra.stage')
  const rows = [
    { title: 'Row 1', extra: { stage: 'Won' } },
    { title: 'Row 2', extra: { stage: 'None' } },
  ]
  const refused = await uma.post('/_ninefold/screens/deals/0/rows', { rows })
  expect([refused.status, refused.body.errors]).toMatchObject([422, [{ row: 1, path: 'extra.stage' }]])
  expect((await uma.post('/_ninefold/screens/deals/0/rows', { rows: rows.slice(0, 1) })).status).toBe(201)
})

it('has one set of definitions without tenants, and asks nothing of callers who cannot see them', async () => {
  const row = (name: string, words: string): string => `| ${name} | ${words} |`
  await using plain = await runApplication(`# Plain

**Ninefold:** 1

## 3. Entities and their fields

**Every entity has:** id as a counting number

### Entity: Kind

| Field | Type | Rules | Default | Meaning |
| --- | --- | --- | --- | --- |
${row('name', 'text up to 60 | required | | ')}
${row('key', 'text 1 to 20 | required, unique, set once | | ')}
${row('type', 'choice: text, whole number | required | | ')}
${row('needed', 'yes/no | | no | ')}

### Entity: Thing

| Field | Type | Rules | Default | Meaning |
| --- | --- | --- | --- | --- |
${row('title', 'text up to 80 | required | | ')}
${row('extra', 'values of Kind | | | ')}
${row('size', 'decimal with 0 places | computed `asNumber(extra["size"])` | | ')}

### Reference data: Kind

| name | key | type | needed |
| --- | --- | --- | --- |
| Size | size | whole number | yes |

## 6. Roles and permissions

### Roles

| Role | Includes | A user gets it |
| --- | --- | --- |
| Guest | | by not being signed in |

### Permissions

| Who | May | Entity | Only where | Fields |
| --- | --- | --- | --- | --- |
| Guest | see, create | Thing | | all |

## 7. The calls it makes

### Standard calls

| Entity | Path | Calls | Found by | Answers with |
| --- | --- | --- | --- | --- |
| Thing | /api/things | list, create | id | everything visible |
`)
  const { guest } = plain
  expect((await guest.post('/api/things', { title: 'a' })).body).toMatchObject({ extra: null, size: null })
  const { body } = await guest.post('/api/things', { title: 'b', extra: { size: 7 } })
  expect(body).toMatchObject({ extra: { size: 7 }, size: '7' })
  expect(places(await guest.post('/api/things', { title: 'c', extra: { size: 'x' } }))).toEqual([
    422,
    '/extra/size WRONG_TYPE',
  ])
})
