// A document shows the record as the text states, to people who see all of it, and nothing to anybody else.

import { readFileSync } from 'node:fs'
import { extractText, getDocumentProxy } from 'unpdf'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Client, runApplication, type RunningApplication } from '../../testing/running-application.ts'

const TEXT = readFileSync(new URL('../../testing/texts/invoices.md', import.meta.url), 'utf8')

let house: RunningApplication
let clara: Client
let paul: Client
let aud: Client

beforeAll(async () => {
  house = await runApplication(TEXT)
  clara = await house.signIn('clara@example.test', 'correct-horse-1')
  paul = await house.signIn('paul@example.test', 'correct-horse-2')
  aud = await house.signIn('aud@example.test', 'correct-horse-3')
})
afterAll(() => house[Symbol.asyncDispose]())

interface Line {
  readonly position: number
  readonly product: string
  readonly quantity: number
  readonly price: string
  readonly isPrivate?: boolean
}

async function made(client: Client, path: string, body: object): Promise<string> {
  const answer = await client.post(path, body)
  expect(answer.body).toMatchObject({ id: expect.any(String) })
  return answer.body.id
}

let customers = 0

async function ordered(lines: readonly Line[], more: object = {}, name = `Ada ${++customers}`): Promise<string> {
  const customer = await made(clara, '/api/customers', { name, country: 'DE' })
  const order = await made(clara, '/api/orders', { customer, orderedOn: '2026-03-01', ...more })
  for (const line of lines) await made(clara, '/api/lines', { order, ...line })
  return order
}

function addressOf(order: string, document = 'invoice'): string {
  return `/_ninefold/documents/${document}/${order}`
}

async function download(client: Client, address: string, headers: Record<string, string> = {}) {
  const response = await fetch(house.address + address, { headers: { cookie: client.cookie ?? '', ...headers } })
  return { status: response.status, headers: response.headers, bytes: new Uint8Array(await response.arrayBuffer()) }
}

/** The text of each page. */
async function pagesOf(bytes: Uint8Array): Promise<string[]> {
  const { text } = await extractText(await getDocumentProxy(bytes.slice()), { mergePages: false })
  return text.map((page) => page.replace(/\s+/g, ' ').trim())
}

async function pagesFor(client: Client, address: string): Promise<string[]> {
  const { status, bytes } = await download(client, address)
  expect(status).toBe(200)
  return pagesOf(bytes)
}

const TWO: readonly Line[] = [
  { position: 2, product: 'Cup', quantity: 3, price: '12.50' },
  { position: 1, product: 'Tea', quantity: 1000, price: '3.00' },
  { position: 3, product: 'Nothing', quantity: 0, price: '9.00' },
]

describe('a document', () => {
  it('says what the text says of the record, in the order and the formats of the text', async () => {
    const order = await ordered(TWO, { express: true, note: 'Ring twice.', discount: 5 }, 'Ada & <b>Söhne</b>')
    const { status, headers, bytes } = await download(clara, addressOf(order))
    expect(status).toBe(200)
    expect(headers.get('content-type')).toBe('application/pdf')
    expect(headers.get('content-disposition')).toMatch(/^inline; filename=/)
    expect(await pagesOf(bytes)).toEqual([
      'Trading house Invoice 1 for Ada & <b>Söhne</b> Number 1 Customer Ada & <b>Söhne</b> Ships to Germany ' +
        'Ordered on 1 March 2026 Express yes Payment Card Note Ring twice. Photo ' +
        'Goods No. Product Quantity Price Total 1 Tea 1,000 3.00 3,000.00 2 Cup 3 12.50 37.50 Total 1,003 3,037.50 ' +
        'To pay Discount 5 % Due 3,037.50 Pay 3,037.50 within 14 days. Ada & <b>Söhne</b>, thank you. ' +
        'Trading house 1 / 1',
    ])
  })

  it('is the same bytes for the same record, and is not sent to those who hold it', async () => {
    const order = await ordered(TWO)
    const [first, second] = [await download(clara, addressOf(order)), await download(clara, addressOf(order))]
    expect(first.bytes.length).toBeGreaterThan(1000)
    expect(first.bytes).toEqual(second.bytes)
    const tag = first.headers.get('etag') ?? ''
    expect((await download(clara, addressOf(order), { 'if-none-match': tag })).status).toBe(304)
    expect((await clara.patch(`/api/orders/${order}`, { note: 'Another one' })).status).toBe(200)
    const changed = await download(clara, addressOf(order), { 'if-none-match': tag })
    expect(changed.status).toBe(200)
    expect(changed.headers.get('etag')).not.toBe(tag)
  })
})

describe('who has it', () => {
  it('is refused to those who do not see a field of it, and is not offered to them', async () => {
    const order = await ordered(TWO)
    const { body: app } = await paul.get('/_ninefold/app')
    const screen = app.screens.find(({ name }: { name: string }) => name === 'Order')
    const actions = screen.blocks[0].actions.map(({ label, kind, address }: Record<string, string>) => [
      label,
      kind,
      address,
    ])
    expect(actions).toEqual([['Slip', 'document', '/_ninefold/documents/packing-slip/:id']])
    const { status, body } = await paul.get(addressOf(order))
    expect([status, body.code]).toEqual([403, 'FORBIDDEN'])
    expect((await paul.get(addressOf(order, 'packing-slip'))).status).toBe(200)
    expect((await house.guest.get(addressOf(order))).status).toBe(404)
  })

  it('is refused to those who do not see a row of it, and has all rows for those who see them', async () => {
    const shown = await ordered([{ position: 1, product: 'Tea', quantity: 1, price: '1.00' }])
    const hidden = await ordered([
      { position: 1, product: 'Tea', quantity: 1, price: '1.00' },
      { position: 2, product: 'Ring', quantity: 1, price: '9.00', isPrivate: true },
    ])
    expect((await aud.get(addressOf(shown))).status).toBe(200)
    const { status, body } = await aud.get(addressOf(hidden))
    expect([status, body.code]).toEqual([403, 'FORBIDDEN'])
    expect(JSON.stringify(body)).not.toMatch(/Ring|9\.00/)
    const [page] = await pagesFor(clara, addressOf(hidden))
    expect(page).toContain('2 Ring 1 9.00')
  })

  it('is refused where a sum or a sentence alone would tell of what is hidden', async () => {
    const text = TEXT.replace('- **Columns:** position, product, quantity\n', '- **Columns:** product\n').replace(
      '- **Title:** "Packing slip {number}"',
      '- **Title:** "{lines.map(l, l.quantity).sum()} pieces"',
    )
    await using other = await runApplication(text)
    const clerk = await other.signIn('clara@example.test', 'correct-horse-1')
    const auditor = await other.signIn('aud@example.test', 'correct-horse-3')
    const customer = await made(clerk, '/api/customers', { name: 'Ada' })
    const order = await made(clerk, '/api/orders', { customer, orderedOn: '2026-03-01' })
    const address = addressOf(order, 'packing-slip')
    expect((await auditor.get(address)).status).toBe(200)
    await made(clerk, '/api/lines', { order, position: 1, product: 'Ring', quantity: 1, price: '1', isPrivate: true })
    expect((await auditor.get(address)).status).toBe(403)
    expect((await clerk.get(address)).status).toBe(200)
  })

  it('is not there for what is no record, no document and no id', async () => {
    const order = await ordered([])
    for (const address of [
      addressOf(crypto.randomUUID()),
      addressOf('1'),
      addressOf("'; DROP TABLE orders; --"),
      addressOf(order, 'invoices'),
    ])
      expect([address, (await clara.get(address)).status]).toEqual([address, 404])
  })
})

describe('on paper', () => {
  it('goes over several pages, each with the heads of the table and its number, and misses no row', async () => {
    const order = await ordered([])
    const count = 150
    // Few at once: a server on a busy machine refuses a request that has waited long behind others.
    for (let from = 0; from < count; from += 10)
      await Promise.all(
        Array.from({ length: 10 }, (_, at) =>
          made(clara, '/api/lines', {
            order,
            position: from + at + 1,
            product: `Part ${from + at + 1}`,
            quantity: 1,
            price: '1',
          }),
        ),
      )
    const pages = await pagesFor(clara, addressOf(order))
    expect(pages.length).toBeGreaterThan(3)
    pages.forEach((page, index) => expect(page.endsWith(`Trading house ${index + 1} / ${pages.length}`)).toBe(true))
    for (const page of pages.filter((each) => /Part \d/.test(each)))
      expect(page).toContain('No. Product Quantity Price Total')
    const found = pages.flatMap((page) => [...page.matchAll(/Part (\d+)/g)].map(([, number]) => Number(number)))
    expect(found).toEqual(Array.from({ length: count }, (_, at) => at + 1))
  })

  it('has letters of Latin, Greek and Cyrillic, and says by number what its font lacks', async () => {
    const name = 'Łukasz Żółć, Ελένη Παπαδοπούλου, Жанна Дюжева, Đặng e\u0301'
    const order = await ordered([], { note: '中 🎉 \u202egpj.exe \u0007bell שלום' }, name)
    const [page] = await pagesFor(clara, addressOf(order))
    expect(page).toContain(`Customer ${name.normalize('NFC')}`)
    expect(page).toContain('Note [U+4E2D] [U+1F389] gpj.exe bell [U+05E9][U+05DC][U+05D5][U+05DD]')
    expect(page).toContain('Characters that the font of this document lacks stand as their Unicode number')
    expect(page).toContain('Nothing was ordered.')
  })

  it('breaks words that are wider than their place, and takes no markup and no placeholder from values', async () => {
    const long = 'x'.repeat(400)
    const order = await ordered(
      [{ position: 1, product: long, quantity: 1, price: '1' }],
      { note: '{customer.name} **bold** {"text": "x"} <script>alert(1)</script>' },
      'y'.repeat(200),
    )
    const { bytes } = await download(clara, addressOf(order))
    const pages = (await pagesOf(bytes)).map((page) => page.replaceAll(' ', ''))
    expect(pages.join('')).toContain('x'.repeat(400))
    expect(pages.join('')).toContain('{customer.name}**bold**{"text":"x"}<script>alert(1)</script>')
    const proxy = await getDocumentProxy(bytes)
    for (let number = 1; number <= proxy.numPages; number++) {
      const page = await proxy.getPage(number)
      const [, , width = 0] = page.view
      for (const item of (await page.getTextContent()).items)
        if ('width' in item) expect(item.transform[4] + item.width).toBeLessThan(width)
    }
  })

  it('refuses more rows than it takes', async () => {
    const order = await ordered([])
    await house.database.runOwn(
      'many-lines',
      `INSERT INTO line (order_id, position, product, quantity, price, is_private, created_at)
       SELECT $1, number % 9999 + 1, 'Part', 1, 1, false, now() FROM generate_series(1, 2001) AS number`,
      [order],
    )
    const { status, body } = await clara.get(addressOf(order))
    expect([status, body.code]).toEqual([422, 'TOO_BIG'])
  })
})

describe('as a page', () => {
  it('says the same in HTML, to the same callers, and runs nothing', async () => {
    const order = await ordered(TWO, { note: 'One\nTwo' }, 'Ada & <i>Söhne</i>')
    const { status, headers, bytes } = await download(clara, `${addressOf(order)}.html`)
    const html = Buffer.from(bytes).toString('utf8')
    expect([status, headers.get('content-type')]).toEqual([200, 'text/html; charset=utf-8'])
    expect(headers.get('content-security-policy')).toMatch(/^default-src 'none'/)
    expect(html).toContain('<title>Invoice 1')
    expect(html).toContain('Ada &amp; &lt;i&gt;Söhne&lt;/i&gt;')
    expect(html).toContain('One<br>Two')
    const rows = [...html.matchAll(/<tr><td[^>]*>(\d)<\/td><td[^>]*>([^<]+)</g)].map(([, at, name]) => `${at} ${name}`)
    expect(rows).toEqual(['1 Tea', '2 Cup'])
    expect((await paul.get(`${addressOf(order)}.html`)).status).toBe(403)
    const held = { 'if-none-match': headers.get('etag') ?? '' }
    expect((await download(clara, `${addressOf(order)}.html`, held)).status).toBe(304)
  })

  it('is for those who take no PDF; a browser that takes both gets the PDF', async () => {
    const order = await ordered(TWO)
    const typeFor = async (accept: string) =>
      (await download(clara, `/api/orders/${order}/invoice`, { accept })).headers.get('content-type')
    expect(await typeFor('text/html')).toBe('text/html; charset=utf-8')
    expect(await typeFor('text/html,application/xhtml+xml,*/*;q=0.8')).toBe('application/pdf')
    expect(await typeFor('image/png')).toBe('application/pdf')
  })
})

describe('a call that answers a document', () => {
  it('sends the same file as its own address, by the same rights', async () => {
    const order = await ordered(TWO)
    const [own, called] = [
      await download(clara, addressOf(order)),
      await download(clara, `/api/orders/${order}/invoice`),
    ]
    expect([called.status, called.headers.get('content-type')]).toEqual([200, 'application/pdf'])
    expect(called.bytes).toEqual(own.bytes)
    expect((await paul.get(`/api/orders/${order}/invoice`)).status).toBe(403)
    await made(clara, '/api/lines', { order, position: 9, product: 'Ring', quantity: 1, price: '1', isPrivate: true })
    expect((await aud.get(`/api/orders/${order}/invoice`)).status).toBe(403)
    // The text says so: this call shows everything that it names.
    const [page] = await pagesFor(aud, `/api/orders/${order}/printed`)
    expect(page).toContain('9 Ring 1 1.00')
  })

  it('is said so in the description of the calls', async () => {
    const { body } = await house.guest.get('/_ninefold/openapi.json')
    const own = body.paths['/_ninefold/documents/packing-slip/{id}'].get
    expect(Object.keys(own.responses['200'].content)).toEqual(['application/pdf'])
    expect(Object.keys(body.paths['/api/orders/{id}/invoice'].get.responses['200'].content)).toEqual([
      'application/pdf',
    ])
  })
})

describe('pictures', () => {
  const PIXEL = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg=='

  async function upload(bytes: Buffer, name: string): Promise<string> {
    const response = await fetch(`${house.address}/_ninefold/files?name=${name}`, {
      method: 'POST',
      headers: { cookie: clara.cookie ?? '', 'ninefold-client': 'web' },
      body: new Uint8Array(bytes),
    })
    expect(response.status).toBe(201)
    return ((await response.json()) as { id: string }).id
  }

  async function imagesIn(bytes: Uint8Array): Promise<number> {
    return (
      Buffer.from(bytes)
        .toString('latin1')
        .match(/\/Subtype \/Image/g) ?? []
    ).length
  }

  it('are drawn, and one that cannot be drawn has its name in its place', async () => {
    const whole = await ordered([], { photo: await upload(Buffer.from(PIXEL, 'base64'), 'shop.png') })
    const { bytes } = await download(clara, addressOf(whole))
    expect(await imagesIn(bytes)).toBeGreaterThan(0)
    expect((await pagesOf(bytes))[0]).not.toContain('shop.png')
    const torn = Buffer.from(PIXEL, 'base64').subarray(0, 50)
    const broken = await download(clara, addressOf(await ordered([], { photo: await upload(torn, 'torn.png') })))
    expect([broken.status, await imagesIn(broken.bytes)]).toEqual([200, 0])
    expect((await pagesOf(broken.bytes))[0]).toContain('Photo torn.png')
  })
})
