// A list has the same value in every place: in a step, where JavaScript may compute a condition or a name, and in an
// answer, which PostgreSQL computes; through a name, and in place. Covers every kind of item and every operation.

import { afterAll, beforeAll, expect, it } from 'vitest'
import { runApplication, type RunningApplication } from '../../testing/running-application.ts'

/** A list that needs the database, and an expression about one item `x` of it. */
const LISTS: Readonly<Record<string, { readonly list: string; readonly asks: string; readonly isSummed?: true }>> = {
  records: { list: 'box.parts.filter(p, p.number > 1)', asks: 'x.number > 2' },
  texts: { list: 'box.parts.map(p, p.name)', asks: 'x == "b"' },
  numbers: { list: 'box.parts.map(p, p.number)', asks: 'x > 1', isSummed: true },
  decimals: { list: 'box.parts.map(p, p.weight)', asks: 'x > 1.05', isSummed: true },
  amounts: { list: 'box.parts.map(p, p.price)', asks: 'x > least', isSummed: true },
  durations: { list: 'box.parts.map(p, now - p.since)', asks: 'x > halfHour' },
  flags: { list: 'box.parts.map(p, p.here)', asks: 'x' },
  days: { list: 'box.parts.map(p, p.day)', asks: 'x > date("2026-01-01")' },
  times: { list: 'box.parts.map(p, p.at)', asks: 'x > time("09:00")' },
  moments: { list: 'box.parts.map(p, p.since)', asks: 'hour(x) == 10' },
  choices: { list: 'box.parts.map(p, p.size)', asks: 'x == "large"' },
  periods: { list: 'box.parts.map(p, p.during)', asks: 'x.start > date("2026-01-01")' },
  chosen: { list: 'box.parts.size() > 9 ? [] : box.parts.map(p, p.number)', asks: 'x > 1', isSummed: true },
  none: { list: 'box.parts.size() > 9 ? box.parts : []', asks: 'x.number > 2' },
}

const QUESTIONS: Readonly<Record<string, (asks: string) => string>> = {
  size: () => '.size()',
  exists: (asks) => `.exists(x, ${asks})`,
  all: (asks) => `.all(x, ${asks})`,
  one: (asks) => `.exists_one(x, ${asks})`,
  kept: (asks) => `.filter(x, ${asks}).size()`,
  made: (asks) => `.map(x, ${asks}).size()`,
}

const AGGREGATES = ['sum', 'avg', 'min', 'max']

function callFor(name: string): string {
  const { list, asks, isSummed } = LISTS[name] ?? { list: '', asks: '' }
  const questions = Object.entries(QUESTIONS).map(([key, of]) => [key, of(asks)] as const)
  const aggregates = isSummed === true ? AGGREGATES.map((each) => [each, `.${each}()`] as const) : []
  const all = [...questions, ...aggregates]
  const isValueless = ['records', 'none'].includes(name)
  const steps = [
    'find box in Box where `name == path.name` or fail GONE',
    `let held be \`${list}\``,
    ...all.map(([key, of]) => `let step_${key} be \`held${of}\``),
    ...all.map(([key, of]) => `require \`orElse(held${of} == step_${key}, true)\` or fail DIFFERS`),
    ...all.map(([key, of]) => `require \`orElse((${list})${of} == step_${key}, true)\` or fail DIFFERS`),
  ].filter((step) => !step.startsWith('require') || !AGGREGATES.slice(1).some((each) => step.includes(`step_${each}`)))
  const rows = (of: (key: string, asked: string) => string) =>
    `{${all.map(([key, asked]) => `"${key}": ${of(key, asked)}`).join(', ')}}`
  const values = isValueless ? '' : `, "values": held, "direct": ${list}`
  const body = `{"steps": ${rows((key) => `step_${key}`)}, "named": ${rows((_, asked) => `held${asked}`)}, "plain": ${rows((_, asked) => `(${list})${asked}`)}${values}}`
  const numbered = [...steps, `respond 200 with \`${body}\``].map((step, index) => `${index + 1}. ${step}`)
  return `### GET /api/${name}/:name — ${name}\n\n- **Who:** Guest\n\n${numbered.join('\n')}\n`
}

/** Lists of objects, each of which has items where the box has parts, and only there. */
const OBJECTS: Readonly<Record<string, string>> = {
  mapped: 'box.parts.map(p, {"name": p.name})',
  named: 'held',
  begun: 'first(box.parts.map(p, {"name": p.name}), 2)',
  chained: 'box.parts.map(p, {"name": p.name}) + first([{"name": box.name}], box.parts.size())',
  written: 'box.parts.size() > 0 ? [{"name": box.name}] : []',
  chosen: 'box.name == "full" ? [{"name": box.name}] : box.parts.map(p, {"number": p.number})',
  several: 'box.parts.size() > 0 ? {"name": box.name} : box.parts.map(p, p.name)',
}

const CALL_FOR_OBJECTS = `### GET /api/objects/:name — Objects

- **Who:** Guest

1. find box in Box where \`name == path.name\` or fail GONE
2. let held be \`box.parts.map(p, {"name": p.name})\`
3. respond 200 with \`{${Object.entries(OBJECTS)
  .map(([key, list]) => `"${key}": ifAny(${list})`)
  .join(', ')}}\`
`

const TEXT = `# Lists

**Ninefold:** 1

## 1. What the product does and for whom

## 2. Screens and routes

## 3. Entities and their fields

**Every entity has:** id as a random identifier

### Entity: Box

| Field | Type | Rules | Default | Meaning |
| --- | --- | --- | --- | --- |
| name | text up to 20 | required, unique | | |
| parts | list of Part via box | | | |

### Entity: Part

| Field | Type | Rules | Default | Meaning |
| --- | --- | --- | --- | --- |
| box | Box | required, deleted together | | |
| name | text up to 20 | required, unique | | |
| number | whole number | required | | |
| weight | decimal with 2 places | required | | |
| price | money in EUR | required | | |
| here | yes/no | required | | |
| day | date | required | | |
| at | time | required | | |
| since | date and time | required | | |
| size | choice: small, large | required | | |
| during | period of dates | required | | |

### Reference data: Box

| name |
| --- |
| full |
| empty |

### Reference data: Part

| name | box | number | weight | price | here | day | at | since | size | during |
| --- | --- | --- | --- | --- | --- | --- | --- | --- | --- | --- |
| a | full | 1 | 1.05 | 1.50 EUR | yes | 2026-01-01 | 08:30 | 2026-01-01 10:00 | small | 2026-01-01 to 2026-01-03 |
| b | full | 2 | 1.10 | 2.50 EUR | no | 2026-02-01 | 09:30 | 2026-02-01 11:00 | large | 2026-02-01 to 2026-02-03 |
| c | full | 3 | 2.00 | 3.50 EUR | yes | 2026-03-01 | 10:30 | 2026-03-01 10:30 | large | 2026-03-01 to 2026-03-03 |

## 4. States and transitions

## 5. Validation rules

## 6. Roles and permissions

| Role | Includes | A user gets it |
| --- | --- | --- |
| Guest | | by not being signed in |

| Who | May | Entity | Only where | Fields |
| --- | --- | --- | --- | --- |
| Guest | see | Box | | all |
| Guest | see | Part | | all |

## 7. The calls it makes

${Object.keys(LISTS).map(callFor).join('\n')}
${CALL_FOR_OBJECTS}
## 8. The error catalogue

| Code | Status | About | Message |
| --- | --- | --- | --- |
| GONE | 404 | box | none |
| DIFFERS | 409 | box | two places differ |

## 9. Business constants and limits

| Constant | Value | Used for |
| --- | --- | --- |
| least | 2.00 EUR | amounts |
| halfHour | 30 minutes | durations |
`

let lists: RunningApplication

beforeAll(async () => {
  lists = await runApplication(TEXT)
})

afterAll(() => lists[Symbol.asyncDispose]())

/** An amount is the same with and without a trailing zero. */
function numbers(answers: Readonly<Record<string, unknown>>): unknown {
  return Object.fromEntries(
    Object.entries(answers).map(([key, value]) => [key, typeof value === 'string' ? Number(value) : value]),
  )
}

it.each(Object.keys(LISTS))('says the same of a list of %s in steps, under a name and as it stands', async (name) => {
  for (const [box, size] of [
    ['full', { records: 2, none: 0 }[name] ?? 3],
    ['empty', 0],
  ] as const) {
    const { status, body } = await lists.guest.get(`/api/${name}/${box}`)
    expect(status, JSON.stringify(body)).toBe(200)
    expect(body.named).toEqual(body.plain)
    expect(numbers(body.steps)).toEqual(numbers(body.plain))
    expect(body.plain.size).toBe(size)
    expect(body.plain.all || size > 0).toBe(true)
    // The order of a relation does not matter.
    const sorted = (values: unknown[] | undefined) => values?.map((value) => JSON.stringify(value)).toSorted()
    expect(sorted(body.values)).toEqual(sorted(body.direct))
  }
})

it('leaves out a list of objects without items, however it is made', async () => {
  const full = await lists.guest.get('/api/objects/full')
  expect(Object.keys(full.body)).toEqual(Object.keys(OBJECTS))
  expect(full.body.chained).toHaveLength(4)
  expect((await lists.guest.get('/api/objects/empty')).body).toEqual({})
})
