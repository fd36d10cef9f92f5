import { expect, it } from 'vitest'
import { lookAt } from './axe.ts'
import { picture, sidewaysPixels } from './browser.ts'
import { ADA, BEN, serving } from './running-help-desk.ts'

const desk = serving()

it('goes to screens, finds records and begins what can be done, all from the keyboard', async () => {
  const { page } = await desk.signedIn(ADA, { ignoresPolicy: true })
  const team = await page.request.post('/api/teams', { data: { name: 'Printers' } })
  const { id } = (await team.json()) as { id: string }
  const category = await page.request.post('/api/categories', { data: { name: 'Smoke', team: id } })
  const data = { subject: 'The printer smokes', body: 'Since this morning.', category: (await category.json()).id }
  expect((await page.request.post('/api/tickets', { data })).status()).toBe(201)

  await page.keyboard.press('Control+k')
  const input = page.getByRole('combobox', { name: 'Search, go to or do …' })
  const expectFocus = (): Promise<void> => input.and(page.locator(':focus')).waitFor()
  await expectFocus()
  await page.keyboard.type('set')
  await page.getByRole('option', { name: 'Set-up' }).and(page.locator('[aria-selected=true]')).waitFor()
  await page.keyboard.press('Enter')
  await page.getByRole('heading', { name: 'Set-up' }).waitFor()

  await page.keyboard.press('Control+k')
  await expectFocus()
  await page.keyboard.type('smokes')
  const found = page.getByRole('group', { name: 'Ticket' }).getByRole('option', { name: 'The printer smokes' })
  await found.waitFor()
  await picture(page, 'palette')
  expect(await lookAt(page, 'palette')).toEqual([])
  await page.keyboard.press('Enter')
  await page.getByRole('heading', { name: 'The printer smokes' }).waitFor()

  await page.keyboard.press('Control+k')
  await expectFocus()
  await page.keyboard.type('nothing at all')
  await page.getByRole('status').filter({ hasText: 'Nothing found' }).waitFor()
  await page.keyboard.press('Escape')
  await input.waitFor({ state: 'detached' })
})

it('loses nothing of what is typed before it is there, and does nothing else with it', async () => {
  const { page } = await desk.signedIn(ADA)
  let arrived = (): void => {}
  const held = new Promise<void>((resolve) => (arrived = resolve))
  await page.route(/\/palette-[^/]*\.js$/, async (route) => {
    await held
    await route.continue()
  })
  await page.goto('/')
  await page.getByRole('navigation').first().waitFor()
  const address = page.url()
  await page.keyboard.press('Control+k')
  await page.keyboard.type('ge set')
  arrived()
  const input = page.getByRole('combobox', { name: 'Search, go to or do …' })
  await expect.poll(() => input.inputValue()).toBe('ge set')
  expect(page.url()).toBe(address)
  await page.keyboard.type('tings')
  await expect.poll(() => input.inputValue()).toBe('ge settings')
})

it('is a touch away on a phone', async () => {
  const { page } = await desk.signedIn(BEN, { screen: 'phone', colours: 'dark' })
  await page.getByRole('button', { name: 'Open navigation' }).click()
  await page.getByRole('button', { name: 'Search or do' }).click()
  await page.getByRole('option', { name: 'Queue' }).waitFor()
  expect(await sidewaysPixels(page)).toBe(0)
  await picture(page, 'palette-phone')
  await page.getByRole('option', { name: 'Queue' }).click()
  await page.getByRole('heading', { name: 'Queue' }).waitFor()
})
