// Conduit, whose screens show the answers of calls: writers sign up, publish, follow, favourite and discuss.

import { readFileSync } from 'node:fs'
import type { Page } from 'playwright-core'
import { expect, it } from 'vitest'
import { lookAt } from './axe.ts'
import { type Looks, type Person, picture, sidewaysPixels } from './browser.ts'
import { composer, sendWritten } from './forms.ts'
import { serving } from './running-help-desk.ts'

const conduit = serving(readFileSync(new URL('../../../../examples/conduit/app.md', import.meta.url), 'utf8'))

/** Signs up by the application's own call, on its own screen. */
async function writer(name: string, looks?: Looks): Promise<Person> {
  const person = await conduit.visit(looks)
  const { page } = person
  await page.goto('/register')
  const form = page.getByRole('form', { name: 'Register' })
  await form.getByRole('textbox', { name: 'Username' }).fill(name)
  await form.getByRole('textbox', { name: 'Email' }).fill(`${name}@example.test`)
  await form.getByRole('textbox', { name: 'Password' }).fill('correct-horse-1')
  await form.getByRole('button', { name: 'Register' }).click()
  await page.getByRole('tab', { name: 'Your Feed' }).waitFor()
  return person
}

async function publish(page: Page, title: string, tags: readonly string[]): Promise<void> {
  await sendArticle(page, title, tags)
  await page.getByRole('heading', { level: 1, name: title }).waitFor()
}

async function sendArticle(page: Page, title: string, tags: readonly string[]): Promise<void> {
  await page.goto('/editor')
  const form = page.getByRole('form', { name: 'Publish' })
  await form.getByRole('textbox', { name: 'Title' }).fill(title)
  await form.getByRole('textbox', { name: 'Description' }).fill(`What ${title} is about`)
  await form.getByRole('textbox', { name: 'Body' }).fill('A long text.\n\nWith a second paragraph.')
  for (const tag of tags) {
    const input = form.getByLabel('Tag list')
    await input.fill(tag)
    await input.press('Enter')
  }
  await form.getByRole('button', { name: 'Publish' }).click()
}

it('lets a writer publish, and everybody read by tag', async () => {
  const { page } = await writer('jane')
  await publish(page, 'How dragons are fed', ['dragons', 'food'])
  expect(new URL(page.url()).pathname).toBe('/article/how-dragons-are-fed')
  await picture(page, 'conduit-article')
  await publish(page, 'How dragons sleep', ['dragons'])

  const guest = (await conduit.visit()).page
  await guest.getByRole('tab', { name: 'Global Feed', selected: true }).waitFor()
  await guest.getByRole('link', { name: 'How dragons sleep' }).waitFor()
  await picture(guest, 'conduit-home')
  await guest.getByRole('button', { name: 'food', exact: true }).click()
  await guest.getByRole('tab', { name: '# food', selected: true }).waitFor()
  await guest.getByRole('link', { name: 'How dragons sleep' }).waitFor({ state: 'detached' })
  await guest.getByRole('link', { name: 'How dragons are fed' }).click()
  await guest.getByRole('heading', { level: 1, name: 'How dragons are fed' }).waitFor()
  expect(await guest.getByRole('button', { name: 'Favourite', exact: true }).count()).toBe(0)
})

it('lets a reader follow, favourite and discuss', async () => {
  const author = await writer('anna')
  await publish(author.page, 'On knitting', ['wool'])
  const { page } = await writer('bert')
  await page.getByText('No articles are here... yet.').waitFor()
  await page.getByRole('tab', { name: 'Global Feed' }).click()
  await page.getByRole('link', { name: 'On knitting' }).click()

  await page.getByRole('button', { name: 'Follow', exact: true }).click()
  await page.getByText('“Follow” is done.').waitFor()
  await page.getByRole('button', { name: 'Favourite', exact: true }).click()
  await page.getByText('“Favourite” is done.').waitFor()
  const form = composer(page, 'Post comment')
  await form.getByRole('textbox', { name: 'Body' }).fill('I have never knitted so well.')
  await sendWritten(form, 'Post comment')
  await page.getByText('I have never knitted so well.').waitFor()
  await picture(page, 'conduit-discussed')

  await page.goto('/')
  await page.getByRole('tab', { name: 'Your Feed', selected: true }).waitFor()
  await page.getByRole('link', { name: 'On knitting' }).waitFor()
  await page.goto('/profile/bert/favorites')
  await page.getByRole('link', { name: 'On knitting' }).waitFor()

  // Changing somebody else's article is not offered; neither is starting something that has started.
  await page.getByRole('link', { name: 'On knitting' }).click()
  await page.getByRole('button', { name: 'Unfollow' }).waitFor()
  for (const name of ['Delete article', 'Edit', 'Follow', 'Favourite'])
    expect(await page.getByRole('button', { name, exact: true }).count(), name).toBe(0)
  await author.page.reload()
  await author.page.getByRole('button', { name: 'More actions' }).first().click()
  await author.page.getByRole('menuitem', { name: 'Delete article' }).waitFor()
})

it('restores no form that the server has accepted, also when the next page never came', async () => {
  const { page } = await writer('emma')
  await page.goto('/editor')
  const screens = '**/_ninefold/screens/**'
  await page.route(screens, () => {})
  await sendArticle(page, 'Sent once', ['once'])
  await page.waitForURL('**/article/sent-once')
  await page.unroute(screens)
  await page.goto('/editor')
  const form = page.getByRole('form', { name: 'Publish' })
  expect(await form.getByRole('textbox', { name: 'Title' }).inputValue()).toBe('')
  expect(await form.getByText('once', { exact: true }).count()).toBe(0)
})

it('fills the form of a change with what is there', async () => {
  const { page } = await writer('carl')
  await publish(page, 'First title', ['letters'])
  await page.getByRole('button', { name: 'Edit', exact: true }).click()
  const form = page.getByRole('form', { name: 'Change article' })
  const title = form.getByRole('textbox', { name: 'Title' })
  await expect.poll(() => title.inputValue()).toBe('First title')
  await title.fill('Second title')
  await form.getByRole('button', { name: 'Change article' }).click()
  await page.getByRole('heading', { level: 1, name: 'Second title' }).waitFor()
  expect(new URL(page.url()).pathname).toBe('/article/second-title')

  await page.goto('/settings')
  const settings = page.getByRole('form', { name: 'Change current user' })
  const name = settings.getByRole('textbox', { name: 'Username' })
  await expect.poll(() => name.inputValue()).toBe('carl')
  await settings.getByRole('textbox', { name: 'Bio' }).fill('Writes.')
  await settings.getByRole('button', { name: 'Change current user' }).click()
  await page.getByRole('heading', { level: 1, name: 'carl' }).waitFor()
  await page.getByText('Writes.').waitFor()
  await page.goto('/settings')
  await page.getByRole('button', { name: 'Log out' }).click()
  await page.getByRole('tab', { name: 'Your Feed' }).waitFor({ state: 'detached' })
})

// The other examples cover all screens on a desktop.
it('finds nothing serious on any screen of a phone', async () => {
  const { page } = await writer('dora', { screen: 'phone', ignoresPolicy: true })
  await publish(page, 'Looked at on a phone', ['looks'])
  const found: string[] = []
  const look = async (address: string, name: string, role: 'link' | 'heading' | 'textbox', text: string) => {
    await page.goto(address)
    await page.getByRole(role, { name: text }).first().waitFor()
    found.push(...(await lookAt(page, `conduit-phone-${name}`)))
    expect(await sidewaysPixels(page), name).toBe(0)
  }
  await look('/?tab=2', 'home', 'link', 'Looked at on a phone')
  await look('/?tab=3&chosen.tag=looks', 'tag', 'link', 'Looked at on a phone')
  await look('/article/looked-at-on-a-phone', 'article', 'heading', 'Looked at on a phone')
  await look('/profile/dora', 'profile', 'link', 'Looked at on a phone')
  await look('/editor', 'editor', 'textbox', 'Title')
  await look('/settings', 'settings', 'textbox', 'Username')
  expect(found).toEqual([])
})
