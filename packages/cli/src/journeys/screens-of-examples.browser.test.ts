// Screens of the examples with the most screens, with their sample records: no person reads a value that was turned into
// text by mistake, an id or a name of code; no tools stand crooked, and charts fill their cards. The other examples are
// looked at in the same way by accessibility-of-examples.browser.test.ts.

import { readFileSync } from 'node:fs'
import { cp } from 'node:fs/promises'
import type { Page } from 'playwright-core'
import { describe, expect, it } from 'vitest'
import { picture, SCREENS } from './browser.ts'
import { crawl } from './crawl.ts'
import { namesInData, oddWords } from './odd-words.ts'
import { serving } from './running-help-desk.ts'
import { unevenParts } from './uneven.ts'

const EXAMPLES = new URL('../../../../examples/', import.meta.url)

const text = (name: string): string => readFileSync(new URL(`${name}/app.md`, EXAMPLES), 'utf8')

/** So narrow that tools of a list take several lines, and wider than a phone. */
const NARROW = { width: 900, height: 800 }

const PEOPLE = { crm: ['Ada Admin', null], shop: ['Max Manager', 'Carla Customer', null] } as const

describe.each(['crm', 'shop'] as const)('%s', (name) => {
  const served = serving(text(name), (folder) => cp(new URL(name, EXAMPLES), folder, { recursive: true }), true)
  const known = namesInData(text(name))
  const seen = new Set<string>()

  it.each(PEOPLE[name])('shows words for people, in even parts: %s', async (label) => {
    const { page } = await served.visit()
    if (label !== null) await signInAs(page, label)
    const found: string[] = []
    await crawl(page, seen, [], async (screen) => {
      await picture(page, `${name}-${screen}`)
      const odd = await oddWords(page, known)
      const uneven = await unevenParts(page, screen)
      await page.setViewportSize(NARROW)
      const narrow = await unevenParts(page, screen)
      await page.setViewportSize(SCREENS.desktop.viewport)
      found.push(...[...odd, ...uneven, ...narrow].map((each) => `${screen}: ${each}`))
    })
    expect(found).toEqual([])
  })

  if (name === 'crm')
    it('sees planted faults', async () => {
      const { page } = await served.visit()
      await signInAs(page, 'Mia Manager')
      await page.goto('/dashboard')
      await page.locator('main [role=status][aria-busy=true]').first().waitFor({ state: 'detached' })
      await page.getByRole('region', { name: 'Deals by stage' }).getByRole('table').waitFor()
      expect([...(await oddWords(page, known)), ...(await unevenParts(page, 'dashboard'))]).toEqual([])
      await page.evaluate(PLANTED)
      expect((await oddWords(page, known)).map((each) => each.split(' in ')[0]).sort()).toEqual(
        PLANTED_WORDS.map((word) => `"${word}"`).sort(),
      )
      await page.evaluate(UNFILLED)
      expect((await unevenParts(page, 'dashboard')).map((each) => each.replace(/\d+/, 'n'))).toEqual([
        'Deals by stageStageHow manyNew leaves n px of its card empty',
      ])
      await page.goto('/companies')
      await page.locator('main [role=search]').waitFor()
      expect(await unevenParts(page, 'companies')).toEqual([])
      await page.evaluate(`document.querySelector('main [role=search] > *').style.marginTop = '5px'`)
      expect((await unevenParts(page, 'companies')).length).toBeGreaterThan(0)
    })
})

/** One in each place where words can be. */
const PLANTED_WORDS = [
  '[object',
  'undefined',
  'NaN',
  'null',
  'Invalid Date',
  '9f1b7a64-0f5e-4a39-9d1b-0a9c4b2c7d11',
  'lineTotal',
  'line_total',
  'DealOwner',
] as const

const PLANTED = `(() => {
  const add = (name, set) => document.querySelector('main').append(Object.assign(document.createElement(name), set))
  add('input', { title: 'Known since [object Object]', placeholder: 'undefined' })
  add('span', { ariaLabel: 'NaN %', textContent: 'null' })
  add('time', { textContent: 'Invalid Date' })
  add('p', { textContent: 'Record 9f1b7a64-0f5e-4a39-9d1b-0a9c4b2c7d11 of lineTotal' })
  add('img', { alt: 'line_total' })
  add('input', { value: 'DealOwner' })
})()`

/** A chart that is lower than its card. */
const UNFILLED = `Object.assign(document.querySelector('section[aria-label="Deals by stage"] table').parentElement.style, { flex: 'none', height: '120px' })`

async function signInAs(page: Page, label: string): Promise<void> {
  const { sampleUsers } = await page.evaluate<{
    sampleUsers: { label: string; identifier: string; password: string }[]
  }>(`fetch('/_ninefold/app').then((answer) => answer.json())`)
  const user = sampleUsers.find((each) => each.label === label)
  const answer = await page.request.post('/_ninefold/session', {
    data: { identifier: user?.identifier, password: user?.password },
  })
  expect(answer.ok()).toBe(true)
}
