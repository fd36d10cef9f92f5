import { readFileSync } from 'node:fs'
import type { Page } from 'playwright-core'
import { expect, it } from 'vitest'
import { lookAt } from './axe.ts'
import { picture, sidewaysPixels } from './browser.ts'
import { serving } from './running-help-desk.ts'

const TEXT = readFileSync(new URL('../../../server/src/testing/texts/told.md', import.meta.url), 'utf8')
const workshop = serving(TEXT)
const FOLLOWED = readFileSync(new URL('../../../server/src/testing/texts/followed.md', import.meta.url), 'utf8')
const followed = serving(FOLLOWED)

async function enter(page: Page, name: string, number: number): Promise<void> {
  const data = { identifier: `${name}@example.test`, password: `correct-horse-${number}` }
  const answer = await page.request.post('/_ninefold/session', { data })
  expect(answer.status(), await answer.text()).toBe(204)
  await page.goto('/')
}

const comesBack = (page: Page): Promise<unknown> => page.evaluate(`dispatchEvent(new Event('visibilitychange'))`)

it('tells somebody that something has happened, leads there, and forgets it when it is read', async () => {
  const { page: ada } = await workshop.visit()
  await enter(ada, 'ada', 1)
  const { page: ben } = await workshop.visit({ ignoresPolicy: true })
  await enter(ben, 'ben', 2)
  await ben.getByRole('link', { name: 'Notifications', exact: true }).waitFor()

  const people = (await (await ada.request.get('/api/people')).json()) as { items: { id: string; name: string }[] }
  const owner = people.items.find(({ name }) => name === 'Ben')!.id
  for (const title of ['Lamp', 'Chair with a very long name that needs a line of its own'])
    expect((await ada.request.post('/api/repairs', { data: { title, owner, price: '12.50' } })).status()).toBe(201)
  expect((await ada.request.post('/api/tell', { data: { text: 'Closed tomorrow.' } })).status()).toBe(204)
  expect((await ada.request.post('/api/repairs/Lamp/finish')).status()).toBe(200)

  // Over the page's own connection, without a reload.
  const bell = ben.getByRole('link', { name: 'Notifications, 2 unread' })
  await bell.waitFor()
  await expect.poll(() => ben.getByRole('status').first().innerText()).toBe('Notifications, 2 unread')
  await bell.focus()
  await ben.keyboard.press('Enter')
  await ben.getByRole('heading', { name: 'Notifications' }).waitFor()
  await ben.getByRole('link', { name: 'Lamp is done' }).waitFor()
  await expect
    .poll(() => ben.getByRole('list', { name: 'Notifications' }).getByRole('listitem').allInnerTexts())
    .toEqual([expect.stringContaining('Lamp is done'), expect.stringContaining('Closed tomorrow.')])
  expect(await lookAt(ben, 'notifications')).toEqual([])

  await ben.getByRole('button', { name: 'Mark as read: A word' }).click()
  await ben.getByRole('link', { name: 'Notifications, 1 unread' }).waitFor()
  // The same button, still focused, reverts it.
  const again = ben.getByRole('button', { name: 'Mark as unread: A word' })
  await again.and(ben.locator(':focus')).waitFor()
  await picture(ben, 'notifications')
  await ben.keyboard.press('Enter')
  await ben.getByRole('link', { name: 'Notifications, 2 unread' }).waitFor()
  await ben.getByRole('button', { name: 'Mark as read: A word' }).click()
  await ben.getByRole('link', { name: 'Notifications, 1 unread' }).waitFor()
  await ben.getByRole('link', { name: 'Lamp is done' }).click()
  await ben.getByRole('heading', { name: 'Lamp' }).waitFor()
  await ben.getByRole('link', { name: 'Notifications', exact: true }).waitFor()

  // A disabled message does not arrive any more, but another one does.
  await ben.goto('/_ninefold/account')
  const word = ben.getByRole('group', { name: 'Messages that you want' }).getByRole('switch', { name: 'Word' })
  // The switch moves with the click, not when the server has answered.
  expect(await word.evaluate((box) => (box.click(), 'checked' in box && box.checked))).toBe(false)
  await ben.getByText('You no longer get “Word”.').waitFor()
  await picture(ben, 'messages-turned-off')
  expect(await lookAt(ben, 'messages-turned-off')).toEqual([])
  expect((await ada.request.post('/api/tell', { data: { text: 'Open again.' } })).status()).toBe(204)
  const chair = encodeURIComponent('Chair with a very long name that needs a line of its own')
  expect((await ada.request.post(`/api/repairs/${chair}/finish`)).status()).toBe(200)
  await ben.getByRole('link', { name: 'Notifications, 1 unread' }).waitFor()
})

it('has room for it on a phone', async () => {
  const { page: ada } = await workshop.visit({ screen: 'phone', colours: 'dark' })
  await enter(ada, 'ada', 1)
  for (let count = 0; count < 31; count++) await ada.request.post('/api/tell', { data: { text: `Word ${count}` } })
  await comesBack(ada)
  await ada.getByRole('link', { name: /^Notifications, \d+ unread$/ }).click()
  await ada.getByRole('button', { name: 'Show older ones' }).click()
  await ada.getByText('Word 0', { exact: true }).waitFor()
  expect(await sidewaysPixels(ada)).toBe(0)
  await picture(ada, 'notifications-phone')
  await ada.getByRole('button', { name: 'Mark all as read' }).click()
  await ada.getByRole('link', { name: 'Notifications', exact: true }).waitFor()
})

it('lets somebody follow a record by a letter, and stop by the palette, and tells of it meanwhile', async () => {
  const { page: ada } = await followed.visit()
  await enter(ada, 'ada', 1)
  const { page: cleo } = await followed.visit({ ignoresPolicy: true })
  await enter(cleo, 'cleo', 3)
  await cleo.goto('/repairs/Lamp')
  await cleo.getByRole('button', { name: 'Follow', exact: true }).waitFor()
  await cleo.keyboard.press('f')
  await cleo.getByRole('button', { name: 'Following', pressed: true }).waitFor()
  await cleo.getByText('You follow this now.').waitFor()
  await picture(cleo, 'following')
  expect(await lookAt(cleo, 'following')).toEqual([])
  const say = async (text: string): Promise<void> =>
    expect((await ada.request.post('/api/repairs/Lamp/replies', { data: { text } })).status()).toBe(204)
  await say('It is on my table.')
  await cleo.getByRole('link', { name: 'Notifications, 1 unread' }).click()
  await cleo.getByText('Ada: It is on my table.').waitFor()
  await cleo.getByRole('link', { name: 'Lamp' }).click()
  await cleo.getByRole('button', { name: 'Following' }).waitFor()
  await cleo.keyboard.press('ControlOrMeta+k')
  await cleo.getByRole('dialog').getByRole('combobox').fill('stop')
  await cleo.getByRole('option', { name: 'Stop following' }).waitFor()
  await cleo.keyboard.press('Enter')
  await cleo.getByRole('button', { name: 'Follow', exact: true }).waitFor()
  // The button is optimistic; the notice comes with the server's answer.
  await cleo.getByText('You do not follow this any more.').waitFor()
  await say('Done.')
  await cleo.reload()
  await cleo.getByText('Done.').waitFor()
  await cleo.getByRole('link', { name: 'Notifications', exact: true }).waitFor()
})
