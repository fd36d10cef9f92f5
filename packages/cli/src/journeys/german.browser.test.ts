// The help desk in German, screen by screen and form by form: whatever stands there is either the author's, and in the text,
// or in the German catalogue. What is in neither has been forgotten.

import { readdirSync, readFileSync } from 'node:fs'
import type { Page } from 'playwright-core'
import { expect, it } from 'vitest'
import { crawl } from './crawl.ts'
import { reportProblem } from './forms.ts'
import { ADA, CLEO, HELP_DESK, serving } from './running-help-desk.ts'

const desk = serving()

const WORDS = new URL('../../../web/src/ui/', import.meta.url)
const GERMAN = readdirSync(WORDS).flatMap((name) => (name.endsWith('-german.ts') ? [new URL(name, WORDS)] : []))
const GERMAN_REFUSALS = new URL('../../../core/src/contract/refusal-words-german.ts', import.meta.url)

/** What stands in quotes there: keys and code are English. */
function saidInGerman(): string {
  return [...GERMAN, GERMAN_REFUSALS]
    .map((file) => readFileSync(file, 'utf8'))
    .flatMap((code) => [...code.matchAll(/'[^'\n]*'|`[^`]*`/g)].map(([quoted]) => quoted))
    .join(' ')
}

/** Names of languages and of browsers; and what a calendar says. */
const NAMES = 'English Deutsch Chrome Linux'
const CALENDAR = Array.from({ length: 12 }, (_, month) =>
  new Intl.DateTimeFormat('de', { dateStyle: 'full' }).format(new Date(2026, month, month + 1)),
).join(' ')

const TYPED = ['The printer is on fire', 'Second floor.'] as const

/** A name of the text is a word for each of its parts: `firstRepliedAt`. */
const wordsIn = (text: string): string[] =>
  text
    .replace(/(\p{Ll})(\p{Lu})/gu, '$1 $2')
    .toLowerCase()
    .match(/\p{L}{3,}/gu) ?? []

/** Everything that is seen or read out, but what only authors see. */
const SAID = `(() => {
  const said = []
  for (const element of document.querySelectorAll('body *')) {
    if (element.closest('script, style, textarea[aria-hidden], [lang=en]') !== null || element.closest('time') !== null) continue
    for (const name of ['aria-label', 'title', 'placeholder', 'aria-description', 'alt'])
      if (element.hasAttribute(name)) said.push(element.getAttribute(name))
    for (const node of element.childNodes) if (node.nodeType === Node.TEXT_NODE) said.push(node.textContent)
  }
  return said.map((text) => text.trim()).filter((text) => text !== '')
})()`

it('has no words of its own that are English', async () => {
  const known = new Set(wordsIn([readFileSync(HELP_DESK, 'utf8'), saidInGerman(), CALENDAR, NAMES, ...TYPED].join(' ')))
  const forgotten = new Map<string, string>()
  const look = async (page: Page, where: string): Promise<void> => {
    for (const said of await page.evaluate<string[]>(SAID))
      if (!wordsIn(said).every((word) => known.has(word))) forgotten.set(said, where)
  }
  const seen = new Set<string>()
  for (const account of [CLEO, ADA]) {
    const { page } = await desk.signedIn(account)
    if (account === CLEO) await reportProblem(page, ...TYPED)
    await page.evaluate(`localStorage.setItem('ninefold.language', 'de')`)
    await crawl(page, seen, ['/tickets/1000'], async (screen) => {
      await look(page, screen)
      for (const button of await page.locator('main button:visible').all()) {
        const name = (await button.textContent()) ?? ''
        if (!/hinzufügen|ändern|Reply|Hand over|Report/.test(name)) continue
        if ((await button.getAttribute('aria-disabled')) === 'true') continue
        await button.click()
        const dialog = page.getByRole('dialog')
        await dialog.waitFor()
        await look(page, `${screen}: ${name}`)
        await page.keyboard.press('Escape')
        await dialog.waitFor({ state: 'hidden' })
      }
    })
    for (const address of ['/_ninefold/account', '/_ninefold/deleted', '/nothing/here']) {
      await page.goto(address)
      await page.locator('main h1').first().waitFor()
      await look(page, address)
    }
    await page.context().close()
  }
  expect([...forgotten]).toEqual([])
})
