// Shapes of texts that cost more than their length, as large as the limits allow: each is checked within a bounded
// processor time, and one step larger is refused by N023.

import { expect, it } from 'vitest'
import { compile } from '../compile.ts'
import { TEXT_LIMITS } from '../text/text-size.ts'
import { COUNT_LIMITS } from './size-limits.ts'

/** Far more than any of them takes (the slowest needs 6 s), and far less than without limits. */
const PROCESSOR_SECONDS_MAX = 20

const many = (count: number, write: (at: number) => string, between = '\n'): string =>
  Array.from({ length: count }, (_, at) => write(at)).join(between)
const entity = (rows: string, name = 'Thing'): string => `### Entity: ${name}

| Field | Type | Rules | Default | Meaning |
| --- | --- | --- | --- | --- |
| title | text up to 20 | required | | |
| number | whole number | required | | |
${rows}
`
const withEntity = (rows: string): string => `## 3. Entities and their fields\n\n${entity(rows)}`
const permissions = (count: number, condition: (at: number) => string): string => `${withEntity('')}
## 6. Roles and permissions

### Roles

| Role | Includes | A user gets it |
| --- | --- | --- |
| Guest | | by not being signed in |

### Permissions

| Who | May | Entity | Only where | Fields |
| --- | --- | --- | --- | --- |
${many(count, (at) => `| Guest | see | Thing | \`${condition(at)}\` | all |`)}
`
const rules = (count: number): string => `${withEntity('')}
## 5. Validation rules

| Rule | Entity | When | If | Must hold | Otherwise |
| --- | --- | --- | --- | --- | --- |
${many(count, (at) => `| Rule ${at} | Thing | always | | \`number != ${at}\` | CODE_${at} |`)}
`
const transitions = (count: number): string => `${withEntity(`| status | state | | | |`)}
## 4. States and transitions

### States of Thing.status

| State | Meaning | Kind |
| --- | --- | --- |
| open | | initial |
| closed | | final |

| Transition | From | To | Who | Only if | Effects |
| --- | --- | --- | --- | --- | --- |
${many(count, (at) => `| close ${at} | open | closed | Guest | \`number == ${at}\` | |`)}
`

/** The largest permitted count, and a text with that count. */
const SHAPES: Readonly<Record<string, readonly [number, (count: number) => string]>> = {
  'lines of prose': [
    TEXT_LIMITS.linesMax / 2 - 1,
    (count) => `# T\n\n${many(count, () => 'This must never be so.', '\n\n')}\n`,
  ],
  'lines of a paragraph': [
    TEXT_LIMITS.linesOfParagraphMax,
    (count) => `# T\n\n${many(20, () => many(count, () => 'This must never be so.'), '\n\n')}`,
  ],
  headings: [TEXT_LIMITS.linesMax - 2, (count) => `# T\n\n${many(count, () => '## 3. Entities and their fields')}\n`],
  entities: [
    Math.floor(TEXT_LIMITS.linesMax / 8) - 1,
    (count) => `## 3. Entities and their fields\n\n${many(count, (at) => entity('', `E${at}`))}`,
  ],
  'words in a line': [TEXT_LIMITS.lineCharactersMax, (count) => `# T\n\n${'w'.repeat(count)}`],
  'cells in a row': [
    TEXT_LIMITS.lineCharactersMax / 4 - 1,
    (count) => `# T\n\n${'| a '.repeat(count)}|\n${'|---'.repeat(count)}|\n${'| b '.repeat(count)}|\n`,
  ],
  'lists in a line': [TEXT_LIMITS.depthMax, (count) => `# T\n\n${many(900, () => '- '.repeat(count) + 'x')}`],
  'quotations in a line': [TEXT_LIMITS.depthMax, (count) => `# T\n\n${many(900, () => '> '.repeat(count) + 'x')}`],
  'lists below each other': [
    TEXT_LIMITS.indentMax / 2 + 1,
    (count) => `# T\n\n${many(15, () => many(count, (at) => `${'  '.repeat(at)}- x`))}`,
  ],
  'emphasis in a paragraph': [
    TEXT_LIMITS.marksMax / 10,
    (count) => `# T\n\n${many(150, () => `${'*a **b _c _d '.repeat(count)} ${'a* b** c_ d_'.repeat(count)}`, '\n\n')}`,
  ],
  'open angles in a paragraph': [
    TEXT_LIMITS.marksMax,
    (count) => `# T\n\n${many(150, () => 'x <? '.repeat(count), '\n\n')}`,
  ],
  'open comments in a row': [
    TEXT_LIMITS.marksMax,
    (count) => `# T\n\n| a |\n| --- |\n${many(150, () => `| ${'x <!-- '.repeat(count)} |`)}\n`,
  ],
  'fields of an entity': [
    COUNT_LIMITS.fieldsOfEntityMax - 2,
    (count) => withEntity(many(count, (at) => `| f${at} | whole number | computed \`${'1+'.repeat(15)}number\` | | |`)),
  ],
  permissions: [COUNT_LIMITS.permissionsOfEntityMax, (count) => permissions(count, (at) => `title == '${at}'`)],
  'permissions by exclusion': [
    COUNT_LIMITS.permissionsOfEntityMax,
    (count) => permissions(count, (at) => `number != ${at} && title != '${at}'`),
  ],
  rules: [COUNT_LIMITS.rulesOfEntityMax, rules],
  transitions: [COUNT_LIMITS.transitionsOfFieldMax, transitions],
}

const isRefused = (text: string): boolean => compile(text).diagnostics.some(({ number }) => number === 'N023')

for (const [shape, [most, write]] of Object.entries(SHAPES))
  it(`${shape}: ${most} are checked in time, and one more is too many`, { timeout: 240_000 }, () => {
    const text = write(most)
    const begun = process.cpuUsage()
    expect(isRefused(text)).toBe(false)
    const { user, system } = process.cpuUsage(begun)
    expect((user + system) / 1e6).toBeLessThan(PROCESSOR_SECONDS_MAX)
    expect(isRefused(write(Math.floor(most * 1.15) + 1))).toBe(true)
  })

it('says of a text that is too large nothing but that, wherever it is so', () => {
  const long = `${withEntity('')}\n${' '.repeat(TEXT_LIMITS.indentMax + 1)}words`
  expect(compile(long).diagnostics.map(({ number, span }) => [number, long.slice(span.start, span.end)])).toEqual([
    ['N023', 'words'],
  ])
  expect(compile('x'.repeat(TEXT_LIMITS.charactersMax + 1)).diagnostics.map(({ number }) => number)).toEqual(['N023'])
})

it('takes what stands in an expression for no mark, unless Markdown does', () => {
  const products = many(TEXT_LIMITS.marksMax, () => 'number', ' * ')
  expect(isRefused(withEntity(`| product | whole number | computed \`${products}\` | | |`))).toBe(false)
  const broken = '\\`'.concat(' *a'.repeat(TEXT_LIMITS.marksMax + 1), '\\`')
  expect(isRefused(`# T\n\n${broken}`)).toBe(true)
})
