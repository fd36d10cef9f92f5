// What a person waits for in the browser, on the help desk with 100,000 tickets: from a click or a key until
// the page has drawn what it leads to, and how evenly a long list moves.
//
//   npm run bench tables

import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { startEmbeddedPostgres } from '@ninefold/server/store/embedded-postgres.ts'
import { chromium, type Page } from 'playwright-core'
import { chromiumOrFail } from '../scripts/chromium.mjs'
import { buildWeb } from '../scripts/web.mjs'
import { TOKENS } from './contender.ts'
import { startNinefold } from './ninefold.ts'
import { milliseconds, printTable, verdict } from './print-table.ts'

const ARGUMENTS = ['--headless', '--no-sandbox', '--disable-gpu', '--disable-background-networking']
const TICKETS = 100_000
const ROUNDS = 9
const TARGET_MS = 100
/** A frame that takes longer is seen as a stutter: three of a display that draws sixty in a second. */
const STUTTER_MS = 50
const PATIENCE_MS = 30_000
const SCROLLED_ROWS = 3_000

export async function benchTables(): Promise<void> {
  buildWeb()
  const folder = mkdtempSync(join(tmpdir(), 'ninefold-bench-'))
  const postgres = await startEmbeddedPostgres({ dataDirectory: folder, log: () => undefined })
  try {
    const desk = await startNinefold(postgres.connectionString, 'helpdesk', TICKETS)
    try {
      await measureTables(desk.address)
    } finally {
      await desk.stop()
    }
  } finally {
    await postgres.stop()
    rmSync(folder, { recursive: true, force: true })
  }
}

export async function measureTables(address: string): Promise<void> {
  const browser = await chromium.launch({ executablePath: chromiumOrFail(), args: ARGUMENTS })
  try {
    const context = await browser.newContext({ viewport: { width: 1280, height: 850 } })
    await context.addCookies([{ name: 'ninefold_session', value: TOKENS.admin, url: address }])
    const page = await context.newPage()
    const found: [string, readonly number[]][] = []
    for (const [what, query] of [
      ['pages', ''],
      ['one list', '?page=all'],
    ] as const) {
      await page.goto(`${address}/queue${query}`)
      await page.locator('tbody tr[data-row]').first().waitFor()
      for (const interaction of INTERACTIONS)
        found.push([`${what}: ${interaction.name}`, await timesOf(page, interaction)])
    }
    console.log(
      `Help desk with ${TICKETS} tickets, in Chromium: median and worst of ${ROUNDS}, target ${TARGET_MS} ms\n`,
    )
    printTable(
      ['', 'median', 'worst', ''],
      found.map(([name, times]) => {
        const sorted = times.toSorted((a, b) => a - b)
        const [median, worst] = [sorted[Math.floor(sorted.length / 2)] ?? 0, sorted.at(-1) ?? 0]
        return [name, milliseconds(median), milliseconds(worst), verdict(median <= TARGET_MS)]
      }),
    )
    await page.goto(`${address}/queue?page=all`)
    await page.locator('tbody tr[data-row]').first().waitFor()
    printFrames(await scrolled(page))
  } finally {
    await browser.close()
  }
}

interface Interaction {
  readonly name: string
  readonly act: (page: Page, round: number) => Promise<void>
  /** What the page shows when it is done, as a script; `before` is what it returned before. */
  readonly shows: string
  readonly after?: (page: Page) => Promise<void>
}

const FIRST_ROW = `document.querySelector('tbody tr[data-row]')?.dataset.row`
const IS_SETTLED = `document.querySelector('[aria-busy=true]') === null`

const INTERACTIONS: readonly Interaction[] = [
  {
    name: 'sort by a column',
    act: (page) =>
      page.evaluate(
        `[...document.querySelectorAll('thead button')].find((each) => each.textContent.startsWith('Number')).click()`,
      ),
    shows: `${IS_SETTLED} && location.search.includes('sort=') && ${FIRST_ROW}`,
  },
  {
    name: 'filter by a choice',
    act: (page, round) => goTo(page, round % 2 === 0 ? 'priority=high' : 'priority=urgent'),
    shows: `${IS_SETTLED} && location.search.includes('priority=') && ${FIRST_ROW}`,
  },
  {
    name: 'next row by arrow',
    act: (page) => page.keyboard.press('ArrowDown'),
    shows: `document.activeElement?.closest('tr')?.dataset.row`,
  },
  {
    name: 'open a row',
    act: (page) => page.evaluate(`document.querySelector('tbody td[data-link] a').click()`),
    shows: `document.querySelector('article h1')?.textContent`,
    after: async (page) => {
      await page.goBack()
      await page.locator('tbody tr[data-row]').first().waitFor()
    },
  },
]

/** To the list with something else in its address, as a filter does. */
function goTo(page: Page, query: string): Promise<void> {
  return page.evaluate(`{
    document.body.click()
    const search = new URLSearchParams(location.search)
    search.set(...${JSON.stringify(query.split('='))})
    history.pushState(history.state, '', location.pathname + '?' + search)
  }`)
}

/** From the interaction until the browser has drawn the frame that shows it. */
async function timesOf(page: Page, { name, act, shows, after }: Interaction): Promise<number[]> {
  const times: number[] = []
  if (name.startsWith('next row')) await page.locator('tbody td[data-link] a').first().focus()
  for (let round = 0; round < ROUNDS; round++) {
    await page.evaluate(`
      window.shown = () => ${shows}
      window.before = window.shown()
      window.done = new Promise((resolve, reject) => {
        setTimeout(() => reject(new Error('The page never showed it.')), ${PATIENCE_MS})
        const begin = (event) => {
          const from = event.timeStamp
          const look = () => {
            const now = window.shown()
            if (now && now !== window.before) requestAnimationFrame(() => resolve(performance.now() - from))
            else requestAnimationFrame(look)
          }
          requestAnimationFrame(look)
        }
        addEventListener('click', begin, { once: true, capture: true })
        addEventListener('keydown', begin, { once: true, capture: true })
      })
      undefined`)
    await act(page, round)
    times.push(await page.evaluate<number>('window.done'))
    await after?.(page)
  }
  return times
}

interface Frames {
  readonly times: readonly number[]
  readonly rows: number
  readonly drawn: number
}

/** As with a wheel that is turned evenly: a screen in ten frames, until so many rows have gone by. */
async function scrolled(page: Page): Promise<Frames> {
  return page.evaluate<Frames>(`new Promise((resolve) => {
    const room = document.querySelector('[data-scrolls]')
    const times = []
    let last = performance.now()
    const step = () => {
      const now = performance.now()
      times.push(now - last)
      last = now
      room.scrollBy(0, 60)
      const drawn = [...document.querySelectorAll('tbody tr[data-row]')]
      const place = Number(drawn.at(-1)?.getAttribute('aria-rowindex') ?? 0)
      if (place >= ${SCROLLED_ROWS} || times.length > 6000) resolve({ times, rows: place, drawn: drawn.length })
      else requestAnimationFrame(step)
    }
    requestAnimationFrame(step)
  })`)
}

function printFrames({ times, rows, drawn }: Frames): void {
  const sorted = times.toSorted((a, b) => a - b)
  const at = (share: number): number => sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0
  const stutters = times.filter((time) => time > STUTTER_MS).length
  console.log(`\nScrolling through ${rows} rows, ${drawn} drawn at the end: ${times.length} frames`)
  printTable(
    ['median', '95 of 100', '99 of 100', 'worst', `over ${STUTTER_MS} ms`],
    [[milliseconds(at(0.5)), milliseconds(at(0.95)), milliseconds(at(0.99)), milliseconds(at(1)), String(stutters)]],
  )
}
