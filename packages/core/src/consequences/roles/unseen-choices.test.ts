// N228: the roles that must choose among invisible records; and the hint works.

import { expect, it } from 'vitest'
import { FIELDS, members } from '../../check/specification-for-tests.ts'
import { compile } from '../../compile.ts'

interface World {
  /** Fields of persons that a Member may see, with the condition. */
  readonly fields: string
  readonly where?: string
  readonly keeper?: string
  readonly boss?: string
}

function world({ fields, where = '', keeper = 'required', boss = '' }: World): string {
  return `# Lost property

## 2. Screens and routes

**Routes:**

| Route | Screen | Parameter |
| --- | --- | --- |
| \`/\` | Finds | none |
| \`/report\` | Report | none |
| \`/people/:id\` | Keeper | id is Person.id |

### Screen: Finds

- **Who:** Member
- **Shows:** list of Find, sorted by what A to Z, 20 per page
- **Columns:** what
- **Can:** Report a find: call \`POST /api/finds\`; Hand over: do hand over

### Screen: Report

- **Who:** Member
- **Form:** call \`POST /api/finds\`

### Screen: Keeper

- **Who:** Boss
- **Shows:** one Person by id
- **Fields:** email
- **Can:** Report a find: call \`POST /api/finds\`

## 3. Entities and their fields

### Entity: Person

${FIELDS}
| email | email | required, unique ignoring case | | |
| password | password 10 to 200 | required, hidden | | |

### Entity: Find

${FIELDS}
| what | text up to 80 | required | | |
| keeper | Person | ${keeper === '' ? '' : `${keeper}, `}blocks deletion | | |
| status | state | | | |

## 4. States and transitions

### States of Find.status

| State | Means | Kind |
| --- | --- | --- |
| kept | here | initial |
| gone | fetched | final |

| Transition | From | To | Who | Only if | Then |
| --- | --- | --- | --- | --- | --- |
| hand over | kept | gone | Member | | |

### Transition: Find hand over

| Input | Like | Needed |
| --- | --- | --- |
| receiver | Find.keeper | yes |

1. change find with keeper = \`input.receiver\`

## 6. Roles and permissions

${members('Person')}
| Boss | Member | from a Boss; the first user who signs up |

### Permissions

| Who | May | Entity | Only where | Fields |
| --- | --- | --- | --- | --- |
| Guest | create | Person | | email, password |
| Member | see | Person | ${where} | ${fields} |
| Member | see, create, change | Find | | what, keeper |
${boss}

## 7. The calls it makes

### Standard calls

| Entity | Path | Calls | Found by | Answers with |
| --- | --- | --- | --- | --- |
| Find | \`/api/finds\` | create | id | everything visible |
`
}

function told(text: string): string[] {
  const { diagnostics } = compile(text)
  expect(diagnostics.filter(({ severity }) => severity === 'error')).toEqual([])
  return diagnostics.flatMap(({ number, message, hint }) => (number === 'N228' ? [`${message} ${hint}`] : []))
}

const said = (input: string): string =>
  `"${input}" has nothing to choose for Member: records are chosen by Person.id, which they may not see. ` +
  `In point 6, let Member see "id" of some Person.`

/** The page of a Person would fill in its keeper, but does not know the id either. */
const ofBoss = said('Keeper').replaceAll('Member', 'Boss')

it('tells of each input without a choice, once for a role and those that include it', () => {
  const all = [said('Keeper'), said('Receiver'), said('Keeper'), ofBoss]
  expect(told(world({ fields: 'email' }))).toEqual(all)
})

it('says nothing once its hint is followed', () => {
  expect(told(world({ fields: 'email, id' }))).toEqual([])
  expect(told(world({ fields: 'email, id', where: '`id == me.id`' }))).toEqual([])
})

it('tells of an input that may be left out, too, because it offers nothing either', () => {
  const all = [said('Keeper'), said('Receiver'), said('Keeper'), ofBoss]
  expect(told(world({ fields: 'email', keeper: '' }))).toEqual(all)
})

it('says nothing of those for whom a wider row shows them', () => {
  const seeing = world({ fields: 'email', boss: '| Boss | see | Person | | all |' })
  expect(told(seeing.replaceAll('- **Who:** Member', '- **Who:** Boss'))).toEqual([])
})
