import { readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import { type Looks, picture, sidewaysPixels } from './browser.ts'
import { HELP_DESK, serving } from './running-help-desk.ts'

const desk = serving(
  readFileSync(HELP_DESK, 'utf8')
    .replace('- **Sign in with:** email and password', '- **Sign in with:** link by email, valid 10 minutes')
    .replace(/^- \*\*Wrong password:.*\n/m, '')
    .replaceAll(', password |', ' |')
    .replace(/^\| password \| password.*\n/m, '')
    .replace(/### Sample data[^]*?(?=\n##)/g, ''),
)

const LOOKS: readonly (readonly [name: string, looks: Looks])[] = [
  ['desktop-light', {}],
  ['phone-dark', { screen: 'phone', colours: 'dark' }],
]

async function newestLink(receiver: string): Promise<string> {
  const response = await fetch(`${desk.address}/_ninefold/mailbox.json`)
  const { messages } = (await response.json()) as { messages: readonly { receiver: string; body: string }[] }
  const body = messages.find((message) => message.receiver === receiver)?.body ?? ''
  return /^https?:\S+$/m.exec(body)?.[0] ?? ''
}

it.each(LOOKS)('lets people sign up and in by links: %s', async (name, looks) => {
  const { page } = await desk.visit(looks)
  const look = async (what: string): Promise<void> => {
    await picture(page, `by-link-${what}-${name}`)
    expect(await sidewaysPixels(page), what).toBeLessThanOrEqual(0)
  }
  const email = `${name}@example.test`
  await page.getByRole('heading', { name: 'Sign in to Helpdesk' }).waitFor()
  await look('sign-in')
  await page.getByRole('link', { name: 'Create an account' }).click()
  await page.getByRole('textbox', { name: 'Name' }).fill('Dora')
  await page.getByRole('textbox', { name: 'Email' }).fill(email)
  await page.getByRole('button', { name: 'Create an account' }).click()
  await page.getByText('Your account is ready.').waitFor()
  await look('joined')
  await page.goto(await newestLink(email))
  await page.getByRole('button', { name: 'Sign in', exact: true }).waitFor()
  await look('enter')
  await page.getByRole('button', { name: 'Sign in', exact: true }).click()
  await page.getByRole('heading', { name: 'Sign in to Helpdesk' }).waitFor({ state: 'hidden' })
})
