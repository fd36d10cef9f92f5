// The most frequent tasks, each with its number of clicks and keys besides the words themselves. One more than here
// would slow everybody down, every time.

import type { Locator, Page } from 'playwright-core'
import { beforeAll, expect, it } from 'vitest'
import { countedHands } from '../counted-hands.ts'
import { reportProblem } from '../forms.ts'
import { ADA, BEN, CLEO, serving } from '../running-help-desk.ts'

const desk = serving()

interface Options {
  readonly options: readonly { readonly value: string }[]
}

let page: Page
let customer: Page
beforeAll(async () => {
  customer = (await desk.signedIn(CLEO)).page
  await reportProblem(customer, 'Badge reader makes a loud noise', 'Second floor.')
  await reportProblem(customer, 'No coffee since Monday', 'The machine blinks.')
  const { page: admin } = await desk.signedIn(ADA)
  const json = async (path: string): Promise<unknown> => (await admin.request.get(desk.address + path)).json()
  const teams = (await json('/_ninefold/options/Team?by=id')) as Options
  const people = (await json('/_ninefold/options/User?by=id&q=Ben')) as Options
  const changed = await admin.request.patch(`${desk.address}/api/teams/${teams.options[0]?.value}`, {
    data: { members: [people.options[0]?.value] },
  })
  expect(changed.status(), await changed.text()).toBe(200)
  page = (await desk.signedIn(BEN)).page
})

const inQueue = async (): Promise<void> => {
  await page.goto('/queue')
  await page.getByRole('row', { name: /Badge reader/ }).waitFor()
}
const focused = (at: Locator): Promise<void> => at.and(at.page().locator(':focus')).waitFor()
const body = (): Locator =>
  page.getByRole('form', { name: 'Reply', exact: true }).getByRole('textbox', { name: 'Body' })

it('answers a ticket from the list in four keys, or three clicks', async () => {
  await inQueue()
  const keyboard = countedHands(page)
  await keyboard.press('j')
  await focused(page.getByRole('row').getByRole('link'))
  await keyboard.press('Enter')
  await page.getByRole('heading', { name: /#100\d/ }).waitFor()
  await body().waitFor()
  await keyboard.press('r')
  await focused(body())
  await keyboard.say('On my way.')
  await keyboard.press('Control+Enter')
  await page.getByRole('listitem').getByText('On my way.').waitFor()
  expect(keyboard.spent).toEqual({ clicks: 0, keys: 4 })

  await inQueue()
  const mouse = countedHands(page)
  await mouse.click(page.getByRole('link', { name: /No coffee/ }))
  await mouse.click(body())
  await mouse.say('Which machine?')
  await mouse.click(
    page.getByRole('form', { name: 'Reply', exact: true }).getByRole('button', { name: 'Reply', exact: true }),
  )
  await page.getByRole('listitem').getByText('Which machine?').waitFor()
  expect(mouse.spent).toEqual({ clicks: 3, keys: 0 })
})

it('assigns a ticket in two clicks on its page', async () => {
  await page.goto('/tickets/1001')
  const assignee = page
    .locator('dt', { hasText: 'Assignee' })
    .locator('xpath=following-sibling::dd[1]')
    .getByRole('button')
  const onPage = countedHands(page)
  await onPage.click(assignee)
  await onPage.click(page.getByRole('option', { name: 'Ben Agent' }))
  await page.getByRole('definition').getByText('Ben Agent').first().waitFor()
  expect(onPage.spent).toEqual({ clicks: 2, keys: 0 })
})

it('finds an old ticket in two keys, by words in any order and mistyped', async () => {
  for (const words of ['noise badge', 'nosie raeder']) {
    await page.goto('/queue')
    await page.locator('main').focus()
    const keyboard = countedHands(page)
    await keyboard.press('Control+k')
    await focused(page.getByRole('combobox'))
    await keyboard.say(words)
    const hit = page.getByRole('option', { name: /Badge reader makes/ })
    await hit.and(page.locator('[aria-selected=true]')).waitFor()
    await keyboard.press('Enter')
    await page.getByRole('heading', { name: /Badge reader makes a loud noise/ }).waitFor()
    expect(keyboard.spent).toEqual({ clicks: 0, keys: 2 })
  }
})

it('reports a problem in one click and four keys, and sends the form from any of its inputs', async () => {
  const hands = countedHands(customer)
  await hands.click(customer.getByRole('button', { name: 'Report a problem', exact: true }))
  const form = customer.getByRole('dialog', { name: 'Report a problem' })
  await focused(form.getByRole('textbox', { name: 'Subject' }))
  await hands.say('The lift stops between floors')
  await hands.press('Tab')
  await focused(form.getByRole('textbox', { name: 'Body' }))
  await hands.say('Between the second and the third.')
  await hands.press('Tab')
  await focused(form.getByRole('combobox', { name: 'Category' }))
  await hands.say('gen')
  await hands.press('Enter')
  await form.locator('input[value=General]').waitFor()
  await hands.press('Control+Enter')
  await form.waitFor({ state: 'hidden' })
  await customer.getByText('The lift stops between floors').first().waitFor()
  expect(hands.spent).toEqual({ clicks: 1, keys: 4 })
})
