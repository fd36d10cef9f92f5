// The pictured scenes: the person, the page, its size, its colours and the condition to wait for.

import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Page } from 'playwright-core'
import { withoutSampleRecords } from '../../packages/cli/src/testing/sample-records.ts'
import { root } from '../project-files.ts'
import { TOLD_ABOUT } from './help-desk.ts'

export interface Scene {
  /** File name of the picture; the dark variant appends `-dark`. */
  readonly name: string
  readonly application: 'helpdesk' | 'booking' | 'empty'
  /** E-mail address of a sample user. Null: nobody is signed in. */
  readonly as: string | null
  readonly page: string
  readonly screen: 'desktop' | 'phone'
  readonly colours: readonly ('light' | 'dark')[]
  /** Height of the interesting part. */
  readonly height?: number
  /** Resolves once the page is ready to be pictured. */
  readonly ready: (page: Page) => Promise<unknown>
}

const BEN = 'ben@example.test'
/** The first field of the ticket. */
const FIRST_FIELD = 'sequence from 1000'
const BOTH = ['light', 'dark'] as const
const LIGHT = ['light'] as const
const TICKET = `/tickets/${1000 + TOLD_ABOUT}`

const heading = (name: string) => (page: Page) => page.getByRole('heading', { name, exact: true }).first().waitFor()
const words = (text: string) => (page: Page) => page.getByText(text).first().waitFor()

export const SCENES: readonly Scene[] = [
  {
    name: 'queue',
    application: 'helpdesk',
    as: BEN,
    page: '/queue',
    screen: 'desktop',
    colours: BOTH,
    ready: words('No internet at the front desk'),
  },
  {
    name: 'ticket',
    application: 'helpdesk',
    as: BEN,
    page: TICKET,
    screen: 'desktop',
    height: 640,
    colours: BOTH,
    ready: words('The switch in the cellar'),
  },
  {
    name: 'queue-phone',
    application: 'helpdesk',
    as: BEN,
    page: '/queue',
    screen: 'phone',
    colours: BOTH,
    ready: words('No internet at the front desk'),
  },
  {
    name: 'ticket-phone',
    application: 'helpdesk',
    as: BEN,
    page: TICKET,
    screen: 'phone',
    colours: LIGHT,
    ready: words('Nobody can be checked in'),
  },
  {
    name: 'board',
    application: 'booking',
    as: 'hanna@example.test',
    page: '/desk',
    screen: 'desktop',
    colours: BOTH,
    ready: words('Blue studio'),
  },
  {
    name: 'nine-points',
    application: 'helpdesk',
    as: BEN,
    page: '/_ninefold',
    screen: 'desktop',
    colours: BOTH,
    ready: heading('What to answer next'),
  },
  {
    name: 'entities',
    application: 'helpdesk',
    as: BEN,
    page: '/_ninefold/entities',
    screen: 'desktop',
    colours: LIGHT,
    ready: words('what people quote on the phone'),
  },
  {
    name: 'states',
    application: 'helpdesk',
    as: BEN,
    page: '/_ninefold/states',
    screen: 'desktop',
    colours: LIGHT,
    ready: words('“Assignee” is empty'),
  },
  {
    name: 'rights',
    application: 'helpdesk',
    as: BEN,
    page: '/_ninefold/roles',
    screen: 'desktop',
    colours: LIGHT,
    ready: words('as Team agent'),
  },
  {
    name: 'editor',
    application: 'helpdesk',
    as: BEN,
    page: `/_ninefold/editor?line=${lineOf(FIRST_FIELD)}`,
    screen: 'desktop',
    colours: BOTH,
    ready: openTable,
  },
  {
    name: 'step-by-step',
    application: 'empty',
    as: null,
    page: '/_ninefold/begin',
    screen: 'desktop',
    colours: BOTH,
    ready: takeAnAnswer,
  },
]

/** Counted from 1, in the text as the scenes show it. */
function lineOf(words: string): number {
  const text = readFileSync(join(root, 'examples', 'helpdesk', 'app.md'), 'utf8')
  return (
    withoutSampleRecords(text)
      .split('\n')
      .findIndex((line) => line.includes(words)) + 1
  )
}

/** Opens the ticket's fields as a table of cells. */
async function openTable(page: Page): Promise<void> {
  await page.locator('.cm-activeLine', { hasText: FIRST_FIELD }).waitFor()
  await page.keyboard.press('ControlOrMeta+Enter')
  await page.getByRole('combobox', { name: 'Field, row 1', exact: true }).waitFor()
  await page.frameLocator('iframe').getByRole('heading', { name: 'Queue' }).waitFor()
}

async function takeAnAnswer(page: Page): Promise<void> {
  await page.getByRole('button', { name: /^Repairs in a house/ }).click()
  await page.getByRole('button', { name: 'Write it down and go on' }).click()
  await page.getByRole('button', { name: /^Repair / }).click()
  await page.getByRole('combobox', { name: 'Field, row 1', exact: true }).waitFor()
  await page.frameLocator('iframe').getByText('1 of 13 questions answered').waitFor()
}
