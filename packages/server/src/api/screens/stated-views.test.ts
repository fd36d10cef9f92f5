// Views that a text states: the filters of each find exactly the records of its condition, for every kind of condition.

import { FIELDS } from '@ninefold/core/check/specification-for-tests.ts'
import type { App, AppList, ListData } from '@ninefold/core/contract/wire/app.ts'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { type Client, runApplication, type RunningApplication } from '../../testing/running-application.ts'

const DAY_MS = 86_400_000
const day = (away: number): string => new Date(Date.now() + away * DAY_MS).toISOString().slice(0, 10)

/** Each with what a filter of it has to get right: empty values, both ends, opposites. */
const CONDITIONS = [
  'size == "large"',
  'size != "large"',
  'size in ["small", "large"]',
  '!(size in ["small", "medium"])',
  'size == "small" || size == "medium"',
  'size == null',
  'size != null && size != "small"',
  'fragile',
  '!fragile',
  'owner == me',
  'owner != me',
  'owner == null',
  'owner != null',
  'owner == null || owner == me',
  'me in helpers',
  '!(me in helpers)',
  '"red" in colours',
  'count == 3',
  'count != null && count >= 2',
  'count != null && count > 2 && count < 5',
  'weight != null && weight <= 2.5',
  'price.amount >= 20.0',
  'price.amount <= 30.0',
  'sentOn != null && sentOn < today',
  'sentOn != null && sentOn >= today',
  'sentOn == today',
  'sentOn == null',
  'sentOn != null && sentOn >= date("2020-01-01") && sentOn <= date("2020-12-31")',
  'name.contains("r")',
  'owner.desk == "north"',
  'size == "large" && fragile || owner == me && sentOn == null',
]

const PARCELS = [
  ['apples', 'small', 'red', '9.90', day(-1), 'no', 'Ann', 'Bob', '1', '0.5'],
  ['bricks', 'large', '', '20.00', day(0), 'no', 'Bob', 'Ann, Bob', '2', '2.5'],
  ['cups', 'medium', 'red, blue', '30.00', day(1), 'yes', 'Ann', '', '3', '2.6'],
  ['drums', 'large', 'blue', '40.00', '', 'yes', '', 'Ann', '5', ''],
  ['eggs', '', '', '20.01', '2020-06-30', 'no', '', '', '', '9'],
  ['forks', '', 'blue', '19.99', '', 'no', 'Ann', '', '4', ''],
]

const TEXT = `# Parcels

**Ninefold:** 1

## 2. Screens and routes

| Route | Screen | Parameter |
| --- | --- | --- |
| \`/\` | Parcels | none |
| \`/each\` | Each | none |

### Screen: Parcels

- **Who:** Guest, Clerk
- **Shows:** list of Parcel, sorted by name A to Z, all of them
- **Columns:** name, size, price, sentOn, fragile, owner.name
- **Filter by:** size, price, sentOn, fragile, owner, helpers, colours, count, weight, name, owner.desk
- **Search in:** name

${CONDITIONS.map((condition, index) => `**View:** "View ${index}", where \`${condition}\``).join('\n\n')}

- **View:** "By size", sorted by price largest first then name Z to A, grouped by size, compact, opens first
- **View:** "Tomorrow", where \`!fragile\`, next day by sentOn
- **View:** "Long ago", last year by sentOn
- **View:** "Cups & more", search "cup & more", columns fragile and price and name

### Screen: Each

- **Who:** Clerk

${CONDITIONS.map((condition) => `**Shows:** list of Parcel where \`${condition}\`, all of them\n\n**Columns:** name`).join('\n\n')}

## 3. Entities and their fields

### Entity: Person

${FIELDS}
| name | text up to 80 | required, unique | | |
| email | email | required, unique ignoring case | | |
| password | password 10 to 200 | required, hidden | | |
| desk | choice: north, south | required | | |

### Entity: Parcel

${FIELDS}
| name | text up to 80 | required, unique | | |
| size | choice: small, medium, large | | | |
| colours | choices: red, blue | | | |
| price | money in EUR | required | | |
| sentOn | date | | | |
| fragile | yes/no | required | no | |
| owner | Person | cleared on deletion | | |
| helpers | list of Person | | | |
| count | whole number | | | |
| weight | decimal with 1 places | | | |

### Reference data: Person

| name | email | password | desk | roles |
| --- | --- | --- | --- | --- |
| Ann | ann@example.test | correct-horse-1 | north | Clerk |
| Bob | bob@example.test | correct-horse-2 | south | |

### Reference data: Parcel

| name | size | colours | price | sentOn | fragile | owner | helpers | count | weight |
| --- | --- | --- | --- | --- | --- | --- | --- | --- | --- |
${PARCELS.map((cells) => `| ${cells.join(' | ')} |`).join('\n')}

## 6. Roles and permissions

### Signing in

- **Users are:** Person
- **Sign in with:** email and password
- **Session:** cookie, ends \`30 days\` after last use

### Roles

| Role | Includes | A user gets it |
| --- | --- | --- |
| Guest | | by not being signed in |
| Clerk | | from a Clerk |

### Permissions

| Who | May | Entity | Only where | Fields |
| --- | --- | --- | --- | --- |
| Guest | see | Parcel | | name, size, fragile |
| Clerk | see | Parcel | | all |
| Clerk | see | Person | | id, name, desk |
`

let house: RunningApplication
let ann: Client

beforeAll(async () => {
  house = await runApplication(TEXT)
  ann = await house.signIn('ann@example.test', 'correct-horse-1')
})
afterAll(() => house[Symbol.asyncDispose]())

async function parcelsOf(client: Client): Promise<AppList> {
  const { body } = await client.get('/_ninefold/app')
  const block = (body as App).screens.find(({ name }) => name === 'Parcels')?.blocks[0]
  if (block?.kind !== 'list') throw new Error('There is no list.')
  return block
}

async function namesIn(address: string): Promise<string[]> {
  const { status, body } = await ann.get(address)
  expect(status, `${address} ${JSON.stringify(body)}`).toBe(200)
  return (body as ListData).rows.map(({ values }) => String(values['name'])).toSorted()
}

it.each(CONDITIONS.map((condition, index) => [condition, index] as const))(
  'finds by the filters of a view what its condition finds: %s',
  async (condition, index) => {
    const view = (await parcelsOf(ann)).views?.find(({ name }) => name === `View ${index}`)
    const found = await namesIn(`/_ninefold/screens/parcels/0?${view?.query ?? 'no view'}`)
    expect(found, view?.query).toEqual(await namesIn(`/_ninefold/screens/each/${index}`))
    expect(found.length, condition).toBeGreaterThan(0)
    expect(found.length, condition).toBeLessThan(PARCELS.length)
  },
)

it('gives an order, groups, density and days that move as an address has them', async () => {
  const { views = [] } = await parcelsOf(ann)
  expect(views.find(({ name }) => name === 'By size')).toEqual({
    name: 'By size',
    query: 'sort=-price%2C-name&grouped-by=size&row-density=compact',
    opensFirst: true,
  })
  expect(views.find(({ name }) => name === 'Tomorrow')?.query).toBe('fragile=false&sentOn=tomorrow')
  expect(views.find(({ name }) => name === 'Cups & more')?.query).toBe(
    'q=cup%20%26%20more&shown-columns=fragile%2Cprice%2Cname',
  )
  expect(views.find(({ name }) => name === 'Long ago')?.query).toBe('sentOn=last-year')
})

it('has no view with a filter or a column that its reader never sees', async () => {
  const { views = [] } = await parcelsOf(house.guest)
  const seen = CONDITIONS.flatMap((condition, index) =>
    /owner|helpers|colours|count|weight|price|sentOn|me /.test(condition) ? [] : [`View ${index}`],
  )
  expect(views.map(({ name }) => name)).toEqual([...seen, 'Cups & more'])
  // Without the column that is hidden.
  expect(views.at(-1)?.query).toBe('q=cup%20%26%20more&shown-columns=fragile%2Cname')
})
