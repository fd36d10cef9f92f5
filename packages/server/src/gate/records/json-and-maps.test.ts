// Fields of JSON and maps: stored, answered, changed, refused, asked in conditions of statements and of steps.

import { afterAll, beforeAll, expect, it } from 'vitest'
import { type Client, runApplication, type RunningApplication } from '../../testing/running-application.ts'

const TEXT = `# Parts

**Ninefold:** 1

## 3. Entities and their fields

**Every entity has:** id as a counting number, version

### Entity: Part

- **History:** every change

| Field | Type | Rules | Default | Meaning |
| --- | --- | --- | --- | --- |
| code | text up to 20 | required, unique | | |
| labels | map of up to 3 text up to 10 | | | |
| stock | map of whole number 0 to 99 | required | | |
| prices | map of decimal with 2 places | | | |
| extra | json | | | |
| isRed | yes/no | computed \`labels["colour"] == "red"\` | | |
| weight | decimal with 2 places | computed \`asNumber(extra["size"]["weight"])\` | | |

### Sample data: Part

| code | labels | stock | extra |
| --- | --- | --- | --- |
| bolt | colour: red, size: L | main: 4 | \`{"size": {"weight": 1.5}, "tags": ["a", null, "b"]}\` |
| nut | {"colour": "blue"} | {} | \`"loose"\` |

## 5. Validation rules

| Rule | Entity | When | If | Must hold | Otherwise |
| --- | --- | --- | --- | --- | --- |
| Main | Part | always | \`"main" in stock\` | \`stock["main"] < 50\` | TOO_MANY |

## 6. Roles and permissions

### Roles

| Role | Includes | A user gets it |
| --- | --- | --- |
| Guest | | by not being signed in |

### Permissions

**A record you may not see answers:** not found

| Who | May | Entity | Only where | Fields |
| --- | --- | --- | --- | --- |
| Guest | see, create, change | Part | | all |

## 7. The calls it makes

### Standard calls

| Entity | Path | Calls | Found by | Answers with |
| --- | --- | --- | --- | --- |
| Part | /api/parts | list, get, create, change | code | everything visible |

### POST /api/events — Receive

- **Who:** Guest

| Input | Like | Needed |
| --- | --- | --- |
| code | Part.code | yes |
| labels | map of text up to 10 | no |
| stock | Part.stock | yes |
| data | json | no |
| more | list of json | no |

1. require \`asText(input.data["kind"]) != "bad"\` or fail BAD
2. when \`!("keep" in input.data)\`: respond 202 with \`{"ignored": true, "size": size(input.stock)}\`
3. create Part as part with given code, labels, stock, data as extra
4. respond 201 with \`{"code": part.code, "labels": part.labels, "extra": part.extra, "kinds": asList(input.data["list"]).filter(i, asText(i["id"]) != null).map(i, asText(i["id"])), "pairs": pairs(part.labels).map(p, {"k": p.key, "v": p.value}), "more": input.more, "keep": asYesNo(input.data["keep"]), "same": input.data != null && part.extra == input.data}\`

### GET /api/red — Red ones

- **Who:** Guest

| Query | Type | Keeps only |
| --- | --- | --- |
| size | text | \`labels["size"] == query.size\` |
| has | text | \`query.has in labels\` |
| above | decimal with 2 places | \`asNumber(extra["size"]["weight"]) != null && asNumber(extra["size"]["weight"]) > query.above\` |

1. list parts from Part where \`labels["colour"] != "none"\`, narrowed by the query, sorted by code A to Z, all of them
2. respond 200 with \`parts.map(p, {"code": p.code, "n": size(p.stock), "pairs": pairs(p.labels).map(x, x.key + "=" + x.value), "tags": asList(p.extra["tags"]).filter(t, asText(t) != null).map(t, asText(t)), "stock": pairs(p.stock).map(s, s.value).sum()})\`

## 8. The error catalogue

| Code | Status | About | Message |
| --- | --- | --- | --- |
| BAD | 422 | data | It is bad. |
| TOO_MANY | 422 | stock | There is room for 49. |
`

let parts: RunningApplication
let guest: Client

beforeAll(async () => {
  parts = await runApplication(TEXT)
  guest = parts.guest
})

afterAll(() => parts[Symbol.asyncDispose]())

it('loads maps and JSON of a table of records', async () => {
  expect((await guest.get('/api/parts/bolt')).body).toMatchObject({
    labels: { colour: 'red', size: 'L' },
    stock: { main: 4 },
    prices: null,
    extra: { size: { weight: 1.5 }, tags: ['a', null, 'b'] },
    isRed: true,
    weight: '1.50',
  })
  const nut = (await guest.get('/api/parts/nut')).body
  expect(nut).toMatchObject({ labels: { colour: 'blue' }, stock: {}, extra: 'loose', isRed: false, weight: null })
})

it('takes any JSON and answers it unchanged', async () => {
  const values: readonly unknown[] = [
    'text',
    '',
    0,
    -1.25,
    1e21,
    5e-324,
    true,
    false,
    [],
    {},
    [[1], [], [null]],
    [1],
    { a: null, id: 'x', fields: { y: 1 } },
    { '': 'empty', 'ä"\\': '😀', toString: 1 },
    null,
  ]
  for (const [index, extra] of values.entries()) {
    const made = await guest.post('/api/parts', { code: `json ${index}`, stock: {}, extra })
    expect([made.status, made.body.extra]).toEqual([201, extra])
    const changed = await guest.patch('/api/parts/nut', { extra })
    expect([changed.status, changed.body.extra]).toEqual([200, extra])
  }
})

it('changes a map as one value, and one of its keys by a JSON Patch', async () => {
  await guest.post('/api/parts', { code: 'map', stock: { main: 1, toString: 2 }, labels: { a: '1', b: '2' } })
  expect((await guest.patch('/api/parts/map', { labels: { c: ' 3 ' } })).body.labels).toEqual({ c: '3' })
  const patch = [
    { op: 'test', path: '/labels', value: { c: '3' } },
    { op: 'add', path: '/labels/d', value: '4' },
    { op: 'remove', path: '/labels/c' },
    { op: 'replace', path: '/stock/main', value: 7 },
  ]
  const patched = await guest.patch('/api/parts/map', patch, { 'content-type': 'application/json-patch+json' })
  expect([patched.status, patched.body.labels, patched.body.stock.main]).toEqual([200, { d: '4' }, 7])
  expect((await guest.patch('/api/parts/map', { labels: null, prices: { x: 1, y: '2.50' } })).body).toMatchObject({
    labels: null,
    prices: { x: '1', y: '2.5' },
  })
})

it('refuses keys and values that do not fit, by their keys', async () => {
  const cases: readonly (readonly [object, readonly string[]])[] = [
    [{ labels: [] }, []],
    [{ labels: 'a' }, ['labels WRONG_TYPE']],
    [{ labels: { a: 1 } }, ['a WRONG_TYPE']],
    [{ labels: { a: null } }, ['a BLANK']],
    [{ labels: { a: 'far too long a text' } }, ['a TOO_LONG']],
    [{ labels: { a: '1', b: '2', c: '3', d: '4' } }, ['labels TOO_BIG']],
    [{ labels: { ['k'.repeat(201)]: '1' } }, [`${'k'.repeat(201)} TOO_LONG`]],
    [{ labels: { '': '1' } }, [' BLANK']],
    [
      {
        labels: [
          { key: 'a', value: '1' },
          { key: 'a', value: '2' },
        ],
      },
      ['labels[1].key TAKEN'],
    ],
    [{ stock: null }, ['stock BLANK']],
    [{ stock: { a: 100, b: '1', c: 1.5 } }, ['a TOO_BIG', 'b WRONG_TYPE', 'c WRONG_TYPE']],
    [{ prices: { a: '1.005' } }, ['a WRONG_TYPE']],
    [{ extra: { a: '\u0000' } }, ['extra PATTERN']],
    [{ extra: { 'a\ud800': 1 } }, ['extra PATTERN']],
    [{ extra: 'x'.repeat(100_001) }, ['extra TOO_LONG']],
    [{ extra: JSON.parse('['.repeat(40) + ']'.repeat(40)) as unknown }, ['extra WRONG_TYPE']],
    [{ stock: { main: 50 } }, ['stock TOO_MANY']],
  ]
  for (const [sent, codes] of cases) {
    const { status, body } = await guest.post('/api/parts', { code: 'refused', stock: {}, ...sent })
    const told = ((body.errors ?? [{ about: 'stock', code: body.code }]) as { about: string; code: string }[]).map(
      ({ about, code }) => `${about} ${code}`,
    )
    expect([sent, status === 201 ? [] : told]).toEqual([sent, codes])
    if (status === 201) await parts.database.pool.query(`DELETE FROM part WHERE code = 'refused'`)
  }
  const twice = [
    { key: 'a', value: '1' },
    { key: 'a', value: '2' },
  ]
  expect((await guest.post('/api/parts', { code: 'twice', stock: {}, labels: twice })).status).toBe(422)
  const infinite = await guest.send('/api/parts', {
    method: 'POST',
    body: '{"code":"infinite","stock":{},"extra":1e400}',
    headers: { 'content-type': 'application/json' },
  })
  expect(infinite.status).toBe(422)
})

it('reads keys in steps, and keeps what a call was sent', async () => {
  const data = { kind: 'good', keep: true, list: [{ id: 'a' }, null, { id: 1 }, { id: 'b' }] }
  const { status, body } = await guest.post('/api/events', {
    code: 'event',
    labels: { z: '1', a: '2' },
    stock: { x: 1 },
    data,
    more: [1, 'two', [3], { four: 4 }],
  })
  expect([status, body]).toEqual([
    201,
    {
      code: 'event',
      labels: { a: '2', z: '1' },
      extra: data,
      kinds: ['a', 'b'],
      pairs: [
        { k: 'a', v: '2' },
        { k: 'z', v: '1' },
      ],
      more: [1, 'two', [3], { four: 4 }],
      keep: true,
      same: true,
    },
  ])
  const { body: ignored } = await guest.post('/api/events', { code: 'not made', stock: { x: 1 } })
  expect(ignored).toEqual({ ignored: true, size: 1 })
  expect((await guest.post('/api/events', { code: 'x', stock: {}, data: { kind: 'bad' } })).body.code).toBe('BAD')
})

it('reads keys in statements', async () => {
  const red = await guest.get('/api/red?size=L')
  expect(red.body).toEqual([{ code: 'bolt', n: 1, pairs: ['colour=red', 'size=L'], tags: ['a', 'b'], stock: 4 }])
  expect((await guest.get('/api/red?has=z')).body).toMatchObject([{ code: 'event' }])
  expect((await guest.get('/api/red?above=1.4')).body).toMatchObject([{ code: 'bolt' }])
  expect((await guest.get('/api/red?above=1.5')).body).toEqual([])
})

it('keeps the changes of a map and of JSON', async () => {
  await guest.patch('/api/parts/bolt', { labels: { colour: 'red' }, extra: [1, { a: 'b' }] })
  const { rows } = await parts.database.pool.query(
    `SELECT field, before, after FROM ninefold.change JOIN part ON part.id::text = record WHERE code = 'bolt' ORDER BY field`,
  )
  expect(rows).toEqual([
    { field: 'extra', before: { size: { weight: 1.5 }, tags: ['a', null, 'b'] }, after: [1, { a: 'b' }] },
    { field: 'labels', before: { colour: 'red', size: 'L' }, after: { colour: 'red' } },
  ])
})

it('neither filters nor sorts a list by them, and says so', async () => {
  for (const query of ['sort=labels', 'labels=a', 'extra=1', 'sort=-extra'])
    expect([query, (await guest.get(`/api/parts?${query}`)).status]).toEqual([query, 422])
})

it('lets no other writer store a map of another form', async () => {
  const misfits = ['[]', '"a"', '1', '{"a": 1}', '{"a": ["b"]}', '{"a": "far too long a text"}', '{"": "a"}']
  for (const json of [...misfits, '{"a": "1", "b": "2", "c": "3", "d": "4"}'])
    await expect(parts.database.pool.query(`UPDATE part SET labels = '${json}'`)).rejects.toMatchObject({
      code: '23514',
    })
  await expect(parts.database.pool.query(`UPDATE part SET stock = '{"a": 100}'`)).rejects.toMatchObject({
    code: '23514',
  })
})

it('merges objects of a merge patch, and replaces those of other JSON', async () => {
  const made = {
    code: 'merge',
    labels: { a: '1', b: '2' },
    stock: { main: 1 },
    extra: { x: { y: 1, z: 2 }, list: [1] },
  }
  await guest.post('/api/parts', made)
  const patched = async (
    body: unknown,
    type = 'application/merge-patch+json',
    headers: Record<string, string> = {},
  ) => {
    const init = { method: 'PATCH', headers: { 'content-type': type, ...headers }, body: JSON.stringify(body) }
    return guest.send('/api/parts/merge', init)
  }
  expect(
    (await patched({ labels: { a: null, c: '3' }, extra: { x: { y: null }, list: [2], new: { gone: null } } })).body,
  ).toMatchObject({ labels: { b: '2', c: '3' }, stock: { main: 1 }, extra: { x: { z: 2 }, list: [2], new: {} } })
  expect((await patched({ labels: { d: '4', e: '5' } })).body.errors).toMatchObject([
    { about: 'labels', code: 'TOO_BIG' },
  ])
  expect((await patched({ labels: { b: 1 } })).body.errors).toMatchObject([{ path: 'labels.b', code: 'WRONG_TYPE' }])
  expect((await patched({ stock: { main: 60 } })).body.code).toBe('TOO_MANY')
  const version = { 'if-match': '"1"' }
  expect((await patched({ labels: { b: null } }, undefined, version)).status).toBe(412)
  expect((await patched({ labels: null, extra: 'text' })).body).toMatchObject({ labels: null, extra: 'text' })
  expect((await patched({ extra: { a: 1, b: null } })).body.extra).toEqual({ a: 1 })
  expect((await patched({ extra: { c: null } }, 'application/json')).body.extra).toEqual({ c: null })
  const deep = '{"extra":'.concat('{"a":'.repeat(9_000), '1', '}'.repeat(9_000), '}')
  const init = { method: 'PATCH', headers: { 'content-type': 'application/merge-patch+json' }, body: deep }
  expect((await guest.send('/api/parts/merge', init)).status).toBe(422)
})
