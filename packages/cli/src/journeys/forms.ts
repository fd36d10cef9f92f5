// Actions of people with forms and lists, in the words that stand on the page.

import type { Locator, Page } from 'playwright-core'

/** Chooses by typing a part of the name, from what the server finds. */
export async function choose(form: Locator, label: string, option: string): Promise<void> {
  await form.getByRole('combobox', { name: label }).click()
  await form.page().getByRole('option', { name: option }).click()
}

/** Presses a button and gives the form that it opens. */
export async function openForm(page: Page, name: string): Promise<Locator> {
  await page.getByRole('button', { name, exact: true }).click()
  const form = page.getByRole('dialog', { name })
  await form.waitFor()
  return form
}

/** Sends a form and waits until it is gone: it was accepted. */
export async function send(form: Locator, name: string): Promise<void> {
  await form.getByRole('button', { name, exact: true }).click()
  await form.waitFor({ state: 'hidden' })
}

export async function reportProblem(page: Page, subject: string, body: string): Promise<void> {
  const form = await openForm(page, 'Report a problem')
  await form.getByRole('textbox', { name: 'Subject' }).fill(subject)
  await form.getByRole('textbox', { name: 'Body' }).fill(body)
  await choose(form, 'Category', 'General')
  await send(form, 'Report a problem')
}

/** The composer at the foot of a record's list, which is always open. */
export function composer(page: Page, name: string): Locator {
  return page.getByRole('form', { name, exact: true })
}

/** Sends what is written and waits until there is room for the next. */
export async function sendWritten(form: Locator, name: string): Promise<void> {
  await form.getByRole('button', { name, exact: true }).click()
  await form.locator('textarea:placeholder-shown').first().waitFor()
}

export async function reply(page: Page, body: string): Promise<void> {
  const form = composer(page, 'Reply')
  await form.getByRole('textbox', { name: 'Body' }).fill(body)
  await sendWritten(form, 'Reply')
}

/** The state of the record on the page, once it is this one. */
export function inState(page: Page, label: string): Promise<void> {
  return page.getByRole('article').getByText(`Status: ${label}`).waitFor()
}
