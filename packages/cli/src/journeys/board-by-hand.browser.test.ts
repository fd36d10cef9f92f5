// A board in an order by hand: a card that comes into another column takes the place where it was dropped, by one write of its
// state or choice and its rank. By drag, by keys and by menu, with undo.

import type { Locator, Page } from 'playwright-core'
import { expect, it } from 'vitest'
import { FIELDS } from '@ninefold/core/check/specification-for-tests.ts'
import { picture } from './browser.ts'
import { pressAtOnce } from './keyboard.ts'
import { serving } from './running-help-desk.ts'

const HALL = serving(`# Hall

**Ninefold:** 1

## 2. Screens and routes

| Route | Screen | Parameter |
| --- | --- | --- |
| \`/\` | Stages | none |
| \`/crews\` | Crews | none |

### Screen: Stages

- **Who:** Guest
- **Shows:** list of Act, sorted by turn by hand, all of them
- **As:** board by stage
- **Columns:** title
- **Can:** Play: do play; Pause: do pause; Change act: call \`PATCH /api/acts/:id\`

### Screen: Crews

- **Who:** Guest
- **Shows:** list of Act, sorted by turn by hand, all of them
- **As:** board by crew
- **Columns:** title
- **Can:** Change act: call \`PATCH /api/acts/:id\`

## 3. Entities and their fields

### Entity: Act

${FIELDS}
| title | text up to 80 | required | | |
| crew | choice: day, night | required | day | |
| stage | state | | | |
| turn | rank | | | |

### Reference data: Act

| title |
| --- |
| Ape |
| Bat |
| Cat |
| Dog |

## 4. States and transitions

### States of Act.stage

| State | Means | Kind |
| --- | --- | --- |
| waiting | behind the curtain | initial |
| playing | before it | |
| struck | no longer played | |

| Transition | From | To | Who | Only if | Then |
| --- | --- | --- | --- | --- | --- |
| play | waiting | playing | Guest | | |
| pause | playing | waiting | Guest | | |
| strike | playing | struck | Guest | | |

## 6. Roles and permissions

| Role | Includes | A user gets it |
| --- | --- | --- |
| Guest | | by not being signed in |

| Who | May | Entity | Only where | Fields |
| --- | --- | --- | --- | --- |
| Guest | see, create, change | Act | | all |

## 7. The calls it makes

### Standard calls

| Entity | Path | Calls | Found by | Answers with |
| --- | --- | --- | --- | --- |
| Act | \`/api/acts\` | list, get, create, change, transitions | id | everything visible |
`)

const lane = (page: Page, name: string) => page.getByRole('region', { name, exact: true })
const cards = (page: Page, name: string) => lane(page, name).getByRole('listitem')

/** First letters of the cards of a column. */
async function column(page: Page, name: string, expected: string): Promise<void> {
  const shown = async (): Promise<string> =>
    (await cards(page, name).allInnerTexts()).map((text) => text.trim().charAt(0)).join('')
  await expect.poll(shown).toBe(expected)
}

async function drop(page: Page, card: Locator, onto: Locator, part: number): Promise<void> {
  const box = await onto.boundingBox()
  if (box === null) throw new Error(`Not to be seen on ${page.url()}`)
  await card.dragTo(onto, { targetPosition: { x: box.width / 2, y: Math.floor(box.height * part) } })
}

/** Addresses of the writes from now on. */
function writesOf(page: Page): string[] {
  const writes: string[] = []
  page.on('request', (request) => {
    if (['POST', 'PATCH'].includes(request.method()) && request.url().includes('/api/acts/'))
      writes.push(new URL(request.url()).pathname.split('/').at(-1) ?? '')
  })
  return writes
}

it('puts a card of another column where it was dropped, by one write, and undo puts it back', async () => {
  const { page } = await HALL.visit()
  await column(page, 'Waiting', 'ABCD')
  const writes = writesOf(page)
  await drop(page, cards(page, 'Waiting').filter({ hasText: 'Bat' }), lane(page, 'Playing'), 0.5)
  await column(page, 'Playing', 'B')
  await drop(page, cards(page, 'Waiting').filter({ hasText: 'Dog' }), cards(page, 'Playing').first(), 0.2)
  await column(page, 'Playing', 'DB')
  await drop(page, cards(page, 'Waiting').filter({ hasText: 'Ape' }), cards(page, 'Playing').first(), 0.8)
  await column(page, 'Playing', 'DAB')
  await picture(page, 'board-by-hand')
  expect(writes).toEqual(['play', 'play', 'play'])
  await page.reload()
  await column(page, 'Playing', 'DAB')
  await drop(page, cards(page, 'Playing').filter({ hasText: 'Dog' }), cards(page, 'Waiting').first(), 0.8)
  await column(page, 'Waiting', 'CD')
  await page.getByRole('button', { name: 'Undo' }).click()
  await column(page, 'Playing', 'DAB')
  await page.reload()
  await column(page, 'Playing', 'DAB')
})

it('moves a card aside by keys, at its height, and by its menu to the end', async () => {
  const { page } = await HALL.visit()
  await page.goto('/crews')
  const all = cards(page, 'Day')
  await expect.poll(() => all.count()).toBe(4)
  const writes = writesOf(page)
  const menu = (name: string) => page.getByRole('button', { name: `Move ${name}` })
  const [first = ''] = (await all.allInnerTexts()).map((text) => text.trim().slice(0, 3))
  for (const name of ['Cat', first === 'Cat' ? 'Dog' : first]) {
    await menu(name).click()
    await page.getByRole('menuitem', { name: 'Night' }).click()
    await cards(page, 'Night').filter({ hasText: name }).waitFor()
  }
  await expect.poll(async () => (await cards(page, 'Night').first().innerText()).trim()).toContain('Cat')
  const second = cards(page, 'Day').nth(1)
  const name = (await second.innerText()).trim().slice(0, 3)
  await menu(name).focus()
  const { promise: isPressed, resolve: pressed } = Promise.withResolvers<void>()
  await page.route('**/api/acts/*', async (route) => {
    await isPressed
    await route.continue()
  })
  // Frames that come before the card is drawn in its new column, as on a busy machine.
  await page.evaluate('window.requestAnimationFrame = (done) => (done(performance.now()), 0)')
  await page.keyboard.press('Alt+ArrowRight')
  await expect.poll(async () => (await cards(page, 'Night').nth(1).innerText()).trim()).toContain(name)
  // The focus stays with the card.
  await expect.poll(() => page.evaluate('document.activeElement?.getAttribute("aria-label")')).toBe(`Move ${name}`)
  // Pressed while the first move is being saved: it follows then.
  await page.keyboard.press('Alt+ArrowLeft')
  pressed()
  await cards(page, 'Day').filter({ hasText: name }).waitFor()
  await expect.poll(() => page.evaluate('document.activeElement?.getAttribute("aria-label")')).toBe(`Move ${name}`)
  expect(writes).toHaveLength(4)
  const moved = cards(page, 'Day').filter({ hasText: name })
  // Two keys that lead back, pressed while it is being saved, would be no move.
  await expect.poll(() => moved.getAttribute('draggable')).toBe('true')
  await pressAtOnce(page, 'ArrowRight', 'ArrowLeft')
  await expect.poll(() => writes).toHaveLength(6)
  await moved.waitFor()
  expect(page.url()).toContain('/crews')
})

it('stays on its page where no column takes a card, and says why', async () => {
  const { page } = await HALL.visit()
  await page.goto('/crews')
  await cards(page, 'Day').first().waitFor()
  await page.goto('/')
  const card = cards(page, 'Waiting').first()
  await card.getByRole('button').first().focus()
  const name = (await card.innerText()).trim()
  await page.keyboard.press('Alt+ArrowLeft')
  await page.keyboard.press('Alt+ArrowRight')
  const played = cards(page, 'Playing').filter({ hasText: name })
  await played.waitFor()
  await expect.poll(() => played.getAttribute('draggable')).toBe('true')
  await played.getByRole('button').first().focus()
  await page.keyboard.press('Alt+ArrowRight')
  await page.getByRole('status').getByText('Nothing here moves it to Struck.').waitFor()
  expect(new URL(page.url()).pathname).toBe('/')
  expect(await played.count()).toBe(1)
})
