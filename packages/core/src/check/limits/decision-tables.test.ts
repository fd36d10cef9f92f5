import { describe, expect, it } from 'vitest'
import { compile } from '../../compile.ts'
import { completionsAt } from '../../service/completion.ts'
import { openDocument } from '../../service/document.ts'
import { renameAt } from '../../service/rename.ts'
import { withoutMarks } from '../../read/testing.ts'
import { FIELDS } from '../specification-for-tests.ts'

const text = (computed: string, table: string, more = ''): string => `# Parcels

Ninefold: 1

## 3. Entities and their fields

### Entity: Order

${FIELDS}
| country | choice: DE, AT, CH | required | | |
| kilos | whole number | required | | |
| express | yes/no | required | no | |
| coupon | text up to 20 | | | |
| total | money in EUR | required | | |
| made | ${computed} | | |

## 9. Business constants and limits

| Constant | Value | Used for |
| --- | --- | --- |
| heavy | 20 | kilos |
| free | 0 EUR | fees |
${more}
${table}
`

const FEE = `### Lookup: fee

| Order.country | Order.kilos | Order.express | Value |
| --- | --- | --- | --- |
| DE | at most \`heavy\` | no | 4.90 EUR |
| DE | more than \`heavy\` | no | 19 EUR |
| AT, CH | | no | 15 EUR |
| otherwise | | | 30 EUR |`

const USE = 'money in EUR | computed `fee(country, kilos, express)`'

function said(computed: string, marked: string): string[] {
  const { text: whole, marks } = withoutMarks(text(computed, marked))
  const { diagnostics } = compile(whole)
  const told = diagnostics.filter(({ severity, number }) => severity === 'error' || number === 'N914')
  if (marks.length > 0) expect(told.map(({ span }) => span)).toContainEqual(marks[0])
  return told.map(({ number, hint }) => `${number} ${hint ?? ''}`)
}

it('is one expression over the values that a use names', () => {
  expect(said(USE, FEE)).toEqual([])
  const { model } = compile(text(USE, FEE))
  expect(model?.limits.decisionTables.map(({ name, parameters }) => [name, parameters.length])).toEqual([['fee', 3]])
})

describe('gaps and overlaps are found, with a case', () => {
  it.each([
    ['| otherwise | | | 30 EUR |', '| DE | at most 5 | yes | 30 EUR |', 'N912', 'None fits | '],
    [
      '| AT, CH | | no | 15 EUR |',
      '| ⟪any except CH | | no | 15 EUR⟫ |',
      'N913',
      'Both fit | country: DE | express: no',
    ],
    ['| AT, CH | | no | 15 EUR |', '| ⟪AT, CH | 5 to 3 | no | 15 EUR⟫ |', 'N914', ''],
    ['| AT, CH | | no | 15 EUR |', '| AT, CH | | no | 15 EUR |\n| | | yes | 9 EUR |', 'N914', ''],
  ])('%s as %s', (old, row, number, hint) => {
    const [first, ...others] = said(USE, FEE.replace(old, row))
    expect(others).toEqual([])
    expect(first).toContain(number)
    expect(first).toContain(hint)
  })
  it('rows with the same value may fit the same case', () =>
    expect(said(USE, FEE.replace('| AT, CH | | no', '| AT, CH | | no | 15 EUR |\n| CH | | no'))).toEqual([]))
  it('every whole number has a row between neighbours', () => {
    const table =
      '### Lookup: size\n\n| Order.kilos | Value |\n| --- | --- |\n| at most 5 | small |\n| 6 to 9 | big |\n| at least 10 | big |'
    expect(said('text | computed `size(kilos)`', table)).toEqual([])
  })
  it('a column that may be empty needs a row for that', () => {
    const table =
      '### Lookup: rate\n\n| Order.coupon | Value |\n| --- | --- |\n| SUMMER | 10 % |\n| any except SUMMER | 0 % |'
    expect(said('percent | computed `rate(coupon)`', table).join()).toContain('N912 None fits | coupon: empty |')
    expect(said('percent | computed `rate(coupon)`', `${table}\n| empty | 0 % |`)).toEqual([])
  })
})

it('a cell fits its column, and the values are of one kind', () => {
  const cell = (old: string, now: string) => said(USE, FEE.replace(old, now)).map((each) => each.slice(0, 4))
  expect(cell('AT, CH', 'AT, ⟪CHE⟫')).toEqual(['N902'])
  expect(cell('19 EUR', '⟪19 USD⟫')).toEqual(['N902'])
  expect(cell('19 EUR', '`⟪kilo⟫`')).toEqual(['N051'])
  expect(cell('more than `heavy`', 'more than ⟪1 EUR⟫')).toEqual(['N902'])
  expect(cell('| AT, CH |', '| at most ⟪FR⟫ |')).toEqual(['N902'])
  expect(cell('Order.kilos', 'Order.⟪kilo⟫')).toEqual(['N320'])
  expect(cell('Order.kilos', '⟪weight⟫')).toEqual(['N011'])
  expect(cell('| otherwise | | |', '| otherwise | ⟪at most 5⟫ | |')).toEqual(['N011'])
})

it('a use names each column, with values of its type', () => {
  const use = (expression: string) =>
    said(`money in EUR | computed \`${expression}\``, FEE).map((each) => each.slice(0, 4))
  expect(use('fee(country, kilos)')).toEqual(['N054'])
  expect(use('fee(country, total, express)')).toEqual(['N054'])
  expect(use('fee("FR", kilos, express)')).toEqual(['N062'])
  expect(use('fee')).toEqual(['N054'])
  expect(use('fee("DE", kilos + 1, true)')).toEqual([])
})

it('a percentage of it is no factor', () => {
  const table = '### Lookup: rate\n\n| Order.coupon | Value |\n| --- | --- |\n| SUMMER | 10 % |\n| otherwise | 0 % |'
  expect(
    compile(text('money in EUR | computed `total * rate(coupon)`', table)).diagnostics.map((each) => each.number),
  ).toContain('N068')
})

it('a value that is not shown leaves out what needs it', () => {
  const { model, diagnostics } = compile(text(USE, FEE.replace('19 EUR', 'not shown')))
  expect(diagnostics.map(({ number }) => number)).toEqual(expect.arrayContaining(['N007', 'N019']))
  expect(model?.entities.entities[0]?.fields.map(({ name }) => name)).not.toContain('made')
})

describe('editors', () => {
  const TABLE = FEE.replace('30 EUR', '`free + free * kilos`')
  it('offer the words of a column, and its conditions', () => {
    const whole = text(USE, TABLE)
    const at = whole.indexOf('| AT, CH |')
    const cut = `${whole.slice(0, at)}| ${whole.slice(at + '| AT, CH'.length)}`
    const offered = completionsAt(openDocument(cut), at + 2).map(({ label }) => label)
    expect(offered).toEqual(expect.arrayContaining(['CH', 'otherwise', 'any except VALUE']))
  })
  it('rename a field in its column and in the cells', () => {
    const whole = text(USE, TABLE)
    const edits = renameAt(openDocument(whole), whole.indexOf('kilos | whole') + 1, 'weight')
    const places = 'edits' in edits ? edits.edits.length : 0
    expect(places).toBe((whole.match(/\bkilos\b/g) ?? []).length - 1)
  })
  it('rename a choice in the cells', () => {
    const whole = text(USE, TABLE)
    const edits = renameAt(openDocument(whole), whole.indexOf('CH |'), 'LI')
    expect('edits' in edits ? edits.edits.length : 0).toBe(2)
  })
})
