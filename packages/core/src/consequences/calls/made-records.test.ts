// Answers with records that their call has made, and that its caller may not see.

import { expect, it } from 'vitest'
import { compile } from '../../compile.ts'

const textWith = (answer: string, who = 'Guest', signIn = '') => `# People

**Ninefold:** 1

## 3. Entities and their fields

**Every entity has:** id as a counting number

### Entity: User

| Field | Type | Rules | Default | Meaning |
| --- | --- | --- | --- | --- |
| email | email | required, unique | | |
| password | password 6 to 30 | required, hidden | | |

### Entity: Ticket

| Field | Type | Rules | Default | Meaning |
| --- | --- | --- | --- | --- |
| code | random code | | | |

## 6. Roles and permissions

### Signing in

- **Users are:** User
- **Sign in with:** email and password
- **Session:** header \`X-Token: <token>\`, ends 1 day after sign-in
- **Sign up:** open, gives Member

### Roles

| Role | Includes | A user gets it |
| --- | --- | --- |
| Guest | | by not being signed in |
| Member | | by signing up |

### Permissions

| Who | May | Entity | Only where | Fields |
| --- | --- | --- | --- | --- |
| Guest | create | User | | email, password |
| Member | see | User | \`id == me.id\` | all |

## 7. The calls it makes

### Shape: Account of User

| Key | Value |
| --- | --- |
| email | \`email\` |

### GET /me — Me

- **Who:** Member

1. respond 200 with \`Account(me)\`

### POST /register — Register

- **Who:** ${who}

| Input | Like | Needed |
| --- | --- | --- |
| email | User.email | yes |
| password | User.password | yes |

1. create User as user with given email, password
2. record Ticket as ticket${signIn}
3. respond 201 with \`${answer}\`
`

const foundIn = (text: string): string[] =>
  compile(text).diagnostics.flatMap(({ number, message }) => (/^N6(12|22|72)$/.test(number) ? [message] : []))

const SIGNED_IN = '\n3. sign in user\n4. record Ticket as other'

it('reports the shape of a made record that its caller may not see, alone, in a key and in a list', () => {
  const never = (key: string) => [
    `Callers with the role "Guest" may not see the User that this call makes, so "${key}" is not in their answer.`,
  ]
  expect(foundIn(textWith('{"ok": true, "data": Account(user)}'))).toEqual(never('data'))
  expect(foundIn(textWith('{"ok": {"data": Account(user)}}'))).toEqual(never('data'))
  expect(foundIn(textWith('Account(user)'))).toEqual(never('Account'))
  expect(foundIn(textWith('{"data": Account(user)}', 'Guest, Member'))).toEqual(never('data'))
  expect(foundIn(textWith('{"ok": true}'))).toEqual([])
})

it('reports what not even the user who was signed in may see', () => {
  const signedIn = (answer: string) =>
    foundIn(textWith(answer, 'Guest', SIGNED_IN).replace('\n3. respond 201', '\n5. respond 201'))
  expect(signedIn('{"data": Account(user), "token": session.token}')).toEqual([])
  expect(signedIn('{"data": Account(user), "ticket": ticket.code}')).toEqual([
    'No caller of this answer may see "ticket": it is always left out.',
  ])
})
