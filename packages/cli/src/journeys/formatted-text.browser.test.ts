// Formatted texts are rendered, no script in them ever runs, and uploaded pictures are shown.

import { micromark } from 'micromark'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { INJECTION_VECTORS } from '../testing/requests/injection-vectors.ts'
import { lookAt } from './axe.ts'
import { picture, sidewaysPixels, startBrowser } from './browser.ts'
import { openForm, send } from './forms.ts'
import { serving } from './running-help-desk.ts'
import { FIELDS } from '@ninefold/core/check/specification-for-tests.ts'

const wall = serving(`# Wall

## 1. What the product does and for whom

## 2. Screens and routes

| Route | Screen | Parameter |
| --- | --- | --- |
| \`/\` | Gallery | none |
| \`/shelves/:id\` | Shelf | id is Shelf.id |
| \`/posts/:id\` | Post | id is Post.id |

### Screen: Gallery

- **Who:** Guest
- **Shows:** list of Post where \`picture != null\`, sorted by title A to Z, 20 per page
- **As:** cards
- **Columns:** title, picture, body
- **Can:** open Post; New post: call \`POST /api/posts\`

### Screen: Shelf

- **Who:** Guest
- **Shows:** one Shelf by id
- **Fields:** name
- **Shows:** list of Note where \`shelf.id == path.id\`, sorted by name A to Z, all of them
- **Columns:** body

### Screen: Post

- **Who:** Guest
- **Shows:** one Post by id
- **Fields:** title, picture, papers, body

## 3. Entities and their fields

### Entity: Post

${FIELDS}
| title | text up to 80 | required | | |
| body | formatted text up to 5000 | | | |
| picture | image up to 5 MB | | | |
| papers | list of file up to 5 MB, at most 8 | | | |

### Entity: Shelf

${FIELDS}
| name | text up to 80 | required | | |

### Entity: Note

${FIELDS}
| shelf | Shelf | required, deleted together | | |
| name | text up to 20 | required | | |
| body | formatted text up to 5000 | required | | |

## 4. States and transitions

## 5. Validation rules

## 6. Roles and permissions

| Role | Includes | A user gets it |
| --- | --- | --- |
| Guest | | by not being signed in |

| Who | May | Entity | Only where | Fields |
| --- | --- | --- | --- | --- |
| Guest | see, create | Post | | all |
| Guest | see, create | Shelf | | all |
| Guest | see, create | Note | | all |

## 7. The calls it makes

### Standard calls

| Entity | Path | Calls | Found by | Answers with |
| --- | --- | --- | --- | --- |
| Post | \`/api/posts\` | list, get, create | id | everything visible |
| Shelf | \`/shelf\` | create | id | everything visible |
| Note | \`/notes\` | create | id | everything visible |

## 8. The error catalogue

## 9. Business constants and limits
`)

let plain: Awaited<ReturnType<typeof startBrowser>>
beforeAll(async () => {
  plain = await startBrowser()
})
afterAll(() => plain.close())

/** Vectors with a program that identifies its vector. */
const PROGRAMS = INJECTION_VECTORS.map((vector, index) => vector.replaceAll('RUN', `ran(${index})`))

const LISTEN = 'window.executed = new Set(); window.ran = (index) => executed.add(index)'

/** Triggers events on everything below the element as a person might, and reports executable content. */
const TOUCH = `(root) => {
  const ELEMENTS = new Set('A P EM STRONG DEL CODE PRE BR HR UL OL LI BLOCKQUOTE H3 H4 H5 H6 TABLE THEAD TBODY TR TH TD DIV'.split(' '))
  const ATTRIBUTES = new Set('class href target rel start scope role tabindex aria-label data-align'.split(' '))
  const could = []
  // Another page would end the test, and leads to nothing that could run in this one.
  document.addEventListener('submit', (event) => event.preventDefault(), true)
  document.addEventListener('click', (event) => {
    const link = event.target.closest('a[href]')
    if (link !== null && link.protocol !== 'javascript:') event.preventDefault()
  }, true)
  for (const element of root.querySelectorAll('*')) {
    if (!ELEMENTS.has(element.tagName)) could.push(element.tagName)
    for (const { name } of element.attributes) if (!ATTRIBUTES.has(name)) could.push(element.tagName + ' ' + name)
    if (element instanceof HTMLAnchorElement && element.hasAttribute('href'))
      if (!['http:', 'https:', 'mailto:'].includes(element.protocol)) could.push(element.protocol)
    for (const kind of ['mouseover', 'pointerover', 'focus']) element.dispatchEvent(new Event(kind, { bubbles: true }))
    element.click?.()
  }
  return could
}`

interface Touched {
  readonly executed: readonly number[]
  readonly could: readonly string[]
}

/**
 * Adds a picture that fails and a frame that loads, and waits for both. The texts' own requests started before, so
 * their handlers have run by then. Waiting for an idle network is impossible, because one of the frames reloads in a
 * loop.
 */
const FAIL_AND_LOAD = `(() => {
  const failed = new Promise((resolve) => {
    const image = document.body.appendChild(document.createElement('img'))
    image.addEventListener('error', resolve)
    image.src = 'no-picture'
  })
  const loaded = new Promise((resolve) => {
    const frame = document.createElement('iframe')
    frame.addEventListener('load', resolve)
    frame.srcdoc = '<p>x</p>'
    document.body.append(frame)
  })
  return Promise.all([failed, loaded]).then(() => undefined)
})()`

async function touched(page: Page): Promise<Touched> {
  const could = await page.evaluate<string[]>(`(${TOUCH})(document.querySelector('#all'))`)
  await page.evaluate(FAIL_AND_LOAD)
  return { could, executed: await page.evaluate<number[]>('[...window.executed]') }
}

/**
 * Refuses requests to other hosts at once, because a resolver without a network may take longer than the test's
 * timeout.
 */
async function refuseOtherHosts(page: Page): Promise<void> {
  await page.route(
    ({ origin }) => origin !== new URL(wall.address).origin,
    (route) => route.abort(),
  )
}

it('runs nothing of what a text tries to run, without the help of the page’s own policy', async () => {
  expect(new Set(PROGRAMS).size).toBeGreaterThanOrEqual(150)
  const { page } = await wall.visit({ ignoresPolicy: true })
  await refuseOtherHosts(page)
  await page.addInitScript(LISTEN)
  for (let from = 0; from < PROGRAMS.length; from += SHELF) {
    const programs = PROGRAMS.slice(from, from + SHELF)
    await page.goto(`/shelves/${await shelfOf(programs)}`)
    // Rendered, not as the plain source that is shown until the Markdown parser is loaded.
    const texts = page.getByRole('main').getByRole('listitem').locator('[class*="_text_"]')
    await expect.poll(() => texts.count()).toBe(programs.length)
    await page.evaluate(`{
      const all = document.createElement('section')
      all.id = 'all'
      document.body.append(all)
      all.append(...document.querySelectorAll('main li [class*="_text_"]'))
    }`)
    expect(await touched(page)).toEqual({ executed: [], could: [] })
  }
})

/** As many as a list shows at once. */
const SHELF = 100

async function shelfOf(programs: readonly string[]): Promise<string> {
  const create = async (path: string, body: object): Promise<string> => {
    const headers = { 'content-type': 'application/json' }
    const answer = await fetch(wall.address + path, { method: 'POST', headers, body: JSON.stringify(body) })
    expect(answer.status).toBe(201)
    return String(((await answer.json()) as { id: unknown }).id)
  }
  const shelf = await create('/shelf', { name: 'Vectors' })
  // PostgreSQL cannot store a null character.
  for (const program of programs)
    await create('/notes', { shelf, name: 'vector', body: program.replaceAll('\u0000', '') })
  return shelf
}

it('would notice a reader of Markdown that lets markup through', async () => {
  const page = await (await plain.newContext({ bypassCSP: true })).newPage()
  await refuseOtherHosts(page)
  await page.addInitScript(LISTEN)
  await page.goto(`${wall.address}/_ninefold/health`)
  const html = PROGRAMS.map((program) => micromark(program, { allowDangerousHtml: true, allowDangerousProtocol: true }))
  await page.evaluate(`{
    const all = document.createElement('section')
    all.id = 'all'
    document.body.append(all)
    for (const html of ${JSON.stringify(html)}) {
      const each = document.createElement('div')
      all.append(each)
      each.append(document.createRange().createContextualFragment(html))
    }
  }`)
  const { executed, could } = await touched(page)
  expect(executed.length).toBeGreaterThan(40)
  expect(could.length).toBeGreaterThan(100)
})

const STORY = `# A story

It is **bold**, *slanted* and ~~wrong~~, with \`code\` and [a link](https://example.com/x).

> Somebody said so.

1. one
2. two

| What | How many |
| --- | ---: |
| apples | 3 |

\`\`\`
let x = 1
\`\`\``

/** A picture of 300 by 200 pixels, drawn by the browser. */
async function drawing(page: Page): Promise<Buffer> {
  const address = await page.evaluate<string>(`{
    const canvas = document.createElement('canvas')
    ;[canvas.width, canvas.height] = [900, 600]
    const paper = canvas.getContext('2d')
    ;[paper.fillStyle, paper.lineWidth] = ['#3b82f6', 30]
    paper.fillRect(0, 0, 900, 600)
    paper.strokeStyle = '#fde68a'
    paper.strokeRect(150, 100, 600, 400)
    canvas.toDataURL('image/png')
  }`)
  return Buffer.from(address.split(',')[1] ?? '', 'base64')
}

it('writes formatted text with a look at it, adds pictures that are seen at once, and shows both', async () => {
  const { page } = await wall.visit({ ignoresPolicy: true })
  const png = await drawing(page)
  const form = await openForm(page, 'New post')
  await form.getByRole('textbox', { name: 'Title' }).fill('Anna')
  await form.getByRole('textbox', { name: 'Body' }).fill(STORY)
  await picture(page, 'form-with-text')
  await form.getByText('Preview', { exact: true }).click()
  await form.getByRole('heading', { name: 'A story' }).waitFor()
  await form.getByRole('cell', { name: 'apples' }).waitFor()
  const choose = async (field: string, files: { name: string; mimeType: string; buffer: Buffer }[]) => {
    const [chooser] = await Promise.all([
      page.waitForEvent('filechooser'),
      form
        .getByRole('group', { name: field })
        .getByRole('button', { name: /^Choose/ })
        .click(),
    ])
    await chooser.setFiles(files)
  }
  await choose('Picture', [{ name: 'frame.png', mimeType: 'image/png', buffer: png }])
  await choose('Papers', [
    { name: 'one.png', mimeType: 'image/png', buffer: png },
    { name: 'page.png', mimeType: 'image/png', buffer: Buffer.from('<html><script>document.title = "ran"</script>') },
    { name: 'paper.pdf', mimeType: 'application/pdf', buffer: Buffer.from('%PDF-1.4\n%%EOF') },
    { name: 'huge.bin', mimeType: 'text/plain', buffer: Buffer.alloc(5 * 1024 ** 2 + 1) },
  ])
  await form.getByText('Please choose at most 5 MB.').waitFor()
  await form.getByRole('button', { name: 'Remove huge.bin' }).click()
  await form.getByText('14 bytes').waitFor()
  await form.locator('img[src^="blob:"]').nth(1).waitFor()
  expect(await lookAt(page, 'form-with-pictures')).toEqual([])
  await send(form, 'New post')

  const cover = page.getByRole('img', { name: 'Picture: frame.png' })
  await cover.waitFor()
  await expect
    .poll(() => cover.evaluate((image) => (image as unknown as { naturalWidth: number }).naturalWidth))
    .toBe(640)
  await page.getByText('It is bold, slanted and wrong').waitFor()
  await picture(page, 'cards-with-pictures')
  await page.getByRole('link', { name: /Anna/ }).click()
  await page.getByRole('heading', { name: 'A story' }).waitFor()
  await page.getByRole('img', { name: 'frame.png' }).waitFor()
  expect(await lookAt(page, 'record-with-pictures')).toEqual([])
  const { page: phone } = await wall.visit({ screen: 'phone', ignoresPolicy: true })
  await phone.getByRole('img', { name: 'Picture: frame.png' }).waitFor()
  await picture(phone, 'cards-on-a-phone')
  await phone.goto(page.url())
  await phone.getByRole('heading', { name: 'A story' }).waitFor()
  expect(await sidewaysPixels(phone)).toBe(0)
  await picture(phone, 'record-on-a-phone')

  // A page that claims to be a picture is downloaded, not opened.
  const address = (await page.getByRole('link', { name: /page\.png/ }).getAttribute('href')) ?? ''
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.evaluate(`location.href = ${JSON.stringify(address)}`),
  ])
  expect(download.suggestedFilename()).toBe('page.png')
  expect(await page.title()).not.toBe('ran')
})
