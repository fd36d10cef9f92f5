// `npm run bench lighthouse`: runs Lighthouse on the published build of the help desk: its queue, a ticket and the
// sign-in page, on a phone with a slow connection and on a desktop. The median of several runs counts, because other
// load on the machine is not the page's fault.

import { mkdtempSync, rmSync } from 'node:fs'
import { createServer, type AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import lighthouse, { desktopConfig, type Config, type Result } from 'lighthouse'
import { chromium } from 'playwright-core'
import { startEmbeddedPostgres } from '@ninefold/server/store/embedded/embedded-postgres.ts'
import { chromiumOrFail } from '../../scripts/test-run/chromium.mjs'
import { buildWeb } from '../../scripts/builds/web-app.mjs'
import { TOKENS } from '../servers/contender.ts'
import { median } from '../load.ts'
import { startNinefold } from '../servers/ninefold.ts'
import { milliseconds, printTable, verdict } from '../print-table.ts'

const RUNS = 3
/** One run takes about 15 seconds; a browser that hangs is killed. */
const LOOK_MS_MAX = 90_000
/** On a busy machine Lighthouse sometimes misses the start of a page, and reports that. */
const ATTEMPTS_MAX = 3
const TICKETS = 1000
const SCORE_TARGET = 95

const PAGES = [
  { name: 'list of tickets', path: '/queue', cookie: TOKENS.agent },
  { name: 'one ticket', path: '/tickets/1001', cookie: TOKENS.agent },
  { name: 'signing in', path: '/sign-in', cookie: null },
]
const DEVICES: readonly { readonly name: string; readonly config: Config | undefined }[] = [
  { name: 'phone', config: undefined },
  { name: 'desktop', config: desktopConfig },
]

export async function benchLighthouse(): Promise<void> {
  buildWeb()
  const folder = mkdtempSync(join(tmpdir(), 'ninefold-bench-'))
  const postgres = await startEmbeddedPostgres({ dataDirectory: folder, settings: {}, log: () => {} })
  try {
    const ninefold = await startNinefold(postgres.connectionString, 'helpdesk', TICKETS)
    try {
      await benchPages(ninefold.address)
    } finally {
      await ninefold.stop()
    }
  } finally {
    await postgres.stop()
    rmSync(folder, { recursive: true, force: true })
  }
}

async function benchPages(address: string): Promise<void> {
  const table: string[][] = []
  let version = ''
  for (const page of PAGES)
    for (const device of DEVICES) {
      const results: Result[] = []
      for (let run = 0; run < RUNS; run++) {
        results.push(await looked(address, page, device.config))
        // A whole run takes minutes, so progress is printed.
        console.log([page.name, device.name, ...figuresOf(results.slice(-1))].join('  '))
      }
      version = results[0]?.lighthouseVersion ?? ''
      table.push([page.name, device.name, ...figuresOf(results)])
    }
  console.log(`\nLighthouse ${version}, help desk, ${TICKETS} tickets: medians of ${RUNS} runs\n`)
  printTable(HEADER, table)
}

async function looked(address: string, page: (typeof PAGES)[number], config: Config | undefined): Promise<Result> {
  let failure = ''
  for (let attempt = 0; attempt < ATTEMPTS_MAX; attempt++) {
    const result = await lookedOnce(address, page, config)
    if (result !== null && result.runtimeError === undefined) return result
    failure = result?.runtimeError?.message ?? `no answer for ${LOOK_MS_MAX / 1000} s`
  }
  throw new Error(`Lighthouse could not look at ${page.path}: ${failure}`)
}

/** Null: it timed out. */
async function lookedOnce(
  address: string,
  page: (typeof PAGES)[number],
  config: Config | undefined,
): Promise<Result | null> {
  const port = await freePort()
  const browser = await chromium.launch({
    executablePath: chromiumOrFail(),
    args: ['--no-sandbox', '--disable-gpu', '--disable-quic', `--remote-debugging-port=${port}`],
  })
  let timer: NodeJS.Timeout | undefined
  const late = new Promise<null>((resolve) => {
    timer = setTimeout(() => resolve(null), LOOK_MS_MAX)
  })
  try {
    const flags = {
      port,
      onlyCategories: ['performance', 'accessibility'],
      logLevel: 'error' as const,
      ...(page.cookie === null ? {} : { extraHeaders: { Cookie: `ninefold_session=${page.cookie}` } }),
    }
    const looking = lighthouse(address + page.path, flags, config)
    // A client that was abandoned ignores the error about its closed browser.
    looking.catch(() => {})
    const result = await Promise.race([looking, late])
    if (result === undefined) throw new Error(`Lighthouse says nothing of ${page.path}.`)
    return result?.lhr ?? null
  } finally {
    clearTimeout(timer)
    await browser.close()
  }
}

function freePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const server = createServer()
    server.once('error', reject)
    server.listen(0, '127.0.0.1', () => {
      const { port } = server.address() as AddressInfo
      server.close(() => resolve(port))
    })
  })
}

const HEADER = [
  'page',
  'device',
  'performance',
  'accessibility',
  'first paint',
  'largest paint',
  'blocked',
  'shift',
  'machine',
  'target',
]

function figuresOf(results: readonly Result[]): string[] {
  const score = (category: string): number =>
    Math.round(100 * median(results.map(({ categories }) => categories[category]?.score ?? 0)))
  const figure = (audit: string): number =>
    median(results.map(({ audits }) => audits[audit]?.numericValue ?? Number.NaN))
  const [performance, accessibility] = [score('performance'), score('accessibility')]
  return [
    String(performance),
    String(accessibility),
    milliseconds(figure('first-contentful-paint')),
    milliseconds(figure('largest-contentful-paint')),
    milliseconds(figure('total-blocking-time')),
    figure('cumulative-layout-shift').toFixed(3),
    // Lighthouse's own measure of the machine's speed: below about 1000, "blocked" describes the machine rather than
    // the page.
    String(Math.round(median(results.map(({ environment }) => environment.benchmarkIndex)))),
    verdict(Math.min(performance, accessibility) >= SCORE_TARGET),
  ]
}
