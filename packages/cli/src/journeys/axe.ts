// A page under axe, in the light and in the dark: what it finds that is serious, with a picture of what it looked at.

import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import type { Page } from 'playwright-core'
import { picture } from './browser.ts'

const AXE = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')
const WORST = ['serious', 'critical']
/** Describing what passes took axe most of its time. */
const OPTIONS = { resultTypes: ['violations'] }

interface Finding {
  readonly id: string
  readonly impact: string
  readonly help: string
  readonly nodes: readonly { readonly html: string; readonly failureSummary: string }[]
}

/** Both appearances; what has no colour is the same in the dark. */
export async function lookAt(page: Page, name: string): Promise<readonly string[]> {
  if (await page.evaluate<boolean>(`!('axe' in window)`)) await page.evaluate(AXE)
  // Colours that are on their way from one appearance to the other belong to neither.
  const { dispose } = await stillness(page)
  const light = await findings(page, `${name}-light`)
  await wear(page, 'dark')
  const dark = await findings(page, `${name}-dark`, ['color-contrast'])
  await wear(page, 'light')
  await dispose()
  return [...light, ...dark]
}

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
