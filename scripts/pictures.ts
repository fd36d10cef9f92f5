// `npm run pictures [NAME …]`: uses the examples as on an ordinary morning and takes the pictures of the README and the
// manual. The applications and the browser have one fixed time, so that a picture changes only if its content does.

import { mkdir, readdir, readFile, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Browser, Page } from 'playwright-core'
import sharp from 'sharp'
import { emptyForm } from '../packages/cli/src/empty-form.ts'
import { person, SCREENS, startBrowser } from '../packages/cli/src/journeys/browser.ts'
import { dev, stop, workplace } from '../packages/cli/src/testing/program.ts'
import { withoutSampleRecords } from '../packages/cli/src/testing/sample-records.ts'
import { fillHelpDesk } from './pictures/help-desk.ts'
import { atMoment, moveToMoment } from './pictures/moment.ts'
import { type Scene, SCENES } from './pictures/scenes.ts'
import { fillRooms } from './pictures/studio-of-rooms.ts'
import { root } from './project-files.ts'
import { buildWeb } from './builds/web-app.mjs'

const FOLDER = join(root, 'docs', 'pictures')
const QUALITY = 82

/** The author's bar exists in development only, and would mention the moved clock. */
const WITHOUT_AUTHORS_BAR = 'section[aria-label="Development"] { display: none !important }'

const FILL: Readonly<Record<Scene['application'], (address: string) => Promise<void>>> = {
  helpdesk: fillHelpDesk,
  booking: fillRooms,
  empty: moveToMoment,
}

buildWeb()
const named = process.argv.slice(2)
const wanted = named.length === 0 ? SCENES : SCENES.filter(({ name }) => named.includes(name))
await mkdir(FOLDER, { recursive: true })
const browser = await startBrowser()
try {
  for (const application of new Set(wanted.map((scene) => scene.application)))
    await takeAll(
      browser,
      application,
      wanted.filter((scene) => scene.application === application),
    )
} finally {
  await browser.close()
}
console.log(`${(await bytesIn(FOLDER)).toLocaleString('en')} bytes in docs/pictures`)

async function takeAll(from: Browser, application: Scene['application'], scenes: readonly Scene[]): Promise<void> {
  await using place = await workplace()
  const file = join(place.folder, 'app.md')
  // Each scene makes the records that it shows.
  const text =
    application === 'empty'
      ? emptyForm('App')
      : withoutSampleRecords(await readFile(join(root, 'examples', application, 'app.md'), 'utf8'))
  await writeFile(file, text)
  const program = await dev(place.folder, 'app.md')
  try {
    await FILL[application](program.address)
    for (const scene of scenes) {
      for (const colours of scene.colours) {
        if (application === 'empty') await writeFile(file, text)
        await take(from, program.address, scene, colours)
      }
    }
  } finally {
    await stop(program)
  }
}

async function take(from: Browser, address: string, scene: Scene, colours: 'light' | 'dark'): Promise<void> {
  const { page, context } = await person(from, address, { screen: scene.screen, colours, ignoresPolicy: true })
  await atMoment(context)
  if (scene.as !== null) await signIn(page, scene.as)
  await page.goto(scene.page)
  await scene.ready(page)
  // They load after the first paint.
  await page.waitForFunction(
    '[...document.fonts].some(({ family, status }) => /Inter/.test(family) && status === "loaded")',
  )
  await page.evaluate('document.fonts.ready')
  for (const frame of page.frames()) await frame.addStyleTag({ content: WITHOUT_AUTHORS_BAR })
  const name = colours === 'dark' ? `${scene.name}-dark` : scene.name
  const { width, height } = SCREENS[scene.screen].viewport
  const clip = { x: 0, y: 0, width, height: scene.height ?? height }
  const taken = await page.screenshot({ animations: 'disabled', caret: 'hide', clip })
  await sharp(taken)
    .webp({ quality: QUALITY, effort: 6 })
    .toFile(join(FOLDER, `${name}.webp`))
  console.log(name)
  await context.close()
}

/** Signs in with one click on a sample user, as developers do. */
async function signIn(page: Page, email: string): Promise<void> {
  await page.goto('/sign-in')
  await page.getByText(email).click()
  await page.getByRole('button', { name: 'Sign in', exact: true }).waitFor({ state: 'detached' })
}

async function bytesIn(folder: string): Promise<number> {
  const files = await readdir(folder)
  const sizes = await Promise.all(files.map((file) => stat(join(folder, file))))
  return sizes.reduce((sum, { size }) => sum + size, 0)
}
