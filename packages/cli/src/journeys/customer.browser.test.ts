import { expect, it } from 'vitest'
import { picture } from './browser.ts'
import { choose, inState, openForm, send } from './forms.ts'
import { serving, CLEO } from './running-help-desk.ts'

const desk = serving()

it('lets a customer sign up, report a problem, find it in their list and open it', async () => {
  const { page } = await desk.visit()
  await page.getByRole('heading', { name: 'Sign in to Helpdesk' }).waitFor()
  await picture(page, 'sign-in')
  await page.getByRole('link', { name: 'Create an account' }).click()
  await page.getByRole('textbox', { name: 'Name' }).fill('Dora Customer')
  await page.getByRole('textbox', { name: 'Email' }).fill('dora@example.test')
  await page.getByRole('textbox', { name: 'Password' }).fill('short')
  await page.getByRole('button', { name: 'Create an account' }).click()
  await page.getByText('Please use at least 10 characters.').waitFor()
  await picture(page, 'sign-up')
  await page.getByRole('textbox', { name: 'Password' }).fill('my own long password')
  await page.getByRole('button', { name: 'Create an account' }).click()
  await page.getByText('You have not reported a problem yet.').waitFor()
  await page.getByRole('button', { name: 'Account: Dora Customer Requester' }).waitFor()
  await picture(page, 'my-tickets-empty')

  const form = await openForm(page, 'Report a problem')
  const subject = form.getByRole('textbox', { name: 'Subject' })
  await subject.fill('Hi')
  await form.getByRole('textbox', { name: 'Body' }).fill('The printer on the second floor\nis on fire.')
  await form.getByText('Please use at least 5 characters.').waitFor()
  await expect.poll(() => subject.getAttribute('aria-invalid')).toBe('true')
  await picture(page, 'report-refused')
  await choose(form, 'Category', 'General')
  await form.getByRole('button', { name: 'Report a problem', exact: true }).click()
  expect(
    await subject.evaluate((element) => element === element.ownerDocument.activeElement),
    'the input that is refused has the focus',
  ).toBe(true)

  // Closing does not dismiss a refusal: the typed text is still there.
  await form.getByRole('button', { name: 'Cancel' }).click()
  await form.waitFor({ state: 'hidden' })
  await openForm(page, 'Report a problem')
  await expect.poll(() => subject.inputValue()).toBe('Hi')
  await expect.poll(() => form.getByRole('textbox', { name: 'Body' }).inputValue()).toContain('is on fire.')
  await subject.fill('The printer is on fire')
  await send(form, 'Report a problem')

  await page.getByRole('row', { name: /1000 The printer is on fire New/ }).waitFor()
  await picture(page, 'my-tickets')
  await page.getByRole('link', { name: 'The printer is on fire' }).click()
  await page.getByRole('heading', { name: '#1000 The printer is on fire' }).waitFor()
  await inState(page, 'New')
  await page.getByText('is on fire.').last().waitFor()
  expect(await page.getByRole('term').allInnerTexts(), 'the customer does not see when an answer is due').not.toContain(
    'Due at',
  )
  await picture(page, 'ticket-of-customer')
})

it('answers an address of nobody and a ticket of somebody else alike', async () => {
  const { page } = await desk.visit()
  await page.goto('/tickets/1000')
  await page.getByRole('heading', { name: 'Sign in to Helpdesk' }).waitFor()
  expect(page.url()).toContain('then=%2Ftickets%2F1000')
  await page.getByRole('button', { name: /^Sign in as Cleo Customer/ }).click()
  await page.getByRole('heading', { name: 'Nothing here' }).waitFor()
  const seen = await page.getByRole('main').ariaSnapshot()
  await page.goto('/tickets/4711')
  await page.getByRole('heading', { name: 'Nothing here' }).waitFor()
  await page.getByText('There is no ticket 4711.').waitFor()
  await expect.poll(() => page.getByRole('main').ariaSnapshot()).toBe(seen.replaceAll('1000', '4711'))
  await picture(page, 'not-found')
})

it('takes the click that leaves an input, although the message below the input moves the button', async () => {
  const { page } = await desk.signedIn(CLEO)
  const form = await openForm(page, 'Report a problem')
  await form.getByRole('textbox', { name: 'Subject' }).fill('abc')
  await form.getByRole('button', { name: 'Report a problem', exact: true }).click({ delay: 120 })
  await form.getByText('Please use at least 5 characters.').waitFor()
  await form.getByText('Please fill this in.').nth(1).waitFor()
})
