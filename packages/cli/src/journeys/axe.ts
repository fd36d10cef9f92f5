// Checks a page with axe, in light and dark mode: returns its serious findings, with a screenshot. A page that moves
// without end for a reader who prefers reduced motion is a finding, too.

import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import type { Page } from 'playwright-core'
import { picture } from './browser.ts'

const AXE = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')
const WORST = ['serious', 'critical']
/** Descriptions of passed rules took most of axe's time. */
const OPTIONS = { resultTypes: ['violations'] }

interface Finding {
  readonly id: string
  readonly impact: string
  readonly help: string
  readonly nodes: readonly { readonly html: string; readonly failureSummary: string }[]
}

/** Checks both modes. Rules without colours have the same result in dark mode and run once. */
export async function lookAt(page: Page, name: string): Promise<readonly string[]> {
  if (await page.evaluate<boolean>(`!('axe' in window)`)) await page.evaluate(AXE)
  // Waits for transitions, because colours between the two modes belong to neither.
  const { dispose } = await stillness(page)
  const moving = await page.evaluate<readonly string[]>(ENDLESS)
  const light = await findings(page, `${name}-light`)
  await wear(page, 'dark')
  const dark = await findings(page, `${name}-dark`, ['color-contrast'])
  await wear(page, 'light')
  await dispose()
  return [...moving.map((animation) => `${name}: moves without end: ${animation}`), ...light, ...dark]
}

/** Animations that repeat for ever. One along a scroll moves only with the reader. */
const ENDLESS = `document
  .getAnimations()
  .filter(({ timeline, effect }) => timeline === document.timeline && effect.getComputedTiming().endTime === Infinity)
  .map(({ animationName, effect }) => animationName + ' on ' + effect.target.outerHTML.slice(0, 200))`

async function stillness(page: Page): Promise<{ dispose(): Promise<void> }> {
  const style = await page.addStyleTag({ content: '*, ::before, ::after { transition: none !important }' })
  return { dispose: () => style.evaluate('(element) => element.remove()') }
}

async function wear(page: Page, colours: 'light' | 'dark'): Promise<void> {
  await page.emulateMedia({ colorScheme: colours })
  await page.locator(`html[data-mantine-color-scheme=${colours}]`).waitFor()
  await page.evaluate(`(async () => {
    const drawn = () => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)))
    await drawn()
    // An animation along a scroll has no end, nor has one that repeats while something loads.
    const timed = document
      .getAnimations()
      .filter(({ timeline, effect }) => timeline === document.timeline && effect.getComputedTiming().endTime !== Infinity)
    await Promise.all(timed.map((animation) => animation.finished.catch(() => {})))
    await drawn()
  })()`)
}

async function findings(page: Page, name: string, rules?: readonly string[]): Promise<readonly string[]> {
  await picture(page, `axe-${name}`)
  const found = await page.evaluate<readonly Finding[]>(
    `axe.run(document, ${JSON.stringify({ ...OPTIONS, runOnly: rules })}).then(({ violations }) => violations)`,
  )
  const worst = found.filter(({ impact }) => WORST.includes(impact))
  return worst.flatMap(({ id, impact, help, nodes }) =>
    nodes.map(({ html, failureSummary }) => `${name}: ${impact} ${id}: ${help}\n  ${html}\n  ${failureSummary}`),
  )
}
