// A part that is not shown stops only the parts that need it, and causes no error.

import { expect, it } from 'vitest'
import { compile } from '../../compile.ts'
import type { Model } from '../../model/model.ts'
import { FIELDS } from '../specification-for-tests.ts'

/** One field and one constant are not shown, and one element of every kind needs one of them. */
const TEXT = `# Loans

**Ninefold:** 1

## 3. Entities and their fields

### Entity: User

${FIELDS}
| email | email | required, unique | | |
| password | password 10 to 200 | required, hidden | | |

### Entity: Loan

${FIELDS}
| title | text up to \`most\` | required | | |
| status | state | | | |
| condition | not shown | | | |
| isWorn | yes/no | computed \`condition == "worn"\` | | |
| isBad | yes/no | computed \`isWorn && title == "x"\` | | |

## 4. States and transitions

### States of Loan.status

| State | Means | Kind |
| --- | --- | --- |
| out | | initial |
| back | | final |

| Transition | From | To | Who | Only if | Then |
| --- | --- | --- | --- | --- | --- |
| give back | out | back | Reader | \`isWorn\` | |
| lose | out | back | Reader | | |

## 5. Validation rules

| Rule | Entity | When | If | Must hold | Otherwise |
| --- | --- | --- | --- | --- | --- |
| Good | Loan | always | | \`condition != "worn"\` | WORN |
| Titled | Loan | always | | \`title != "x"\` | WORN |

## 6. Roles and permissions

### Signing in

- **Users are:** User
- **Sign in with:** email and password
- **Session:** cookie, ends \`length\` after last use
- **Sign up:** open, gives Reader
- **Wrong password:** not shown

| Role | Includes | A user gets it |
| --- | --- | --- |
| Guest | | by not being signed in |
| Reader | | by signing up |
| Helper | | not shown |

| Role for a record | Entity | Must have | When |
| --- | --- | --- | --- |
| Worn | Loan | Reader | \`isWorn\` |
| Nobody knows | Loan | Reader | not shown |

| Who | May | Entity | Only where | Fields |
| --- | --- | --- | --- | --- |
| Guest | create | User | | email, password |
| Reader | see | User | | all |
| Reader | see, create | Loan | | title |
| Worn | change | Loan | | title |
| Reader | delete | Loan | \`isBad\` | |
| not shown | change | Loan | | title |
| Nobody | give roles | User | \`email == "x"\` | |
| Nobody | delete | Loan | \`isBad\` | |

## 7. The calls it makes

| Entity | Path | Calls | Found by | Answers with |
| --- | --- | --- | --- | --- |
| Loan | \`/api/loans\` | list, create, transitions | id | everything visible |

### GET /api/worn — Worn

- **Who:** Reader

1. list worn from Loan where \`isWorn\`, sorted by title A to Z, all of them
2. respond 200 with \`{"worn": worn.map(w, w.title)}\`

### GET /api/titles — Titles

- **Who:** Reader

1. list all from Loan, sorted by title A to Z, all of them
2. respond 200 with \`{"titles": all.map(w, w.title)}\`

## 8. The error catalogue

**Error body:** not shown

| Code | Status | About | Message |
| --- | --- | --- | --- |
| WORN | 422 | condition | {most} is too worn. |

## 9. Business constants and limits

| Setting | Value |
| --- | --- |
| Time zone | not shown |

| Constant | Value | Used for |
| --- | --- | --- |
| length | not shown | |
| most | not shown | |

| Limit | On | Per | At most | Otherwise |
| --- | --- | --- | --- | --- |
| Looking | \`GET /api/worn\` | user, 1 hour | \`most\` | |
| Asking | \`GET /api/titles\` | user, 1 hour | 20 | |
`

function modelOf(text: string): Model {
  const { model, diagnostics } = compile(text)
  const errors = diagnostics.filter(({ severity }) => severity === 'error')
  expect(errors.map(({ number, message }) => `${number} ${message}`)).toEqual([])
  if (model === null) throw new Error('There is no model.')
  return model
}

it('leaves out what needs something that is not shown, and keeps the rest', () => {
  const { entities, states, validation, roles, calls, limits, errors } = modelOf(TEXT)
  const loan = entities.entities.find(({ name }) => name === 'Loan')
  expect(loan?.fields.map(({ name }) => name)).toEqual(['id', 'title', 'status'])
  expect(states.machines[0]?.transitions.map(({ name }) => name)).toEqual(['lose'])
  expect(validation.rules.map(({ name }) => name)).toEqual(['Titled'])
  expect(roles.contextualRoles).toMatchObject([{ name: 'Worn', when: { kind: 'literal', value: false } }])
  expect(calls.calls.map(({ path, steps }) => [path, steps[0]?.action.kind])).toEqual([
    ['/api/worn', 'not shown'],
    ['/api/titles', 'list'],
  ])
  expect(limits.limits.map(({ name }) => name)).toEqual(['Asking'])
  expect(limits.timeZone).toBe('UTC')
  expect(errors.body).toBe(null)
})

it('permits nothing of which the extent is not shown, and forbids all the more', () => {
  const { permissions } = modelOf(TEXT).roles
  const rows = permissions.filter(({ entity, actions }) => entity === 'Loan' && actions.includes('delete'))
  expect(rows).toMatchObject([{ isForbidden: true, onlyWhere: null }])
})

it('tells each such place once, as something that is not shown', () => {
  const { diagnostics } = compile(TEXT)
  const told = diagnostics.filter(({ number }) => number === 'N019')
  expect(told.every(({ severity }) => severity === 'unknown')).toBe(true)
  expect(new Set(told.map(({ span }) => span.start)).size).toBe(told.length)
  expect(told).toHaveLength(9)
})

it('warns of nothing that an open line may settle', () => {
  const warned = compile(TEXT).diagnostics.filter(({ severity }) => severity === 'warning')
  expect(
    warned.map(({ number, message }) => `${number} ${message}`).filter((line) => !/^N(?:012|305)/.test(line)),
  ).toEqual([])
})
