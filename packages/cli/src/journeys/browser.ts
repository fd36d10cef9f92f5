// Chromium, driven as a person uses it: elements are found by role and name. Errors and warnings of the browser are
// collected, because a page that works but reports errors is broken.

import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { type Browser, type BrowserContext, chromium, errors, type Page, type Request } from 'playwright-core'
import { chromiumOrFail } from '../../../../scripts/test-run/chromium.mjs'

const ARGUMENTS = [
  '--headless',
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
]

/** Timeout on a busy machine; passing tests never reach it. */
const PATIENCE_MS = 60_000

export function startBrowser(): Promise<Browser> {
  return chromium.launch({ executablePath: chromiumOrFail(), args: ARGUMENTS })
}

export const SCREENS = {
  desktop: { viewport: { width: 1280, height: 800 } },
  phone: { viewport: { width: 390, height: 844 }, isMobile: true, hasTouch: true },
} as const

export type ScreenSize = keyof typeof SCREENS

export interface Looks {
  readonly screen?: ScreenSize
  readonly colours?: 'light' | 'dark'
  /** Language of the browser, as BCP 47. Default: English. */
  readonly language?: string
  /** Ignores the page's content security policy, for tools that inject their own scripts. */
  readonly ignoresPolicy?: boolean
  /**
   * True: the browser prefetches lazy parts of the web app, as it does for people. By default it asks to save data, and
   * each part is loaded when it is drawn, because prefetching took a third of the processor time of all journeys.
   */
  readonly prefetches?: boolean
}

/** A person with a browser and a session of their own. */
export interface Person {
  readonly page: Page
  readonly context: BrowserContext
  /** Console errors, violations of the content security policy, and exceptions. */
  readonly complaints: readonly string[]
  /** Pending requests, for the report of a failing journey. */
  readonly unanswered: () => readonly string[]
}

export async function person(browser: Browser, address: string, looks: Looks = {}): Promise<Person> {
  const context = await browser.newContext({
    ...SCREENS[looks.screen ?? 'desktop'],
    colorScheme: looks.colours ?? 'light',
    bypassCSP: looks.ignoresPolicy ?? false,
    ...(looks.language === undefined ? {} : { locale: looks.language }),
    reducedMotion: 'reduce',
    baseURL: address,
  })
  context.setDefaultTimeout(PATIENCE_MS)
  const complaints: string[] = []
  context.on('page', (page) => collectComplaints(page, complaints))
  const unanswered = collectUnanswered(context)
  await context.addInitScript(
    `addEventListener('securitypolicyviolation', (event) => console.error('Content security policy: ' + event.violatedDirective + ' ' + event.blockedURI))`,
  )
  if (looks.prefetches !== true)
    await context.addInitScript(`Object.defineProperty(navigator.connection, 'saveData', { value: true })`)
  return { page: await context.newPage(), context, complaints, unanswered }
}

/**
 * Resets the browser of a person who leaves: cookies, storage, appearance. The HTTP cache and the page stay, on a small
 * page of the same site, because a new page would start another process. Returns whether it succeeded.
 */
export async function forget({ page, context }: Person, address: string, looks: Looks): Promise<boolean> {
  await context.setOffline(false)
  // For every site, because a sign-in provider has sessions, too.
  await context.clearCookies()
  await Promise.all(context.pages().map((each) => (each === page ? undefined : each.close())))
  if (page.isClosed()) return false
  await page.unrouteAll({ behavior: 'ignoreErrors' })
  await page.goto(`${address}/_ninefold/health`)
  await page.evaluate('sessionStorage.clear()')
  const protocol = await context.newCDPSession(page)
  await protocol.send('Storage.clearDataForOrigin', { origin: new URL(address).origin, storageTypes: 'all' })
  await protocol.send('Page.resetNavigationHistory')
  await protocol.detach()
  await page.setViewportSize(SCREENS[looks.screen ?? 'desktop'].viewport)
  await page.emulateMedia({ media: null, colorScheme: looks.colours ?? 'light' })
  await page.mouse.move(0, 0)
  return true
}

function collectUnanswered(context: BrowserContext): () => readonly string[] {
  const underway = new Map<Request, number>()
  context.on('request', (request) => underway.set(request, performance.now()))
  context.on('requestfinished', (request) => underway.delete(request))
  context.on('requestfailed', (request) => underway.delete(request))
  return () =>
    [...underway].map(
      ([request, begun]) => `${request.method()} ${request.url()} (for ${Math.round(performance.now() - begun)} ms)`,
    )
}

/** Chromium logs each answer of 400 and above, and each request without a network. Journeys cause both on purpose. */
const NOTED = /^Failed to load resource: (?:the server responded with a status of 4\d\d|net::ERR_INTERNET_DISCONNECTED)/

function collectComplaints(page: Page, complaints: string[]): void {
  page.on('console', (message) => {
    const isComplaint = message.type() === 'error' || message.type() === 'warning'
    if (isComplaint && !NOTED.test(message.text()))
      complaints.push(`${message.type()}: ${message.text()} (${page.url()})`)
  })
  page.on('pageerror', (error) => complaints.push(`exception: ${error.message} (${page.url()})`))
}

/**
 * Returns the number of pixels that the page is too wide, so that a person would have to scroll sideways. A phone that
 * has zoomed in, as it does at inputs with small text, hides a part of the page too. A page that has just become
 * narrower is laid out again in the next frames, so it has a few seconds.
 */
export async function sidewaysPixels(page: Page): Promise<number> {
  const outside =
    'Math.ceil(Math.max(document.documentElement.scrollWidth, visualViewport.width * visualViewport.scale) - visualViewport.width)'
  await page.waitForFunction(`${outside} <= 0`, undefined, { timeout: 5_000 }).catch((error: unknown) => {
    if (!(error instanceof errors.TimeoutError)) throw error
  })
  return page.evaluate<number>(outside)
}

const SLIVER_PX_MAX = 16

/** Parts of the page that can scroll sideways by a few pixels: they hide nothing, but look as if they did. */
export function slivers(page: Page): Promise<readonly string[]> {
  return page.evaluate<readonly string[]>(`[...document.querySelectorAll('main *')]
    .filter((element) => /auto|scroll/.test(getComputedStyle(element).overflowX))
    .map((element) => [element.className, element.scrollWidth - element.clientWidth])
    .filter(([, over]) => over > 0 && over <= ${SLIVER_PX_MAX})
    .map(([name, over]) => name + ': ' + over + ' px')`)
}

/** Saves a screenshot of the page if JOURNEY_PICTURES names a folder. */
export async function picture(page: Page, name: string): Promise<void> {
  const folder = process.env['JOURNEY_PICTURES'] ?? ''
  if (folder === '') return
  mkdirSync(folder, { recursive: true })
  await page.screenshot({ path: join(folder, `${name}.png`) })
}
