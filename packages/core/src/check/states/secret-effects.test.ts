// Effects of transitions on passwords and secret texts, whose stored form no statement can make.

import { expect, it } from 'vitest'
import { compile } from '../../compile.ts'

const withEffect = (effect: string) => `# People

**Ninefold:** 1

## 3. Entities and their fields

**Every entity has:** id as a counting number

### Entity: User

| Field | Type | Rules | Default | Meaning |
| --- | --- | --- | --- | --- |
| email | email | required, unique | | |
| password | password 6 to 30 | hidden | | |
| token | secret text | | | |
| status | state | | | |

## 4. States and transitions

### States of User.status

| State | Means | Kind |
| --- | --- | --- |
| fresh | new | initial |
| reset | again | final |

| Transition | From | To | Who | Only if | Then |
| --- | --- | --- | --- | --- | --- |
| reset | fresh | reset | Member | | ${effect} |

## 6. Roles and permissions

### Signing in

- **Users are:** User
- **Sign in with:** email and password
- **Session:** cookie, ends 1 day after sign-in
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
| Member | see | User | | email, status |
`

const errorsIn = (text: string) =>
  compile(text).diagnostics.flatMap(({ number, severity, span }) =>
    severity === 'error' ? [`${number} ${text.slice(span.start, span.end)}`] : [],
  )

it('are refused where they write one, and clear one', () => {
  expect(errorsIn(withEffect('set password to `"heron-4-lamp"`'))).toEqual(['N619 password'])
  expect(errorsIn(withEffect('record User with email = `email`, password = `"heron-4-lamp"`'))).toEqual([
    'N619 password',
  ])
  expect(errorsIn(withEffect('clear token'))).toEqual([])
})
