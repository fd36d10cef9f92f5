// A number of people → a specification in which each of them sees notes by a role, papers by a value of the paper, and
// everything by a session; and in which somebody revokes each of the three.

export const PASSWORD = 'correct-horse-1'

export function emailOf(person: number): string {
  return `p${person}@example.test`
}

export function revocationText(people: number): string {
  const numbers = Array.from({ length: people }, (_, index) => index)
  return `# Reading room

## 3. Entities and their fields

**Every entity has:** id as a random identifier, version

### Entity: Person

| Field | Type | Rules | Default | Meaning |
| --- | --- | --- | --- | --- |
| name | text up to 80 | required, unique | | |
| email | email | required, unique | | |
| password | password 10 to 200 | required, hidden | | |

### Entity: Note

| Field | Type | Rules | Default | Meaning |
| --- | --- | --- | --- | --- |
| text | text up to 80 | required | | |

### Entity: Paper

| Field | Type | Rules | Default | Meaning |
| --- | --- | --- | --- | --- |
| title | text up to 80 | required, unique | | |
| reader | Person | required, blocks deletion | | |

### Sample data: Person

| name | email | password | roles |
| --- | --- | --- | --- |
| Ada | ada@example.test | ${PASSWORD} | Keeper |
${numbers.map((number) => `| P${number} | ${emailOf(number)} | ${PASSWORD} | Somebody, Reader |`).join('\n')}

### Sample data: Note

| text |
| --- |
| note first |

### Sample data: Paper

| title | reader |
| --- | --- |
${numbers.map((number) => `| paper ${number} | P${number} |`).join('\n')}

## 6. Roles and permissions

### Signing in

- **Users are:** Person
- **Sign in with:** email and password
- **Session:** cookie, ends 30 days after last use
- **Sign up:** open, gives Somebody

### Roles

| Role | Includes | A user gets it |
| --- | --- | --- |
| Guest | | by not being signed in |
| Somebody | | by signing up |
| Reader | | from a Keeper |
| Keeper | Somebody | from a Keeper |

### Permissions

| Who | May | Entity | Only where | Fields |
| --- | --- | --- | --- | --- |
| Reader | see | Note | | all |
| Somebody | see | Paper | \`reader == me\` | all |
| Somebody | see | Person | \`id == me.id\` | name, email |
| Keeper | see, create | Note | | all |
| Keeper | see, change | Paper | | all |
| Keeper | see, give roles | Person | | all |

## 7. The calls it makes

### Standard calls

| Entity | Path | Calls | Found by | Answers with |
| --- | --- | --- | --- | --- |
| Note | \`/notes\` | list, create | id | everything visible |
| Paper | \`/papers\` | list, get, change | id | everything visible |
| Person | \`/people\` | list | id | everything visible |

### POST /people/:id/taken — Take the role

- **Who:** Keeper

1. find person in Person where \`id == path.id\` or fail GONE
2. take role \`"Reader"\` from person or fail NOT_YOURS
3. respond 204

## 8. The error catalogue

| Code | Status | About | Message |
| --- | --- | --- | --- |
| GONE | 404 | person | There is nobody like that. |
| NOT_YOURS | 403 | person | This is not yours to take. |
`
}
