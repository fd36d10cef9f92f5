// Waiting times of a person in the browser, on the help desk with 100,000 tickets: from a click or key until the next
// paint (Event Timing), until the data is there, and how smoothly a long list scrolls.
//
//   npm run bench tables

import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { startEmbeddedPostgres } from '@ninefold/server/store/embedded/embedded-postgres.ts'
import { chromium, type Page } from 'playwright-core'
import { chromiumOrFail } from '../../scripts/test-run/chromium.mjs'
import { buildWeb } from '../../scripts/builds/web-app.mjs'
import { TOKENS } from '../servers/contender.ts'
import { startNinefold } from '../servers/ninefold.ts'
import { milliseconds, printTable, verdict } from '../print-table.ts'
import { INTERACTIONS, type Interaction, measured, OF_AGENTS, type Times, watchEvents } from './interactions.ts'

const ARGUMENTS = ['--headless', '--no-sandbox', '--disable-gpu', '--disable-background-networking']
const TICKETS = 100_000
const ROUNDS = 7
const TARGET_MS = 100
/** A longer frame is a visible stutter: three frames at 60 Hz. */
const STUTTER_MS = 50
const PATIENCE_MS = 30_000
const SCROLLED_ROWS = 3_000
const SCROLLED_BY = 120
const SCROLLED_MS_MAX = 60_000

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

async function measureTables(address: string): Promise<void> {
  const browser = await chromium.launch({ executablePath: chromiumOrFail(), args: ARGUMENTS })
  try {
    const context = await browser.newContext({ viewport: { width: 1280, height: 850 } })
    const page = await context.newPage()
    page.setDefaultTimeout(PATIENCE_MS)
    await watchEvents(page)
    console.log(
      `Help desk with ${TICKETS} tickets, in Chromium: medians and worst of ${ROUNDS}; the page answers within ${TARGET_MS} ms\n`,
    )
    const header = ['', 'answers', 'worst', 'data is there', 'worst', 'processor', '']
    const rows: string[][] = []
    for (const [what, path, who, interactions] of [
      ['pages', '/queue', TOKENS.admin, INTERACTIONS],
      ['one list', '/queue?page=all', TOKENS.admin, INTERACTIONS],
      ['own queue', '/queue', TOKENS.agent, OF_AGENTS],
    ] as const)
      for (const interaction of interactions) {
        await context.addCookies([{ name: 'ninefold_session', value: who, url: address }])
        const row = rowOf(`${what}: ${interaction.name}`, await timesOf(page, address + path, interaction))
        rows.push(row)
        console.log(row.join('  '))
      }
    console.log('')
    printTable(header, rows)
    await context.addCookies([{ name: 'ninefold_session', value: TOKENS.admin, url: address }])
    await page.goto(`${address}/queue?page=all`)
    await page.locator('tbody tr[data-row]').first().waitFor()
    printFrames(await scrolled(page))
  } finally {
    await browser.close()
  }
}

async function timesOf(page: Page, address: string, interaction: Interaction): Promise<Times[]> {
  const times: Times[] = []
  await page.goto(address)
  await page.locator('tbody tr[data-row]').first().waitFor()
  await interaction.before?.(page)
  for (let round = 0; round < ROUNDS; round++) {
    times.push(await measured(page, interaction, round))
    await interaction.after?.(page)
  }
  return times
}

function rowOf(name: string, times: readonly Times[]): string[] {
  const part = (of: (times: Times) => number): { readonly median: number; readonly worst: number } => {
    const sorted = times.map(of).toSorted((a, b) => a - b)
    return { median: sorted[Math.floor(sorted.length / 2)] ?? 0, worst: sorted.at(-1) ?? 0 }
  }
  const [answers, isThere] = [part(({ answerMs }) => answerMs), part(({ dataMs }) => dataMs)]
  return [
    name,
    milliseconds(answers.median),
    milliseconds(answers.worst),
    milliseconds(isThere.median),
    milliseconds(isThere.worst),
    milliseconds(part(({ processorMs }) => processorMs).median),
    verdict(answers.median <= TARGET_MS),
  ]
}

interface Frames {
  readonly times: readonly number[]
  readonly rows: number
  readonly drawn: number
  /** Time that the page itself spent on drawing and scripts. */
  readonly processorMs: number
}

/** Scrolls evenly, as with a wheel, until the given number of rows has passed or the list ends. */
export async function scrolled(page: Page): Promise<Frames> {
  const client = await page.context().newCDPSession(page)
  await client.send('Performance.enable', { timeDomain: 'threadTicks' })
  const before = await taskSeconds()
  const frames = await page.evaluate<Omit<Frames, 'processorMs'>>(`new Promise((resolve) => {
    const room = document.querySelector('[data-scrolls]')
    const until = performance.now() + ${SCROLLED_MS_MAX}
    const times = []
    let last = performance.now()
    const step = () => {
      const now = performance.now()
      times.push(now - last)
      last = now
      room.scrollBy(0, ${SCROLLED_BY})
      const drawn = [...document.querySelectorAll('tbody tr[data-row]')]
      const place = Number(drawn.at(-1)?.getAttribute('aria-rowindex') ?? 0)
      if (place >= ${SCROLLED_ROWS} || now > until) resolve({ times, rows: place, drawn: drawn.length })
      else requestAnimationFrame(step)
    }
    requestAnimationFrame(step)
  })`)
  const processorMs = (await taskSeconds()) - before
  await client.detach()
  return { ...frames, processorMs: processorMs * 1000 }

  async function taskSeconds(): Promise<number> {
    const { metrics } = await client.send('Performance.getMetrics')
    return metrics.find(({ name }) => name === 'TaskDuration')?.value ?? 0
  }
}

function printFrames({ times, rows, drawn, processorMs }: Frames): void {
  const sorted = times.toSorted((a, b) => a - b)
  const at = (share: number): number => sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0
  const stutters = times.filter((time) => time > STUTTER_MS).length
  console.log(`\nScrolling through ${rows} rows, ${drawn} drawn at the end: ${times.length} frames`)
  printTable(
    ['median', '95 of 100', '99 of 100', 'worst', `over ${STUTTER_MS} ms`, 'worked for a frame'],
    [
      [
        milliseconds(at(0.5)),
        milliseconds(at(0.95)),
        milliseconds(at(0.99)),
        milliseconds(at(1)),
        String(stutters),
        milliseconds(processorMs / times.length),
      ],
    ],
  )
}
