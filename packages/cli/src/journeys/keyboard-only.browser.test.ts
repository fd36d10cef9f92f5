// The main task of three of the examples, from sign-in to its end, by keyboard alone.

import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { playing } from '../testing/requests/played-examples.ts'
import { chooseByTyping, press, signInByKeyboard, standsAt, standsAtContent, tabTo, typeInto } from './keyboard.ts'
import { serving } from './running-help-desk.ts'

function example(name: string): ReturnType<typeof serving> {
  return serving(readFileSync(new URL(`../../../../examples/${name}/app.md`, import.meta.url), 'utf8'))
}

describe('booking', () => {
  const booking = example('booking')

  it('lets a member choose a room, book it and give it back', async () => {
    const { page } = await booking.visit()
    await press(page, 'link', 'Sign in')
    await signInByKeyboard(page, 'Email', 'milo@example.test', 'correct-horse-2')
    await press(page, 'link', 'Blue studio')
    await page.getByRole('heading', { level: 1, name: 'Blue studio' }).waitFor()
    await standsAtContent(page)
    await press(page, 'button', 'Book it')

    // The room is already set, so the focus starts at the time.
    await standsAt(page, 'textbox', 'During: from')
    // Further ahead than the day within which the text forbids members to cancel.
    await page.keyboard.type('in 3 days 10')
    const until = page.getByRole('textbox', { name: 'During: until' })
    // The end follows the start.
    await expect.poll(() => until.inputValue()).toMatch(/11:00\sAM$/)
    await tabTo(page, 'textbox', 'During: until')
    // The down arrow moves the focus into the calendar, and Escape back to the input.
    await page.keyboard.press('ArrowDown')
    await page.locator('[data-dates-dropdown] table button').and(page.locator(':focus')).waitFor()
    await page.keyboard.press('Escape')
    await standsAt(page, 'textbox', 'During: until')
    await page.keyboard.press('Control+a')
    await page.keyboard.type('1130')
    await page.keyboard.press('Tab')
    await expect.poll(() => until.inputValue()).toMatch(/11:30\sAM$/)
    await press(page, 'button', 'Book it')
    await page.getByText('Booking created').waitFor()
    await standsAt(page, 'button', 'Book it')

    await press(page, 'link', 'My bookings')
    await page.getByRole('heading', { level: 1, name: 'My bookings' }).waitFor()
    await standsAtContent(page)
    await tabTo(page, 'link', 'Blue studio')
    await page.keyboard.press('Enter')
    await page.getByRole('article').getByText('Status: Held').waitFor()
    await press(page, 'button', 'Cancel')
    await page.getByRole('article').getByText('Status: Cancelled').waitFor()
  })
})

describe('stock', () => {
  const stock = example('stock')

  it('lets a keeper receive goods, and tells them where they are that more is not there', async () => {
    const { send, as } = await playing(stock.address)
    await send(await as('Kim Keeper'), 'POST', '/api/stock', { item: 'TO-100', place: 'Main store' })
    const { page } = await stock.visit()
    await signInByKeyboard(page, 'Login', 'kim', 'correct-horse-1')
    const fill = async (quantity: string): Promise<void> => {
      await standsAt(page, 'combobox', 'Item')
      // Back and forth, so that the first input is reached like the others.
      await page.keyboard.press('Shift+Tab')
      await chooseByTyping(page, 'Item', 'Ham', 'TO-100 Hammer')
      await chooseByTyping(page, 'Place', 'Main', 'Main store')
      await typeInto(page, 'textbox', 'Quantity', quantity)
      await page.keyboard.press('Enter')
    }
    await press(page, 'button', 'Receive goods')
    await fill('3')
    await page.getByText('“Receive goods” is done.').waitFor()
    await standsAt(page, 'button', 'Receive goods')

    await press(page, 'button', 'Hand out goods')
    await fill('4')
    await page.getByText('There is not that much here.').waitFor()
    await standsAt(page, 'textbox', 'Quantity')
    await page
      .getByRole('textbox', { name: 'Quantity' })
      .and(page.locator('[aria-invalid=true][aria-describedby]'))
      .waitFor()
    await page.keyboard.press('Escape')
    await standsAt(page, 'button', 'Hand out goods')
  })
})

describe('expenses', () => {
  const expenses = example('expenses')

  it('lets somebody hand in what they have paid, and their manager accept it', async () => {
    const { send, as } = await playing(expenses.address)
    const ada = await as('Ada Admin')
    const { options } = await send(ada, 'GET', '/_ninefold/options/User')
    const idOf = (name: string): string => options.find(({ label }: { label: string }) => label === name).value
    await send(ada, 'PATCH', `/api/users/${idOf('Emil Employee')}`, { manager: idOf('Mara Manager') })

    const emil = (await expenses.visit()).page
    await signInByKeyboard(emil, 'Email', 'emil@example.test', 'correct-horse-2')
    await press(emil, 'button', 'New report')
    await emil.getByRole('heading', { level: 1, name: 'New report' }).waitFor()
    await standsAtContent(emil)
    await typeInto(emil, 'textbox', 'Title', 'Trip to Rome')
    await emil.keyboard.press('Enter')
    await emil.getByRole('heading', { level: 1, name: /Trip to Rome$/ }).waitFor()
    await standsAtContent(emil)
    await press(emil, 'button', 'Add an expense')
    await standsAt(emil, 'textbox', 'Paid on')
    const yesterday = new Date(Date.now() - 86_400_000)
    await emil.keyboard.type(yesterday.toISOString().slice(0, 10))
    await typeInto(emil, 'textbox', 'Description', 'Train')
    const shown = new Intl.DateTimeFormat('en', { dateStyle: 'medium', timeZone: 'UTC' }).format(yesterday)
    await expect.poll(() => emil.getByRole('textbox', { name: 'Paid on' }).inputValue()).toBe(shown)
    await typeInto(emil, 'textbox', 'Amount', '12.50')
    await emil.keyboard.press('Enter')
    await emil.getByText('“Add an expense” is done.').waitFor()
    await standsAt(emil, 'button', 'Add an expense')
    await press(emil, 'button', 'Hand in')
    await emil.getByRole('article').getByText('Status: Handed in').waitFor()

    const mara = (await expenses.visit()).page
    await signInByKeyboard(mara, 'Email', 'mara@example.test', 'correct-horse-1')
    // She lands on the screen of her most specific role.
    await mara.getByRole('heading', { level: 1, name: 'My team' }).waitFor()
    await tabTo(mara, 'link', 'Trip to Rome')
    await mara.keyboard.press('Space')
    await mara.getByRole('row', { name: /Trip to Rome/, selected: true }).waitFor()
    await press(mara, 'button', 'Accept')
    await mara.getByText('“Accept” is done to 1 record.').waitFor()
    await mara.getByRole('link', { name: 'Trip to Rome' }).waitFor({ state: 'detached' })
    await standsAtContent(mara)
    await emil.reload()
    await emil.getByRole('article').getByText('Status: Accepted').waitFor()
  })
})
