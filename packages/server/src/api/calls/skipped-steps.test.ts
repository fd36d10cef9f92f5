// Skipped steps, and steps after an answer: the value of a name whose step was skipped, and the effect of `later:` on
// either side of `respond`.

import { pino } from 'pino'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { MAILBOX_ONLY } from '../../jobs/mail.ts'
import { runDue } from '../../jobs/run-due.ts'
import { runApplication, type RunningApplication } from '../../testing/running-application.ts'

const FLAGGED = '| Input | Like | Needed |\n| --- | --- | --- |\n| a | text | yes |\n'

/** Each binds `x` if `a` is "x"; with an expression that reads it. */
const BINDING: Readonly<Record<string, { readonly step: string; readonly answer: string; readonly skipped: unknown }>> =
  {
    find: {
      step: 'find t in Thing where `name == "first"` or fail NOPE',
      answer: 't == null ? "none" : t.name',
      skipped: 'none',
    },
    shape: {
      step: 'find t in Thing where `name == "first"` or fail NOPE',
      answer: 't == null ? null : t.owner.name',
      skipped: null,
    },
    create: {
      step: 'create Thing as t with name = `"z" + input.a`',
      answer: 't == null ? "none" : t.name',
      skipped: 'none',
    },
    record: { step: 'record Thing as t with name = `"r"`', answer: 't == null ? "none" : t.name', skipped: 'none' },
    let: { step: 'let t be `"z"`', answer: 'orElse(t, "none")', skipped: 'none' },
    letList: { step: 'let t be `["z"]`', answer: 't.size()', skipped: 0 },
    list: {
      step: 'list t from Thing, sorted by name A to Z, all of them',
      answer: 't.map(each, each.name)',
      skipped: [],
    },
    page: {
      step: 'list t from Thing, sorted by name A to Z, take `1` after `0`, counting n',
      answer: 't.size() + n',
      skipped: 0,
    },
  }

const BINDING_CALLS = Object.entries(BINDING)
  .map(
    ([name, { step, answer }]) =>
      `### POST /bind/${name} — ${name}\n\n- **Who:** Guest\n\n${FLAGGED}\n1. when \`input.a == "x"\`: ${step}\n2. let asked be \`${answer}\`\n3. respond 200 with \`{"asked": asked, "answered": ${answer}}\`\n`,
  )
  .join('\n')

const TEXT = `# Steps

**Ninefold:** 1

## 1. What the product does and for whom

## 2. Screens and routes

| Route | Screen | Parameter |
| --- | --- | --- |
| \`/\` | Things | none |

### Screen: Things

- **Who:** Guest
- **Shows:** list of Thing, sorted by name A to Z, all of them
- **Columns:** name, size, status
- **Can:** Submit: do submit

## 3. Entities and their fields

**Every entity has:** id as a random identifier

### Entity: Thing

| Field | Type | Rules | Default | Meaning |
| --- | --- | --- | --- | --- |
| name | text up to 20 | required, unique | | |
| owner | Thing | | | |
| size | whole number | required | 1 | |
| count | whole number | required | 0 | |
| status | state | | | |

### Reference data: Thing

| name | size |
| --- | --- |
| first | 5 |
| large | 500 |
| odd | 77 |

## 4. States and transitions

### States of Thing.status

| State | Means | Kind |
| --- | --- | --- |
| draft | | initial |
| waiting | | |
| approved | | |

| Transition | From | To | Who | Only if | Then |
| --- | --- | --- | --- | --- | --- |
| submit | draft | approved | Guest | \`size <= 100 && size != 77\` | |
| submit | draft | waiting | Guest | \`size > 100\` | |

## 5. Validation rules

## 6. Roles and permissions

| Role | Includes | A user gets it |
| --- | --- | --- |
| Guest | | by not being signed in |

| Who | May | Entity | Only where | Fields |
| --- | --- | --- | --- | --- |
| Guest | see, create | Thing | | all |

## 7. The calls it makes

### Standard calls

| Entity | Path | Calls | Found by | Answers with |
| --- | --- | --- | --- | --- |
| Thing | \`/things\` | list, transitions | name | everything visible |

${BINDING_CALLS}
### POST /each — A name in each turn

- **Who:** Guest

${FLAGGED}
1. list all from Thing where \`name in ["first", "large"]\`, sorted by name A to Z, all of them
2. for each t in all:
   1. when \`t.name == input.a\`: find seen in Thing where \`name == t.name\` or fail NOPE
   2. when \`seen == null\`: set t.count to \`t.count + 100\`
3. respond 204

### POST /later — Both sides of the answer

- **Who:** Guest

${FLAGGED}
1. find t in Thing where \`name == "first"\` or fail NOPE
2. when \`input.a == "early"\`: respond 200 with \`{"early": true}\`
3. later:
   1. set t.count to \`t.count + 1\`
4. respond 202 with \`{"count": t.count}\`
5. when \`input.a == "more"\`: later:
   1. set t.count to \`t.count + 10\`
6. later:
   1. set t.count to \`t.count + 1000\`

### GET /count/:name — Count

- **Who:** Guest

1. find t in Thing where \`name == path.name\` or fail NOPE
2. respond 200 with \`{"count": t.count}\`

### GET /some/:which — A list or none

- **Who:** Guest

1. respond 200 with \`path.which == "all" ? Thing.filter(t, t.size > 4).map(t, {"name": t.name}) : []\`

### GET /pages/:name.json — A page

- **Who:** Guest

1. respond 200 with \`path.name\`

### POST /sent — Was it sent

- **Who:** Guest

| Input | Like | Needed |
| --- | --- | --- |
| revision | text | no |
| part.size | whole number | no |

1. let isSent be \`has(input.revision)\`
2. when \`has(input.part.size) && input.part.size == null\`: respond 200 with \`{"isCleared": true}\`
3. respond 200 with \`{"isSent": isSent, "asked": has(input.revision), "value": input.revision}\`

### GET /nothing — None

- **Who:** Guest

1. let none be \`[]\`
2. respond 200 with \`{"none": none, "size": none.size(), "sum": [].sum(), "exists": [].exists(x, x == 1), "all": [].all(x, x > 1), "made": [].map(x, x.name), "kept": [].filter(x, true), "in": 1 in []}\`

## 8. The error catalogue

| Code | Status | About | Message |
| --- | --- | --- | --- |
| NOPE | 404 | thing | none |

## 9. Business constants and limits
`

let steps: RunningApplication

beforeAll(async () => {
  steps = await runApplication(TEXT)
})

afterAll(() => steps[Symbol.asyncDispose]())

it.each(Object.entries(BINDING))('binds nothing by a step that was skipped: %s', async (name, { skipped }) => {
  // In both orders, because the first run of a call decides how its values are computed.
  for (const sent of name.endsWith('e') ? ['n', 'x', 'n'] : ['x', 'n', 'x']) {
    const { status, body } = await steps.guest.post(`/bind/${name}`, { a: sent })
    if (name === 'record' && sent === 'x' && status === 409) continue
    expect(status, JSON.stringify(body)).toBe(200)
    expect(body.asked).toEqual(body.answered)
    if (sent === 'n') expect(body.answered).toEqual(skipped)
    else if (name !== 'shape') expect(body.answered).not.toEqual(skipped)
  }
})

const countOf = async (name: string): Promise<number> => (await steps.guest.get(`/count/${name}`)).body.count

it('forgets in each turn what a skipped step bound in the one before', async () => {
  expect((await steps.guest.post('/each', { a: 'first' })).status).toBe(204)
  expect([await countOf('first'), await countOf('large')]).toEqual([0, 100])
})

it('does what is put off on either side of the answer, and nothing below an answer that came earlier', async () => {
  const done = async (a: string): Promise<number> => {
    const before = await countOf('first')
    expect((await steps.guest.post('/later', { a })).status).toBe(a === 'early' ? 200 : 202)
    await runDue(
      steps.application,
      { mail: MAILBOX_ONLY, webhooks: null, logger: pino({ level: 'silent' }) },
      Date.now() + 1000,
    )
    return (await countOf('first')) - before
  }
  expect(await done('early')).toBe(0)
  expect(await done('once')).toBe(1001)
  expect(await done('more')).toBe(1011)
})

it('offers a transition of two cases where one of them is possible', async () => {
  const { body } = await steps.guest.get('/_ninefold/screens/things/0')
  const offered = Object.fromEntries(
    body.rows.map((row: any) => [row.values?.name ?? row.name ?? JSON.stringify(row), Object.values(row.actions)[0]]),
  )
  expect(offered).toMatchObject({
    first: { isAvailable: true },
    large: { isAvailable: true },
    odd: { isAvailable: false },
  })
  expect((await steps.guest.post('/things/large/submit')).body.status).toBe('waiting')
  expect((await steps.guest.post('/things/first/submit')).body.status).toBe('approved')
})

it('tells an input that was sent as null from one that was not sent', async () => {
  const answer = async (body: object) => (await steps.guest.post('/sent', body)).body
  expect(await answer({})).toEqual({ isSent: false, asked: false, value: null })
  expect(await answer({ revision: null })).toEqual({ isSent: true, asked: true, value: null })
  expect(await answer({ revision: 'a', part: {} })).toEqual({ isSent: true, asked: true, value: 'a' })
  expect(await answer({ part: { size: null } })).toEqual({ isCleared: true })
  expect(await answer({ part: { size: 2 } })).toMatchObject({ isSent: false })
})

it('says which methods an address has as the router reads it', async () => {
  expect(await steps.guest.get('/pages/a.json')).toMatchObject({ status: 200, body: 'a' })
  expect((await steps.guest.get('/pages/a')).status).toBe(404)
  const { status, headers } = await steps.guest.post('/pages/a.json')
  expect([status, headers.get('allow')]).toEqual([405, 'GET, HEAD, OPTIONS'])
  expect((await steps.guest.post('/pages/a')).status).toBe(404)
})

it('answers a list that depends on a condition, and an empty one, as lists', async () => {
  const all = await steps.guest.get('/some/all')
  expect(all.body.map(({ name }: { name: string }) => name).toSorted()).toContain('first')
  expect(await steps.guest.get('/some/none')).toMatchObject({ status: 200, body: [] })
  const { body } = await steps.guest.get('/nothing')
  expect(body).toEqual({ none: [], size: 0, sum: 0, exists: false, all: true, made: [], kept: [], in: false })
  const document = (await steps.guest.get('/_ninefold/openapi.json')).body
  const schema = document.paths['/some/{which}'].get.responses['200'].content['application/json'].schema
  expect(schema).toMatchObject({ type: 'array', items: { properties: { name: { type: 'string' } } } })
})
