import type { Page } from 'playwright-core'
import { expect, it } from 'vitest'
import { picture } from './browser.ts'
import { reply, reportProblem } from './forms.ts'
import { ADA, CLEO, serving } from './running-help-desk.ts'

const desk = serving()

it('shows on the page of a record what became of it, as far as somebody may see it', async () => {
  const { page: customer } = await desk.signedIn(CLEO)
  await reportProblem(customer, 'The printer is on fire', 'Come quickly.')
  await customer.getByRole('link', { name: 'The printer is on fire' }).click()
  await customer.getByRole('heading', { name: '#1000 The printer is on fire' }).waitFor()
  const address = customer.url()
  const happened = (page: Page) => page.getByRole('list', { name: 'Comments' }).getByRole('listitem')
  await happened(customer).getByText('created this').waitFor()
  await reply(customer, 'It burns still.')
  await customer.getByText('It burns still.').waitFor()

  const { page: admin } = await desk.signedIn(ADA)
  await admin.goto(address)
  await admin.getByRole('heading', { name: '#1000 The printer is on fire' }).waitFor()
  const changed = await admin.request.patch(`${desk.address}/api/tickets/1000`, { data: { priority: 'high' } })
  expect(changed.status(), await changed.text()).toBe(200)
  await admin.reload()
  await happened(admin).getByText('changed priority').waitFor()
  // Comments and changes in chronological order, from the creation of the ticket.
  const told = (await happened(admin).allInnerTexts()).map((text) => text.replaceAll(/\s+/g, ' '))
  expect(told).toEqual([
    expect.stringMatching(/Cleo Customer created this/),
    expect.stringMatching(/Cleo Customer.*It burns still\./),
    expect.stringMatching(/Ada Admin changed priority from Normal to High/),
  ])
  await picture(admin, 'history')

  await customer.reload()
  await happened(customer).getByText('changed priority').waitFor()
})
