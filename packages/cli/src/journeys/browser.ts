// Chromium, driven as a person uses it: what stands on the page is found by its role and its name.
// Complaints of the browser are collected, because a page that works and complains is broken.

import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { type Browser, type BrowserContext, chromium, errors, type Page, type Request } from 'playwright-core'
import { chromiumOrFail } from '../../../../scripts/chromium.mjs'

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

/** How long something that should be there may take on a busy machine. Nothing waits that long when all is well. */
const PATIENCE_MS = 30_000

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
  /** Only for a look at the page with tools of another origin: what the page's own policy forbids goes unnoticed then. */
  readonly ignoresPolicy?: boolean
  /**
   * Whether the browser prefetches the lazy parts of the web app, as it does for people. Otherwise it is told to save data,
   * and each part is loaded when it is drawn: prefetching took a third of the processor time of all journeys.
   */
  readonly prefetches?: boolean
}

/** Somebody at a browser of their own, with a session of their own. */
export interface Person {
  readonly page: Page
  readonly context: BrowserContext
  /** Errors on the console, breaches of the content security policy, exceptions. */
  readonly complaints: readonly string[]
  /** Requests that have no whole answer yet, for the report of a journey that fails. */
  readonly unanswered: () => readonly string[]
}

export async function person(browser: Browser, address: string, looks: Looks = {}): Promise<Person> {
  const context = await browser.newContext({
    ...SCREENS[looks.screen ?? 'desktop'],
    colorScheme: looks.colours ?? 'light',
    bypassCSP: looks.ignoresPolicy ?? false,
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
 * Makes the browser of somebody who leaves as good as new: cookies, data of the application, looks. The HTTP cache stays, and
 * so does the first page, on a small page of the same site: a new one would start a process of its own. True when it could.
 */
export async function forget({ page, context }: Person, address: string, looks: Looks): Promise<boolean> {
  await context.setOffline(false)
  // Of every site: a provider for signing in keeps sessions, too.
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

/** Chromium notes each answer of 400 and above, and each request without a network; journeys are about both. */
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
 * How many pixels of the page lie outside to the right; a person would have to push it sideways. A phone that
 * has enlarged the page, as it does at inputs with small letters, hides a part of it too. A page that has just become
 * narrower lays itself out anew in the frames after, so a page too wide is given a few seconds to become narrow.
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

/** Parts of the page that can be scrolled sideways by a few pixels, which hides nothing and looks as if it did. */
export function slivers(page: Page): Promise<readonly string[]> {
  return page.evaluate<readonly string[]>(`[...document.querySelectorAll('main *')]
    .filter((element) => /auto|scroll/.test(getComputedStyle(element).overflowX))
    .map((element) => [element.className, element.scrollWidth - element.clientWidth])
    .filter(([, over]) => over > 0 && over <= ${SLIVER_PX_MAX})
    .map(([name, over]) => name + ': ' + over + ' px')`)
}

/** Keeps a picture of the page when JOURNEY_PICTURES names a folder. */
export async function picture(page: Page, name: string): Promise<void> {
  const folder = process.env['JOURNEY_PICTURES'] ?? ''
  if (folder === '') return
  mkdirSync(folder, { recursive: true })
  await page.screenshot({ path: join(folder, `${name}.png`) })
}
