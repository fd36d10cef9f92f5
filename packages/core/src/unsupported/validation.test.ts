import { expect, it } from 'vitest'
import { compile } from '../compile.ts'

function heldBack(balance: string): string[] {
  const { diagnostics } = compile(`# Accounts

**Ninefold:** 1

## 3. Entities and their fields

### Entity: Account

| Field | Type | Rules | Default | Meaning |
| --- | --- | --- | --- | --- |
| sheets | list of Sheet via account | | | |
| balance | whole number | computed and stored \`${balance}\` | | |

### Entity: Sheet

| Field | Type | Rules | Default | Meaning |
| --- | --- | --- | --- | --- |
| account | Account | required, blocks deletion | | |
| amount | whole number | required | | |
| lines | list of Line via sheet | | | |

### Entity: Line

| Field | Type | Rules | Default | Meaning |
| --- | --- | --- | --- | --- |
| sheet | Sheet | required, blocks deletion | | |
| amount | whole number | required | | |

## 5. Validation rules

| Rule | Over | Same | Counting only | Holds | Otherwise |
| --- | --- | --- | --- | --- | --- |
| Nothing is overdrawn | Account | | | \`balance\` never below 0 | OVERDRAWN |

## 8. The error catalogue

| Code | Status | About | Message |
| --- | --- | --- | --- |
| OVERDRAWN | 409 | amount | There is not so much. |
`)
  return diagnostics.filter(({ number }) => number === 'N012').map(({ message }) => message)
}

it('keeps a rule over what the records of one list add up to', () => {
  expect(heldBack('sheets.map(s, s.amount).sum()')).toEqual([])
})

it('holds a rule back that a list of a list could break unseen', () => {
  expect(heldBack('sheets.map(s, s.lines.map(l, l.amount).sum()).sum()')).toHaveLength(1)
})
