// The help desk of examples/ for one file of journeys: a copy of the text in a folder of its own, `ninefold dev`
// serving it, a browser, and people. Afterwards everything is stopped, and nobody's browser may have complained.

import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { Browser, Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, beforeEach, expect, inject } from 'vitest'
import { withoutSampleRecords } from '../testing/sample-records.ts'
import { dev, type Running, stop, workplace, type Workplace } from '../testing/program.ts'
import { forget, type Looks, type Person, person, startBrowser } from './browser.ts'

export const HELP_DESK = fileURLToPath(new URL('../../../../examples/helpdesk/app.md', import.meta.url))

export const ADA = { name: 'Ada Admin', email: 'ada@example.test', password: 'correct-horse-1' }
export const BEN = { name: 'Ben Agent', email: 'ben@example.test', password: 'correct-horse-2' }
export const CLEO = { name: 'Cleo Customer', email: 'cleo@example.test', password: 'correct-horse-3' }

export type Account = typeof ADA

export interface Served {
  readonly address: string
  /** Where the text is. */
  readonly file: () => string
  /** The text as it was last saved. */
  readonly text: () => string
  /** Saves another text, as the author does. */
  readonly save: (text: string) => Promise<void>
  /** Somebody new, on the first page. */
  readonly visit: (looks?: Looks) => Promise<Person>
  /** Somebody who is signed in, on the first page. */
  readonly signedIn: (account: Account, looks?: Looks) => Promise<Person>
}

/** To be called once, at the top of a file of journeys. Without a text it is the help desk. */
export function serving(specification?: string): Served {
  let place: Workplace
  let program: Running & { readonly address: string }
  let browser: Browser
  let now = ''
  const people: Person[] = []
  // The first load of the web app takes several seconds of processor time, a later one in the same context a third of it.
  // So somebody new takes over the context of a test that has ended.
  const free: { readonly looks: string; readonly left: Person }[] = []
  let visitors: { readonly looks: string; readonly left: Person }[] = []
  let isInTest = false

  const save = async (text: string): Promise<void> => {
    now = text
    await writeFile(join(place.folder, 'app.md'), text)
  }
  beforeAll(async () => {
    place = await workplace({ folder: inject('preparedDatabase') })
    await save(withoutSampleRecords(specification ?? (await readFile(HELP_DESK, 'utf8'))))
    ;[program, browser] = await Promise.all([dev(place.folder, 'app.md'), startBrowser()])
  })
  afterAll(async () => {
    await browser?.close()
    if (program !== undefined) await stop(program)
    await place[Symbol.asyncDispose]()
    expect(people.flatMap(({ complaints }) => complaints)).toEqual([])
  })

  beforeEach(() => {
    isInTest = true
  })
  afterEach(async ({ task }) => {
    isInTest = false
    if (task.result?.state === 'fail') await report()
    await Promise.all(visitors.map(({ left }) => forget(left, program.address)))
    free.push(...visitors)
    visitors = []
  })

  // The contents of the page say more than a missing element, and the program's own words more than both.
  const report = async (): Promise<void> => {
    console.error(program.printed())
    for (const { context, unanswered } of people) {
      for (const frame of context.pages().flatMap((page) => page.frames()))
        console.error(`${frame.url()}\n${await frame.locator('body').ariaSnapshot()}`)
      if (unanswered().length > 0) console.error(`Without an answer:\n${unanswered().join('\n')}`)
    }
  }

  const somebody = async (looks: Looks = {}): Promise<Person> => {
    const key = JSON.stringify([looks.screen, looks.colours, looks.ignoresPolicy])
    const index = free.findIndex((each) => each.looks === key)
    const [taken] = index === -1 ? [] : free.splice(index, 1)
    const left = taken?.left ?? (await person(browser, program.address, looks))
    if (taken === undefined) people.push(left)
    // Somebody who comes before the tests stays for all of them.
    if (isInTest) visitors.push({ looks: key, left })
    return taken === undefined ? left : { ...left, page: await left.context.newPage() }
  }
  return {
    get address() {
      return program.address
    },
    file: () => join(place.folder, 'app.md'),
    text: () => now,
    save,
    visit: async (looks) => {
      const visitor = await somebody(looks)
      await visitor.page.goto('/')
      return visitor
    },
    signedIn: async (account, looks) => {
      const visitor = await somebody(looks)
      const data = { identifier: account.email, password: account.password }
      const answer = await visitor.page.request.post('/_ninefold/session', { data })
      if (!answer.ok()) throw new Error(`Signing in answered ${answer.status()}: ${await answer.text()}`)
      await visitor.page.goto('/')
      await visitor.page.getByRole('heading', { name: 'My tickets' }).waitFor()
      return visitor
    },
  }
}

export async function signIn(page: Page, account: Account): Promise<void> {
  await page.getByRole('textbox', { name: 'Email' }).fill(account.email)
  await page.getByRole('textbox', { name: 'Password' }).fill(account.password)
  await page.getByRole('button', { name: 'Sign in', exact: true }).click()
  await page.getByRole('textbox', { name: 'Password' }).waitFor({ state: 'hidden' })
  // Everybody lands on a screen of their own; journeys begin where all of them have one.
  await page.goto('/')
  await page.getByRole('heading', { name: 'My tickets' }).waitFor()
}
