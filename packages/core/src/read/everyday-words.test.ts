// Words of beginners → the correct words, offered as a fix.

import { expect, it } from 'vitest'
import { applyFixes } from '../diagnostic/apply-fixes.ts'
import { compile } from '../compile.ts'
import { FIELDS } from '../check/specification-for-tests.ts'

function repair(field: string): string {
  return `# Repairs

## 3. Entities and their fields

### Entity: Repair

${FIELDS}
${field}

### Entity: Customer

${FIELDS}
| name | text up to 80 | required | | |
`
}

/** The rows that the fixes of the first diagnostic produce; empty if there are none. */
function ways(field: string): { readonly number: string | undefined; readonly rows: readonly string[] } {
  const text = repair(field)
  const [found] = compile(text).diagnostics.filter(({ severity }) => severity === 'error')
  const rows = (found?.fixes ?? []).map((fix) => {
    const mended = applyFixes(text, [fix])
    expect(compile(mended).diagnostics.filter(({ severity }) => severity === 'error')).toEqual([])
    return mended.split('\n').find((line) => /^\| (?!Field|---)/.test(line)) ?? ''
  })
  return { number: found?.number, rows }
}

it.each([
  ['price', 'money in EUR'],
  ['money', 'money in EUR'],
  ['price in chf', 'money in CHF'],
  ['photo', 'image up to 5 MB'],
  ['link', 'url'],
  ['yes or no', 'yes/no'],
  ['checkbox', 'yes/no'],
  ['dropdown', 'choice: a, b'],
  ['dropdown: low, high', 'choice: low, high'],
  ['list of low, high', 'choice: low, high'],
  ['phone number', 'phone'],
  ['address', 'long text'],
  ['rating', 'whole number 1 to 5'],
  ['customer', 'Customer'],
])('leads from the type "%s" to %s', (written, meant) => {
  expect(ways(`| what | ${written} | | | |`)).toEqual({ number: 'N011', rows: [`| what | ${meant} | | | |`] })
})

it.each([
  ['price of work', 'priceOfWork'],
  ['due-on', 'dueOn'],
  ['Größe', 'Grosse'],
  ['2nd address', null],
])('makes one word of the name "%s"', (written, meant) => {
  const rows = meant === null ? [] : [`| ${meant} | text | | | |`]
  expect(ways(`| ${written} | text | | | |`)).toEqual({ number: 'N009', rows })
})

it('offers what may become of a record when the one that it points to is deleted', () => {
  expect(ways('| customer | Customer | required | | |')).toEqual({
    number: 'N303',
    rows: [
      '| customer | Customer | required, deleted together | | |',
      '| customer | Customer | required, blocks deletion | | |',
    ],
  })
})
