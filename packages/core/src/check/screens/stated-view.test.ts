// Views with mistakes: each is refused at the words to retype, with a way out.

import { expect, it } from 'vitest'
import { compile } from '../../compile.ts'
import { FIELDS } from '../specification-for-tests.ts'

const text = (views: string, as = 'table'): string => `# Parcels

**Ninefold:** 1

## 2. Screens and routes

| Route | Screen | Parameter |
| --- | --- | --- |
| \`/\` | Parcels | none |

### Screen: Parcels

- **Who:** Guest
- **Shows:** list of Parcel, sorted by name A to Z, all of them
- **As:** ${as}
- **Columns:** name, size, weight
- **Filter by:** size, weight, sentOn, name
${views}

## 3. Entities and their fields

### Entity: Parcel

${FIELDS}
| name | text up to 80 | required, unique | | |
| size | choice: small, large | | | |
| weight | decimal with 1 places | required | | |
| sentOn | date | | | |
| isFragile | yes/no | required | no | |

## 6. Roles and permissions

| Role | Includes | A user gets it |
| --- | --- | --- |
| Guest | | by not being signed in |

| Who | May | Entity | Only where | Fields |
| --- | --- | --- | --- | --- |
| Guest | see | Parcel | | all |
`

function errorsOf(views: string, as?: string): string[] {
  const source = text(views, as)
  return compile(source)
    .diagnostics.filter(({ severity }) => severity === 'error')
    .map(({ number, span, message }) => `${number} ${source.slice(span.start, span.end)}: ${message}`)
}

it('reads the parts of a view in any order', () => {
  const { model, diagnostics } = compile(
    text(
      '- **View:** "Large, sent", compact, opens first, grouped by size, where `size == "large"`, this week by sentOn',
    ),
  )
  expect(diagnostics.filter(({ severity }) => severity === 'error')).toEqual([])
  const [block] = model?.screens.screens[0]?.blocks ?? []
  const [view] = block?.kind === 'list' ? block.views : []
  expect(view).toMatchObject({ name: 'Large, sent', groupedBy: 'size', isCompact: true, opensFirst: true })
  expect(view?.filters[0]?.map(({ field, kind }) => [field, kind])).toEqual([
    ['size', 'values'],
    ['sentOn', 'days'],
  ])
})

it.each([
  ['a name without quotes', '- **View:** Large, compact', 'N011 Large, compact'],
  ['an unknown part', '- **View:** "Large", wide', 'N011 wide'],
  ['a part twice', '- **View:** "Large", compact, compact', 'N011 compact'],
  ['an unknown field', '- **View:** "Large", where `length == 1`', 'N051 length'],
  ['no condition of a filter', '- **View:** "L", where `name.size() > 3`', 'N241 name.size() > 3: A view consists of'],
  [
    'a strict end without a next value',
    '- **View:** "L", where `weight > 1.5`',
    'N241 weight > 1.5: A view consists of',
  ],
  ['a field that is no filter', '- **View:** "L", where `isFragile`', 'N241 isFragile: The list is not filtered by'],
  [
    'two filters of a field',
    '- **View:** "L", where `size != "small" && size == "large"`',
    'N241 size == "large": A filter by "size" stands here already.',
  ],
  [
    'days beside a filter of the same field',
    '- **View:** "L", where `sentOn == null`, this week by sentOn',
    'N241 sentOn: A filter by "sentOn" stands here already.',
  ],
  ['a search of a list without one', '- **View:** "L", search "fire"', 'N241 fire: The list has no search'],
  ['an unknown column', '- **View:** "L", columns name and sentOn', 'N241 sentOn: The list has no column "sentOn"'],
  ['a column twice', '- **View:** "L", columns name and size and name', 'N241 name: The view shows "name" already.'],
  ['days of a text', '- **View:** "L", this week by name', 'N241 name: "name" is no date'],
  ['quarters', '- **View:** "L", this quarter by sentOn', 'N241 quarter: A view shows days, weeks, months or years'],
  [
    'an order without its column',
    '- **View:** "L", sorted by sentOn newest first',
    'N241 sentOn: The list has no column',
  ],
  ['groups of a number', '- **View:** "L", grouped by weight', 'N241 weight: Rows are not grouped by "weight".'],
  ['two views of a name', '- **View:** "L"\n- **View:** "L", compact', 'N241 L: The list has a view "L" already.'],
  ['two that open first', '- **View:** "L", opens first\n- **View:** "M", opens first', 'N241 opens first: One view'],
])('refuses %s', (_, views, expected) => {
  const found = errorsOf(views)
  expect(found).toHaveLength(1)
  expect(found[0]).toContain(expected)
})

it('groups the rows of tables alone', () => {
  expect(errorsOf('- **View:** "L", grouped by size', 'board by size')).toEqual([
    'N241 size: Only the rows of a table are grouped.',
  ])
})
