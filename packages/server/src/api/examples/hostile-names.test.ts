// Names with a meaning in JavaScript, PostgreSQL or HTTP → an application in which they are ordinary names.

import { afterAll, beforeAll, expect, it } from 'vitest'
import { runApplication, type RunningApplication } from '../../testing/running-application.ts'

const OF_OBJECTS = ['__proto__', 'constructor', 'prototype', 'toString', 'hasOwnProperty', 'valueOf', 'toJSON', 'then']
const OF_DATABASES = ['ctid', 'oid', 'xmin', 'xmax', 'tableoid', 'user', 'select', 'order', 'default', 'table', 'row']
const OF_STATEMENTS = ['t', 'o', 'json', 'key', 'record', 'value', 'given', 'now', 'today', 'length', 'name', 'type']
const NAMES = [...OF_OBJECTS, ...OF_DATABASES, ...OF_STATEMENTS]
const ENTITIES = ['constructor', '__proto__', 'Object', 'User', 'Select', 'pg_class', 'Session', 'Record', 'Json']
const LONG = 'n'.repeat(80)

const table = (header: string, rows: readonly string[]): string =>
  [`| ${header} |`, `| ${header.replace(/[^|]+/g, ' --- ').trim()} |`, ...rows].join('\n')

const TEXT = `# Names

**Ninefold:** 1

## 3. Entities and their fields

**Every entity has:** id as a counting number, version

### Entity: Thing

${table('Field | Type | Rules | Default | Meaning', [
  ...NAMES.filter((name) => !isReserved(name)).map((name) => `| ${name} | text up to 40 | | | |`),
  `| ${LONG}a | text up to 40 | | | |`,
  `| ${LONG}b | text up to 40 | unique | | |`,
])}

${ENTITIES.map(
  (name) => `### Entity: ${name}

${table('Field | Type | Rules | Default | Meaning', ['| n | whole number | required | | |', '| thing | Thing | required, deleted together | | |'])}
`,
).join('\n')}
## 6. Roles and permissions

${table('Role | Includes | A user gets it', ['| Guest | | by not being signed in |'])}

${table(
  'Who | May | Entity | Only where | Fields',
  ['Thing', ...ENTITIES].map((name) => `| Guest | see, create, change, delete | ${name} | | all |`),
)}

## 7. The calls it makes

${table(
  'Entity | Path | Calls | Found by | Answers with',
  ['Thing', ...ENTITIES].map(
    (name, index) => `| ${name} | \`/api/e${index}\` | list, get, create, change, delete | id | everything visible |`,
  ),
)}
`

/** Words of expressions, which the checker refuses. */
function isReserved(name: string): boolean {
  return ['now', 'today'].includes(name)
}

let served: RunningApplication
beforeAll(async () => void (served = await runApplication(TEXT)))
afterAll(() => served[Symbol.asyncDispose]())

it('keeps, finds, sorts and changes a value under each of them', async () => {
  const { guest } = served
  const names = [...NAMES.filter((name) => !isReserved(name)), `${LONG}a`, `${LONG}b`]
  // Object.fromEntries, as `{ ['__proto__']: … }` would set a prototype.
  const values = Object.fromEntries(names.map((name) => [name, `of ${name}`.slice(0, 40)]))
  const json = (body: object): RequestInit => ({
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  })
  const sent = Object.fromEntries(Object.entries(values).filter(([name]) => name !== '__proto__'))
  const made = await guest.send('/api/e0', json(sent))
  expect([made.status, made.body.errors]).toEqual([201, undefined])
  const other = await guest.send('/api/e0', json({ name: 'other' }))
  expect(other.status).toBe(201)
  for (const name of Object.keys(sent)) {
    expect(Object.entries(made.body)).toContainEqual([name, values[name]])
    const found = await guest.get(`/api/e0?${name}=${encodeURIComponent(String(values[name]))}`)
    expect([name, found.status, found.body.total]).toEqual([name, 200, 1])
    const sorted = await guest.get(`/api/e0?sort=-${name}`)
    expect([name, sorted.status, sorted.body.items?.length]).toEqual([name, 200, 2])
    const changed = await guest.patch(`/api/e0/${made.body.id}`, Object.fromEntries([[name, 'x']]))
    expect([name, changed.status, Object.entries(changed.body).find(([key]) => key === name)?.[1]]).toEqual([
      name,
      200,
      'x',
    ])
  }
})

it('takes entities of such names', async () => {
  const { body: thing } = await served.guest.post('/api/e0', {})
  for (const [index, name] of ENTITIES.entries()) {
    const made = await served.guest.post(`/api/e${index + 1}`, { n: index, thing: thing.id })
    expect([name, made.status]).toEqual([name, 201])
    expect((await served.guest.get(`/api/e${index + 1}?n=${index}`)).body.total).toBe(1)
    expect((await served.guest.delete(`/api/e${index + 1}/${made.body.id}`)).status).toBe(204)
  }
})

it('answers no name of an object where none was stated', async () => {
  for (const name of [...OF_OBJECTS, '__defineGetter__'])
    for (const path of [`screens/${name}/0`, `forms/${name}/0`, `options/${name}x`, `history/${name}x/1`]) {
      const { status, body } = await served.guest.get(`/_ninefold/${path}`)
      expect([path, [401, 404].includes(status), body.code]).toEqual([path, true, expect.any(String)])
    }
})
