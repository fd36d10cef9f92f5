// A second factor: from the text that starts requiring it to a sign-in with it and a dialog that asks for it again.

import { readFileSync } from 'node:fs'
import { TOTP } from 'otpauth'
import type { Page } from 'playwright-core'
import { expect, it } from 'vitest'
import { lookAt } from './axe.ts'
import { picture, sidewaysPixels } from './browser.ts'
import { type Account, ADA, BEN, HELP_DESK, serving } from './running-help-desk.ts'

/** Six or more browser steps on a busy machine. */
const LONG_MS = 240_000

const desk = serving(
  readFileSync(HELP_DESK, 'utf8').replace(
    /^- \*\*Session:\*\*.*$/m,
    '$&\n- **API keys:** Agent, at most 90 days\n- **Second factor:** required for Agent',
  ),
)

async function enter(page: Page, account: Account): Promise<void> {
  await page.getByRole('textbox', { name: 'Email' }).fill(account.email)
  await page.getByRole('textbox', { name: 'Password' }).fill(account.password)
  await page.getByRole('button', { name: 'Sign in', exact: true }).click()
}

async function secretOn(page: Page): Promise<string> {
  await page.getByRole('img', { name: 'QR code for the app' }).waitFor()
  return (await page.locator('pre').innerText()).replaceAll(/\s/g, '')
}

/**
 * The code of the present time step or the next one. The server accepts one step to either side, so the codes stay
 * valid and unused, in this order, even if a slow machine sends them up to 30 seconds later.
 */
function codeOf(secret: string, steps: 0 | 1): string {
  return new TOTP({ secret }).generate({ timestamp: Date.now() + steps * 30_000 })
}

async function give(page: Page, code: string): Promise<void> {
  await page.getByRole('textbox', { name: 'Code' }).fill(code)
  await page.getByRole('button', { name: 'Continue' }).click()
}

it(
  'sets up a required second factor before anything else, and asks for it from then on',
  async () => {
    const { page } = await desk.visit({ ignoresPolicy: true })
    await enter(page, BEN)
    await page.getByRole('heading', { name: 'Set up a second factor' }).waitFor()
    const secret = await secretOn(page)
    expect(await lookAt(page, 'second-factor-enrolment-desktop')).toEqual([])
    await picture(page, 'second-factor-enrolment-desktop')
    // Nothing of the application is shown before.
    await page.goto('/')
    await page.getByRole('button', { name: 'Sign in', exact: true }).waitFor()
    await page.goto('/second-factor')
    const again = await secretOn(page)
    expect(again).not.toBe(secret)
    await give(page, codeOf(again, 0))
    const codes = page.getByRole('list', { name: 'Keep your recovery codes' }).getByRole('listitem')
    await expect.poll(() => codes.count()).toBe(10)
    const [recoveryCode = ''] = await codes.allInnerTexts()
    await picture(page, 'second-factor-recovery-desktop')
    await page.getByRole('button', { name: 'I have kept them' }).click()
    await page.getByRole('button', { name: 'I have kept them' }).waitFor({ state: 'detached' })

    const { page: phone } = await desk.visit({ screen: 'phone', colours: 'dark', ignoresPolicy: true })
    await enter(phone, BEN)
    await phone.getByRole('heading', { name: 'Enter your code' }).waitFor()
    await picture(phone, 'second-factor-code-phone-dark')
    expect(await lookAt(phone, 'second-factor-code-phone-dark')).toEqual([])
    await give(phone, '000000')
    await phone.getByText('This code is not right, or has been used already.').waitFor()
    await phone.getByRole('button', { name: 'Use a recovery code instead' }).click()
    await phone.getByRole('textbox', { name: 'Recovery code' }).fill(recoveryCode)
    await phone.getByRole('button', { name: 'Continue' }).click()
    await phone.getByRole('textbox', { name: 'Recovery code' }).waitFor({ state: 'detached' })
    await phone.goto('/_ninefold/account')
    const section = phone.getByRole('list', { name: 'Second factor' })
    await expect.poll(() => section.innerText()).toMatch(/Required by your role[^]*9 recovery codes left/)
    await phone.emulateMedia({ colorScheme: 'dark' })
    await section.evaluate((element) => element.scrollIntoView({ block: 'center' }))
    await picture(phone, 'second-factor-account-phone-dark')
    expect(await lookAt(phone, 'second-factor-account-phone-dark')).toEqual([])
    expect(await sidewaysPixels(phone)).toBe(0)
  },
  LONG_MS,
)

it(
  'asks for a fresh code and keeps the typed values',
  async () => {
    const { page } = await desk.visit({ ignoresPolicy: true })
    await enter(page, ADA)
    await page.getByRole('heading', { name: 'Set up a second factor' }).waitFor()
    const secret = await secretOn(page)
    await give(page, codeOf(secret, 0))
    await page.getByRole('button', { name: 'I have kept them' }).click()
    await page.getByRole('button', { name: 'I have kept them' }).waitFor({ state: 'detached' })
    await page.goto('/_ninefold/account')
    // Simulates the passing of time: the first answer is the later one.
    let isStale = true
    await page.route('**/_ninefold/api-keys', async (route) => {
      if (!isStale) return route.continue()
      isStale = false
      const body = JSON.stringify({ code: 'SECOND_FACTOR_NEEDED', status: 403, errors: [] })
      return route.fulfill({ status: 403, contentType: 'application/problem+json', body })
    })
    await page.getByRole('button', { name: 'Create a key' }).click()
    const form = page.getByRole('form', { name: 'Create a key' })
    await form.getByRole('textbox', { name: 'Name' }).fill('Nightly')
    await page.keyboard.press('Enter')
    const dialog = page.getByRole('dialog', { name: 'Your code once more' })
    await dialog.getByRole('textbox', { name: 'Code' }).waitFor()
    await picture(page, 'second-factor-again-desktop')
    await dialog.getByRole('textbox', { name: 'Code' }).fill(codeOf(secret, 1))
    await page.keyboard.press('Enter')
    await page.getByText('Copy the key now.').waitFor()
  },
  LONG_MS,
)
