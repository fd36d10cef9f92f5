// The help desk of examples/ for one file of journeys: a copy of the text in its own folder, `ninefold dev` serving it,
// a browser, and people. Afterwards everything is stopped, and no browser may have reported an error.

import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { Browser, Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, beforeEach, expect } from 'vitest'
import { withoutSampleRecords } from '../testing/sample-records.ts'
import { dev, type Running, stop, type Workplace, workplaceWithDatabase } from '../testing/program.ts'
import { type Looks, type Person, startBrowser } from './browser.ts'
import { Visitors } from './visitors.ts'

export const HELP_DESK = fileURLToPath(new URL('../../../../examples/helpdesk/app.md', import.meta.url))

export const ADA = { name: 'Ada Admin', email: 'ada@example.test', password: 'correct-horse-1' }
export const BEN = { name: 'Ben Agent', email: 'ben@example.test', password: 'correct-horse-2' }
export const CLEO = { name: 'Cleo Customer', email: 'cleo@example.test', password: 'correct-horse-3' }

export type Account = typeof ADA

export interface Served {
  readonly address: string
  /** Path of the specification. */
  readonly file: () => string
  /** The text as last saved. */
  readonly text: () => string
  /** Saves another text, as the author would. */
  readonly save: (text: string) => Promise<void>
  /** A new person, on the first page. */
  readonly visit: (looks?: Looks) => Promise<Person>
  /** A signed-in person, on the first page. */
  readonly signedIn: (account: Account, looks?: Looks) => Promise<Person>
  /** All people of this test leave, so that the next ones can take over their pages. */
  readonly leave: () => Promise<void>
}

/**
 * Call once, at the top of a file of journeys. Default text: the help desk. `besides`: writes its chapters into a folder.
 * `keepsSamples`: sample records of the text are there.
 */
export function serving(
  specification?: string,
  besides?: (folder: string) => Promise<void>,
  keepsSamples = false,
): Served {
  let place: Workplace
  let program: Running & { readonly address: string }
  let browser: Browser
  let visitors: Visitors
  let now = ''
  let isInTest = false

  const save = async (text: string): Promise<void> => {
    now = text
    await writeFile(join(place.folder, 'app.md'), text)
  }
  beforeAll(async () => {
    place = await workplaceWithDatabase()
    await besides?.(place.folder)
    const text = specification ?? (await readFile(HELP_DESK, 'utf8'))
    await save(keepsSamples ? text : withoutSampleRecords(text))
    ;[program, browser] = await Promise.all([dev(place.folder, 'app.md'), startBrowser()])
    visitors = new Visitors(browser, program.address)
  })
  afterAll(async () => {
    await browser?.close()
    if (program !== undefined) await stop(program)
    await place[Symbol.asyncDispose]()
    expect(visitors?.people.flatMap(({ complaints }) => complaints) ?? []).toEqual([])
  })
  beforeEach(() => {
    isInTest = true
  })
  afterEach(async ({ task }) => {
    isInTest = false
    if (task.result?.state === 'fail') await report(program, visitors)
    await visitors.leave()
  })

  // A person who comes before the tests stays for all of them.
  const come = (looks?: Looks): Promise<Person> => visitors.come(looks, !isInTest)
  return {
    get address() {
      return program.address
    },
    file: () => join(place.folder, 'app.md'),
    text: () => now,
    save,
    leave: () => visitors.leave(),
    visit: async (looks) => {
      const visitor = await come(looks)
      await visitor.page.goto('/')
      return visitor
    },
    signedIn: async (account, looks) => {
      const visitor = await come(looks)
      const data = { identifier: account.email, password: account.password }
      const answer = await visitor.page.request.post('/_ninefold/session', { data })
      if (!answer.ok()) throw new Error(`Signing in answered ${answer.status()}: ${await answer.text()}`)
      await openMyTickets(visitor.page)
      return visitor
    },
  }
}

// The content of the page says more than a missing element, and the program's output says more than both.
async function report(program: Running, { people }: Visitors): Promise<void> {
  console.error(program.printed())
  for (const { context, unanswered } of people) {
    for (const frame of context.pages().flatMap((page) => page.frames()))
      console.error(`${frame.url()}\n${await frame.locator('body').ariaSnapshot()}`)
    if (unanswered().length > 0) console.error(`Without an answer:\n${unanswered().join('\n')}`)
  }
}

export async function signIn(page: Page, account: Account): Promise<void> {
  await page.getByRole('textbox', { name: 'Email' }).fill(account.email)
  await page.getByRole('textbox', { name: 'Password' }).fill(account.password)
  await page.getByRole('button', { name: 'Sign in', exact: true }).click()
  await page.getByRole('textbox', { name: 'Password' }).waitFor({ state: 'hidden' })
  await openMyTickets(page)
}

/** Everybody lands on a different screen; journeys start on one that all of them have. */
async function openMyTickets(page: Page): Promise<void> {
  await page.goto('/')
  const heading = page.getByRole('heading', { level: 1 })
  await heading.waitFor()
  if (!(await heading.innerText()).startsWith('My tickets'))
    await page.getByRole('link', { name: 'My tickets' }).first().click()
  await page.getByRole('heading', { name: 'My tickets' }).waitFor()
}
