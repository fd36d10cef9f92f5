import { beforeAll, expect, it } from 'vitest'
import { picture } from './browser.ts'
import { choose, openForm, reportProblem, send } from './forms.ts'
import { ADA, BEN, CLEO, serving, signIn } from './running-help-desk.ts'

const desk = serving()

beforeAll(async () => {
  const { page } = await desk.signedIn(CLEO)
  await reportProblem(page, 'The printer is on fire', 'Second floor.')
})

it('no longer offers a category that a manager has switched off', async () => {
  const { page } = await desk.signedIn(ADA)
  await page.getByRole('link', { name: 'Set-up' }).click()
  const add = await openForm(page, 'Add category')
  await add.getByRole('textbox', { name: 'Name' }).fill('Heating')
  await choose(add, 'Team', 'First line')
  await send(add, 'Add category')
  const heating = page.getByRole('row', { name: /Heating/ })
  await heating.waitFor()
  await heating.getByRole('button', { name: 'Change category' }).click()
  const change = page.getByRole('dialog', { name: 'Change category' })
  await expect.poll(() => change.getByRole('textbox', { name: 'Name' }).inputValue()).toBe('Heating')
  await change.getByRole('switch', { name: 'Active' }).uncheck()
  await send(change, 'Change category')
  await page.getByRole('row', { name: /Heating First line (No|Inactive|Not active)/ }).waitFor()
  await picture(page, 'set-up-of-manager')

  const customer = (await desk.signedIn(CLEO)).page
  const form = await openForm(customer, 'Report a problem')
  await form.getByRole('combobox', { name: 'Category' }).click()
  await customer.getByRole('option', { name: 'General' }).waitFor()
  expect(await customer.getByRole('option', { name: 'Heating' }).count()).toBe(0)
})

it('names a name that is taken at its input', async () => {
  const { page } = await desk.signedIn(ADA)
  await page.getByRole('link', { name: 'Set-up' }).click()
  const form = await openForm(page, 'Add team')
  await form.getByRole('textbox', { name: 'Name' }).fill('first LINE')
  await form.getByRole('button', { name: 'Add team' }).click()
  const name = form.getByRole('textbox', { name: 'Name' })
  await form.getByText(/already/).waitFor()
  await expect.poll(() => name.getAttribute('aria-invalid')).toBe('true')
  await picture(page, 'name-taken')
})

it('gives a role to others, and refuses to change one’s own', async () => {
  const { page } = await desk.signedIn(ADA)
  await page.getByRole('link', { name: 'Set-up' }).click()
  const form = await openForm(page, 'Give a role')
  await choose(form, 'User', 'Ada Admin')
  await choose(form, 'Role', 'Agent')
  await form.getByRole('button', { name: 'Give a role' }).click()
  await form.getByText('You cannot change your own roles.').waitFor()
  await picture(page, 'own-roles')
  await choose(form, 'User', 'Cleo Customer')
  await send(form, 'Give a role')
  const customer = (await desk.signedIn(CLEO)).page
  await customer.getByRole('link', { name: 'Queue' }).waitFor()
})

it('offers to hand a ticket to nobody outside its team', async () => {
  const { page } = await desk.signedIn(ADA)
  await page.goto('/tickets/1000')
  const form = await openForm(page, 'Hand over')
  await form.getByRole('combobox', { name: 'Assignee' }).click()
  // Nobody works in First line yet.
  await page.getByRole('listbox', { name: 'Assignee' }).getByText('Nothing fits here').waitFor()
  expect(await page.getByRole('option').count()).toBe(0)
  await picture(page, 'not-in-team')
})

it('keeps an agent away from what only managers see', async () => {
  const { page } = await desk.signedIn(BEN)
  expect(await page.getByRole('link', { name: 'Set-up' }).count()).toBe(0)
  await page.goto('/setup')
  await page.getByRole('heading', { name: 'Nothing here' }).waitFor()
})

it('locks signing in after as many wrong passwords as the text says', async () => {
  const { page } = await desk.visit()
  await page.getByRole('textbox', { name: 'Email' }).fill(BEN.email)
  for (let attempt = 1; attempt <= 5; attempt += 1) {
    await page.getByRole('textbox', { name: 'Password' }).fill(`wrong password ${attempt}`)
    const answered = page.waitForResponse(/\/_ninefold\/session$/)
    await page.getByRole('button', { name: 'Sign in', exact: true }).click()
    await answered
  }
  await page.getByRole('textbox', { name: 'Password' }).fill(BEN.password)
  await page.getByRole('button', { name: 'Sign in', exact: true }).click()
  await page.getByText('Too many wrong passwords. Try again in 15 minutes.').waitFor()
  await expect.poll(() => page.getByRole('textbox', { name: 'Email' }).inputValue()).toBe(BEN.email)
  await picture(page, 'locked')
  await signIn(page, ADA)
})

it('shows every call, and makes one for whoever is signed in', async () => {
  const { page } = await desk.signedIn(ADA)
  await page.getByRole('link', { name: 'API' }).click()
  await page.getByText('List Teams').click()
  await page.getByRole('button', { name: 'Execute' }).click()
  await page.locator('.live-responses-table').getByText('First line').first().waitFor()
  await picture(page, 'api')
})
