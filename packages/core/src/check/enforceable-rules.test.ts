import { expect, it } from 'vitest'
import { compile } from '../compile.ts'
import { planTables } from '../plan/schema/tables.ts'

interface Accounts {
  readonly balance?: string
  readonly unique?: string
  readonly kind?: string
  readonly rule?: string
}

const BALANCE = 'sheets.map(s, s.amount).sum()'

function compiled({ balance = BALANCE, unique = '', kind = 'owner', rule }: Accounts) {
  return compile(`# Accounts

**Ninefold:** 1

## 3. Entities and their fields

### Entity: Account

| Field | Type | Rules | Default | Meaning |
| --- | --- | --- | --- | --- |
| owner | text | required | | |
| parent | Account | | | |
| sheets | list of Sheet via account | | | |
| tags | list of Sheet | | | |
| balance | whole number | ${unique}computed and stored \`${balance}\` | | |
| kind | text | computed and stored \`${kind}\` | | |

### Entity: Sheet

| Field | Type | Rules | Default | Meaning |
| --- | --- | --- | --- | --- |
| account | Account | required, blocks deletion | | |
| amount | whole number | required | | |
| lines | list of Line via sheet | | | |
| tagged | list of Account via tags | | | |

### Entity: Line

| Field | Type | Rules | Default | Meaning |
| --- | --- | --- | --- | --- |
| sheet | Sheet | required, blocks deletion | | |
| amount | whole number | required | | |

## 5. Validation rules

| Rule | Over | Same | Counting only | Holds | Otherwise |
| --- | --- | --- | --- | --- | --- |
| ${rule ?? 'Nothing is overdrawn | Account | | | `balance` never below 0'} | OVERDRAWN |

## 8. The error catalogue

| Code | Status | About | Message |
| --- | --- | --- | --- |
| OVERDRAWN | 409 | balance | There is not so much. |
`)
}

function errors(accounts: Accounts): string[] {
  return compiled(accounts)
    .diagnostics.filter(({ severity }) => severity === 'error')
    .map(({ number, message, hint }) => `${number} ${message} ${hint}`)
}

/** The tables whose triggers check the rule. */
function watched(accounts: Accounts): string[] {
  const { model, diagnostics } = compiled(accounts)
  if (model === null) throw new Error(diagnostics.map(({ message }) => message).join('\n'))
  return planTables(model).rules?.flatMap(({ tables }) => tables) ?? []
}

it('follows what a rule is about through lists of lists, references and pairs, there and back', () => {
  expect(watched({})).toEqual(['account', 'sheet'])
  expect(watched({ balance: 'sheets.map(s, s.lines.map(l, l.amount).sum()).sum()' })).toEqual([
    'account',
    'sheet',
    'line',
  ])
  expect(watched({ balance: 'tags.map(s, s.amount).sum()' })).toEqual(['account', 'account_tags', 'sheet'])
  expect(watched({ balance: 'sheets.map(s, s.tagged.size()).sum()' })).toEqual(['account', 'sheet', 'account_tags'])
  expect(watched({ balance: 'sheets.filter(s, s.lines.exists(l, l.amount > 3)).size()' })).toEqual([
    'account',
    'sheet',
    'line',
  ])
})

it('refuses what every record of an entity could break', () => {
  const [told, ...more] = errors({ balance: 'Sheet.size()' })
  expect(more).toEqual([])
  expect(told).toMatch(/^N510 .* computed from all records .* Compute the field from the record itself/)
  const rule = 'Few | Account | owner | | at most 3'
  expect(errors({ balance: 'Sheet.size()', unique: 'unique, ', rule })[0]).toMatch(/^N326 .* computed from all records/)
})

it('refuses groups that other records decide, where leaving one could break the rule, and only there', () => {
  const kind = 'orElse(parent.owner, owner)'
  expect(errors({ kind, rule: 'Two | Account | kind | | exactly 2' })[0]).toMatch(/^N510 .* which group was left/)
  expect(errors({ kind, rule: 'Two | Account | kind | | at most 2' })).toEqual([])
  expect(errors({ rule: 'Two | Account | kind | | exactly 2' })).toEqual([])
})

it('takes a bound from an optional field under Same, because a record without it is in no group', () => {
  const rule = (same: string, holds: string, only = ''): string => `Sheets | Account | ${same} | ${only} | ${holds}`
  expect(errors({ rule: rule('parent', 'at most `parent.balance`') })).toEqual([])
  expect(errors({ rule: rule('parent', 'sum of `balance` at most `parent.balance`') })).toEqual([])
  expect(errors({ rule: rule('owner', 'at most `parent.balance`') })[0]).toContain('N055')
  expect(errors({ rule: rule('', '`balance` never below `parent.balance`') })[0]).toContain('N055')
  expect(errors({ rule: rule('', '`balance` never below `parent.balance`', '`parent != null`') })).toEqual([])
})
