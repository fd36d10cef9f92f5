// The cells of a matrix: their values stand in the order of the list, whatever the order in which they are stored.

import type { ChartData } from '@ninefold/core/contract/wire/charts.ts'
import { expect, it } from 'vitest'
import { runApplication } from '../../testing/running-application.ts'

const TEXT = `# Marks

**Ninefold:** 1

## 2. Screens and routes

| Route | Screen | Parameter |
| --- | --- | --- |
| \`/\` | Marks | none |

### Screen: Marks

- **Who:** Guest
- **Shows:** list of Mark, sorted by points largest first, all of them
- **As:** matrix of points by student and task

## 3. Entities and their fields

**Every entity has:** id as a counting number

### Entity: Mark

| Field | Type | Rules | Default | Meaning |
| --- | --- | --- | --- | --- |
| code | text | required, unique | | |
| student | choice: Ada, Bob | required | | |
| task | choice: essay, exam | required | | |
| points | whole number | | | |

### Sample data: Mark

| code | student | task | points |
| --- | --- | --- | --- |
| 1 | Ada | essay | 2 |
| 2 | Ada | essay | 9 |
| 3 | Bob | essay | 4 |
| 4 | Ada | essay | 5 |
| 5 | Ada | essay | |

## 6. Roles and permissions

| Role | Includes | A user gets it |
| --- | --- | --- |
| Guest | | by not being signed in |

| Who | May | Entity | Only where | Fields |
| --- | --- | --- | --- | --- |
| Guest | see | Mark | | all |
`

it('puts the values of a cell in the order of the list, empty ones last', async () => {
  await using marks = await runApplication(TEXT)
  const { status, body } = await marks.guest.get('/_ninefold/screens/marks/0')
  expect(status, JSON.stringify(body)).toBe(200)
  const cells = (body as ChartData).groups.map(({ value, amount }): unknown[] => [value, JSON.parse(amount)])
  expect(cells).toEqual([
    ['Ada', [9, 5, 2, null]],
    ['Bob', [4]],
  ])
})
