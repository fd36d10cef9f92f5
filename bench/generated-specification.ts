// Generates a specification with a number of entities: for every three of them screens, fields, states, a clock, rules,
// roles for a record, fifteen permissions, shapes, calls, messages, errors, constants and a limit. Names, numbers and
// choices differ between branches of the product, so that hardly any two expressions have the same text. About fifty
// lines for each entity.

const ENTITIES_OF_A_BRANCH = 3
const FIELDS_OF_WORK =
  `Garden Workshop Library Clinic Kitchen Harbour Archive Theatre Museum Laboratory Studio Nursery Orchard
Bakery Station Foundry Brewery Stable Printery Vineyard`.split(/\s+/)
const PLACES = ['', 'North', 'South', 'East', 'West', 'Upper', 'Lower', 'Old', 'New', 'Inner', 'Outer', 'River', 'Hill']
const KINDS = ['repair', 'delivery', 'visit', 'survey', 'lesson', 'order', 'loan', 'tour', 'audit', 'trial', 'rental']

interface Branch {
  /** `NorthGarden`: the entity whose members share the work. */
  readonly name: string
  /** `northGarden`, for fields, constants and paths. */
  readonly field: string
  /** `NORTHGARDEN`, for codes. */
  readonly code: string
  /** `NorthGardenTask` and `NorthGardenNote`. */
  readonly task: string
  readonly note: string
  readonly kinds: readonly string[]
  readonly number: number
}

/** Generates text for every branch and joins it. */
type Each = (write: (branch: Branch) => string) => string

export function generatedSpecification(entities: number): string {
  const branches = Array.from({ length: Math.max(1, Math.round(entities / ENTITIES_OF_A_BRANCH)) }, (_, at) =>
    branchAt(at),
  )
  const each: Each = (write) => branches.map(write).join('\n')
  return `# Branches

**Ninefold:** 1

${purpose(branches)}

${allScreens(branches, each)}
## 3. Entities and their fields

${users()}
${each(entitiesOf)}
## 4. States and transitions

${each(states)}
## 5. Validation rules

| Rule | Entity | When | If | Must hold | Otherwise |
| --- | --- | --- | --- | --- | --- |
${each(rules)}

${roles(each)}

${allCalls(each)}

${catalogue(each)}

${limits(each)}
`
}

/** The first branches have plain names; later ones are told apart by places, then by numbers. */
function branchAt(number: number): Branch {
  const work = FIELDS_OF_WORK[number % FIELDS_OF_WORK.length] ?? ''
  const round = Math.floor(number / FIELDS_OF_WORK.length)
  const name = `${PLACES[round % PLACES.length] ?? ''}${work}${round < PLACES.length ? '' : round}`
  const kinds = Array.from({ length: 4 }, (_, at) => KINDS[(number * 3 + at) % KINDS.length] ?? '')
  const field = name.charAt(0).toLowerCase() + name.slice(1)
  return { name, field, code: name.toUpperCase(), task: `${name}Task`, note: `${name}Note`, kinds, number }
}

function purpose(branches: readonly Branch[]): string {
  return `## 1. What the product does and for whom

**Purpose:** People who share the work of ${branches.length} branches see what is to be done, take it, and say when it is done.

**Intended users:**

| User | Role | Comes to |
| --- | --- | --- |
| Member | Member | ask for something and follow what becomes of it |
| Worker | Worker | do what the branch has to do |
| Manager | Manager | set up branches, look after late tasks |`
}

function allScreens(branches: readonly Branch[], each: Each): string {
  return `## 2. Screens and routes

**Routes:**

| Route | Screen | Parameter |
| --- | --- | --- |
| \`/\` | Start | none |
${each(routes)}

### Screen: Start

- **Who:** Member
- **Shows:** list of User where \`id == me.id\`, sorted by name A to Z, all of them
- **Columns:** name, email
- **Can:** ${branches.map(({ name }) => `open ${name} tasks; open ${name} set-up`).join('; ')}

${each(screens)}`
}

function routes({ name, field, task }: Branch): string {
  return `| \`/${field}\` | ${name} tasks | none |
| \`/${field}/tasks/:number\` | ${name} task | number is ${task}.number |
| \`/${field}/setup\` | ${name} set-up | none |`
}

function screens({ name, field, task }: Branch): string {
  return `### Screen: ${name} tasks

- **Who:** Member
- **Shows:** list of ${task} where \`status in ["asked", "taken", "waiting"]\`, sorted by dueAt oldest first, \`${field}PageSize\` per page
- **Columns:** number, title, kind, status, asker.name, worker.name, dueAt
- **Filter by:** status, kind, worker
- **Search in:** number, title
- **Can:** Ask for work: call \`POST /api/${field}/tasks\`; open ${name} task
- **When empty:** "Nothing is to be done in ${name}."

### Screen: ${name} task

- **Who:** ${name} asker, ${name} worker, Manager
- **Shows:** one ${task} by number
- **Fields:** number, title, details, kind, status, ${field}.name, asker.name, worker.name, dueAt, hours, cost, late
- **Shows:** list of its notes, sorted by createdAt oldest first, all of them
- **Columns:** author.name, createdAt, body, inside
- **Can:** Take: do take; Wait: do wait; Finish: do finish; Again: do again
- **Can:** Note: call \`POST /api/${field}/tasks/:number/notes\`

### Screen: ${name} set-up

- **Who:** Manager
- **Shows:** list of ${name}, sorted by name A to Z, all of them
- **Columns:** name, members.name, hourlyRate
- **Can:** Add: call \`POST /api/${field}/places\`; Change: call \`PATCH /api/${field}/places/:id\`
`
}

function users(): string {
  return `**Every entity has:** id as a random identifier, createdAt, updatedAt, version

### Entity: User

| Field | Type | Rules | Default | Meaning |
| --- | --- | --- | --- | --- |
| name | text up to 80 | required | | |
| email | email | required, unique ignoring case, personal data | | signs in with it |
| password | password 10 to 200 | required, hidden | | |
`
}

function entitiesOf({ name, field, task, note, kinds, number }: Branch): string {
  return `### Entity: ${name}

| Field | Type | Rules | Default | Meaning |
| --- | --- | --- | --- | --- |
| name | text up to ${60 + (number % 40)} | required, unique ignoring case | | |
| members | list of User | | | who share the work |
| hourlyRate | whole number ${number + 1} to ${number + 400} | required | ${number + 20} | what an hour costs |
| active | yes/no | required | yes | others take no work |

### Entity: ${task}

- **Label:** \`"${name} " + string(number) + ": " + title\`
- **History:** every change of status, worker, hours

| Field | Type | Rules | Default | Meaning |
| --- | --- | --- | --- | --- |
| number | sequence from ${1000 + number} | unique | | what people quote |
| title | text 5 to 120 | required | | |
| details | long text up to 10000 | required | | |
| ${field} | ${name} | required, blocks deletion | | where it is done |
| asker | User | required, set once, blocks deletion | \`me\` | |
| worker | User | cleared on deletion | | |
| kind | choice: ${kinds.join(', ')} | required | ${kinds[0]} | |
| status | state | | | see point 4 |
| hours | whole number 0 to ${40 + number} | | | |
| cost | whole number | computed \`hours == null ? 0 : hours * ${number + 20}\` | | |
| dueAt | date and time | required, set by product | \`plus(now, ${field}Within)\` | promised |
| doneAt | date and time | set by product | | |
| late | yes/no | computed \`doneAt == null && dueAt < now\` | | |
| notes | list of ${note} via task | | | |

### Entity: ${note}

- **Part of:** ${task} via task

| Field | Type | Rules | Default | Meaning |
| --- | --- | --- | --- | --- |
| task | ${task} | required, set once | | |
| author | User | required, set once, blocks deletion | \`me\` | |
| body | long text up to ${2000 + number} | required | | |
| inside | yes/no | required | no | only workers read it |
`
}

function states({ name, field, task }: Branch): string {
  return `### States of ${task}.status

| State | Means | Kind |
| --- | --- | --- |
| asked | nobody has taken it | initial |
| taken | somebody works on it | |
| waiting | something is missing | |
| done | it is finished | |
| closed | nothing more can happen | final |

| Transition | From | To | Who | Only if | Then |
| --- | --- | --- | --- | --- | --- |
| take | asked | taken | ${name} worker | \`worker == null\` | set worker to \`me\` |
| wait | taken | waiting | ${name} worker | \`notes.exists(n, n.author == me && !n.inside)\` | |
| finish | taken, waiting | done | ${name} worker, Manager | \`hours != null && hours > 0\` | set doneAt to \`now\`; send ${name} done |
| again | done | taken | ${name} asker | \`doneAt != null && now < plus(doneAt, ${field}Again)\` | clear doneAt |
| close | done | closed | the clock | | |

| Clock | Does | Runs |
| --- | --- | --- |
| ${name} archive | close | \`${field}Again\` after entering done |
`
}

function rules({ name, field, code, task, note, kinds, number }: Branch): string {
  return `| Workers of ${name} are its members | ${task} | always | \`worker != null\` | \`worker in ${field}.members\` | ${code}_NOT_A_MEMBER |
| ${name} takes work while it is active | ${task} | create | | \`${field}.active\` | ${code}_INACTIVE |
| A short ${kinds[1]} of ${name} | ${task} | hours changes | \`hours != null && kind == "${kinds[1]}"\` | \`hours <= ${20 + number}\` | ${code}_TOO_LONG |
| Members write notes inside ${name} | ${note} | create | \`inside\` | \`me.has("Worker")\` | ${code}_NOT_INSIDE |`
}

function roles(each: Each): string {
  return `## 6. Roles and permissions

### Signing in

- **Users are:** User
- **Sign in with:** email and password
- **Session:** cookie, ends \`sessionLength\` after last use
- **Sign up:** open, gives Member
- **Wrong password:** \`maxAttempts\` in \`attemptWindow\`, then SIGN_IN_LOCKED

### Roles

| Role | Includes | A user gets it |
| --- | --- | --- |
| Guest | | by not being signed in |
| Member | | by signing up |
| Worker | Member | from a Manager |
| Manager | Worker | from a Manager; the first user who signs up |

| Role for a record | Entity | Must have | When |
| --- | --- | --- | --- |
${each(
  ({ name, field, task }) => `| ${name} asker | ${task} | Member | \`asker == me\` |
| ${name} worker | ${task} | Worker | \`${field}.members.exists(m, m == me)\` |`,
)}

### Permissions

**A record you may not see answers:** not found

| Who | May | Entity | Only where | Fields |
| --- | --- | --- | --- | --- |
| Guest | create | User | | name, email, password |
| Member | see | User | | id, name, email |
| Member | change | User | \`id == me.id\` | name, password |
${each(permissions)}`
}

function permissions({ name, field, task, note, kinds }: Branch): string {
  return `| Member | see | ${name} | \`active\` | id, name, active |
| Worker | see | ${name} | | all |
| Manager | create, change | ${name} | | name, members, hourlyRate, active |
| Nobody | delete | ${name} | | |
| Member | create | ${task} | | title, details, kind, ${field} |
| ${name} asker | see | ${task} | | all except cost |
| ${name} worker | see | ${task} | | all |
| ${name} worker | change | ${task} | \`status != "closed" && kind != "${kinds[2]}"\` | title, details, hours, worker |
| Manager | see, change | ${task} | | all |
| ${name} asker of task | see | ${note} | \`!inside\` | all |
| ${name} worker of task | see | ${note} | | all |
| Manager | see | ${note} | | all |
| ${name} asker of task | create | ${note} | | body |
| ${name} worker of task | create | ${note} | | body, inside |
| Nobody | change, delete | ${note} | | |`
}

function allCalls(each: Each): string {
  return `## 7. The calls it makes

### Standard calls

| Entity | Path | Calls | Found by | Answers with |
| --- | --- | --- | --- | --- |
${each(standardCalls)}

${each(calls)}
### Messages

| Message | By | To | Subject | Body |
| --- | --- | --- | --- | --- |
${each(messages)}`
}

function standardCalls({ name, field, task }: Branch): string {
  return `| ${task} | \`/api/${field}/tasks\` | list, get, create, change, transitions | number | ${task}View |
| ${name} | \`/api/${field}/places\` | list, create, change | id | everything visible |`
}

function calls({ name, field, code, task, note }: Branch): string {
  return `### Shape: ${task}View of ${task}

| Key | Value |
| --- | --- |
| number | \`number\` |
| title | \`title\` |
| status | \`status\` |
| place | \`${field}.name\` |
| asker | \`asker.name\` |
| worker | \`worker.name\` |
| version | \`version\` |

### POST /api/${field}/tasks/:number/notes — Note in ${name}

- **Who:** Member

| Input | Like | Needed |
| --- | --- | --- |
| body | ${note}.body | yes |
| inside | ${note}.inside | no |

1. find task in ${task} where \`number == path.number\` or fail ${code}_NOT_FOUND
2. create ${note} as note with task = \`task\`, given body, inside
3. when \`me == task.asker && task.worker != null\`: send ${name} note
4. respond 201 with \`${task}View(task)\`
`
}

function messages({ name, field }: Branch): string {
  return `| ${name} note | email | \`task.worker.email\` | {task.title} | {note.author.name} wrote: {note.body} |
| ${name} done | email | \`${field}Task.asker.email\` | {${field}Task.title} | It is done. You can ask again within {${field}Again}. |`
}

function catalogue(each: Each): string {
  return `## 8. The error catalogue

**Error body:** \`{"error": {"code": code, "message": message, "fields": errors}}\`

| Code | Status | About | Message |
| --- | --- | --- | --- |
| SIGN_IN_LOCKED | 429 | sign-in | Too many wrong passwords. Try again in {attemptWindow}. |
${each(errors)}

**Built-in errors:** as supplied, messages in English`
}

function errors({ name, field, code }: Branch): string {
  return `| ${code}_NOT_FOUND | 404 | task | ${name} has no task {path.number}. |
| ${code}_NOT_A_MEMBER | 422 | worker | {worker.name} does not work in {${field}.name}. |
| ${code}_INACTIVE | 422 | ${field} | {${field}.name} takes no work. |
| ${code}_TOO_LONG | 422 | hours | This is too long for ${name}. |
| ${code}_NOT_INSIDE | 422 | inside | Only members of ${name} write notes for themselves. |
| ${code}_TOO_MANY | 429 | task | You can ask ${name} for {${field}AnHour} things an hour. |`
}

function limits(each: Each): string {
  return `## 9. Business constants and limits

| Setting | Value |
| --- | --- |
| Time zone | Europe/Berlin |
| Language | en |

| Constant | Value | Used for |
| --- | --- | --- |
| sessionLength | 30 days | signing in |
| maxAttempts | 5 | wrong passwords |
| attemptWindow | 15 minutes | wrong passwords |
${each(
  ({ name, field, number }) => `| ${field}PageSize | ${10 + (number % 50)} | lists of ${name} |
| ${field}Within | ${1 + (number % 20)} days | what ${name} promises |
| ${field}Again | ${5 + (number % 20)} days | asking again |
| ${field}AnHour | ${3 + (number % 30)} | new tasks of one member |`,
)}

| Limit | On | Per | At most | Otherwise |
| --- | --- | --- | --- | --- |
${each(
  ({ name, field, code }) =>
    `| New tasks of ${name} | \`POST /api/${field}/tasks\` | user, 1 hour | \`${field}AnHour\` | ${code}_TOO_MANY |`,
)}`
}
