// Lists of objects, filled in as one form: the lines of an order by keyboard alone, and the questions of a quiz with
// their answers. A refusal stays at its row, even after others have moved.

import type { Locator, Page } from 'playwright-core'
import { expect, it } from 'vitest'
import { lookAt } from '../axe.ts'
import { picture } from '../browser.ts'
import { serving } from '../running-help-desk.ts'

const place = serving(`# Trattoria

**Ninefold:** 1

## 1. What the product does and for whom

A restaurant takes orders at the table, and its cooks are quizzed.

## 2. Screens and routes

| Route | Screen | Parameter |
| --- | --- | --- |
| \`/\` | Orders | none |
| \`/quizzes\` | Quizzes | none |
| \`/orders/:id\` | Order | id is Order.id |

### Screen: Orders

- **Who:** Guest
- **Shows:** list of Order, all of them
- **Columns:** id, table, lines
- **Can:** Take an order: call \`POST /orders\`; open Order

### Screen: Order

- **Who:** Guest
- **Shows:** one Order by id
- **Shows:** list of its lines
- **Columns:** dish, quantity, price, wish
- **Can:** Add a line: call \`POST /orders/:id/lines\`

### Screen: Quizzes

- **Who:** Guest
- **Shows:** list of Quiz, all of them
- **Columns:** title, questions
- **Can:** Write a quiz: call \`POST /quizzes\`

## 3. Entities and their fields

**Every entity has:** id as a counting number, createdAt

### Entity: Dish

- **Label:** \`name\`

| Field | Type | Rules | Default | Meaning |
| --- | --- | --- | --- | --- |
| name | text up to 40 | required, unique | | |
| left | whole number 0 to 1000 | required | 10 | |

### Entity: Order

- **Label:** \`"Table " + string(table)\`

| Field | Type | Rules | Default | Meaning |
| --- | --- | --- | --- | --- |
| table | whole number 1 to 40 | required | | |
| note | text up to 80 | | | |
| lines | list of Line via order | | | |
| total | money in EUR | computed \`lines.map(l, l.amount).sum()\` | | |

### Entity: Line

- **Label:** \`dish.name\`

| Field | Type | Rules | Default | Meaning |
| --- | --- | --- | --- | --- |
| order | Order | required, deleted together | | |
| dish | Dish | required, blocks deletion | | |
| quantity | whole number 1 to 20 | required | 1 | |
| price | money in EUR | required | | |
| wish | text up to 40 | | | |
| amount | money in EUR | computed \`price * quantity\` | | |
| rest | whole number | computed \`dish.left - quantity\` | | |

### Entity: Quiz

| Field | Type | Rules | Default | Meaning |
| --- | --- | --- | --- | --- |
| title | text up to 80 | required | | |
| questions | list of Question via quiz | | | |

### Entity: Question

- **Label:** \`asks\`

| Field | Type | Rules | Default | Meaning |
| --- | --- | --- | --- | --- |
| quiz | Quiz | required, deleted together | | |
| asks | text up to 200 | required | | |
| points | whole number 1 to 5 | required | 1 | |
| answers | list of Answer via question | | | |

### Entity: Answer

- **Label:** \`says\`

| Field | Type | Rules | Default | Meaning |
| --- | --- | --- | --- | --- |
| question | Question | required, deleted together | | |
| says | text up to 200 | required | | |
| isRight | yes/no | required | | |

### Reference data: Dish

| name | left |
| --- | --- |
| Carbonara | 10 |
| Gnocchi | 2 |
| Panna cotta | 5 |

## 4. States and transitions

## 5. Validation rules

| Rule | Entity | When | If | Must hold | Otherwise |
| --- | --- | --- | --- | --- | --- |
| Not more than there is | Line | create | | \`quantity <= dish.left\` | TOO_FEW |

## 6. Roles and permissions

### Roles

| Role | Includes | A user gets it |
| --- | --- | --- |
| Guest | | by not being signed in |

### Permissions

| Who | May | Entity | Only where | Fields |
| --- | --- | --- | --- | --- |
| Guest | see, create | Dish | | all |
| Guest | see, create | Order | | all |
| Guest | see, create | Line | | all |
| Guest | see, create | Quiz | | all |
| Guest | see, create | Question | | all |
| Guest | see, create | Answer | | all |

## 7. The calls it makes

### Standard calls

| Entity | Path | Calls | Found by | Answers with |
| --- | --- | --- | --- | --- |
| Dish | \`/dishes\` | list, create | id | everything visible |

### POST /orders — Order

- **Who:** Guest

| Input | Like | Needed |
| --- | --- | --- |
| table | Order.table | yes |
| items | list of 1 to 6 objects | yes |
| items[].dish | Line.dish by id | yes |
| items[].quantity | Line.quantity | yes |
| items[].price | Line.price | yes |
| items[].wish | Line.wish | no |
| note | Order.note | no |

1. create Order as order with given table, note
2. for each one in input.items:
   1. create Line with order = \`order\`, given one.dish, one.quantity, one.price, one.wish
3. respond 201 with \`{"id": order.id}\`

### POST /orders/:id/lines — Add a line

- **Who:** Guest

| Input | Like | Needed |
| --- | --- | --- |
| dish | Line.dish by id | yes |
| quantity | Line.quantity | yes |
| price | Line.price | yes |

1. find order in Order where \`id == path.id\` or fail NO_ORDER
2. create Line as line with order = \`order\`, given dish, quantity, price
3. respond 201 with \`{"id": line.id}\`

### POST /quizzes — Quiz

- **Who:** Guest

| Input | Like | Needed |
| --- | --- | --- |
| title | Quiz.title | yes |
| questions | list of 1 to 20 objects | yes |
| questions[].asks | Question.asks | yes |
| questions[].points | Question.points | yes |
| questions[].answers | list of 2 to 6 objects | yes |
| questions[].answers[].says | Answer.says | yes |
| questions[].answers[].isRight | Answer.isRight | yes |

1. create Quiz as quiz with given title
2. for each one in input.questions:
   1. create Question as question with quiz = \`quiz\`, given one.asks, one.points
   2. for each answer in one.answers:
      1. create Answer with question = \`question\`, given answer.says, answer.isRight
3. respond 201 with \`{"title": quiz.title}\`

## 8. The error catalogue

| Code | Status | About | Message |
| --- | --- | --- | --- |
| TOO_FEW | 409 | quantity | There are not that many left. |
| NO_ORDER | 404 | order | There is no such order. |

## 9. Business constants and limits
`)

const row = (around: Page | Locator, number: number): Locator =>
  around.getByRole('group', { name: `Row ${number}`, exact: true })

it('takes an order with its lines by keyboard, all or nothing', async () => {
  const { page } = await place.visit({ ignoresPolicy: true })
  const { keyboard } = page
  await page.getByRole('button', { name: 'Take an order' }).first().click()
  const form = page.getByRole('form', { name: 'Take an order' })
  const first = row(form, 1)
  await first.getByRole('combobox', { name: 'Dish' }).waitFor()
  await form.getByLabel('Table').fill('7')
  await keyboard.press('Tab')
  await keyboard.type('gno')
  await keyboard.press('Tab')
  await expect.poll(() => first.getByRole('combobox', { name: 'Dish' }).inputValue()).toBe('Gnocchi')
  await keyboard.press('Control+a')
  await keyboard.type('3')
  await keyboard.press('Tab')
  await keyboard.type('12,50')
  await keyboard.press('Tab')
  await keyboard.type('no cheese')

  // Tab after the last input adds a row and focuses it.
  await keyboard.press('Tab')
  const second = row(form, 2)
  await expect.poll(() => isFocused(second.getByRole('combobox', { name: 'Dish' }))).toBe(true)
  await keyboard.type('carb')
  await keyboard.press('Tab')
  await expect.poll(() => second.getByRole('combobox', { name: 'Dish' }).inputValue()).toBe('Carbonara')
  await keyboard.press('Control+Enter')
  await expect.poll(() => isFocused(second.getByLabel('Price'))).toBe(true)
  await second.getByText('Please fill this in.').first().waitFor()
  await keyboard.type('9')
  // Totals appear before anything is sent, as far as rows are complete.
  await expect.poll(() => first.getByRole('group', { name: 'Rest' }).innerText()).toBe('-1')
  await expect.poll(() => second.getByRole('group', { name: 'Amount' }).innerText()).toBe('€9.00')
  await expect.poll(() => form.getByText('Total').locator('..').innerText()).toContain('€46.50')
  await picture(page, 'rows')
  expect(await lookAt(page, 'rows')).toEqual([])

  // The server refuses the first line, and nothing of the order is stored.
  await keyboard.press('Control+Enter')
  await first.getByText('There are not that many left.').first().waitFor()
  await expect.poll(() => isFocused(first.getByLabel('Quantity'))).toBe(true)
  expect(await total(page)).toBe(0)

  // The message stays with its line when the line moves below the other one.
  await keyboard.press('Alt+ArrowDown')
  await second.getByText('There are not that many left.').first().waitFor()
  await expect.poll(() => isFocused(second.getByLabel('Quantity'))).toBe(true)
  expect(await first.getByText('There are not that many left.').count()).toBe(0)
  await keyboard.press('Control+a')
  await keyboard.type('2')
  await keyboard.press('Enter')
  await row(form, 3).waitFor()
  // A row is removed without the mouse, and the focus stays in its column.
  await keyboard.press('Alt+Delete')
  await row(form, 3).waitFor({ state: 'detached' })
  await expect.poll(() => isFocused(second.getByRole('combobox', { name: 'Dish' }))).toBe(true)
  await keyboard.press('Enter')
  await row(form, 3).waitFor()
  // An empty row is not sent.
  await keyboard.press('Control+Enter')
  await form.waitFor({ state: 'detached' })
  const line = page.getByRole('row').filter({ hasText: 'Gnocchi' })
  await line.waitFor()
  expect(await line.innerText()).toMatch(/7[^]*Carbonara[^]*Gnocchi/)

  // One more line updates the expected total.
  await line.getByRole('link').first().click()
  await page.getByRole('button', { name: 'Add a line' }).click()
  const adding = page.getByRole('form', { name: 'Add a line' })
  const order = adding.getByRole('region', { name: 'Table 7' })
  await expect.poll(() => order.innerText()).toContain('€34.00')
  await adding.getByLabel('Price').fill('4')
  await adding.getByRole('combobox', { name: 'Dish' }).fill('panna')
  await keyboard.press('Tab')
  await expect.poll(() => order.innerText()).toContain('€38.00')
  expect(await lookAt(page, 'rows-one-more')).toEqual([])
})

it('writes a quiz whose questions have answers on a phone', async () => {
  const { page } = await place.visit({ screen: 'phone', ignoresPolicy: true })
  await page.goto('/quizzes')
  await page.getByRole('button', { name: 'Write a quiz' }).first().click()
  const form = page.getByRole('form', { name: 'Write a quiz' })
  await form.getByLabel('Title').fill('Pasta')
  await form.getByLabel('Asks').fill('How long?')
  const answers = form.getByRole('group', { name: 'Answers' })
  await row(answers, 1).getByLabel('Says').fill('9 min')
  await row(answers, 1).getByRole('switch', { name: 'Is right' }).check()
  await form.getByRole('button', { name: 'Write a quiz' }).click()
  await form
    .getByText(/least 2|2 or more/)
    .first()
    .waitFor()
  await answers.getByRole('button', { name: 'Add a row' }).click()
  await row(answers, 2).getByLabel('Says').fill('90 min')
  await answers.getByRole('button', { name: 'Add a row' }).click()
  await row(answers, 3).getByRole('button', { name: 'Remove row 3' }).click()
  await picture(page, 'rows-phone')
  expect(await lookAt(page, 'rows-phone')).toEqual([])
  await form.getByRole('button', { name: 'Write a quiz' }).click()
  await form.waitFor({ state: 'detached' })
  await page.getByText('How long?').waitFor()
})

const isFocused = (control: Locator): Promise<boolean> => control.and(control.page().locator(':focus')).isVisible()

async function total(page: Page): Promise<number> {
  const answer = await page.request.get('/_ninefold/screens/orders/0')
  const data = (await answer.json()) as { readonly total?: number; readonly rows?: readonly unknown[] }
  return data.total ?? data.rows?.length ?? Number.NaN
}
