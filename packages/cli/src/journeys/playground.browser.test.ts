// The playground on a static host: the whole of Ninefold in one page.

import { mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { extname, join } from 'node:path'
import { gzipSync } from 'node:zlib'
import type { Browser, FrameLocator, Page } from 'playwright-core'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { buildPlayground } from '../../../../scripts/builds/playground.ts'
import { readTutorials } from '../../../../scripts/reference/tutorials.ts'
import { addressOf } from '../../../playground/src/page/text-in-address.ts'
import type { FirstAnswers } from '../../../playground/src/protocol.ts'
import { person, picture, startBrowser } from './browser.ts'

const TYPES: Readonly<Record<string, string>> = {
  '.html': 'text/html',
  '.js': 'text/javascript',
  '.css': 'text/css',
  '.svg': 'image/svg+xml',
  '.wasm': 'application/wasm',
}
/** Compiling and starting PostgreSQL, on a busy machine. */
const PATIENCE_MS = 240_000

/** The engine, its database and the editor: everything that the application's first page does not need. */
const BEHIND = /\/(?:worker|editor|pglite)-[^/]*$|^\/databases\/.*gz$/
/** Compressed as by hosts, until the application's first page is shown. */
const FIRST_BYTES_MAX = 460_000
const FIRST_REQUESTS_MAX = 60

let folder: string
let server: Server
let browser: Browser
/** Requested files, with their compressed sizes. */
const sent = new Map<string, number>()
let letThrough: () => void
const isLetThrough = new Promise<void>((resolve) => (letThrough = resolve))

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'ninefold-playground-'))
  await buildPlayground(folder)
  server = createServer(async ({ url = '/' }, response) => {
    const path = new URL(url, 'http://host').pathname
    if (BEHIND.test(path)) await isLetThrough
    const file = join(folder, path.endsWith('/') ? `${path}index.html` : path)
    if (statSync(file, { throwIfNoEntry: false })?.isFile() !== true) return response.writeHead(404).end()
    const content = readFileSync(file)
    sent.set(path, gzipSync(content).length)
    return response
      .writeHead(200, {
        // Cached as by static hosts, so that prefetched files are fetched once.
        'cache-control': 'max-age=600',
        'content-type': TYPES[extname(file)] ?? 'application/octet-stream',
      })
      .end(content)
  })
  await new Promise<void>((resolve) => server.listen(0, resolve))
  browser = await startBrowser()
}, 2 * PATIENCE_MS)

afterAll(async () => {
  await browser?.close()
  server?.close()
  rmSync(folder, { recursive: true, force: true })
})

async function application(page: Page): Promise<FrameLocator> {
  await page.locator('iframe').waitFor({ timeout: PATIENCE_MS })
  return page.frameLocator('iframe')
}

async function standing(page: Page, kind: string): Promise<void> {
  await page.locator(`#status[data-kind="${kind}"]`).waitFor({ timeout: PATIENCE_MS })
}

/** The build's answers for the first page, beside the engine's. */
async function answersTwice(page: Page): Promise<readonly (readonly [string, string, string])[]> {
  const file = join(folder, 'databases', 'helpdesk.json')
  const recorded = JSON.parse(readFileSync(file, 'utf8')) as FirstAnswers
  const asked = Object.entries(recorded).flatMap(([language, answers]) =>
    Object.entries(answers).map(([url, { body }]) => ({ language, url, body })),
  )
  const frame = page.frames().find((each) => each.parentFrame() !== null)
  if (frame === undefined) throw new Error('The page shows no application.')
  return Promise.all(
    asked.map(async ({ language, url, body }) => {
      const read = `fetch('${url}', { headers: { 'accept-language': '${language}' } }).then((answer) => answer.text())`
      return [`${language} ${url}`, body, await frame.evaluate<string>(read)] as const
    }),
  )
}

it(
  'shows the first page before there is an engine, with the answers that the engine gives, and makes no database of its own',
  async () => {
    const { page, complaints } = await person(browser, `http://localhost:${(server.address() as AddressInfo).port}`)
    await page.goto('/')
    const desk = await application(page)
    await desk.getByRole('button', { name: /Cleo Customer/ }).waitFor({ timeout: PATIENCE_MS })
    const first = [...sent]
    expect(first.filter(([path]) => BEHIND.test(path))).toEqual([])
    expect(first.reduce((whole, [, bytes]) => whole + bytes, 0)).toBeLessThan(FIRST_BYTES_MAX)
    expect(first.length).toBeLessThan(FIRST_REQUESTS_MAX)
    await desk.getByRole('textbox', { name: 'Email' }).fill('cleo@example.test')
    await desk.getByRole('textbox', { name: 'Password' }).fill('wrong-horse-1')
    await desk.getByRole('button', { name: 'Sign in', exact: true }).click()
    await page.getByText('Goes on once PostgreSQL is here').waitFor()

    letThrough()
    await desk.getByText('Email and password do not match.').waitFor({ timeout: PATIENCE_MS })
    await page.locator('#behind').waitFor({ state: 'hidden' })
    const answers = await answersTwice(page)
    expect(answers.length).toBeGreaterThan(4)
    for (const [asked, recorded, answered] of answers) expect([asked, recorded]).toEqual([asked, answered])
    expect([...sent.keys()].filter((path) => path.includes('initdb'))).toEqual([])
    // From the attempt with a wrong password.
    expect(complaints.filter((complaint) => !complaint.includes('401'))).toEqual([])
  },
  2 * PATIENCE_MS,
)

it(
  'runs the help desk, changes with its text, goes on beside a text with errors, is there after a reload, and makes way for a text in the address and other examples',
  async () => {
    const { page, complaints } = await person(browser, `http://localhost:${(server.address() as AddressInfo).port}`)
    await page.goto('/')
    let desk = await application(page)
    await desk.getByRole('button', { name: /Cleo Customer/ }).click({ timeout: PATIENCE_MS })
    // Signing in waits for the engine.
    await desk.getByRole('heading', { name: 'My tickets' }).waitFor({ timeout: PATIENCE_MS })
    await desk.getByRole('button', { name: 'Report a problem', exact: true }).click()
    const form = desk.getByRole('dialog', { name: 'Report a problem' })
    await form.getByRole('textbox', { name: 'Subject' }).fill('The printer is on fire')
    await form.getByRole('textbox', { name: 'Body' }).fill('It has been smoking since this morning.')
    await form.getByRole('combobox', { name: 'Category' }).click()
    await desk.getByRole('option', { name: 'General' }).click()
    await form.getByRole('button', { name: 'Report a problem', exact: true }).click()
    await form.waitFor({ state: 'hidden' })
    await desk.getByRole('link', { name: 'The printer is on fire' }).waitFor()
    await picture(page, 'playground')

    await page.getByRole('textbox', { name: 'Text of the application' }).click()
    await page.keyboard.press('Control+Home')
    await page.keyboard.press('End')
    await page.keyboard.type(' of Ada')
    await desk.getByText('Helpdesk of Ada').first().waitFor({ timeout: PATIENCE_MS })
    await standing(page, 'good')

    await page.keyboard.press('Control+End')
    await page.keyboard.type('\n## 10. One more')
    await standing(page, 'bad')
    await desk.getByRole('link', { name: 'The printer is on fire' }).click()
    await desk.getByRole('heading', { name: /The printer is on fire/ }).waitFor()
    await page.keyboard.press('Control+z')
    expect(complaints).toEqual([])

    await page.reload()
    desk = await application(page)
    await desk.getByText('Helpdesk of Ada').first().waitFor({ timeout: PATIENCE_MS })
    await desk.getByRole('link', { name: 'The printer is on fire' }).waitFor()
    expect(complaints).toEqual([])

    const [tutorial] = readTutorials()
    const address = await addressOf(tutorial?.steps.at(-1)?.text ?? '')
    await page.evaluate(`location.hash = ${JSON.stringify(address)}`)
    await desk.getByRole('button', { name: /Nora Neighbour/ }).click({ timeout: PATIENCE_MS })
    await desk.getByRole('link', { name: 'Hedge trimmer' }).waitFor()
    expect(new URL(page.url()).hash).toBe('')
    // The largest texts among the examples.
    for (const [example, record] of [
      ['conduit', 'Reading clouds'],
      ['shop', 'Beeswax candle'],
    ] as const) {
      await page.evaluate(`location.hash = '#example=${example}'`)
      await desk.getByText(record).first().waitFor({ timeout: PATIENCE_MS })
    }
    expect(complaints).toEqual([])
  },
  2 * PATIENCE_MS,
)
