import { expect, it } from 'vitest'
import { compile } from '@ninefold/core/compile.ts'
import { formRules } from '@ninefold/core/contract/form-rules/form-rules.ts'
import { operationsOf } from '@ninefold/core/contract/calls/calls.ts'
import type { InputField } from '@ninefold/core/contract/wire/inputs.ts'
import { excludedBy } from './excluded-days.ts'

const { model, diagnostics } = compile(`# Practice

**Ninefold:** 1

## 3. Entities and their fields

### Entity: Visit

| Field | Type | Rules | Default | Meaning |
| --- | --- | --- | --- | --- |
| during | period of date and time | required | | |

## 5. Validation rules

| Rule | Entity | When | If | Must hold | Otherwise |
| --- | --- | --- | --- | --- | --- |
| Open from eight | Visit | always | | \`hour(during.start) >= 8\` | CLOSED |
| Open until six | Visit | always | | \`hour(during.start) < 18\` | CLOSED |
| Long enough | Visit | always | | \`during.end - during.start >= shortest\` | CLOSED |
| Not on Sundays | Visit | always | | \`weekday(during.start) < 7\` | CLOSED |

## 7. The calls it makes

| Entity | Path | Calls | Found by | Answers with |
| --- | --- | --- | --- | --- |
| Visit | \`/api/visits\` | create | id | everything visible |

## 8. The error catalogue

| Code | Status | About | Message |
| --- | --- | --- | --- |
| CLOSED | 422 | during | We are open from 8 to 18, and not on Sundays. |

## 9. Business constants and limits

| Setting | Value |
| --- | --- |
| Time zone | Europe/Berlin |

| Constant | Value | Used for |
| --- | --- | --- |
| shortest | 30 minutes | visits |
`)

const field = { kind: 'period', periodOf: 'date and time', path: ['during'] } as unknown as InputField

it('leaves out the days and hours at which rules let nothing begin, in the time zone of the application', () => {
  if (model === null) return expect.fail(JSON.stringify(diagnostics))
  const create = operationsOf(model).find(({ kind }) => kind === 'create')
  if (create === undefined) return expect.fail('There is no creation.')
  const caller = { roles: new Set<string>(), isSignedIn: true }
  const rules = formRules({ model, caller }, create)
  expect(rules).toHaveLength(4)
  const { day, time } = excludedBy(rules, field, { timeZone: model.limits.timeZone, me: null })
  // A Monday and a Sunday.
  expect([day('2027-03-01'), day('2027-02-28')]).toEqual([false, true])
  expect(['07:30', '08:00', '12:00', '17:30', '18:00'].map((at) => time('2027-03-01', at))).toEqual([
    true,
    false,
    false,
    false,
    true,
  ])
  // The clock has changed.
  expect(['07:30', '08:00'].map((at) => time('2027-07-01', at))).toEqual([true, false])
})
