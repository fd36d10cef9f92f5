// Roles that are given per tenant: what the checker refuses, and the model that it makes.

import { expect, it } from 'vitest'
import { compile } from '../../compile.ts'
import { entityNamed, fieldNamed } from '../../model/find.ts'

interface Parts {
  readonly tenants?: string
  readonly owner?: string
  readonly membership?: string
  readonly signUp?: string
  readonly sample?: string
  readonly rights?: string
}

const OWNER = 'from an Owner, per Organisation'

function textWith({
  tenants = '**Records belong to:** Organisation via Membership',
  owner = OWNER,
  membership = '',
  signUp = 'open, gives Visitor',
  sample = 'Visitor',
  rights = '',
}: Parts) {
  return `# Firms

## 3. Entities and their fields

${tenants}

### Entity: Organisation

| Field | Type | Rules | Default | Meaning |
| --- | --- | --- | --- | --- |
| name | text up to 80 | required, unique | | |

### Entity: Person

| Field | Type | Rules | Default | Meaning |
| --- | --- | --- | --- | --- |
| email | email | required, unique | | |
| password | password 10 to 200 | required, hidden | | |

### Entity: Membership

| Field | Type | Rules | Default | Meaning |
| --- | --- | --- | --- | --- |
| person | Person | required, deleted together | | |
${membership}
### Sample data: Person

| email | password | roles |
| --- | --- | --- |
| ada@example.test | correct-horse-1 | ${sample} |

## 6. Roles and permissions

### Signing in

- **Users are:** Person
- **Sign in with:** email and password
- **Session:** cookie, ends 30 days after last use
- **Sign up:** ${signUp}

### Roles

| Role | Includes | A user gets it |
| --- | --- | --- |
| Guest | | by not being signed in |
| Visitor | | by signing up |
| Member | | from an Owner, per Organisation |
| Owner | Member | ${owner} |

### Permissions

| Who | May | Entity | Only where | Fields |
| --- | --- | --- | --- | --- |
| Guest | create | Person | | email, password |
| Visitor | see | Person | | id, email |
| Member | see | Organisation | | name |
| Member | see | Membership | | all |
| Owner | delete | Membership | | |
${rights}`
}

const told = (parts: Parts): string[] =>
  compile(textWith(parts)).diagnostics.flatMap(({ severity, number, message }) =>
    severity === 'error' || number === 'N664' ? [`${number} ${message}`] : [],
  )

it('is a field of the membership, and a condition over it', () => {
  const { model } = compile(textWith({}))
  if (model === null) throw new Error('The text has errors.')
  expect(model.entities.tenancy?.role).toBe('role')
  const role = fieldNamed(entityNamed(model, 'Membership'), 'role')
  expect(role).toMatchObject({ type: { kind: 'choice', values: ['Member', 'Owner'] }, isSetByProduct: true })
  const roles = model.roles.roles.map(({ name, isPerTenant, when }) => [name, isPerTenant, when.length])
  expect(roles).toEqual([
    ['Guest', false, 0],
    ['Visitor', false, 0],
    ['Member', true, 1],
    ['Owner', true, 1],
  ])
})

it.each<[string, Parts, string]>([
  ['without tenants', { tenants: '' }, 'N336 Member is given per Organisation, and records belong to no Organisation.'],
  [
    'per something else',
    { owner: 'from an Owner, per Person' },
    'N336 Owner is given per Person, and records belong to no Person.',
  ],
  [
    'in another way as well',
    { owner: `${OWNER}; by signing up` },
    'N336 Owner is given per Organisation, and in another way that holds in every Organisation.',
  ],
  [
    'by signing up at the same time',
    { signUp: 'open, gives Owner' },
    'N336 Owner is given per Organisation, and in another way that holds in every Organisation.',
  ],
  [
    'to a user of the sample data',
    { sample: 'Visitor, Owner' },
    'N336 Owner is given per Organisation, and in another way that holds in every Organisation.',
  ],
  [
    'beside a field of that name',
    { membership: '| role | text up to 20 | | | |\n' },
    'N336 The roles that are given per Organisation give Membership its field "role".',
  ],
  [
    'to invited people of whom more would have to be known',
    { membership: '| desk | text up to 20 | required | | |\n', rights: '| Owner | invite | Person | | |\n' },
    'N664 An invitation makes a Membership, and nobody fills in "desk" of it.',
  ],
])('is not given %s', (_, parts, expected) => {
  expect(told(parts)).toContain(expected)
})

it('is what people give and invite to in their tenant', () => {
  expect(told({ rights: '| Owner | give roles, invite | Person | | |\n' })).toEqual([])
  const elsewhere = told({ rights: '| Owner | suspend | Person | | |\n' })
  expect(elsewhere).toEqual(['N660 A user is in more than one Organisation, so "suspend" is a right in all of them.'])
})
