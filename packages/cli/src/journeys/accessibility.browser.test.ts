// Every screen of the help desk under axe: on a desktop and on a phone, light and dark.

import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import type { Page } from 'playwright-core'
import { beforeAll, expect, it } from 'vitest'
import { picture, type ScreenSize } from './browser.ts'
import { openForm, reply, reportProblem } from './forms.ts'
import { ADA, CLEO, serving } from './running-help-desk.ts'

const AXE = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')
const WORST = ['serious', 'critical']

const desk = serving()

beforeAll(async () => {
  const { page } = await desk.signedIn(CLEO)
  await reportProblem(page, 'The printer is on fire', 'Second floor.')
  await reportProblem(page, 'No coffee since Monday', 'The machine blinks.')
  await page.goto('/tickets/1000')
  await reply(page, 'It burns still.')
})

interface Finding {
  readonly id: string
  readonly impact: string
  readonly help: string
  readonly nodes: readonly { readonly html: string; readonly failureSummary: string }[]
}

async function lookAt(page: Page, name: string): Promise<readonly string[]> {
  await picture(page, `axe-${name}`)
  await page.evaluate(AXE)
  const findings = await page.evaluate<readonly Finding[]>('axe.run(document).then(({ violations }) => violations)')
  const worst = findings.filter(({ impact }) => WORST.includes(impact))
  return worst.flatMap(({ id, impact, help, nodes }) => nodes.map(({ html, failureSummary }) => `${name}: ${impact} ${id}: ${help}\n  ${html}\n  ${failureSummary}`))
}

const LOOKS = (['desktop', 'phone'] as const).flatMap((screen) => (['light', 'dark'] as const).map((colours) => ({ screen, colours })))

it.for(LOOKS)('finds nothing serious for guests and customers: $screen, $colours', async ({ screen, colours }) => {
  const found: string[] = []
  const { page } = await desk.visit({ screen, colours, ignoresPolicy: true })
  const look = async (name: string): Promise<void> => void found.push(...(await lookAt(page, `${screen}-${colours}-${name}`)))
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

it.for(LOOKS)('finds nothing serious for managers and agents: $screen, $colours', async ({ screen, colours }) => {
  const found: string[] = []
  const { page } = await desk.signedIn(ADA, { screen, colours, ignoresPolicy: true })
  const look = async (name: string): Promise<void> => void found.push(...(await lookAt(page, `${screen}-${colours}-${name}`)))
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
  const form = await openForm(page, 'Change team')
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
