// Which entities describe values, what the checker says of others, and that its hint is a way out.

import { expect, it } from 'vitest'
import { compile } from '../../../compile.ts'

const ROWS = {
  name: '| name | text up to 60 | required | | |',
  key: '| key | slug from name, fixed once made | | | |',
  type: '| type | choice: text, choice | required | | |',
  choices: '| choices | long text | | | |',
  extra: '| extra | values of Kind | | | |',
}

function textWith(rows: Partial<Record<keyof typeof ROWS | 'other' | 'more', string>>, top = ''): string {
  const { extra, more = '', other = '', ...kinds } = { ...ROWS, ...rows }
  const table = '| Field | Type | Rules | Default | Meaning |\n| --- | --- | --- | --- | --- |\n'
  return `# Things

**Ninefold:** 1

## 3. Entities and their fields
${top}
### Entity: Kind

${table}${Object.values(kinds).filter(Boolean).join('\n')}
${other}
### Entity: Thing

${table}| title | text up to 80 | required | | |
${extra}
${more}`
}

const told = (text: string): string[] =>
  compile(text).diagnostics.flatMap(({ severity, number, message }) =>
    severity === 'error' ? [`${number} ${message}`] : [],
  )

it.each([
  ['a slug as its key', {}],
  ['a unique text as its key', { key: '| key | text up to 20 | required, unique, set once | | |' }],
  ['a slug that is numbered', { key: '| key | slug from name, numbered when taken, fixed once made | | | |' }],
  ['types without choices', { type: '| type | choice: text, date | required | | |', choices: '' }],
  ['needed and archived ones', { other: '| needed | yes/no | | no | |\n| archived | yes/no | | no | |\n' }],
])('takes definitions with %s', (_, rows) => expect(told(textWith(rows))).toEqual([]))

const CASES: readonly (readonly [string, Parameters<typeof textWith>[0], string])[] = [
  ['no name', { name: '' }, 'it has no field "name"'],
  ['no key', { key: '' }, 'it has no field "key"'],
  ['no type', { type: '', choices: '' }, 'it has no field "type"'],
  ['no type, beside choices', { type: '' }, 'it has no field "type"'],
  ['no choices', { choices: '' }, 'it has no field "choices"'],
  ['a name that may be empty', { name: '| name | text up to 60 | | | |' }, 'its "name" has another type'],
  ['a key that follows its name', { key: '| key | slug from name | | | |' }, 'its "key" has another type'],
  ['a key that is not unique', { key: '| key | text up to 20 | required | | |' }, 'its "key" has another type'],
  ['a type that may be empty', { type: '| type | choice: text | | | |' }, 'its "type" has another type'],
  ['a type of its own', { type: '| type | choice: text, colour | required | | |' }, '"colour" is not a type'],
  ['choices of one line', { choices: '| choices | text | | | |' }, 'its "choices" has another type'],
  ['a text for needed', { other: '| needed | text | | | |\n' }, 'its "needed" has another type'],
]

it.each(CASES)('refuses definitions with %s, and says which row describes values', (_, rows, message) => {
  const text = textWith(rows)
  const found = compile(text).diagnostics.filter(({ number }) => number === 'N340')
  expect(found.map((each) => each.message)).toEqual([expect.stringContaining(message)])
  const row = /this row: (.*)/.exec(found[0]?.hint ?? '')?.[1] ?? ''
  const name = row.split('|')[1]?.trim() ?? ''
  const lines = text.split('\n').filter((line, at, all) => {
    const isOfKind = at < all.findIndex((each) => each === '### Entity: Thing')
    return !(isOfKind && line.startsWith(`| ${name} |`))
  })
  const place = lines.indexOf('| --- | --- | --- | --- | --- |') + 1
  const mended = [...lines.slice(0, place), row, ...lines.slice(place)].join('\n')
  expect(told(mended)).toEqual([])
})

it('refuses an entity that is not there, and rules and defaults of the whole object', () => {
  expect(told(textWith({ extra: '| extra | values of Kinds | | | |' }))).toEqual([expect.stringMatching(/^N301 /)])
  for (const rule of ['required', 'set once', 'set by product', 'unique', 'computed `null`'])
    expect(told(textWith({ extra: `| extra | values of Kind | ${rule} | | |` })), rule).not.toEqual([])
  expect(told(textWith({ extra: '| extra | values of Kind | | `null` | |' }))).not.toEqual([])
})
