// Every screen of every example except for the help desk (accessibility.browser.test.ts, german.browser.test.ts) and
// those of screens-of-examples.browser.test.ts, in German, with the data that the example's own calls create. axe checks
// them in light and dark mode; on a phone no screen is wider than the phone; no text of the product is in English, an id
// or a name of code; and closing a form returns the focus.

import { readFileSync } from 'node:fs'
import type { Page } from 'playwright-core'
import { describe, expect, it } from 'vitest'
import { EXAMPLES, peopleOf, playOut, PRESSED_FOR, screensOf } from '../testing/requests/played-examples.ts'
import { lookAt } from './axe.ts'
import { picture, SCREENS, sidewaysPixels, slivers } from './browser.ts'
import { crawl } from './crawl.ts'
import { germanReader, READ_GERMAN } from './german-words.ts'
import { namesInData, oddWords } from './odd-words.ts'
import { serving } from './running-help-desk.ts'
import { unevenParts } from './uneven.ts'

/** Text that played-examples.ts enters in addition to the examples. */
const TYPED = 'jane How dragons are fed Carefully. A text. Thank you. First steps'

describe.each(EXAMPLES.filter((name) => name !== 'helpdesk'))('%s', (name) => {
  const text = readFileSync(new URL(`../../../../examples/${name}/app.md`, import.meta.url), 'utf8')
  const served = serving(text)

  it(
    'can be read by everybody: axe finds nothing serious, a phone shows it whole, nothing of it is left in English',
    { timeout: 300_000 },
    async () => {
      await playOut(name, text, served.address)
      const found: string[] = []
      const german = germanReader(text, TYPED)
      const known = namesInData(text)
      const seen = new Set<string>()
      const opened = new Set<string>()
      for (const person of [null, ...(await peopleOf(served.address))]) {
        const { page } = await served.visit({ ignoresPolicy: true })
        await page.evaluate(READ_GERMAN)
        if (person !== null) await page.evaluate(signingIn(person))
        await crawl(page, seen, PRESSED_FOR[name] ?? [], async (screen) => {
          await german.look(page, screen)
          found.push(...(await lookAt(page, `${name}-${screen}`)))
          found.push(...(await slivers(page)).map((sliver) => `${name}-${screen} scrolls for nothing: ${sliver}`))
          found.push(...(await oddWords(page, known)).map((odd) => `${name}-${screen}: ${odd}`))
          found.push(...(await unevenParts(page, screen)).map((uneven) => `${name}-${screen}: ${uneven}`))
          await openForms(page, opened, async (label) => {
            await german.look(page, `${screen}: ${label}`)
            found.push(...(await oddWords(page, known)).map((odd) => `${name}-${screen}, ${label}: ${odd}`))
          })
          await page.setViewportSize(SCREENS.phone.viewport)
          await picture(page, `${name}-${screen}-phone`)
          if ((await sidewaysPixels(page)) > 0) found.push(`${name}-${screen} is wider than a phone`)
          await page.setViewportSize(SCREENS.desktop.viewport)
        })
        await served.leave()
      }
      expect(found).toEqual([])
      expect([...german.forgotten]).toEqual([])
      expect([...seen].sort()).toEqual(screensOf(text))
    },
  )
})

/** Opens each form of the page's buttons once. */
async function openForms(page: Page, opened: Set<string>, look: (label: string) => Promise<void>): Promise<void> {
  for (const label of await page.evaluate<string[]>(FORMS)) {
    if (opened.has(label)) continue
    const button = page.locator('main').getByRole('button', { name: label, exact: true, disabled: false }).first()
    if ((await button.count()) === 0) continue
    opened.add(label)
    await button.click()
    const dialog = page.getByRole('dialog')
    await dialog.waitFor()
    await look(label)
    await page.keyboard.press('Escape')
    await dialog.waitFor({ state: 'hidden' })
    // The focus is back where it was.
    await button.and(page.locator(':focus')).waitFor()
  }
}

/** The names of calls with inputs, without those whose form is the page itself. */
const FORMS = `fetch('/_ninefold/app', { headers: { 'Accept-Language': 'de' } }).then((answer) => answer.json()).then(({ screens }) => {
  const pages = screens.filter(({ blocks }) => blocks.some(({ kind }) => kind !== 'form'))
  const actions = pages.flatMap((screen) => [...screen.actions, ...screen.blocks.flatMap(({ actions, offers = [] }) => [...actions, ...offers])])
  return [...new Set(actions.filter(({ kind, form }) => kind === 'call' && form.length > 0).map(({ label }) => label))]
})`

function signingIn(credentials: object): string {
  const init = `{ method: 'POST', headers: { 'content-type': 'application/json', 'ninefold-client': 'web' }, body: ${JSON.stringify(JSON.stringify(credentials))} }`
  return `fetch('/_ninefold/session', ${init})`
}
