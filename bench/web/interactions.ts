// Measures a person's actions in the tables of the help desk, as events of the browser: the time until the next paint,
// the time until the result is visible, and the page's own processor time.

import type { Page } from 'playwright-core'

export interface Interaction {
  readonly name: string
  readonly before?: (page: Page) => Promise<void>
  readonly act: (page: Page, round: number) => Promise<void>
  /** Script that tells whether the result is visible; before the action it returns another value, or nothing. */
  readonly shows: string
  readonly after?: (page: Page) => Promise<void>
}

export interface Times {
  /** From the event to the next paint: the browser's own duration of an event. */
  readonly answerMs: number
  readonly dataMs: number
  readonly processorMs: number
}

const PATIENCE_MS = 30_000
const ROWS = 'tbody tr[data-row]'
const FIRST_ROW = `document.querySelector('${ROWS}')?.dataset.row`
const IS_SETTLED = `document.querySelector('[aria-busy=true]') === null`
const FOCUSED_ROW = `document.activeElement?.closest('tr')?.dataset.row`
const FILTER = 'button[aria-haspopup=dialog]:has-text("Priority")'
const ASKED = `${IS_SETTLED} && location.search + ' ' + ${FIRST_ROW}`

/** Clicks with the pointer, because the browser times only events of a person and not those of a script. */
async function click(page: Page, selector: string, which = 0): Promise<void> {
  const box = await page.locator(selector).nth(which).boundingBox()
  if (box === null) throw new Error(`There is no ${selector} in sight.`)
  await page.mouse.click(box.x + box.width / 2, box.y + box.height / 2)
}

async function backToList(page: Page): Promise<void> {
  await page.goBack()
  await page.locator(ROWS).first().waitFor()
}

export const INTERACTIONS: readonly Interaction[] = [
  ...['Number', 'Subject', 'Priority', 'Status'].map((column) => ({
    name: `sort by ${column.toLowerCase()}`,
    act: (page: Page) => click(page, `thead button:has-text("${column}")`),
    shows: ASKED,
  })),
  {
    name: 'open a filter',
    act: (page) => click(page, FILTER),
    shows: `document.querySelector('[role=dialog] input[type=checkbox]') !== null`,
    after: async (page) => {
      await page.keyboard.press('Escape')
      await page.locator('[role=dialog]').waitFor({ state: 'detached' })
    },
  },
  {
    name: 'filter by a choice',
    before: (page) => page.locator(FILTER).first().click(),
    act: (page, round) => click(page, '[role=dialog] input[type=checkbox]', round % 2),
    shows: ASKED,
  },
  {
    name: 'search',
    before: (page) => page.locator('input[type=search]').first().focus(),
    act: (page, round) => page.keyboard.press(String(round % 10)),
    shows: ASKED,
  },
  {
    name: 'next row by arrow',
    before: (page) => page.locator('tbody td[data-link] a').first().focus(),
    act: (page) => page.keyboard.press('ArrowDown'),
    shows: FOCUSED_ROW,
  },
  {
    name: 'rows down and up by page',
    before: (page) => page.locator('tbody td[data-link] a').first().focus(),
    act: (page, round) => page.keyboard.press(round % 2 === 0 ? 'PageDown' : 'PageUp'),
    shows: FOCUSED_ROW,
  },
  {
    name: 'open a ticket',
    act: (page) => click(page, 'tbody td[data-link] a'),
    shows: `document.querySelector('article h1')?.textContent`,
    after: backToList,
  },
  {
    name: 'back to the list',
    before: (page) => openFirst(page),
    act: (page) => page.evaluate(`{ window.begin({ timeStamp: performance.now() }); history.back() }`),
    shows: FIRST_ROW,
    after: (page) => openFirst(page),
  },
]

/** Actions of an agent who works through the queue; each ticket is taken once. */
export const OF_AGENTS: readonly Interaction[] = [
  {
    name: 'take a ticket',
    act: (page) => click(page, 'tbody button:has-text("Take"):not([aria-disabled=true])'),
    shows: `document.querySelectorAll('tbody button:not([aria-disabled=true])').length`,
    after: (page) => page.waitForLoadState('networkidle'),
  },
]

async function openFirst(page: Page): Promise<void> {
  await page.locator('tbody td[data-link] a').first().click()
  await page.locator('article h1').waitFor()
}

/** Every page opened from now on records its slow events. */
export async function watchEvents(page: Page): Promise<void> {
  await page.addInitScript(`
    window.events = []
    new PerformanceObserver((list) => window.events.push(...list.getEntries().map(({ name, startTime, duration }) => ({ name, startTime, duration }))))
      .observe({ type: 'event', durationThreshold: 16, buffered: true })
  `)
}

export async function measured(page: Page, { act, shows }: Interaction, round: number): Promise<Times> {
  const client = await page.context().newCDPSession(page)
  await client.send('Performance.enable', { timeDomain: 'threadTicks' })
  const taskSeconds = async (): Promise<number> => {
    const { metrics } = await client.send('Performance.getMetrics')
    return metrics.find(({ name }) => name === 'TaskDuration')?.value ?? 0
  }
  await page.evaluate(`
    window.shown = () => ${shows}
    window.shownBefore = window.shown()
    window.begun = null
    window.done = new Promise((resolve, reject) => {
      setTimeout(() => reject(new Error('The page never showed it.')), ${PATIENCE_MS})
      const begin = window.begin = (event) => {
        window.begun ??= event.timeStamp
        const look = () => {
          const now = window.shown()
          if (now && now !== window.shownBefore) requestAnimationFrame(() => resolve(performance.now() - window.begun))
          else requestAnimationFrame(look)
        }
        requestAnimationFrame(look)
      }
      addEventListener('pointerdown', begin, { once: true, capture: true })
      addEventListener('keydown', begin, { once: true, capture: true })
    })
    window.done.catch(() => {})
    undefined`)
  const before = await taskSeconds()
  await act(page, round)
  const dataMs = await page.evaluate<number>('window.done')
  const processorMs = ((await taskSeconds()) - before) * 1000
  // The browser reports an event a moment after the paint that follows it, and no event under 16 ms.
  const answerMs = await page.evaluate<number>(`new Promise((resolve) =>
    requestAnimationFrame(() => setTimeout(() => resolve(
      Math.max(0, ...window.events.filter(({ startTime }) => startTime >= window.begun - 1).map(({ duration }) => duration))
    ), 50)))`)
  await client.detach()
  return { answerMs, dataMs, processorMs }
}
