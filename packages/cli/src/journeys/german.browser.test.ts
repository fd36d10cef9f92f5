// The help desk in German, screen by screen and form by form: every word is a translation of the specification, part of
// a record, or in the German catalogue. Any other word lacks a translation.

import { readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import { crawl } from './crawl.ts'
import { reportProblem } from './forms.ts'
import { germanReader, READ_GERMAN } from './german-words.ts'
import { ADA, CLEO, HELP_DESK, serving } from './running-help-desk.ts'

const desk = serving()

const TYPED = ['The printer is on fire', 'Second floor.'] as const

it('has no words that are English, of its own or of its text', async () => {
  const { look, forgotten } = germanReader(readFileSync(HELP_DESK, 'utf8'), TYPED.join(' '))
  const seen = new Set<string>()
  for (const account of [CLEO, ADA]) {
    const { page } = await desk.signedIn(account)
    if (account === CLEO) await reportProblem(page, ...TYPED)
    await page.evaluate(READ_GERMAN)
    await crawl(page, seen, ['/tickets/1000'], async (screen) => {
      await look(page, screen)
      for (const button of await page.locator('main button:visible').all()) {
        const name = (await button.textContent()) ?? ''
        if (!/hinzufügen|ändern|Übergeben|melden/.test(name)) continue
        if ((await button.getAttribute('aria-disabled')) === 'true') continue
        await button.click()
        const dialog = page.getByRole('dialog')
        await dialog.waitFor()
        await look(page, `${screen}: ${name}`)
        await page.keyboard.press('Escape')
        await dialog.waitFor({ state: 'hidden' })
      }
    })
    for (const address of ['/_ninefold/account', '/_ninefold/people', '/_ninefold/deleted', '/nothing/here']) {
      await page.goto(address)
      await page.locator('main h1').first().waitFor()
      await look(page, address)
    }
    await desk.leave()
  }
  expect([...forgotten]).toEqual([])
})
