// N227: the roles whose rows open nothing; and the hint works.

import { expect, it } from 'vitest'
import { FIELDS, members } from '../../check/specification-for-tests.ts'
import { compile } from '../../compile.ts'

interface World {
  /** Fields of answers that a Member may see. */
  readonly fields: string
  readonly who?: string
  readonly toAnswer?: string
  readonly boss?: string
}

function world({ fields, who = 'Member', toAnswer = 'Member', boss = '' }: World): string {
  return `# Quiz

## 2. Screens and routes

**Routes:**

| Route | Screen | Parameter |
| --- | --- | --- |
| \`/\` | Answers | none |
| \`/answers/:id\` | Question to answer | id is Answer.id |

### Screen: Answers

- **Who:** ${who}
- **Shows:** list of Answer, sorted by question A to Z, 20 per page
- **Columns:** question
- **Can:** open Question to answer

### Screen: Question to answer

- **Who:** ${toAnswer}
- **Shows:** one Answer by id
- **Fields:** question

## 3. Entities and their fields

### Entity: Person

${FIELDS}
| email | email | required, unique ignoring case | | |
| password | password 10 to 200 | required, hidden | | |

### Entity: Answer

${FIELDS}
| question | text up to 80 | required | | |

## 6. Roles and permissions

${members('Person')}
| Boss | Member | from a Boss; the first user who signs up |

### Permissions

| Who | May | Entity | Only where | Fields |
| --- | --- | --- | --- | --- |
| Guest | create | Person | | email, password |
| Member | see | Person | | email |
| Member | create | Answer | | question |
| Member | see | Answer | | ${fields} |
${boss}
`
}

function told(text: string): string[] {
  const { diagnostics } = compile(text)
  expect(diagnostics.filter(({ severity }) => severity === 'error')).toEqual([])
  return diagnostics.flatMap(({ number, message, hint }) => (number === 'N227' ? [`${message} ${hint}`] : []))
}

const SAID = (role: string) =>
  `No row opens "Question to answer" for ${role}: its address is made of Answer.id, which they may not see. ` +
  `Add "id" to the Fields that ${role} may see, or make the address of a field that they see.`

it('tells of rows that open nothing, once for a role and those that include it', () => {
  expect(told(world({ fields: 'question' }))).toEqual([SAID('Member')])
})

it('says nothing once its hint is followed', () => {
  expect(told(world({ fields: 'question, id' }))).toEqual([])
  expect(told(world({ fields: 'all' }))).toEqual([])
})

it('says nothing of those who may not open the screen, or see the field by a row of their own', () => {
  expect(told(world({ fields: 'question', toAnswer: 'Boss', boss: '| Boss | see | Answer | | all |' }))).toEqual([])
  expect(told(world({ fields: 'question', toAnswer: 'Boss' }))).toEqual([SAID('Boss')])
  expect(told(world({ fields: 'question', who: 'Guest', toAnswer: 'Guest' }))).toEqual([])
})
