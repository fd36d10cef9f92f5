// Lists drawn as boards, calendars, charts, trees and cards: used as a person would, on both screen sizes.

import { readFileSync } from 'node:fs'
import type { Browser, Locator, Page } from 'playwright-core'
import { beforeAll, expect, it } from 'vitest'
import { lookAt } from './axe.ts'
import { sidewaysPixels } from './browser.ts'
import { pressAtOnce } from './keyboard.ts'
import { serving } from './running-help-desk.ts'

const workshop = serving(
  readFileSync(new URL('../../../server/src/testing/texts/every-form.md', import.meta.url), 'utf8').replaceAll(
    '\r',
    '',
  ),
)

async function make(page: Page, path: string, body: object): Promise<string> {
  return page.evaluate(
    async ([address, sent]) => {
      const headers = { 'content-type': 'application/json' }
      const response = await fetch(address as string, { method: 'POST', headers, body: JSON.stringify(sent) })
      return ((await response.json()) as { id: string }).id
    },
    [path, body] as const,
  )
}

beforeAll(async () => {
  const { page } = await workshop.visit()
  const house = await make(page, '/api/places', { name: 'House' })
  const shed = await make(page, '/api/places', { name: 'Shed', within: house })
  await make(page, '/api/places', { name: 'Bench', within: shed })
  await make(page, '/api/jobs', { title: 'Sharpen the saw', hours: 2, due: '2026-02-10', place: shed })
  await make(page, '/api/jobs', { title: 'Glue the chair', hours: 3, due: '2026-02-10', urgency: 'high', place: house })
  await make(page, '/api/jobs', { title: 'Think', due: '2026-02-27' })
})

/** Distance from the start side of the line, so that it works in both directions. */
async function between(page: Page, first: Locator, second: Locator): Promise<number> {
  const [a, b] = [await first.boundingBox(), await second.boundingBox()]
  if (a === null || b === null) throw new Error(`Not to be seen on ${page.url()}`)
  return a.x + a.width - (b.x + b.width)
}

const SCREEN_SIZES = ['desktop', 'phone'] as const

it('moves a card by drag, and says why another cannot be moved', async () => {
  const { page } = await workshop.visit()
  const lane = (name: string) => page.getByRole('region', { name, exact: true })
  await lane('New').getByRole('link', { name: 'Sharpen the saw' }).waitFor()
  await lane('New').getByRole('listitem').filter({ hasText: 'Sharpen the saw' }).dragTo(lane('Running'))
  await lane('Running').getByRole('link', { name: 'Sharpen the saw' }).waitFor()
  await lane('Running').getByRole('heading', { name: '1 of 1' }).waitFor()

  // A task without hours cannot be started: dropping it there changes nothing, and its menu gives the reason.
  await lane('New').getByRole('listitem').filter({ hasText: 'Think' }).dragTo(lane('Running'))
  await page.getByRole('button', { name: 'Move Think' }).click()
  const running = page.getByRole('menuitem', { name: /^Running/ })
  await expect.poll(() => running.isDisabled()).toBe(true)
  await expect.poll(() => running.textContent()).toContain('Only possible when “Hours” is more than 0.')
  await page.keyboard.press('Escape')
  await lane('New').getByRole('link', { name: 'Think' }).waitFor()
})

it('moves a card by keyboard, between choices too, and says before that it is one too many', async () => {
  const { page } = await workshop.visit()
  await page.goto('/urgency')
  await page.getByRole('region', { name: 'Low', exact: true }).getByText('Think').waitFor()
  await page.getByRole('button', { name: 'Move Think' }).focus()
  await page.keyboard.press('Enter')
  await page.getByRole('menuitem', { name: 'High It would then hold 2 of 1.' }).waitFor()
  await page.keyboard.press('Enter')
  const high = page.getByRole('region', { name: 'High', exact: true })
  await high.getByText('Think').waitFor()
  await high.getByRole('heading', { name: '2 of 1' }).waitFor()
  // A search leaves some of the cards, and the limit is one of all.
  await page.goto('/urgency?q=Think')
  await high.getByRole('heading', { name: /High ?1$/ }).waitFor()
})

it('puts rows and cards in an order by hand: by keys, by drag, by finger and by menu', async () => {
  const { page } = await workshop.visit()
  await page.goto('/plan')
  const titles = () => page.locator('tbody tr[data-row] td[data-column=title]').allInnerTexts()
  const order = (...wanted: string[]) => expect.poll(titles).toEqual(wanted)
  await order('Sharpen the saw', 'Glue the chair', 'Think')
  await page.getByRole('link', { name: 'Sharpen the saw' }).focus()
  await pressAtOnce(page, 'ArrowDown', 'ArrowDown')
  await order('Glue the chair', 'Think', 'Sharpen the saw')
  await page.reload()
  await order('Glue the chair', 'Think', 'Sharpen the saw')
  const row = (title: string) => page.getByRole('row', { name: title })
  await row('Sharpen the saw').hover()
  await drag(page, row('Sharpen the saw').locator('[data-aside]'), row('Glue the chair'), 'above')
  await order('Sharpen the saw', 'Glue the chair', 'Think')

  const { page: phone } = await workshop.visit({ screen: 'phone' })
  await phone.goto('/plan')
  const cards = phone.getByRole('main').getByRole('listitem')
  const grip = phone.getByRole('button', { name: 'Move Think' })
  await drag(phone, grip, cards.filter({ hasText: 'Sharpen the saw' }), 'above')
  await expect.poll(() => cards.first().innerText()).toContain('Think')
  // A reader's own order has no places.
  await page.goto('/plan?sort=title')
  await order('Glue the chair', 'Sharpen the saw', 'Think')
  expect(await page.locator('tbody [data-aside]').count()).toBe(0)

  await page.goto('/urgency')
  const high = page.getByRole('region', { name: 'High', exact: true }).getByRole('listitem')
  const first = () => high.first().innerText()
  await expect.poll(first).toContain('Think')
  await high.first().getByRole('link').focus()
  await page.keyboard.press('Alt+ArrowDown')
  await expect.poll(first).toContain('Glue the chair')
  await page.getByRole('button', { name: 'Move Think' }).click()
  await page.getByRole('menuitem', { name: 'Move up' }).click()
  await expect.poll(first).toContain('Think')
  // A card whose move is being saved cannot be dragged.
  await expect.poll(() => high.first().getAttribute('draggable')).toBe('true')
  const lower = { targetPosition: { x: 30, y: 60 } }
  await high.filter({ hasText: 'Think' }).dragTo(high.filter({ hasText: 'Glue' }), lower)
  await expect.poll(first).toContain('Glue the chair')
})

/** By mouse, pen or finger. Lets go once the place is marked, because a page that still settles moves its rows. */
async function drag(page: Page, grip: Locator, to: Locator, side: 'above' | 'below'): Promise<void> {
  await grip.hover()
  await page.mouse.down()
  const overTarget = async (): Promise<string | null> => {
    const target = await to.boundingBox()
    if (target === null) throw new Error(`Not to be seen on ${page.url()}`)
    await page.mouse.move(target.x + 40, target.y + target.height / 2, { steps: 4 })
    await page.mouse.move(target.x + 40, side === 'above' ? target.y + 4 : target.y + target.height - 4)
    return to.getAttribute('data-drop')
  }
  await expect.poll(overTarget).toBe(side === 'above' ? 'before' : 'after')
  await page.mouse.up()
}

it('turns the pages of a calendar, and keeps the day in the address', async () => {
  const { page } = await workshop.visit()
  await page.goto('/calendar?day=2026-02-10')
  const tenth = page.getByRole('cell', { name: /February 10/ })
  await tenth.getByRole('link', { name: 'Sharpen the saw' }).waitFor()
  await page.getByRole('button', { name: 'Month after' }).click()
  await page.getByRole('heading', { name: 'March 2026' }).waitFor()
  expect(page.url()).toContain('day=2026-03-01')
  await page.goBack()
  await page.getByRole('radio', { name: 'Week' }).locator('..').click()
  await tenth.getByRole('link', { name: 'Glue the chair' }).waitFor()
  await page.getByRole('link', { name: 'Think' }).waitFor({ state: 'detached' })
})

it('shows figures, bars and what is below what', async () => {
  const { page } = await workshop.visit()
  await page.goto('/figures')
  await page.getByRole('row', { name: /^Done/ }).waitFor()
  await page.getByRole('tab', { name: 'Hours by place' }).click()
  await page.getByRole('row', { name: 'House 3' }).waitFor()
  await page.getByRole('tab', { name: 'By title' }).click()
  await page.getByRole('row', { name: 'Think 1' }).waitFor()
  await page.goto('/places')
  await page.getByText('Bench').waitFor()
  await page.getByRole('button', { name: 'Hide the rows below Shed' }).click()
  await page.getByText('Bench').waitFor({ state: 'hidden' })
})

it('leads from a figure, a bar and a cell to their records, and back', async () => {
  const { page } = await workshop.visit()
  await page.goto('/dashboard')
  await page.getByRole('img', { name: 'Hours by month' }).waitFor()
  const titled = page.getByRole('region', { name: 'Hours by month' })
  await titled.getByText('As a table').click()
  await titled
    .getByRole('row', { name: /^Feb 2026/ })
    .getByRole('link', { name: '3' })
    .click()
  const table = page.getByRole('grid', { name: 'Hours by month' })
  await table.getByRole('link', { name: 'Glue the chair' }).waitFor()
  await expect.poll(() => table.getByRole('link', { name: 'Sharpen the saw' }).count()).toBe(0)
  expect(new URL(page.url()).searchParams.get('records')).not.toBeNull()
  await page.getByRole('link', { name: 'Dashboard' }).last().click()

  const matrix = page
    .getByRole('row', { name: /^House/ })
    .filter({ hasText: 'Glue the chair' })
    .first()
  await matrix.getByRole('link', { name: 'Glue the chair' }).waitFor()
  // The head of a board's column shows its sum.
  const lane = page.getByRole('region', { name: 'House', exact: true })
  await expect.poll(() => lane.textContent()).toContain('Hours3')
})

it.for(SCREEN_SIZES)('finds nothing serious on any of them: %s', async (screen) => {
  const { page } = await workshop.visit({ screen, ignoresPolicy: true })
  const found: string[] = []
  const look = async (address: string, text: string, name: string): Promise<void> => {
    await page.goto(address)
    await page.getByText(text).first().waitFor()
    found.push(...(await lookAt(page, `${screen}-${name}`)))
    expect(await sidewaysPixels(page), name).toBe(0)
  }
  await look('/', 'Glue the chair', 'board')
  await look('/calendar?day=2026-02-10', 'Glue the chair', 'calendar')
  await look('/calendar?day=2026-02-10&view=week', 'Glue the chair', 'calendar-week')
  await look('/figures', 'How many', 'chart')
  await look('/plan', 'Think', 'order-by-hand')
  await look('/dashboard', 'Hours of this month', 'dashboard')
  await look('/places', 'Bench', 'tree')
  await look('/cards', 'Glue the chair', 'cards')
  expect(found).toEqual([])
})

it('begins all of them at the right where the script does, and what is opened over them', async () => {
  const text = workshop.text()
  await workshop.save(`${text}\n| Setting | Value |\n| --- | --- |\n| Language | ar |\n`)
  const { page } = await workshop.visit({ ignoresPolicy: true })
  await page.locator('html[dir=rtl][lang=ar]').waitFor()
  const lane = (name: string) => page.getByRole('region', { name, exact: true })
  await lane('New').getByRole('link', { name: 'Think' }).waitFor()
  expect(await between(page, lane('New'), lane('Done'))).toBeGreaterThan(0)
  await page.goto('/figures')
  await page.getByRole('row', { name: /^Done/ }).waitFor()
  expect(await between(page, page.getByRole('rowheader').first(), page.getByRole('cell').first())).toBeGreaterThan(0)
  await page.goto('/places')
  await page.getByText('Bench').waitFor()
  expect(await between(page, page.getByText('House'), page.getByText('Bench'))).toBeGreaterThan(0)
  await page.goto('/calendar?day=2026-02-10')
  const day = (date: string) => page.locator(`time[datetime="${date}"]`)
  await day('2026-02-10').waitFor()
  expect(await between(page, day('2026-02-09'), day('2026-02-10'))).toBeGreaterThan(0)
  await page.getByRole('button', { name: 'Add a job' }).click()
  const form = page.getByRole('dialog', { name: 'Add a job' })
  const at = form.getByRole('textbox', { name: /^At/ })
  await at.click()
  // Days stand below their names in the reader's language.
  const head = page.locator('[data-dates-dropdown] th').first()
  await head.waitFor()
  expect(await head.innerText()).toMatch(/\p{Script=Arabic}/u)
  expect(Math.abs(await between(page, head, page.locator('[data-dates-dropdown] td').first()))).toBeLessThan(1)
  await expect.poll(async () => (await form.boundingBox())?.x).toBe(0)
  expect(await lookAt(page, 'right-to-left-form')).toEqual([])
  await workshop.save(text)
})

/** In a browser of its own, whose errors are expected. */
async function losesNoBoard(browser: Browser | null): Promise<void> {
  if (browser === null) throw new Error('The journey has no browser.')
  const context = await browser.newContext({ baseURL: workshop.address })
  const page = await context.newPage()
  const isForMore = (url: URL): boolean => (url.searchParams.get('cards') ?? '{}') !== '{}'
  const refusal = { status: 404, contentType: 'application/problem+json', body: '{"code":"NOT_FOUND"}' }
  await page.route(isForMore, (route) => route.fulfill(refusal))
  await page.goto('/')
  const lane = (name: string) => page.getByRole('region', { name, exact: true })
  const button = lane('New').getByRole('button', { name: /^Show \d+ more$/ })
  await button.scrollIntoViewIfNeeded()
  await lane('New').getByText('More could not be loaded.').waitFor()
  expect(await lane('New').getByRole('listitem').count()).toBe(25)
  expect(await lane('Running').count()).toBe(1)
  await page.unroute(isForMore)
  await lane('New').getByRole('button', { name: 'Try again' }).click()
  await expect.poll(() => lane('New').getByRole('listitem').count()).toBeGreaterThan(40)
  await context.close()
}

it('shows a long column in parts, keeps its head in sight, and takes a card at the height of its last one', async () => {
  const { page } = await workshop.visit()
  for (let job = 1; job <= 40; job += 1)
    await make(page, '/api/jobs', { title: `Job ${job}`, hours: 1, due: '2026-12-01' })
  await page.reload()
  const lane = (name: string) => page.getByRole('region', { name, exact: true })
  const cards = lane('New').getByRole('listitem')
  await expect.poll(() => cards.count()).toBe(25)
  await losesNoBoard(page.context().browser())
  await expect.poll(() => cards.count()).toBe(25)
  // The button at the end of the column asks for more as soon as it is in sight.
  await cards.last().scrollIntoViewIfNeeded()
  await expect.poll(() => cards.count()).toBeGreaterThan(40)

  const last = cards.filter({ hasText: /^Job/ }).last()
  await last.scrollIntoViewIfNeeded()
  const [card, head] = await Promise.all([last.boundingBox(), lane('New').getByRole('heading').boundingBox()])
  const viewport = page.viewportSize()
  if (card === null || head === null || viewport === null) throw new Error('The board is not to be seen.')
  expect(head.y).toBeGreaterThanOrEqual(0)
  expect(head.y).toBeLessThan(card.y)

  const title = (await last.getByRole('link').first().textContent()) ?? ''
  const beside = await lane('Running').boundingBox()
  if (beside === null) throw new Error('There is no column beside it.')
  await page.mouse.move(card.x + 20, card.y + 20)
  await page.mouse.down()
  await page.mouse.move(beside.x + 40, card.y + 30, { steps: 8 })
  await lane('Running').getByText('It would then hold 2 of 1.').waitFor()
  await page.mouse.up()
  await lane('Running').getByRole('link', { name: title, exact: true }).waitFor()
})

// Last, because its records would be among the cards of the others.
it('draws a few entries of a crowded day, and all of them when asked', async () => {
  const { page } = await workshop.visit()
  for (let number = 0; number < 30; number++)
    await make(page, '/api/jobs', { title: `Nail ${number}`, due: '2026-05-12' })
  await page.goto('/calendar?day=2026-05-12')
  const twelfth = page.getByRole('cell', { name: /May 12/ })
  await expect.poll(() => twelfth.getByRole('link').count()).toBe(6)
  // On paper there is no button.
  await page.emulateMedia({ media: 'print' })
  await expect.poll(() => twelfth.getByRole('link').count()).toBe(30)
  // Paper is narrower than the window, and still has the whole month.
  const window = page.viewportSize() ?? { width: 1280, height: 800 }
  await page.setViewportSize({ width: 700, height: 1000 })
  await expect.poll(() => twelfth.getByRole('link').count()).toBe(30)
  expect(await page.getByText('Week', { exact: true }).isVisible()).toBe(false)
  await page.setViewportSize(window)
  await page.emulateMedia({ media: null })
  await twelfth.getByRole('button', { name: 'and 24 more' }).click()
  await expect.poll(() => twelfth.getByRole('link').count()).toBe(30)
})
