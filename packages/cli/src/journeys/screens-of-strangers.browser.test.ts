// Screens of a text that resembles no example, as each of its people sees them: with records, and before there is any. No
// person reads a value that was turned into text by mistake, nothing stands crooked on a desk or a phone, and axe finds
// nothing serious.

import { readFileSync } from 'node:fs'
import type { Page } from 'playwright-core'
import { describe, expect, it } from 'vitest'
import { lookAt } from './axe.ts'
import { picture, SCREENS, sidewaysPixels } from './browser.ts'
import { crawl } from './crawl.ts'
import { namesInData, oddWords } from './odd-words.ts'
import { serving } from './running-help-desk.ts'
import { unevenParts } from './uneven.ts'

const LABORATORY = readFileSync(
  new URL('../../../server/src/testing/texts/laboratory.md', import.meta.url),
  'utf8',
).replaceAll('\r', '')

const PEOPLE = {
  hanna: { email: 'hanna@example.test', password: 'correct-horse-1' },
  tom: { email: 'tom@example.test', password: 'correct-horse-2' },
  clara: { email: 'clara@example.test', password: 'correct-horse-3' },
} as const

/** The sizes at which tools fit in one line, do not, and become cards. */
const SIZES = [SCREENS.desktop.viewport, { width: 1000, height: 800 }, SCREENS.phone.viewport]

describe.each(['with records', 'empty'] as const)('%s', (how) => {
  const served = serving(LABORATORY, undefined, how === 'with records')
  const seen = new Set<string>()

  it.each(['tom', 'hanna', 'clara'] as const)(
    'even parts, and words for people: %s',
    { timeout: 300_000 },
    async (who) => {
      const { page } = await served.visit({ ignoresPolicy: true })
      await signIn(page, who)
      if (how === 'with records' && who === 'tom') await work(page)
      const found: string[] = []
      const known = namesInData(LABORATORY)
      const also = how === 'with records' ? ['/samples/W-2026-00001'] : []
      await crawl(page, seen, also, async (screen) => {
        for (const size of SIZES) {
          await page.setViewportSize(size)
          await page.locator('main [role=status][aria-busy=true]').first().waitFor({ state: 'detached' })
          await picture(page, `laboratory-${how}-${screen}-${size.width}`)
          const odd = [...(await oddWords(page, known)), ...(await unevenParts(page, screen))]
          if ((await sidewaysPixels(page)) > 0) odd.push('wider than the window')
          found.push(...odd.map((each) => `${screen} at ${size.width}: ${each}`))
        }
        await page.setViewportSize(SCREENS.desktop.viewport)
        found.push(...(await lookAt(page, `laboratory-${how}-${screen}`)))
      })
      expect(found).toEqual([])
    },
  )
})

/** By the words of the machine: a screen, the width of the window, and styles that put the fault there. */
const PLANTED = {
  'broken within: calibrated': ['instruments', 1280, 'td[data-kind=list] * { width: 12px; overflow-wrap: anywhere }'],
  'out of reach: Change': ['instruments', 1000, 'td:last-child { position: static !important }'],
  'boxes that do not stand below each other': ['bench', 390, '[data-chooses] { position: relative; left: 20px }'],
  'a frame within a card around: Technicians by state': [
    'figures',
    1280,
    'section { border: 1px dashed } section, section div { width: 100%; border: 1px dashed }',
  ],
  'beyond its chart: ': ['figures', 1280, 'svg text { transform: translateX(900px) }'],
} as const

describe('the machine sees', () => {
  const served = serving(LABORATORY, undefined, true)

  it.each(Object.entries(PLANTED))('%s', async (said, [screen, width, styles]) => {
    const { page } = await served.visit({ ignoresPolicy: true })
    await signIn(page, 'hanna')
    await page.setViewportSize({ width, height: 800 })
    await page.goto(`/${screen}?technician=`)
    await page.locator('main h1').waitFor()
    await page.waitForLoadState('networkidle')
    expect(await unevenParts(page, screen)).toEqual([])
    await page.addStyleTag({ content: styles })
    expect((await unevenParts(page, screen)).filter((each) => each.startsWith(said))).not.toEqual([])
  })
})

async function signIn(page: Page, who: keyof typeof PEOPLE): Promise<void> {
  const { email, password } = PEOPLE[who]
  const answer = await page.request.post('/_ninefold/session', { data: { identifier: email, password } })
  expect(answer.ok()).toBe(true)
}

/** A sample that is measured, with a note, and a reservation of tomorrow. */
async function work(page: Page): Promise<void> {
  const send = async (address: string, data: object): Promise<void> => {
    const answer = await page.request.post(address, { data })
    expect([address, answer.status(), answer.ok() ? '' : await answer.text()]).toEqual([address, answer.status(), ''])
  }
  const rows = async (address: string): Promise<{ id: string; number: string; code: string }[]> =>
    ((await (await page.request.get(address)).json()) as { items: { id: string; number: string; code: string }[] })
      .items
  const [sample] = (await rows('/api/samples')).slice(-1)
  const method = (await rows('/api/methods')).find(({ code }) => code === 'PB')
  if (sample === undefined || method === undefined) throw new Error('The text has no sample records.')
  await send(`/api/samples/${sample.number}/start`, {})
  await send('/api/measurements', { sample: sample.id, method: method.id, value: 0.25 })
  const [instrument] = await rows('/api/instruments')
  const [start, end] = [24, 26].map((hours) => new Date(Date.now() + hours * 3_600_000).toISOString())
  await send('/api/slots', { instrument: instrument?.id, during: { start, end }, purpose: 'Nitrate of the county' })
  await send('/api/notes', { sample: sample.id, body: 'The bottle was open when it came.' })
}
