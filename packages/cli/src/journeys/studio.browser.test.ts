// The author's pages of an application in development: the nine points as pictures, and the text in an editor. Nobody
// else can open them.

import { readFile } from 'node:fs/promises'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Page } from 'playwright-core'
import { expect, it, onTestFinished } from 'vitest'
import { lookAt } from './axe.ts'
import { picture, SCREENS, sidewaysPixels } from './browser.ts'
import { ADA, serving } from './running-help-desk.ts'

const desk = serving()

/** Words that only occur in the author's pages. */
const OF_AUTHORS = 'Nothing in the text raises it.'

const SEEN = {
  purpose: 'Support manager',
  screens: '/tickets/:number',
  entities: 'when the first answer is promised',
  states: '“Assignee” is empty',
  validation: 'The assignee works in the team',
  roles: 'as Team agent, where “Status” is not closed; while new, open, pending, resolved',
  calls: 'when !comment.internal: send New reply',
  errors: 'NOT_IN_TEAM',
  limits: 'reopenWithin',
} as const

/** One of each kind of picture: a map, diagrams, a table of rights, cards. */
const LOOKED_AT: ReadonlySet<string> = new Set(['screens', 'states', 'roles', 'calls'])

/** The text editor. */
function written(page: Page) {
  return page.getByRole('textbox', { name: 'Text: app.md' })
}

async function replaceInText(page: Page, before: string, after: string): Promise<void> {
  await page.getByRole('textbox', { name: 'Text: app.md' }).press('ControlOrMeta+f')
  await page.getByRole('textbox', { name: 'Find' }).fill(before)
  await page.getByRole('textbox', { name: 'Replace' }).fill(after)
  await page.getByRole('button', { name: 'replace all' }).click()
  await page.getByRole('textbox', { name: 'Find' }).press('Escape')
  await page.getByText('Not saved yet').waitFor()
}

it('shows each of the nine points as a picture, whose things lead to their lines', async () => {
  const { page } = await desk.visit({ ignoresPolicy: true })
  const found: string[] = []
  await page.goto('/_ninefold')
  await page.getByRole('heading', { name: 'What to answer next' }).waitFor()
  found.push(...(await lookAt(page, 'studio-overview')))
  for (const [point, words] of Object.entries(SEEN)) {
    await page.getByRole('navigation', { name: 'The specification' }).locator(`a[href="/_ninefold/${point}"]`).click()
    await page.getByRole('main').getByText(words).first().waitFor()
    if (LOOKED_AT.has(point)) found.push(...(await lookAt(page, `studio-${point}`)))
    await page.setViewportSize(SCREENS.phone.viewport)
    await picture(page, `studio-${point}-phone`)
    if ((await sidewaysPixels(page)) > 0) found.push(`${point} is wider than a phone`)
    await page.setViewportSize(SCREENS.desktop.viewport)
  }
  expect(found).toEqual([])

  await page.goto('/_ninefold/errors')
  const line =
    desk
      .text()
      .split('\n')
      .findIndex((each) => each.startsWith('| NOT_IN_TEAM')) + 1
  await page.getByRole('link', { name: `NOT_IN_TEAM, line ${line} of the text` }).click()
  await written(page).waitFor()
  await page.locator('.cm-activeLine', { hasText: 'NOT_IN_TEAM' }).waitFor()
  await page.getByRole('link', { name: 'Show the picture' }).click()
  await page.getByRole('heading', { name: '8 The error catalogue' }).waitFor()
})

it('saves the text after it has shown what that does, and the application beside it follows', async () => {
  const { page } = await desk.signedIn(ADA)
  await page.goto('/_ninefold/editor')
  const preview = page.frameLocator('iframe')
  await preview.getByRole('heading', { name: 'My tickets' }).waitFor()
  await replaceInText(page, 'You have not reported a problem yet.', 'All is quiet.')
  await page.getByRole('button', { name: 'Save' }).click()
  const plan = page.getByRole('dialog', { name: 'What saving this does' })
  await plan.waitFor()
  await picture(page, 'studio-plan')
  await plan.getByRole('button', { name: 'Save' }).click()
  await preview.getByText('All is quiet.').waitFor()
  await page.getByText('As saved').waitFor()
  await picture(page, 'studio-saved')
  expect(await readFile(desk.file(), 'utf8')).toContain('All is quiet.')
})

it('leaves the keyboard in the text while the application beside it comes', async () => {
  const { page } = await desk.visit()
  let letGo = (): void => {}
  const held = new Promise<void>((resolve) => (letGo = resolve))
  await page.route(`${desk.address}/`, async (route) => {
    await held
    await route.continue()
  })
  await page.goto('/_ninefold/editor')
  await written(page).focus()
  letGo()
  const email = page.frameLocator('iframe').getByRole('textbox', { name: 'Email' })
  await email.waitFor()
  // A form that focuses its first input does so some frames after the input appears.
  for (let frame = 0; frame < 10; frame++) await email.evaluate('new Promise(requestAnimationFrame)')
  await written(page).and(page.locator(':focus')).waitFor()
})

it('never saves over what somebody else has saved meanwhile: both versions are shown', async () => {
  const { page } = await desk.visit()
  await page.goto('/_ninefold/editor')
  await written(page).waitFor()
  await replaceInText(page, 'Well done.', 'Mine.')
  const theirs = (await readFile(desk.file(), 'utf8')).replace('Well done.', 'Theirs.')
  await desk.save(theirs)
  await page.getByRole('button', { name: 'Save' }).click()
  await page.getByRole('dialog', { name: 'What saving this does' }).getByRole('button', { name: 'Save' }).click()
  const both = page.getByRole('dialog', { name: 'Somebody else has saved the file meanwhile' })
  await both.getByRole('region', { name: 'In the file' }).getByText('Theirs.').waitFor()
  await both.getByRole('region', { name: 'Yours' }).getByText('Mine.').waitFor()
  await picture(page, 'studio-conflict')
  expect(await readFile(desk.file(), 'utf8')).toBe(theirs)
  await both.getByRole('button', { name: 'Take what is in the file' }).click()
  await page.getByText('As saved').waitFor()
})

it('lets no page of another site write the file or show the application inside of itself', async () => {
  const before = await readFile(desk.file(), 'utf8')
  const attack = `<!doctype html><title>Other</title><iframe src="${desk.address}/"></iframe><script type="module">
    const send = (init) => fetch('${desk.address}/_ninefold/text', { method: 'PUT', credentials: 'include', ...init }).then(() => 'answered', () => 'kept out')
    const body = JSON.stringify({ text: '# Taken over', before: ${JSON.stringify(before).replaceAll('<', '\\u003c')} })
    const read = fetch('${desk.address}/_ninefold/text', { credentials: 'include' }).then((answer) => answer.text(), () => 'kept out')
    document.title = JSON.stringify([
      await send({ body, headers: { 'content-type': 'application/json' } }),
      await send({ body }),
      await send({ body, mode: 'no-cors' }),
      await read,
    ])
  </script>`
  const site = createServer((_, response) => response.setHeader('content-type', 'text/html').end(attack))
  await new Promise<void>((resolve) => site.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => void site.close())
  const { context } = await desk.signedIn(ADA)
  const page = await context.newPage()
  page.removeAllListeners('console')
  await page.goto(`http://localhost:${(site.address() as AddressInfo).port}/`)
  await page.waitForFunction(`document.title !== 'Other'`)
  expect(JSON.parse(await page.title())).toEqual(['kept out', 'kept out', 'kept out', 'kept out'])
  expect(await page.frameLocator('iframe').getByRole('heading').count()).toBe(0)
  expect(await readFile(desk.file(), 'utf8')).toBe(before)
})

it('loads nothing of it for those who use the application', async () => {
  const { page } = await desk.visit({ prefetches: true })
  const addresses: string[] = []
  page.on('request', (request) => request.url().endsWith('.js') && addresses.push(request.url()))
  const ofAuthors = async (): Promise<number> => {
    const scripts = await Promise.all(addresses.splice(0).map(async (address) => (await fetch(address)).text()))
    expect(scripts.length).toBeGreaterThan(0)
    return scripts.filter((text) => text.includes(OF_AUTHORS)).length
  }
  await page.goto('/queue')
  await page.getByRole('button', { name: 'Sign in', exact: true }).waitFor()
  expect(await ofAuthors()).toBe(0)
  await page.goto('/_ninefold/errors')
  await page.getByRole('heading', { name: '8 The error catalogue' }).waitFor()
  expect(await ofAuthors()).toBe(1)
})
