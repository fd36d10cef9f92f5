import { expect, it } from 'vitest'
import { lookAt } from './axe.ts'
import { picture, sidewaysPixels } from './browser.ts'
import { CLEO, serving } from './running-help-desk.ts'

const desk = serving()

it('speaks the language that somebody chooses, from then on, and refuses in it', async () => {
  const { page, context } = await desk.signedIn(CLEO, { ignoresPolicy: true })
  await page.getByRole('button', { name: /^Account/ }).click()
  await page.getByRole('menuitem', { name: 'Account' }).click()
  await page.getByRole('radiogroup', { name: 'Language' }).getByText('Deutsch').click()
  await page.getByRole('button', { name: /^Konto/ }).waitFor()
  await expect.poll(() => page.locator('html').getAttribute('lang')).toBe('de')
  await page.goBack()
  await page.getByRole('heading', { name: 'Meine Tickets' }).waitFor()
  await picture(page, 'german-list')
  expect(await lookAt(page, 'german')).toEqual([])

  const again = await context.newPage()
  await again.goto('/tickets/new')
  await again.getByRole('button', { name: /^Konto/ }).waitFor()
  const refused = await again.evaluate<{ errors: { message: string }[] }>(
    `fetch('/_ninefold/app', { headers: { 'Accept-Language': 'de' } }).then((answer) => answer.json()).then(({ refusals }) => ({ errors: [{ message: refusals.blank }] }))`,
  )
  expect(refused.errors[0]?.message).toBe('Bitte füllen Sie dies aus.')
})

it('begins its lines at the right where the script does', async () => {
  const text = desk.text()
  await desk.save(text.replace('| Language | en |', '| Language | ar |'))
  const { page } = await desk.visit({ screen: 'phone', ignoresPolicy: true })
  await page.locator('html[dir=rtl][lang=ar]').waitFor()
  await page.locator('.tabler-icon-arrow-right').first().waitFor()
  expect(
    await page.evaluate<string>(`getComputedStyle(document.querySelector('.tabler-icon-arrow-right')).scale`),
  ).toBe('-1 1')
  await page.getByRole('textbox', { name: 'Email' }).fill(CLEO.email)
  await page.getByRole('textbox', { name: 'Password' }).fill(CLEO.password)
  await page.getByRole('button', { name: 'Sign in', exact: true }).click()
  await page.getByRole('heading', { name: 'My tickets' }).waitFor()
  await picture(page, 'right-to-left-phone')
  expect(await sidewaysPixels(page)).toBe(0)
  await page.setViewportSize({ width: 1280, height: 800 })
  const side = await page.getByRole('navigation', { name: 'Main' }).boundingBox()
  expect(side!.x).toBeGreaterThan(640)
  await picture(page, 'right-to-left')
  expect(await lookAt(page, 'right-to-left')).toEqual([])
  await desk.save(text)
})
