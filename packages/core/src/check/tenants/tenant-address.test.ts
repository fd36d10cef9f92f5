// `Current tenant: by path, as slug`: the model that it makes, and addresses that would stand for two things.

import { expect, it } from 'vitest'
import { compile } from '../../compile.ts'

interface Parts {
  readonly current?: string
  readonly route?: string
  readonly call?: string
  readonly tenants?: string
}

function textWith({
  current = 'by path, as slug',
  route = '/notes',
  call = '/api/notes',
  tenants = '**Records belong to:** Firm via Membership',
}: Parts): string {
  return `# Firms

## 2. Screens and routes

| Route | Screen | Parameter |
| --- | --- | --- |
| \`${route}\` | Notes | |

### Screen: Notes

- **Who:** Visitor
- **Shows:** list of Note, sorted by text A to Z, 20 per page

## 3. Entities and their fields

${tenants}

### Entity: Firm

| Field | Type | Rules | Default | Meaning |
| --- | --- | --- | --- | --- |
| name | text up to 80 | required | | |
| slug | slug from name, numbered when taken | | | |

### Entity: Person

| Field | Type | Rules | Default | Meaning |
| --- | --- | --- | --- | --- |
| email | email | required, unique | | |
| password | password 10 to 200 | required, hidden | | |

### Entity: Membership

| Field | Type | Rules | Default | Meaning |
| --- | --- | --- | --- | --- |
| person | Person | required, deleted together | | |

### Entity: Note

| Field | Type | Rules | Default | Meaning |
| --- | --- | --- | --- | --- |
| text | text up to 200 | required | | |

## 6. Roles and permissions

**Current tenant:** ${current}

### Signing in

- **Users are:** Person
- **Sign in with:** email and password
- **Session:** cookie, ends 30 days after last use
- **Sign up:** open, gives Visitor

### Roles

| Role | Includes | A user gets it |
| --- | --- | --- |
| Guest | | by not being signed in |
| Visitor | | by signing up |

### Permissions

| Who | May | Entity | Only where | Fields |
| --- | --- | --- | --- | --- |
| Guest | create | Person | | email, password |
| Visitor | see | Person | | email |
| Visitor | see | Firm | | name |
| Visitor | see | Membership | | person |
| Visitor | see, create | Note | | text |

## 7. The calls it makes

### Standard calls

| Entity | Path | Calls | Found by | Answers with |
| --- | --- | --- | --- | --- |
| Note | \`${call}\` | list, create | id | everything visible |
`
}

const errorsIn = (parts: Parts): string[] =>
  compile(textWith(parts)).diagnostics.flatMap(({ severity, number, message }) =>
    severity === 'error' ? [`${number} ${message}`] : [],
  )

it.each(['path', 'host'])('names the tenant by the %s', (by) => {
  const { model, diagnostics } = compile(textWith({ current: `by ${by}, as slug` }))
  expect(diagnostics.filter(({ severity }) => severity === 'error')).toEqual([])
  expect(model?.entities.tenancy?.address).toEqual({ by, field: 'slug' })
})

const OWN = (address: string): string => `N011 "${address}" is among the addresses that every product has by itself.`

it.each<[string, Parts, string]>([
  ['a screen below /t/', { route: '/t/notes' }, OWN('/t/notes')],
  ['a call below /t/', { call: '/t/notes' }, OWN('/t/notes')],
  [
    'a field that names several',
    { current: 'by path, as name' },
    'N336 "name" does not name one Firm, so no path leads to one by it.',
  ],
  ['no tenants', { tenants: '' }, 'N336 Records belong to no tenant, so no path leads to one.'],
  ['a header', { current: 'by header, as slug' }, 'N013 Tenants by header are not supported yet.'],
])('is refused with %s', (_, parts, expected) => {
  expect(errorsIn(parts)).toContain(expected)
})

it('leaves /t/ to texts whose paths name no tenants', () => {
  expect(errorsIn({ current: 'by host, as slug', route: '/t/notes', call: '/t/api/notes' })).toEqual([])
  expect(errorsIn({ route: '/terms', call: '/tags' })).toEqual([])
})
