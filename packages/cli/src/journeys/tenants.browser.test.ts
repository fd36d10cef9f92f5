// A team that belongs to a tenant: the page shows its name, a member has one role in it, and an invitation is refused where it is
// wrong.

import { readFileSync } from 'node:fs'
import type { Locator, Page } from 'playwright-core'
import { expect, it } from 'vitest'
import { lookAt } from './axe.ts'
import { type Looks, picture, sidewaysPixels } from './browser.ts'
import { serving } from './running-help-desk.ts'

const house = serving(
  readFileSync(new URL('../../../server/src/testing/texts/studios.md', import.meta.url), 'utf8')
    .replaceAll('\r', '')
    .replaceAll('Sample data', 'Reference data')
    .replaceAll('| Alder |', '| Alder and daughters, draughtswomen of bridges |'),
)
const TENANT = 'Alder and daughters, draughtswomen of bridges'

async function asMia(looks: Looks = {}): Promise<Page> {
  const { page } = await house.visit({ ignoresPolicy: true, ...looks })
  await page.goto('/sign-in')
  await page.getByRole('textbox', { name: 'Email' }).fill('mia@example.test')
  await page.getByRole('textbox', { name: 'Password' }).fill('correct-horse-1')
  await page.getByRole('button', { name: 'Sign in', exact: true }).click()
  await page.getByRole('heading', { name: 'Drawings' }).waitFor()
  await page.goto('/_ninefold/people')
  await page.getByRole('heading', { name: 'People and roles' }).waitFor()
  return page
}

/** Pixels of a text that its box does not show, in each direction. */
function cutOff(text: Locator): Promise<[number, number]> {
  return text.evaluate((element) => {
    const { scrollWidth, clientWidth, scrollHeight, clientHeight } = element as unknown as Readonly<
      Record<'scrollWidth' | 'clientWidth' | 'scrollHeight' | 'clientHeight', number>
    >
    // A text is trimmed to its capitals, and letters reach a little below.
    return [Math.max(0, scrollWidth - clientWidth), Math.max(0, scrollHeight - clientHeight - 6)]
  })
}

it('tells the tenant, and gives one role in it instead of another', async () => {
  const page = await asMia()
  await page.getByRole('main').getByText(TENANT).waitFor()
  await page.getByRole('button', { name: new RegExp(`Account: Mia ?${TENANT}`) }).waitFor()
  const roles = (shown: string) => page.getByRole('button', { name: `Roles of Tom: ${shown}` })
  await roles('Member').click()
  await page.getByRole('menuitemradio', { name: 'Lead' }).click()
  await roles('Lead').waitFor()
  await page.getByRole('menuitemradio', { name: 'Member', checked: false }).waitFor()
  await page.getByRole('menuitemradio', { name: 'No role' }).click()
  await roles('No role').waitFor()
  await page.getByRole('menuitemradio', { name: 'Member' }).click()
  await roles('Member').waitFor()
  await picture(page, 'people-of-a-tenant')
  await page.keyboard.press('Escape')
  expect(await lookAt(page, 'people-of-a-tenant')).toEqual([])
})

it('refuses a wrong address at its input, and an invited user joins', async () => {
  const page = await asMia({ screen: 'phone', colours: 'dark' })
  const invite = page.getByRole('button', { name: 'Invite' })
  const label = invite.locator('.mantine-Button-label')
  expect(await cutOff(label)).toEqual([0, 0])
  expect(await sidewaysPixels(page)).toBe(0)
  await invite.click()
  const dialog = page.getByRole('dialog')
  const address = dialog.getByRole('textbox', { name: 'Email, if you know it' })
  await address.fill('not an address')
  await dialog.getByRole('button', { name: 'Make the invitation' }).click()
  await expect.poll(() => address.getAttribute('aria-invalid')).toBe('true')
  await picture(page, 'invitation-refused')
  await address.fill('')
  expect(await address.getAttribute('aria-invalid')).not.toBe('true')
  await dialog.getByRole('button', { name: 'Make the invitation' }).click()
  const link = (await dialog.getByText(/^http/).innerText()).trim()

  const { page: other } = await house.visit()
  await other.goto('/sign-in')
  await other.getByRole('textbox', { name: 'Email' }).fill('uma@example.test')
  await other.getByRole('textbox', { name: 'Password' }).fill('correct-horse-3')
  await other.getByRole('button', { name: 'Sign in', exact: true }).click()
  await other.getByRole('heading', { name: 'Drawings' }).waitFor()
  await other.goto(new URL(link).pathname + new URL(link).hash)
  await other.getByText('You are signed in as Uma.').waitFor()
  const join = other.getByRole('button', { name: `Join ${TENANT}` })
  const name = join.locator('.mantine-Button-label')
  expect(await cutOff(name)).toEqual([0, 0])
  await join.click()
  await other.getByRole('button', { name: new RegExp(`Account: Uma ?${TENANT}`) }).waitFor()
})
