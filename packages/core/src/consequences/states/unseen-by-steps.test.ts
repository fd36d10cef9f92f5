// N428: steps of transitions that loop over records that the caller may not see.

import { expect, it } from 'vitest'
import { FIELDS, members } from '../../check/specification-for-tests.ts'
import { compile } from '../../compile.ts'

interface World {
  readonly steps: string
  readonly notes?: string
  readonly who?: string
}

function told({ steps, notes = '', who = 'Owner' }: World): string[] {
  const text = `# Tasks

## 3. Entities and their fields

### Entity: Person

${FIELDS}
| email | email | required, unique ignoring case | | |
| password | password 10 to 200 | required, hidden | | |

### Entity: Task

${FIELDS}
| owner | Person | required, deleted together | \`me\` | |
| status | state | | | |
| notes | list of Note via task | | | |

### Entity: Note

${FIELDS}
| task | Task | required, deleted together | | |
| isOpen | yes/no | required | no | |

## 4. States and transitions

### States of Task.status

| State | Means | Kind | Locks |
| --- | --- | --- | --- |
| new | | initial | |
| done | | final | |

| Transition | From | To | Who | Only if | Then |
| --- | --- | --- | --- | --- | --- |
| finish | new | done | ${who} | | |

### Transition: Task finish

${steps}

## 6. Roles and permissions

${members('Person')}

| Role for a record | Entity | Must have | When |
| --- | --- | --- | --- |
| Owner | Task | Member | \`owner == me\` |

### Permissions

| Who | May | Entity | Only where | Fields |
| --- | --- | --- | --- | --- |
| Guest | create | Person | | email, password |
| Member | see | Person | | email |
| Member | see, create | Task | | all |
| Member | see, create, change | Note | ${notes} | all |
`
  const { diagnostics } = compile(text)
  expect(diagnostics.flatMap(({ severity, message }) => (severity === 'error' ? [message] : []))).toEqual([])
  return diagnostics.flatMap(({ number, message }) => (number === 'N428' ? [message] : []))
}

const LESS = ['"Member" may not see every Note: this step silently leaves out the others.']
const ALL = '1. for each one in Note where `!isOpen`:\n   1. change one with isOpen = `true`'
const OWN = '1. for each one in task.notes:\n   1. change one with isOpen = `true`'

it.each<[string, World, string[]]>([
  ['all are seen', { steps: ALL }, []],
  ['some are seen', { steps: ALL, notes: '`task.owner == me`' }, LESS],
  ['those that are gone through are seen', { steps: ALL, notes: '`!isOpen`' }, []],
  ['of the own record, which is theirs', { steps: OWN, notes: '`task.owner == me`' }, []],
  ["of the own record, which may be anybody's", { steps: OWN, notes: '`task.owner == me`', who: 'Member' }, LESS],
  ['of the own record, and not all', { steps: OWN, notes: '`isOpen`' }, LESS],
  ['nobody but the clock and calls', { steps: ALL, notes: '`isOpen`', who: 'call only' }, []],
])('%s', (_, world, expected) => {
  expect(told(world)).toEqual(expected)
})
