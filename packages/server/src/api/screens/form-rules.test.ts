// A form judges rules over fields of every kind as the server does, with the values that the server has told it.

import { brokenFormRules } from '@ninefold/core/contract/form-rules/broken-form-rules.ts'
import { LEFT_TO_SERVER } from '@ninefold/core/contract/form-rules/known-fields.ts'
import { acceptInputs } from '@ninefold/core/contract/inputs/accept-inputs.ts'
import type { AppAction } from '@ninefold/core/contract/wire/actions.ts'
import type { FieldKind } from '@ninefold/core/model/field-types.ts'
import { UTC } from '@ninefold/core/expression/evaluate/time-zone.ts'
import { expect, it } from 'vitest'
import { runApplication } from '../../testing/running-application.ts'

interface Case {
  readonly type: string
  /** Beside `required`. */
  readonly rules?: string
  /** As sent, and another value. */
  readonly values: readonly [unknown, unknown]
  /** Holds for the first value, and not for the other. Default: the field equals its former value. */
  readonly holds?: string
}

/** A generated value: the text in `note` is compared with it. */
interface Made {
  readonly type: string
  readonly rules?: string
  readonly holds: string
  readonly isMade: true
}

const FILE = '00000000-0000-4000-8000-000000000000'
const made = (type: string, holds: string, rules = ''): Made => ({ type, holds, rules, isMade: true })

/** Null: no author writes the kind, or no rule reads it. */
const CASES: Readonly<Record<FieldKind, Case | Made | null>> = {
  text: { type: 'text up to 20', values: ['a', 'b'] },
  'long text': { type: 'long text', values: ['a\nb', 'b'] },
  'formatted text': { type: 'formatted text', values: ['*a*', 'b'] },
  email: { type: 'email', values: ['a@example.test', 'b@example.test'] },
  url: { type: 'url', values: ['https://a.test/', 'https://b.test/'] },
  phone: { type: 'phone', values: ['+49 30 123456', '+49 30 123457'] },
  country: { type: 'country', values: ['DE', 'FR'] },
  language: { type: 'language', values: ['de', 'fr'] },
  'time zone': { type: 'time zone', values: ['Europe/Berlin', 'UTC'] },
  colour: { type: 'colour', values: ['#a0b1c2', '#000000'] },
  password: null,
  'whole number': { type: 'whole number', values: [7, 8] },
  decimal: { type: 'decimal with 2 places', values: ['7.50', '7.51'] },
  percent: { type: 'percent', values: ['19.5', '19'] },
  money: { type: 'money in EUR', values: ['9.90', '9.91'] },
  'yes/no': { type: 'yes/no', values: [true, false] },
  date: { type: 'date', values: ['2026-01-31', '2026-02-01'] },
  time: { type: 'time', values: ['09:30', '09:31'] },
  'date and time': { type: 'date and time', values: ['2026-01-31T12:30:00+02:00', '2026-01-31T12:30:00Z'] },
  duration: { type: 'duration', values: [60_000, 61_000] },
  json: { type: 'json', values: [{ a: [1, '1'] }, { a: [1, 1] }] },
  map: {
    type: 'map of whole number',
    values: [
      { a: 1, b: 2 },
      { a: 1, b: 3 },
    ],
  },
  period: {
    type: 'period of date and time',
    values: [
      { start: '2026-01-31T12:30:00Z', end: '2026-01-31T13:30:00Z' },
      { start: '2026-01-31T12:30:00Z', end: '2026-01-31T13:31:00Z' },
    ],
  },
  choice: { type: 'choice: red, green', values: ['red', 'green'] },
  choices: { type: 'choices: red, green', values: [['red'], ['red', 'green']], holds: '!("green" in FIELD)' },
  state: made('state', 'note != "fresh" || FIELD != "fresh"'),
  sequence: made('sequence from 1 as "T-{n:3}"', 'note != FIELD'),
  slug: made('slug from theText', 'note != FIELD'),
  'random code': made('random code of 8 characters', 'note != FIELD'),
  rank: made('rank', 'note != "rank" || size(FIELD) == 0'),
  file: { type: 'file up to 1 MB', rules: 'optional', values: [null, FILE], holds: 'FIELD == null' },
  'secret text': { type: 'secret text', rules: 'optional', values: [null, 'x'], holds: 'FIELD == null' },
  reference: { type: 'Thing', rules: 'optional, cleared on deletion', values: [null, 'id'], holds: 'FIELD == null' },
  inverse: null,
  collection: { type: 'list of Thing', rules: 'optional', values: [[], ['id']], holds: 'FIELD.size() == 0' },
  identifier: null,
  version: null,
}

const cases = Object.entries(CASES).flatMap(([kind, each]) =>
  each === null ? [] : [{ kind, each, name: nameOf(kind) }],
)

function nameOf(kind: string): string {
  return `the${kind.replaceAll(/(?:^|\W)(\w)/g, (_, letter: string) => letter.toUpperCase())}`
}

const codeOf = (name: string): string => name.toUpperCase()

const TEXT = `# Kinds

## 2. Screens and routes

| Route | Screen | Parameter |
| --- | --- | --- |
| \`/things/:id\` | Thing | id is Thing.id |

### Screen: Thing

- **Who:** Guest
- **Shows:** one Thing by id
- **Fields:** note
- **Can:** Change: call \`PATCH /things/:id\`

## 3. Entities and their fields

**Every entity has:** id as a random identifier, version

### Entity: Thing

| Field | Type | Rules | Default | Meaning |
| --- | --- | --- | --- | --- |
| note | text up to 80 | required | "-" | |
${cases
  .map(({ each, name }) => {
    const rules = 'isMade' in each ? (each.rules ?? '') : (each.rules ?? 'required').replace(/^optional(, )?/, '')
    return `| ${name} | ${each.type} | ${rules} | | |`
  })
  .join('\n')}

## 4. States and transitions

### States of Thing.theState

| State | Means | Kind |
| --- | --- | --- |
| fresh | as it began | initial |

## 5. Validation rules

| Rule | Entity | When | If | Must hold | Otherwise |
| --- | --- | --- | --- | --- | --- |
${cases
  .map(({ each, name }) => {
    const holds = (each.holds ?? `FIELD == old.${name}`).replaceAll('FIELD', name)
    return `| ${name} | Thing | change | | \`${holds.replaceAll('|', String.raw`\|`)}\` | ${codeOf(name)} |`
  })
  .join('\n')}

## 6. Roles and permissions

| Role | Includes | A user gets it |
| --- | --- | --- |
| Guest | | by not being signed in |

| Who | May | Entity | Only where | Fields |
| --- | --- | --- | --- | --- |
| Guest | see, create, change | Thing | | all |

## 7. The calls it makes

| Entity | Path | Calls | Found by | Answers with |
| --- | --- | --- | --- | --- |
| Thing | \`/things\` | create, get, change | id | everything visible |

## 8. The error catalogue

| Code | Status | About | Message |
| --- | --- | --- | --- |
${cases.map(({ each, name }) => `| ${codeOf(name)} | 422 | ${'isMade' in each ? 'note' : name} | ${name} |`).join('\n')}
`

it('judges a field of every kind in a form as on the server', async () => {
  await using kinds = await runApplication(TEXT)
  const entered = cases.flatMap(({ each, name }) => ('isMade' in each ? [] : [[name, each.values[0]] as const]))
  const thing = await kinds.guest.post('/things', Object.fromEntries(entered.filter(([, value]) => value !== null)))
  expect(thing.status, JSON.stringify(thing.body)).toBe(201)
  const id = String(thing.body.id)

  const { body: app } = await kinds.guest.get('/_ninefold/app')
  const action = app.screens[0].blocks[0].actions[0] as Extract<AppAction, { readonly kind: 'call' }>
  expect(action.rules.map(({ message }) => message.join(''))).toEqual(cases.map(({ name }) => name))
  const { values: before } = (await kinds.guest.get(`/_ninefold/forms/thing/${action.key}?id=${id}`)).body
  const brokenBy = (body: Record<string, unknown>): string[] => {
    const { values: now, refusals } = acceptInputs(action.form, body)
    expect(refusals).toEqual([])
    const clock = { zone: UTC, now: 0, today: '2026-01-31' }
    return brokenFormRules(action.rules, { before, now, clock, me: null }).map(({ message }) => message ?? '')
  }

  expect(brokenBy(Object.fromEntries(entered))).toEqual([])
  for (const { each, name } of cases) {
    const [input, other] = 'isMade' in each ? ['note', madeNote(name, before)] : [name, each.values[1]]
    const body = { [input]: JSON.parse(JSON.stringify(other).replaceAll('"id"', `"${id}"`)) as unknown }
    expect(brokenBy(body), name).toEqual([name])
    // The server keeps no file under this id, and says that before it judges.
    if (name === 'theFile') continue
    const refused = await kinds.guest.patch(`/things/${id}`, body)
    expect([refused.status, refused.body.errors?.[0]?.code], name).toEqual([422, codeOf(name)])
  }
})

function madeNote(name: string, before: Readonly<Record<string, unknown>>): unknown {
  return name === 'theRank' ? 'rank' : before[name]
}

it('leaves to the server only kinds that no expression reads from the record', () => {
  const left = Object.entries(LEFT_TO_SERVER).flatMap(([kind, reason]) => (reason === null ? [] : [kind]))
  expect(left).toEqual(['password', 'inverse'])
})
