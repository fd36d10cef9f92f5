import type { Page } from 'playwright-core'
import { beforeAll, expect, it } from 'vitest'
import { picture } from './browser.ts'
import { choose, composer, inState, openForm, reply, reportProblem, send, sendWritten } from './forms.ts'
import { ADA, BEN, CLEO, serving } from './running-help-desk.ts'

const desk = serving()

let manager: Page
let agent: Page
let customer: Page
beforeAll(async () => {
  ;[manager, agent, customer] = (await Promise.all(
    [ADA, BEN, CLEO].map(async (account) => (await desk.signedIn(account)).page),
  )) as [Page, Page, Page]
  await reportProblem(customer, 'The printer is on fire', 'Second floor, beside the stairs.')
  await reportProblem(customer, 'No coffee since Monday', 'The machine blinks.')
})

it('shows an agent the tickets of their teams once a manager has put them into one', async () => {
  await agent.getByRole('link', { name: 'Queue' }).click()
  await agent.getByText('The queue is empty. Well done.').waitFor()

  await manager.getByRole('link', { name: 'Set-up' }).click()
  const form = await openForm(manager, 'Change team')
  await choose(form, 'Members', 'Ben Agent')
  await manager.keyboard.press('Escape')
  await picture(manager, 'change-team')
  await send(form, 'Change team')
  await manager.getByRole('row', { name: /First line Ben Agent/ }).waitFor()
  await picture(manager, 'set-up')

  await agent.reload()
  await agent.getByRole('row', { name: /The printer is on fire/ }).waitFor()
  await agent.getByRole('row', { name: /No coffee since Monday/ }).waitFor()
})

it('finds a ticket by search and by filter, keeps both in the address, and goes back', async () => {
  const fire = agent.getByRole('row', { name: /The printer is on fire/ })
  const coffee = agent.getByRole('row', { name: /No coffee since Monday/ })
  await agent.getByRole('searchbox', { name: 'Search number, subject and body' }).fill('printer')
  await coffee.waitFor({ state: 'detached' })
  await fire.waitFor()
  expect(new URL(agent.url()).searchParams.get('q')).toBe('printer')

  await agent.getByRole('button', { name: 'Filter by Priority' }).click()
  await agent.getByRole('checkbox', { name: 'Urgent' }).check()
  await agent.getByRole('heading', { name: 'Nothing matches.' }).waitFor()
  await picture(agent, 'queue-nothing-matches')
  await agent.keyboard.press('Escape')
  await agent.goBack()
  await fire.waitFor()
  await agent.getByRole('button', { name: 'Filter by Priority' }).click()
  await agent.getByRole('checkbox', { name: 'Normal' }).check()
  await agent.waitForURL(/priority=normal/)

  await agent.reload()
  await fire.waitFor()
  await expect.poll(() => agent.getByRole('searchbox').inputValue()).toBe('printer')
  await agent.getByRole('button', { name: 'Filter by Priority: Normal', exact: true }).waitFor()
  expect(await coffee.count()).toBe(0)
  await picture(agent, 'queue-filtered')
})

it('takes a ticket from question to answer and solution, each step only when it is possible', async () => {
  await agent.getByRole('link', { name: 'The printer is on fire' }).click()
  await inState(agent, 'New')
  await agent.getByRole('button', { name: 'Take', exact: true }).click()
  await inState(agent, 'Open')
  await agent.getByRole('definition').getByText('Ben Agent').waitFor()

  // He has not asked anything yet, so there is no answer to wait for: the step is hidden, and the menu gives the
  // reason.
  const ask = agent.getByRole('button', { name: 'Ask for details', exact: true })
  expect(await ask.count()).toBe(0)
  await agent.getByRole('button', { name: 'More actions' }).first().click()
  const reason = agent.getByRole('menuitem', { name: /^Ask for details.*Only possible when/ })
  await expect.poll(() => reason.isDisabled()).toBe(true)
  await picture(agent, 'ask-impossible')
  await agent.keyboard.press('Escape')
  await reply(agent, 'Which colour has the smoke?')
  await agent.getByText('Which colour has the smoke?').waitFor()
  await ask.click()
  await inState(agent, 'Pending')

  await customer.reload()
  await customer.getByRole('link', { name: 'The printer is on fire' }).click()
  await inState(customer, 'Pending')
  await customer.getByText('Which colour has the smoke?').waitFor()
  await reply(customer, 'Black, with sparks.')
  await inState(customer, 'Open')
})

it('keeps internal notes from the customer', async () => {
  await agent.reload()
  const form = composer(agent, 'Reply')
  await form.getByRole('textbox', { name: 'Body' }).fill('The fire brigade is on its way.')
  await form.getByRole('switch', { name: 'Internal' }).check()
  await picture(agent, 'internal-note')
  await sendWritten(form, 'Reply')
  await agent.getByText('The fire brigade is on its way.').waitFor()
  await picture(agent, 'ticket-of-agent')
  await customer.reload()
  await customer.getByText('Black, with sparks.').waitFor()
  expect(await customer.getByText('fire brigade').count()).toBe(0)
})

it('takes a rating only after the help, and lets the customer reopen', async () => {
  const form = await openForm(customer, 'Rate the help')
  await form.getByText('4', { exact: true }).click()
  await form.getByRole('button', { name: 'Rate the help' }).click()
  await form.getByText('You can rate once the ticket is resolved.').waitFor()
  await picture(customer, 'rating-too-early')
  await form.getByRole('button', { name: 'Cancel' }).click()

  await agent.getByRole('button', { name: 'Resolve', exact: true }).click()
  await inState(agent, 'Resolved')
  await customer.reload()
  await inState(customer, 'Resolved')
  await openForm(customer, 'Rate the help')
  await send(form, 'Rate the help')
  await customer.getByRole('definition').getByText('4').waitFor()
  await picture(customer, 'ticket-rated')

  await customer.getByRole('button', { name: 'Reopen', exact: true }).click()
  await inState(customer, 'Open')
})
