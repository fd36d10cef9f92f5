import { expect, it } from 'vitest'
import { picture } from './browser.ts'
import { reportProblem } from './forms.ts'
import { ADA, CLEO, serving } from './running-help-desk.ts'

const desk = serving()

it('shows on the page of a record what became of it, as far as somebody may see it', async () => {
  const { page: customer } = await desk.signedIn(CLEO)
  await reportProblem(customer, 'The printer is on fire', 'Come quickly.')
  await customer.getByRole('link', { name: 'The printer is on fire' }).click()
  await customer.getByRole('heading', { name: '#1000 The printer is on fire' }).waitFor()
  const address = customer.url()
  expect(await customer.getByRole('region', { name: 'History' }).count()).toBe(0)

  const { page: admin } = await desk.signedIn(ADA)
  await admin.goto(address)
  await admin.getByRole('heading', { name: '#1000 The printer is on fire' }).waitFor()
  const changed = await admin.request.patch(`${desk.address}/api/tickets/1000`, { data: { priority: 'high' } })
  expect(changed.status(), await changed.text()).toBe(200)
  await admin.reload()
  const history = admin.getByRole('region', { name: 'History' })
  await history.getByText('changed Priority').waitFor()
  await expect.poll(() => history.getByRole('listitem').first().innerText()).toMatch(/^Ada Admin/)
  await picture(admin, 'history')

  await customer.reload()
  await customer.getByRole('region', { name: 'History' }).getByText('changed Priority').waitFor()
})
