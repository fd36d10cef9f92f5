import { readFileSync } from 'node:fs'
import { basename, dirname } from 'node:path'
import { expect, it } from 'vitest'
import { ninefold } from '../testing/program.ts'
import { type Looks, picture, sidewaysPixels } from './browser.ts'
import { HELP_DESK, serving } from './running-help-desk.ts'

const desk = serving(
  readFileSync(HELP_DESK, 'utf8').replace(
    '- **Wrong password:**',
    '- **Forgotten password:** link by email, valid 1 hour\n- **Wrong password:**',
  ),
)

const LOOKS: readonly (readonly [name: string, email: string, looks: Looks])[] = [
  ['desktop-light', 'ada@example.test', {}],
  ['phone-dark', 'cleo@example.test', { screen: 'phone', colours: 'dark' }],
]

async function newestLink(receiver: string): Promise<string> {
  const response = await fetch(`${desk.address}/_ninefold/mailbox.json`)
  const { messages } = (await response.json()) as { messages: readonly { receiver: string; body: string }[] }
  const body = messages.find((message) => message.receiver === receiver)?.body ?? ''
  return /^https?:\S+$/m.exec(body)?.[0] ?? ''
}

it.each(LOOKS)('lets somebody who has forgotten the password back in: %s', async (name, email, looks) => {
  const { page } = await desk.visit(looks)
  const look = async (what: string): Promise<void> => {
    await picture(page, `${what}-${name}`)
    expect(await sidewaysPixels(page), what).toBeLessThanOrEqual(0)
  }
  await page.getByRole('heading', { name: 'Sign in to Helpdesk' }).waitFor()
  await look('sign-in')
  await page.getByRole('link', { name: 'Forgotten your password?' }).click()
  await page.getByRole('heading', { name: 'Forgotten your password?' }).waitFor()
  await page.getByRole('button', { name: 'Send a link' }).click()
  await page.getByText('Please fill this in.').waitFor()
  await page.getByRole('textbox', { name: 'Email' }).fill(email)
  await look('forgotten')
  await page.getByRole('button', { name: 'Send a link' }).click()
  await page.getByText(`If ${email} belongs to an account`).waitFor()
  await look('sent')

  const link = await newestLink(email)
  await page.goto(link)
  const password = page.getByRole('textbox', { name: 'New password' })
  await password.fill('short')
  await page.getByRole('button', { name: 'Set the password' }).click()
  await page.getByText('Please use at least 10 characters.').waitFor()
  await look('new-password')
  await password.fill(`a new one, ${name}`)
  await page.getByRole('button', { name: 'Set the password' }).click()
  await page.getByText('The new password is set.').waitFor()
  await page.getByRole('textbox', { name: 'Email' }).fill(email)
  await page.getByRole('textbox', { name: 'Password' }).fill(`a new one, ${name}`)
  await page.getByRole('button', { name: 'Sign in', exact: true }).click()
  await page.getByRole('heading', { name: 'Sign in to Helpdesk' }).waitFor({ state: 'hidden' })

  // The link works only once.
  await page.goto('about:blank')
  await page.goto(link)
  await password.fill('and another, long enough')
  await page.getByRole('button', { name: 'Set the password' }).click()
  await page.getByText('This link has been used, or has expired.').waitFor()
  await look('spent')
})

it('makes a user of whoever was invited, once', async () => {
  const { page } = await desk.visit({ screen: 'phone' })
  const words = ['Agent', '--with', 'email=dora@example.test', '--address', desk.address]
  const { stdout } = await ninefold(dirname(desk.file()), ['invite', basename(desk.file()), ...words])
  await page.goto(stdout.trim())
  await page.getByRole('heading', { name: 'You are invited to Helpdesk' }).waitFor()
  await page.getByText('Your role will be Agent. You will sign in as dora@example.test.').waitFor()
  await page.getByRole('textbox', { name: 'Name' }).fill('Dora')
  await page.getByRole('textbox', { name: 'Password' }).fill('short')
  await page.getByRole('button', { name: 'Create my account' }).click()
  await page.getByText('Please use at least 10 characters.').waitFor()
  await picture(page, 'invitation-phone-light')
  expect(await sidewaysPixels(page)).toBeLessThanOrEqual(0)
  await page.getByRole('textbox', { name: 'Password' }).fill('long enough indeed')
  await page.getByRole('button', { name: 'Create my account' }).click()
  await page.getByRole('heading', { name: 'You are invited to Helpdesk' }).waitFor({ state: 'hidden' })
  const account = await page.evaluate(`fetch('/_ninefold/account.json').then((answer) => answer.json())`)
  expect(account).toMatchObject({ identifier: { value: 'dora@example.test' } })

  const other = await desk.visit()
  await other.page.goto(stdout.trim())
  await other.page.getByText('This invitation has been used, or has expired.').waitFor()
})
