// The step `sign in` where users have no way to sign in, and a step that refuses.

import { expect, it } from 'vitest'
import { compile } from '../../compile.ts'
import { FIELDS } from '../specification-for-tests.ts'

function check(signIn: string, steps: string) {
  const { model, diagnostics } = compile(`# Programs

**Ninefold:** 1

## 3. Entities and their fields

### Entity: Client

${FIELDS}
| email | email | required, unique | | |

## 6. Roles and permissions

### Signing in

- **Users are:** Client
- **Sign in with:** ${signIn}
- **Session:** header \`Authorization: Bearer <token>\`, ends \`7 days\` after sign-in
- **Sign up:** open, gives Member

| Role | Includes | A user gets it |
| --- | --- | --- |
| Guest | | by not being signed in |
| Member | | by signing up |

| Who | May | Entity | Only where | Fields |
| --- | --- | --- | --- | --- |
| Guest | create | Client | | email |
| Member | see | Client | \`this == me\` | all |

## 7. The calls it makes

### POST /clients — Register

- **Who:** Guest

| Input | Like | Needed |
| --- | --- | --- |
| email | Client.email | yes |

${steps}

## 8. The error catalogue

| Code | Status | About | Message |
| --- | --- | --- | --- |
| CLOSED | 403 | email | "Nobody registers now." |
`)
  const said = diagnostics.filter(({ severity }) => severity !== 'note').map(({ number }) => number)
  return { said: said.filter((number) => number !== 'N014'), steps: model?.calls.calls[0]?.steps }
}

const REGISTER =
  '1. create Client as client with given email\n2. sign in client\n3. respond 201 with `{"token": session.token}`'

it('begins a session where users sign in by calls, and is an open question where they have no way', () => {
  expect(check('calls by email', `${REGISTER}\n`).said).toEqual(['N803'])
  expect(check('none', REGISTER).said).toEqual(['N623', 'N803'])
  expect(check('not shown', REGISTER).said).toContain('N623')
})

it('refuses by a step of its own, which is no condition that never holds', () => {
  const { said, steps } = check('calls by email', `1. when \`input.email == "a@b.co"\`: fail CLOSED\n2. respond 204`)
  expect(said).toEqual([])
  expect(steps?.[0]).toMatchObject({ orFail: 'CLOSED', action: { kind: 'require', condition: { value: false } } })
  expect(check('calls by email', '1. fail closed\n2. respond 204').said).toContain('N705')
})
