// Every screen of the help desk under axe: on a desktop and on a phone, light and dark.

import type { Page } from 'playwright-core'
import { beforeAll, expect, it } from 'vitest'
import { lookAt } from './axe.ts'
import type { ScreenSize } from './browser.ts'
import { openForm, reply, reportProblem } from './forms.ts'
import { ADA, CLEO, serving } from './running-help-desk.ts'

const desk = serving()

beforeAll(async () => {
  const { page } = await desk.signedIn(CLEO)
  await reportProblem(page, 'The printer is on fire', 'Second floor.')
  await reportProblem(page, 'No coffee since Monday', 'The machine blinks.')
  await page.goto('/tickets/1000')
  await reply(page, 'It burns still.')
})

const SCREEN_SIZES = ['desktop', 'phone'] as const

it.for(SCREEN_SIZES)('finds nothing serious for guests and customers: %s', async (screen) => {
  const found: string[] = []
  const { page } = await desk.visit({ screen, ignoresPolicy: true })
  const look = async (name: string): Promise<void> => void found.push(...(await lookAt(page, `${screen}-${name}`)))
  await page.getByRole('heading', { name: 'Sign in to Helpdesk' }).waitFor()
  await look('sign-in')
  await page.getByRole('link', { name: 'Create an account' }).click()
  await page.getByRole('button', { name: 'Create an account' }).click()
  await page.getByRole('textbox', { name: 'Name' }).and(page.locator('[aria-invalid=true]')).waitFor()
  await look('sign-up')
  await page.goto('/')
  await page.getByRole('button', { name: /^Sign in as Cleo Customer/ }).click()
  await page.getByRole('heading', { name: 'My tickets' }).waitFor()
  await page.getByRole('link', { name: /The printer/ }).waitFor()
  await look('my-tickets')
  const form = await openForm(page, 'Report a problem')
  await form.getByRole('textbox', { name: 'Subject' }).fill('Hi')
  await form.getByRole('button', { name: 'Report a problem' }).click()
  await form.getByText('Please use at least 5 characters.').waitFor()
  await look('report')
  await form.getByRole('combobox', { name: 'Category' }).click()
  await page.getByRole('option', { name: 'General' }).waitFor()
  await look('report-choosing')
  await page.goto('/tickets/1000')
  await page.getByText('It burns still.').waitFor()
  await look('ticket')
  await page.goto('/nowhere')
  await page.getByRole('heading', { name: 'Nothing here' }).waitFor()
  await look('not-found')
  expect(found).toEqual([])
})

it.for(SCREEN_SIZES)('finds nothing serious for managers and agents: %s', async (screen) => {
  const found: string[] = []
  const { page } = await desk.signedIn(ADA, { screen, ignoresPolicy: true })
  const look = async (name: string): Promise<void> => void found.push(...(await lookAt(page, `${screen}-${name}`)))
  await page.goto('/queue')
  await page.getByRole('link', { name: /The printer/ }).waitFor()
  await look('queue')
  await openMenu(page, screen)
  await look('account-menu')
  await page.goto('/queue?q=nonsense')
  await page.getByRole('heading', { name: 'Nothing matches.' }).waitFor()
  await look('nothing-matches')
  await page.goto('/tickets/1000')
  await page.getByText('It burns still.').waitFor()
  await look('ticket-of-manager')
  await page.goto('/setup')
  await page.getByText('First line').first().waitFor()
  await look('set-up')
  // The form before and after its values have arrived.
  const answered = Promise.withResolvers<void>()
  await page.route('**/_ninefold/forms/**', (route) => answered.promise.then(() => route.continue()))
  const form = await openForm(page, 'Change team')
  await form.locator('[aria-busy=true]').waitFor()
  await look('change-team-loading')
  answered.resolve()
  await form.locator('[aria-busy=true]').waitFor({ state: 'detached' })
  await look('change-team')
  await form.getByRole('button', { name: 'Cancel' }).click()
  await page.goto('/_ninefold')
  await page.getByRole('heading', { name: 'Helpdesk', level: 1 }).waitFor()
  await look('specification')
  expect(found).toEqual([])
})

async function openMenu(page: Page, screen: ScreenSize): Promise<void> {
  if (screen === 'phone') await page.getByRole('button', { name: 'Open navigation' }).click()
  await page.getByRole('button', { name: /^Account: / }).click()
  await page.getByRole('menu').waitFor()
}
