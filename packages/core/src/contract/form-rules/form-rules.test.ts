// Rules that a form checks: over the record that its call creates, whatever its inputs are named.

import { expect, it } from 'vitest'
import { FIELDS } from '../../check/specification-for-tests.ts'
import { compile } from '../../compile.ts'
import { UTC } from '../../expression/evaluate/time-zone.ts'
import type { Value } from '../../expression/expression.ts'
import { brokenFormRules } from './broken-form-rules.ts'
import { operationsOf } from '../calls/calls.ts'
import { formRules } from './form-rules.ts'

const TEXT = `# Loans

## 3. Entities and their fields

### Entity: Person

${FIELDS}
| name | text | required | | |

### Entity: Loan

${FIELDS}
| title | text | required | | |
| pieces | whole number | required | | |
| days | whole number | required | 1 | |
| cost | whole number | computed \`pieces * days\` | | |
| reason | text | | | |
| keeper | Person | cleared on deletion | | |
| isLate | yes/no | required | no | |

## 5. Validation rules

| Rule | Entity | When | If | Must hold | Otherwise |
| --- | --- | --- | --- | --- | --- |
| Cheap | Loan | always | | \`cost <= 10\` | CHEAP |
| With a reason | Loan | always | \`pieces > 3\` | \`reason != null\` | REASON |
| Not late | Loan | create | | \`!isLate\` | LATE |
| Kept by others | Loan | always | | \`keeper == null \\|\\| title != keeper.name\` | KEEPER |

## 6. Roles and permissions

| Role | Includes | A user gets it |
| --- | --- | --- |
| Guest | | by not being signed in |

| Who | May | Entity | Only where | Fields |
| --- | --- | --- | --- | --- |
| Guest | see, create | Loan | | all |
| Guest | see | Person | | all |

## 7. The calls it makes

### POST /loans — Lend

- **Who:** Guest

| Input | Like | Needed |
| --- | --- | --- |
| loan.name | Loan.title | yes |
| loan.count | Loan.pieces | yes |
| loan.days | Loan.days | no |
| loan.reason | Loan.reason | no |

1. create Loan with title = \`input.loan.name\`, pieces = \`input.loan.count\`, isLate = \`false\`, given loan.days, loan.reason
2. respond 204

### POST /perhaps — Perhaps

- **Who:** Guest

| Input | Like | Needed |
| --- | --- | --- |
| title | Loan.title | yes |
| pieces | Loan.pieces | yes |

1. when \`input.pieces > 0\`: create Loan with given title, pieces
2. respond 204

## 8. The error catalogue

| Code | Status | About | Message |
| --- | --- | --- | --- |
| CHEAP | 422 | pieces | {pieces} of {title} cost too much. |
| REASON | 422 | reason | Say why. |
| LATE | 422 | isLate | Not late. |
| KEEPER | 422 | keeper | Not by {keeper.name}. |
`

it('checks the record that the call creates, by the names of its inputs', () => {
  const { model, diagnostics } = compile(TEXT)
  if (model === null) return expect.fail(JSON.stringify(diagnostics))
  const scope = { model, caller: { roles: new Set<string>(), isSignedIn: false } }
  const rulesOf = (path: string) =>
    operationsOf(model).flatMap((operation) => (operation.path === path ? formRules(scope, operation) : []))
  const rules = rulesOf('/loans')
  const broken = (now: Record<string, Value>, isWhole = false, of = rules) =>
    brokenFormRules(of, { before: null, now, clock: { zone: UTC, now: 0, today: '2026-01-31' }, me: null, isWhole })

  expect(rules.map(({ about }) => about)).toEqual(['loan.count', 'loan.reason'])
  expect(broken({ 'loan.name': 'Saw', 'loan.count': 4, 'loan.days': 3 })).toEqual([
    { code: 'CHEAP', about: 'loan.count', message: '4 of Saw cost too much.' },
  ])
  // The reason may still come.
  expect(broken({ 'loan.name': 'Saw', 'loan.count': 4, 'loan.days': 1 })).toEqual([])
  expect(broken({ 'loan.name': 'Saw', 'loan.count': 4, 'loan.days': 1 }, true)).toEqual([
    { code: 'REASON', about: 'loan.reason', message: 'Say why.' },
  ])
  // The default of the days is on the server.
  expect(broken({ 'loan.name': 'Saw', 'loan.count': 40 })).toEqual([])
  // The step runs for some values only.
  const perhaps = rulesOf('/perhaps')
  expect(broken({ title: 'Saw', pieces: 40 }, true, perhaps).map(({ code }) => code)).toEqual(['CHEAP', 'REASON'])
  expect(broken({ title: 'Saw', pieces: -40 }, true, perhaps)).toEqual([])
})
