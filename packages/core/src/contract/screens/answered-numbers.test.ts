// Functions that choose the notation of an answer do not change how people read the value.

import { expect, it } from 'vitest'
import { compile } from '../../compile.ts'
import { operationsOf } from '../calls/calls.ts'
import { screensOf } from './screens.ts'

const { model } = compile(`# Things

## 2. Screens and routes

| Route | Screen | Parameter |
| --- | --- | --- |
| \`/\` | Things | none |

### Screen: Things

- **Who:** Guest
- **Shows:** items in answer of call \`GET /api/things\`
- **Columns:** name, weight, total, kind, madeAt, seenAt

## 3. Entities and their fields

**Every entity has:** id as a random identifier, createdAt

### Entity: Thing

| Field | Type | Rules | Default | Meaning |
| --- | --- | --- | --- | --- |
| name | text up to 80 | required | | |
| weight | decimal with 2 places | required | | |
| kind | choice: big toy, tool | required | | |

## 6. Roles and permissions

| Role | Includes | A user gets it |
| --- | --- | --- |
| Guest | | by not being signed in |

| Who | May | Entity | Only where | Fields |
| --- | --- | --- | --- | --- |
| Guest | see | Thing | | all |

## 7. The calls it makes

### GET /api/things — Things

- **Who:** Guest

1. list things from Thing, all of them
2. respond 200 with \`{"items": things.map(t, {"name": t.name, "weight": number(t.weight), "total": number(t.weight * 2), "kind": t.kind, "madeAt": unixSeconds(t.createdAt), "seenAt": unixMilliseconds(t.createdAt)})}\`
`)

it('shows numbers like their field, and moments that are numbers as moments', () => {
  if (model === null) return expect.fail('The text has errors.')
  const caller = { roles: new Set(['Guest']), isSignedIn: false }
  const [screen] = screensOf({ model, caller, operations: operationsOf(model) })
  const [block] = screen?.blocks ?? []
  const displays =
    block !== undefined && 'columns' in block ? block.columns.map(({ key, display }) => [key, display]) : []
  expect(Object.fromEntries(displays)).toMatchObject({
    weight: { kind: 'number', places: 2 },
    total: { kind: 'number' },
    kind: { kind: 'choice' },
    madeAt: { kind: 'date and time', unix: 'seconds' },
    seenAt: { kind: 'date and time', unix: 'milliseconds' },
  })
})
