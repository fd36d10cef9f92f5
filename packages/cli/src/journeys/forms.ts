// Actions of people with forms and lists, by the visible labels.

import type { Locator, Page } from 'playwright-core'

/** Types a part of the name and chooses from the server's results. */
export async function choose(form: Locator, label: string, option: string): Promise<void> {
  await form.getByRole('combobox', { name: label }).click()
  await form.page().getByRole('option', { name: option }).click()
}

/** Presses a button and returns the form that opens. */
export async function openForm(page: Page, name: string): Promise<Locator> {
  await page.getByRole('button', { name, exact: true }).click()
  const form = page.getByRole('dialog', { name })
  await form.waitFor()
  return form
}

/** Submits a form and waits until it closes, which means that it was accepted. */
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

/** The comment form at the end of a record's list, which is always open. */
export function composer(page: Page, name: string): Locator {
  return page.getByRole('form', { name, exact: true })
}

/** Submits the text and waits until the input is empty again. */
export async function sendWritten(form: Locator, name: string): Promise<void> {
  await form.getByRole('button', { name, exact: true }).click()
  await form.locator('textarea:placeholder-shown').first().waitFor()
}

export async function reply(page: Page, body: string): Promise<void> {
  const form = composer(page, 'Reply')
  await form.getByRole('textbox', { name: 'Body' }).fill(body)
  await sendWritten(form, 'Reply')
}

/** Waits until the record on the page has this state. */
export function inState(page: Page, label: string): Promise<void> {
  return page.getByRole('article').getByText(`Status: ${label}`).waitFor()
}
