// A seed → a generated specification whose rights depend on records: spaces, the tasks of each, and the notes of each
// task, with permissions, states and calls, and a screen that offers every action.

import { chosen, type Random } from '../chance.ts'

export const PEOPLE = ['ann', 'bob', 'cat'] as const

export interface OfferedThing {
  readonly screen: 'space' | 'task'
  readonly label: string
  readonly method: 'POST' | 'PATCH' | 'DELETE'
  /** `:code` stands for the code of the page's record. */
  readonly path: string
  /** The input prefilled with the page's record. Null: none. */
  readonly begins: string | null
  /** Further inputs; those that the caller may not set are left out. */
  readonly inputs: readonly string[]
}

export interface MadeUpWorkplace {
  readonly text: string
  readonly things: readonly OfferedThing[]
}

const cell = (expression: string): string => (expression === '' ? '' : `\`${expression.replaceAll('|', '\\|')}\``)

function table(head: string, rows: readonly string[]): string {
  return [`| ${head} |`, `|${' --- |'.repeat(head.split('|').length)}`, ...rows.map((row) => `| ${row} |`), ''].join(
    '\n',
  )
}

export function madeUpWorkplace(random: Random): MadeUpWorkplace {
  const maybe = (share: number): boolean => random() < share
  const pick = (...all: readonly string[]): string => chosen(all, random)
  const ofSpace = (space: string): string =>
    pick(
      `${space}.owner == me`,
      `${space}.isOpen`,
      `${space}.isOpen && ${space}.owner != me`,
      `!${space}.isOpen`,
      'me.isBoss == true',
    )
  const creating = (entity: string, parent: string): string[] => {
    const rows = [
      `Member | create | ${entity} | ${cell(pick('', 'owner == me', ofSpace(parent), `${ofSpace(parent)} && n != null`, `owner == me \\|\\| ${ofSpace(parent)}`.replaceAll('\\', '')))} | all`,
      `Owner of ${parent === 'task.space' ? 'task' : parent} | create | ${entity} | | ${pick('all', 'code, n, ' + (entity === 'Task' ? 'space' : 'task'))}`,
      `Boss | create | ${entity} | ${cell(pick('', ofSpace(parent)))} | all`,
    ].filter(() => maybe(0.5))
    return rows.length > 0 ? rows : [`Boss | create | ${entity} | | all`]
  }
  const changing = (entity: string, owner: string): string[] =>
    ['change', 'delete'].map(
      (action) =>
        `${pick('Member', 'Owner', 'Boss', owner)} | ${action} | ${entity} | ${action === 'change' ? '' : cell(pick('', 'owner == me'))} | ${action === 'change' ? 'all' : ''}`,
    )
  const doing = (): string => pick('Member', 'Owner', 'Boss', 'Owner of space')
  const runsAsProduct = maybe(0.2) ? ['- **Runs as:** the product'] : []
  const asked = maybe(0.5) ? [`require \`${ofSpace('x')}\` or fail CLOSED`] : []
  const text = [
    '# Workplace',
    SCREENS,
    ENTITIES,
    '## 4. States and transitions',
    '### States of Task.status',
    table('State | Means | Kind | Locks', [
      'new | | initial | ',
      `busy | | | ${maybe(0.3) ? 'all' : ''}`,
      `done | | final | ${maybe(0.5) ? 'all' : ''}`,
    ]),
    table('Transition | From | To | Who | Only if | Then', [
      `begin | new | busy | ${doing()} | ${cell(pick('', ofSpace('space')))} | `,
      `finish | busy | done | ${doing()} | ${cell(pick('', 'n != null'))} | ${pick('', 'clear n')}`,
    ]),
    ROLES,
    table('Who | May | Entity | Only where | Fields', [
      'Member | see | Person | | id, code, isBoss',
      ...['Space', 'Task', 'Note'].map((entity) => `Member | see | ${entity} | | all`),
      'Boss | create, change, delete | Space | | all',
      ...creating('Task', 'space'),
      ...creating('Note', 'task.space'),
      ...changing('Task', 'Owner of space'),
      ...changing('Note', 'Owner of task'),
    ]),
    CALLS,
    '### POST /api/spaces/:code/tasks — Put a task',
    '',
    '- **Who:** Member',
    ...runsAsProduct,
    '',
    table('Input | Like | Needed', ['code | text up to 60 | yes']),
    ...[
      'find x in Space where `code == path.code` or fail LOST',
      ...asked,
      'create Task as made with code = `input.code`, space = `x`',
      'respond 201 with `{"code": made.code}`',
    ].map((step, index) => `${index + 1}. ${step}`),
    '',
    '### POST /api/sent-notes — Send a note',
    '',
    `- **Who:** ${pick('Member', 'Boss')}`,
    '',
    table('Input | Like | Needed', ['code | text up to 60 | yes', 'task | Note.task | yes']),
    '1. create Note as made with given code, task',
    '2. respond 201 with `{"code": made.code}`',
    '',
    '## 8. The error catalogue',
    '',
    table('Code | Status | About | Message', [
      'LOST | 404 | code | There is none.',
      'CLOSED | 409 | space | It is closed.',
    ]),
  ].join('\n')
  return { text, things: THINGS }
}

const SCREENS = `
## 2. Screens and routes

**Routes:**

| Route | Screen | Parameter |
| --- | --- | --- |
| \`/\` | Spaces | none |
| \`/spaces/:code\` | Space | code is Space.code |
| \`/tasks/:code\` | Task | code is Task.code |

### Screen: Spaces

- **Who:** Member
- **Shows:** list of Space, sorted by code A to Z, all of them

### Screen: Space

- **Who:** Member
- **Shows:** one Space by code
- **Can:** Put a task: call \`POST /api/spaces/:code/tasks\`
- **Shows:** list of its tasks, sorted by code A to Z, all of them
- **Can:** Add a task: call \`POST /api/tasks\`

### Screen: Task

- **Who:** Member
- **Shows:** one Task by code
- **Can:** Begin: do begin; Finish: do finish; Change it: call \`PATCH /api/tasks/:code\`; Delete it: call \`DELETE /api/tasks/:code\`; Send a note: call \`POST /api/sent-notes\`
- **Shows:** list of its notes, sorted by code A to Z, all of them
- **Can:** Add a note: call \`POST /api/notes\`
`

const FIELDS = '| Field | Type | Rules | Default | Meaning |\n| --- | --- | --- | --- | --- |'

const ENTITIES = `
## 3. Entities and their fields

**Every entity has:** id as a random identifier

### Entity: Person

${FIELDS}
| code | text up to 60 | required, unique | | |
| email | email | required, unique ignoring case | | |
| password | password 10 to 200 | required, hidden | | |
| isBoss | yes/no | | | |

### Sample data: Person

| code | email | password | isBoss | roles |
| --- | --- | --- | --- | --- |
${PEOPLE.map((name) => `| ${name} | ${name}@example.test | correct-horse-${name} | ${name === 'cat' ? 'yes' : 'no'} | Member |`).join('\n')}

### Entity: Space

${FIELDS}
| code | text up to 60 | required, unique | | |
| owner | Person | cleared on deletion | \`me\` | |
| isOpen | yes/no | required | no | |
| tasks | list of Task via space | | | |

### Sample data: Space

| code | owner | isOpen |
| --- | --- | --- |
| annas | ann | yes |
| bobs | bob | no |
| open | | yes |

### Entity: Task

${FIELDS}
| code | text up to 60 | required, unique | | |
| owner | Person | cleared on deletion | \`me\` | |
| space | Space | required, deleted together | | |
| n | whole number | | | |
| status | state | | | |
| notes | list of Note via task | | | |

### Sample data: Task

| code | owner | space | n |
| --- | --- | --- | --- |
| first | ann | annas | 1 |
| second | bob | annas | |
| third | bob | bobs | 3 |
| fourth | | open | |

### Entity: Note

${FIELDS}
| code | text up to 60 | required, unique | | |
| owner | Person | cleared on deletion | \`me\` | |
| task | Task | required, deleted together | | |
| n | whole number | | | |
`

const ROLES = `
## 6. Roles and permissions

### Signing in

- **Users are:** Person
- **Sign in with:** email and password
- **Session:** cookie, ends 30 days after last use
- **Sign up:** closed

### Roles

| Role | Includes | A user gets it |
| --- | --- | --- |
| Guest | | by not being signed in |
| Member | | from a Boss |
| Boss | Member | when \`isBoss == true\` |

${table(
  'Role for a record | Entity | Must have | When',
  ['Space', 'Task', 'Note'].map((entity) => `Owner | ${entity} | Member | ${cell('owner == me')}`),
)}
### Permissions
`

const CALLS = `
## 7. The calls it makes

### Standard calls

${table('Entity | Path | Calls | Found by | Answers with', [
  'Space | `/api/spaces` | list, get | code | everything visible',
  'Task | `/api/tasks` | get, create, change, delete, transitions | code | everything visible',
  'Note | `/api/notes` | get, create | code | everything visible',
])}
`

const THINGS: readonly OfferedThing[] = [
  {
    screen: 'space',
    label: 'Put a task',
    method: 'POST',
    path: '/api/spaces/:code/tasks',
    begins: null,
    inputs: ['code'],
  },
  {
    screen: 'space',
    label: 'Add a task',
    method: 'POST',
    path: '/api/tasks',
    begins: 'space',
    inputs: ['code', 'n', 'owner'],
  },
  { screen: 'task', label: 'Begin', method: 'POST', path: '/api/tasks/:code/begin', begins: null, inputs: [] },
  { screen: 'task', label: 'Finish', method: 'POST', path: '/api/tasks/:code/finish', begins: null, inputs: [] },
  { screen: 'task', label: 'Change it', method: 'PATCH', path: '/api/tasks/:code', begins: null, inputs: ['n'] },
  { screen: 'task', label: 'Delete it', method: 'DELETE', path: '/api/tasks/:code', begins: null, inputs: [] },
  { screen: 'task', label: 'Send a note', method: 'POST', path: '/api/sent-notes', begins: 'task', inputs: ['code'] },
  {
    screen: 'task',
    label: 'Add a note',
    method: 'POST',
    path: '/api/notes',
    begins: 'task',
    inputs: ['code', 'n', 'owner'],
  },
]
