// Terms in a browser: a page before anything else, an agreement to each document, and the account page that lists it.

import { readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import { lookAt } from './axe.ts'
import { picture, sidewaysPixels } from './browser.ts'
import { BEN, HELP_DESK, serving } from './running-help-desk.ts'

const desk = serving(
  readFileSync(HELP_DESK, 'utf8').replace(
    /^- \*\*Sign in with:\*\*.*$/m,
    '$&\n- **Terms:** Terms of use, version 2, at https://example.test/terms; Privacy notice, version 1, at https://example.test/privacy',
  ),
)

it('asks before anything else, and leads on to where its user wanted', async () => {
  const { page } = await desk.visit({ screen: 'phone', colours: 'dark' })
  await page.goto('/queue')
  await page.getByRole('textbox', { name: 'Email' }).fill(BEN.email)
  await page.getByRole('textbox', { name: 'Password' }).fill(BEN.password)
  await page.getByRole('button', { name: 'Sign in', exact: true }).click()
  const heading = page.getByRole('heading', { name: 'Before you go on' })
  await heading.waitFor()
  await picture(page, 'terms-phone-dark')
  expect(await lookAt(page, 'terms')).toEqual([])
  expect(await sidewaysPixels(page)).toBe(0)
  const go = page.getByRole('button', { name: 'Agree and continue' })
  await page.getByRole('checkbox', { name: /Terms of use/ }).check()
  await go.click()
  await page.getByText('Please agree to this, or sign out.').waitFor()
  await picture(page, 'terms-missing-phone-dark')
  await page.getByRole('checkbox', { name: /Privacy notice/ }).check()
  await go.click()
  await page.getByRole('heading', { name: 'Queue' }).waitFor()
  await page.goto('/_ninefold/account')
  const agreements = page.getByRole('list', { name: 'Agreements' }).getByRole('listitem')
  await expect.poll(() => agreements.first().innerText()).toMatch(/Terms of use\s*Version 2\s*Agreed /)
  await agreements.first().scrollIntoViewIfNeeded()
  await picture(page, 'agreements-phone-dark')
})
