// Every screen of every example but the help desk (accessibility.browser.test.ts) under axe, in the light and in the dark, with the data that the example's own calls make; and
// on a phone no screen is wider than the phone.

import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { EXAMPLES, peopleOf, playOut, PRESSED_FOR, screensOf } from '../testing/played-examples.ts'
import { lookAt } from './axe.ts'
import { picture, SCREENS, sidewaysPixels } from './browser.ts'
import { crawl } from './crawl.ts'
import { serving } from './running-help-desk.ts'

describe.each(EXAMPLES.filter((name) => name !== 'helpdesk'))('%s', (name) => {
  const text = readFileSync(new URL(`../../../../examples/${name}/app.md`, import.meta.url), 'utf8')
  const served = serving(text)

  it('has no screen on which axe finds anything serious, or that is wider than a phone', async () => {
    await playOut(name, text, served.address)
    const found: string[] = []
    const seen = new Set<string>()
    for (const person of [null, ...(await peopleOf(served.address))]) {
      const { page } = await served.visit({ ignoresPolicy: true })
      if (person !== null) await page.evaluate(signingIn(person))
      await crawl(page, seen, PRESSED_FOR[name] ?? [], async (screen) => {
        found.push(...(await lookAt(page, `${name}-${screen}`)))
        await page.setViewportSize(SCREENS.phone.viewport)
        await picture(page, `${name}-${screen}-phone`)
        if ((await sidewaysPixels(page)) > 0) found.push(`${name}-${screen} is wider than a phone`)
        await page.setViewportSize(SCREENS.desktop.viewport)
      })
      await page.context().close()
    }
    expect(found).toEqual([])
    expect([...seen].sort()).toEqual(screensOf(text))
  })
})

function signingIn(credentials: object): string {
  const init = `{ method: 'POST', headers: { 'content-type': 'application/json', 'ninefold-client': 'web' }, body: ${JSON.stringify(JSON.stringify(credentials))} }`
  return `fetch('/_ninefold/session', ${init})`
}
