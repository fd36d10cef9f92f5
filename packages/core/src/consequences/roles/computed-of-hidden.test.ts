// N334: the roles that learn hidden values from computed fields, and the roles that do not.

import { expect, it } from 'vitest'
import { FIELDS, members } from '../../check/specification-for-tests.ts'
import { compile } from '../../compile.ts'

interface World {
  readonly computed: string
  /** Deals that a Member may see. */
  readonly deals: string
  /** Companies that a Member may see. */
  readonly companies?: string
  readonly fields?: string
  /** Fields of people that a Member may see. */
  readonly people?: string
}

function told({ computed, deals, companies = '', fields = 'all', people = 'email, region' }: World): string[] {
  const text = `# Sales

## 3. Entities and their fields

### Entity: Person

${FIELDS}
| email | email | required, unique ignoring case | | |
| password | password 10 to 200 | required, hidden | | |
| region | text up to 20 | required | | |

### Entity: Company

${FIELDS}
| name | text up to 80 | required | | |
| region | text up to 20 | required | | |
| deals | list of Deal via company | | | |
| told | whole number | computed ${computed} | | |

### Entity: Deal

${FIELDS}
| company | Company | required, deleted together | | |
| owner | Person | required, deleted together | | |
| status | choice: open, won | required | | |
| amount | whole number | required | | |

## 6. Roles and permissions

${members('Person')}
| Boss | Member | from a Boss; the first user who signs up |

### Permissions

| Who | May | Entity | Only where | Fields |
| --- | --- | --- | --- | --- |
| Guest | create | Person | | email, password, region |
| Member | see | Person | | ${people} |
| Member | see, create | Company | ${companies} | ${fields} |
| Member | see, create | Deal | ${deals} | all |
| Boss | see | Deal | | all |
`
  const { diagnostics } = compile(text)
  expect(diagnostics.filter(({ severity }) => severity === 'error')).toEqual([])
  return diagnostics.flatMap(({ number, message }) => (number === 'N334' ? [message] : []))
}

const OF_MEMBER = ['"told" reveals hidden data to Member: it is computed from Deal for every reader.']

it.each<[string, World, string[]]>([
  ['how many there are', { computed: '`deals.size()`', deals: '`owner == me`' }, OF_MEMBER],
  ['all are seen', { computed: '`deals.size()`', deals: '' }, []],
  ['it is meant', { computed: 'over all `deals.size()`', deals: '`owner == me`' }, []],
  ['it is meant, and stored', { computed: 'and stored over all `deals.size()`', deals: '`owner == me`' }, []],
  [
    'only those that are seen count',
    { computed: '`deals.filter(d, d.status == "won").size()`', deals: '`status == "won"`' },
    [],
  ],
  ['others count', { computed: '`deals.filter(d, d.status == "open").size()`', deals: '`status == "won"`' }, OF_MEMBER],
  ['a sum', { computed: '`deals.map(d, d.amount).sum()`', deals: '`owner == me`' }, OF_MEMBER],
  ['one that is there', { computed: '`deals.exists(d, d.amount > 5) ? 1 : 0`', deals: '`amount <= 5`' }, OF_MEMBER],
  ['one that is seen', { computed: '`deals.exists(d, d.amount > 5) ? 1 : 0`', deals: '`amount > 2`' }, []],
  ['of any entity', { computed: '`Deal.filter(d, d.amount > 5).size()`', deals: '`owner == me`' }, OF_MEMBER],
  [
    'the right of the whole is that of its parts',
    { computed: '`deals.size()`', deals: '`company.region == me.region`', companies: '`region == me.region`' },
    [],
  ],
  [
    'the right of the whole is wider',
    { computed: '`deals.size()`', deals: '`company.region == me.region`' },
    OF_MEMBER,
  ],
  ['the field is not theirs', { computed: '`deals.size()`', deals: '`owner == me`', fields: 'all except told' }, []],
  [
    'what stands in the record itself',
    { computed: '`size(name)`', deals: '`owner == me`', fields: 'region, told' },
    [],
  ],
])('%s', (_, world, expected) => {
  expect(told(world)).toEqual(expected)
})

it('tells of a hidden field of another record', () => {
  const computed = '`deals.filter(d, d.owner.region == region).size()`'
  expect(told({ computed, deals: '' })).toEqual([])
  expect(told({ computed, deals: '', people: 'email' })).toEqual([
    '"told" reveals hidden data to Member: it is computed from Person.region for every reader.',
  ])
})
