// Thumbnails of uploads: pictures and files that pretend to be pictures, stored in a bucket, never run.

import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { deflateSync, crc32 } from 'node:zlib'
import sharp, { type Sharp } from 'sharp'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { THUMBNAILS } from '@ninefold/core/contract/wire/thumbnails.ts'
import { bucketOfFiles } from '../../store/files/bucket-of-files.ts'
import { limitKey } from '../../store/tables/limit-keys.ts'
import { type BucketServer, startBucketServer } from '../../testing/servers/bucket-server.ts'
import { type Answer, type Client, runApplication, type RunningApplication } from '../../testing/running-application.ts'
import { FIELDS, members } from '@ninefold/core/check/specification-for-tests.ts'

const TEXT = `# Pictures

**Ninefold:** 1

## 3. Entities and their fields

**Every entity has:** id as a random identifier, createdAt, createdBy

### Entity: User

${FIELDS}
| email | email | required, unique ignoring case | | |
| password | password 8 to 200 | required, hidden | | |

### Entity: Album

${FIELDS}
| owner | User | deleted together | | |
| picture | image up to 5 MB | | | |
| papers | list of file up to 5 MB, at most 40 | | | |

## 6. Roles and permissions

${members('User')}

| Role for a record | Entity | Must have | When |
| --- | --- | --- | --- |
| Owner | Album | Member | \`owner == me\` |

### Permissions

| Who | May | Entity | Only where | Fields |
| --- | --- | --- | --- | --- |
| Guest | create | User | | email, password |
| Member | see | User | | email |
| Guest | create | Album | | papers |
| Member | create | Album | | owner, picture, papers |
| Owner | see, change | Album | | all |

## 7. The calls it makes

### Standard calls

| Entity | Path | Calls | Found by | Answers with |
| --- | --- | --- | --- | --- |
| Album | \`/api/albums\` | get, create, change | id | everything visible |
`

let bucket: BucketServer
let application: RunningApplication
let ada: Client
let bob: Client
let adaId: string

beforeAll(async () => {
  bucket = await startBucketServer()
  application = await runApplication(TEXT, { files: bucketOfFiles(bucket.bucket) })
  ada = await application.signUp({ email: 'ada@example.test', password: 'correct-horse' })
  bob = await application.signUp({ email: 'bob@example.test', password: 'correct-horse' })
  adaId = (await application.database.pool.query(`SELECT id FROM "user" WHERE email LIKE 'ada%'`)).rows[0].id
})

afterAll(async () => {
  await application[Symbol.asyncDispose]()
  await bucket[Symbol.asyncDispose]()
})

function upload(client: Client, name: string, content: Buffer | string, headers = {}): Promise<Answer> {
  return client.send(`/_ninefold/files?name=${encodeURIComponent(name)}`, {
    method: 'POST',
    body: typeof content === 'string' ? content : new Uint8Array(content),
    headers: { 'content-type': 'image/png', ...headers },
  })
}

/** The address of one of Ada's pictures. */
async function shown(content: Buffer, field: 'picture' | 'papers' = 'picture'): Promise<string> {
  const { body, status } = await upload(ada, 'a.png', content)
  expect(status, JSON.stringify(body)).toBe(201)
  const album = await ada.post('/api/albums', { owner: adaId, [field]: field === 'picture' ? body.id : [body.id] })
  expect(album.status, JSON.stringify(album.body)).toBe(201)
  return `/_ninefold/files/${body.id}`
}

async function bytes(client: Client, path: string): Promise<Buffer> {
  const answer = await fetch(application.address + path, { headers: { cookie: client.cookie ?? '' } })
  expect(answer.status).toBe(200)
  return Buffer.from(await answer.arrayBuffer())
}

function red(width: number, height: number): Sharp {
  return sharp({ create: { width, height, channels: 3, background: 'red' } })
}

it.each(['png', 'jpeg', 'webp', 'gif', 'avif'] as const)(
  'a picture in %s is made small, in two sizes',
  async (format) => {
    const address = await shown(await red(900, 300).toFormat(format).toBuffer())
    for (const [size, pixels] of Object.entries(THUMBNAILS)) {
      const answer = await ada.get(`${address}/${size}`)
      expect(Object.fromEntries(answer.headers)).toMatchObject({
        'content-type': 'image/webp',
        'cache-control': 'private, no-cache',
        'content-security-policy': "sandbox; default-src 'none'",
        'x-content-type-options': 'nosniff',
        'content-disposition': 'inline; filename=a.webp',
      })
      const { width, height, format: made } = await sharp(await bytes(ada, `${address}/${size}`)).metadata()
      expect([made, width, height]).toEqual(['webp', pixels, Math.round(pixels / 3)])
    }
    expect((await ada.get(`${address}/huge`)).status).toBe(404)
  },
)

it('a small picture is made once, and a browser that has it asks only whether it still may', async () => {
  const address = await shown(await red(700, 700).png().toBuffer())
  const first = await Promise.all(Array.from({ length: 5 }, () => ada.get(`${address}/small`)))
  expect(first.map(({ status }) => status)).toEqual([200, 200, 200, 200, 200])
  const tag = first[0]?.headers.get('etag') ?? ''
  const again = await ada.get(`${address}/small`, { 'if-none-match': `"x", ${tag}` })
  expect([again.status, again.body]).toEqual([304, null])
  expect((await ada.get(address, { 'if-none-match': tag })).status).toBe(200)
  // The thumbnail survives its original.
  bucket.objects.delete(`one-app/${address.split('/').at(-1)}`)
  expect((await ada.get(`${address}/small`)).status).toBe(200)
  expect((await ada.get(`${address}/medium`)).status).toBe(404)
})

it('who may not have a picture has no small one of it, whatever their browser kept', async () => {
  const address = await shown(await red(700, 700).png().toBuffer())
  const tag = (await ada.get(`${address}/small`)).headers.get('etag') ?? ''
  for (const client of [bob, application.guest])
    for (const path of [address, `${address}/small`, `${address}/medium`])
      expect((await client.get(path, { 'if-none-match': tag })).status).toBe(404)
})

it('a small picture is the right way up, and does not say where and when it was taken', async () => {
  const photo = await red(400, 200)
    .withExif({ IFD0: { Copyright: 'Ada' }, IFD3: { GPSLatitude: '48/1 12/1 0/1' } })
    .withMetadata({ orientation: 6 })
    .jpeg()
    .toBuffer()
  expect((await sharp(photo).metadata()).orientation).toBe(6)
  const small = await sharp(await bytes(ada, `${await shown(photo)}/small`)).metadata()
  expect([small.width, small.height, small.exif, small.orientation]).toEqual([80, 160, undefined, undefined])
})

/** A picture of a single colour, which is much larger when decoded. */
function packedPng(width: number, height: number): Buffer {
  const chunk = (type: string, data: Buffer): Buffer => {
    const body = Buffer.concat([Buffer.from(type), data])
    const [length, sum] = [Buffer.alloc(4), Buffer.alloc(4)]
    length.writeUInt32BE(data.length)
    sum.writeUInt32BE(crc32(body))
    return Buffer.concat([length, body, sum])
  }
  const head = Buffer.alloc(13)
  head.writeUInt32BE(width)
  head.writeUInt32BE(height, 4)
  head.set([1, 0, 0, 0, 0], 8)
  const rows = Buffer.alloc((Math.ceil(width / 8) + 1) * Math.min(height, 20_000))
  const content = [chunk('IHDR', head), chunk('IDAT', deflateSync(rows)), chunk('IEND', Buffer.alloc(0))]
  return Buffer.concat([Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]), ...content])
}

it('pictures that unpack to very many pixels, or are broken, are not made small', async () => {
  const before = process.memoryUsage().rss
  const png = await red(300, 300).png().toBuffer()
  // Small enough for a library without limits, which would accept it.
  const large = packedPng(9000, 9000)
  expect((await sharp(large, { limitInputPixels: false }).resize(10).toBuffer()).length).toBeGreaterThan(0)
  const whole = await red(4100, 4100).webp({ effort: 0 }).toBuffer()
  const bombs = [
    large,
    whole,
    packedPng(20_000, 20_000),
    packedPng(60_000, 60_000),
    png.subarray(0, 60),
    png.subarray(0, -20),
  ]
  for (const bomb of bombs) {
    const address = await shown(bomb)
    for (const _ of [1, 2]) expect((await ada.get(`${address}/small`)).status).toBe(404)
    expect((await ada.get(address)).status).toBe(200)
  }
  // A picture of 400 million pixels would need far more.
  expect(process.memoryUsage().rss - before).toBeLessThan(200 * 1024 ** 2)
  expect((await ada.get(`${await shown(png)}/small`)).status).toBe(200)
})

const SCRIPT = '<script>fetch("/api/albums")</script>'
const GIF_AND_PROGRAM = Buffer.concat([Buffer.from('GIF89a/*\0\0\0\0\0\0*/=1;alert(1)//'), Buffer.alloc(20)])

/** Files that a browser would run under their claimed type, or under a second type that they also match. */
const HOSTILE: readonly (readonly [string, string | Buffer])[] = [
  ['page.png', `<!doctype html><html><body>${SCRIPT}`],
  ['page.html', `<html>${SCRIPT}`],
  ['page.xhtml', `<?xml version="1.0"?><html xmlns="http://www.w3.org/1999/xhtml">${SCRIPT}</html>`],
  ['drawing.svg', `<svg xmlns="http://www.w3.org/2000/svg" onload="alert(1)">${SCRIPT}</svg>`],
  ['drawing.png', `<?xml version="1.0"?><svg xmlns="http://www.w3.org/2000/svg" onload="alert(1)"/>`],
  ['style.xml', `<?xml version="1.0"?><?xml-stylesheet href="/x.xsl"?><a/>`],
  ['program.gif', GIF_AND_PROGRAM],
  ['program.js', 'alert(1)'],
  ['page.pdf', `%PDF-1.7\n${SCRIPT}\n/OpenAction << /S /JavaScript /JS (app.alert(1)) >>`],
  ['archive.zip', Buffer.from('504b0304140000000800', 'hex')],
  ['page.mht', `MIME-Version: 1.0\nContent-Type: text/html\n\n${SCRIPT}`],
  ['utf-7.txt', '+ADw-script+AD4-alert(1)+ADw-/script+AD4-'],
  ['utf-16.html', Buffer.from(`\uFEFF${SCRIPT}`, 'utf16le')],
  ['shortcut.url', '[InternetShortcut]\nURL=javascript:alert(1)'],
]

it('of what could run in a browser nothing is shown, whatever it is called', async () => {
  for (const [name, content] of HOSTILE) {
    const { body } = await upload(ada, name, content)
    const { body: album } = await ada.post('/api/albums', { owner: adaId, papers: [body.id] })
    const answer = await ada.get(album.papers[0].url)
    const headers = Object.fromEntries(answer.headers)
    expect(headers, name).toMatchObject({
      'x-content-type-options': 'nosniff',
      'content-security-policy': expect.stringContaining("default-src 'none'"),
      'cross-origin-resource-policy': 'same-origin',
    })
    const isPicture = headers['content-type'] === 'image/gif'
    const isPdf = headers['content-type'] === 'application/pdf'
    if (!isPdf) expect(headers['content-security-policy'], name).toMatch(/^sandbox;/)
    expect(headers['content-type'], name).not.toMatch(/html|svg|javascript|css/)
    if (!isPicture && !isPdf) expect(headers['content-disposition'], name).toMatch(/^attachment/)
    expect((await ada.get(`${album.papers[0].url}/small`)).status, name).toBe(404)
    if (!isPicture) {
      const asPicture = await ada.post('/api/albums', {
        owner: adaId,
        picture: (await upload(ada, name, content)).body.id,
      })
      expect(asPicture.body.errors, name).toMatchObject([{ about: 'picture', code: 'WRONG_TYPE' }])
    }
  }
})

it('pictures that are pages as well are sent as pictures, and lose the page when they are made small', async () => {
  const png = await red(300, 300).png().toBuffer()
  const jpeg = await red(300, 300)
    .withExif({ IFD0: { ImageDescription: SCRIPT } })
    .jpeg()
    .toBuffer()
  for (const content of [Buffer.concat([png, Buffer.from(SCRIPT)]), jpeg]) {
    const address = await shown(content)
    expect((await ada.get(address)).headers.get('content-type')).toMatch(/^image\/(png|jpeg)$/)
    expect((await bytes(ada, `${address}/medium`)).includes('script')).toBe(false)
  }
})

it('names are names: no paths, no control characters, no second header', async () => {
  const names: readonly (readonly [string, string])[] = [
    ['../../etc/passwd', 'passwd'],
    ['C:\\Windows\\win.ini', 'win.ini'],
    ['a\r\nSet-Cookie: x=1', 'aSet-Cookie: x=1'],
    ['a\u0000b\u001b[31m', 'ab[31m'],
    ['photo\u202Egpj.exe', 'photogpj.exe'],
    ['"; filename=evil.html', '"; filename=evil.html'],
    ['x'.repeat(300), 'x'.repeat(200)],
    ['😀'.repeat(201), '😀'.repeat(200)],
    ['\ud800broken', '\ufffdbroken'],
    ['..', '..'],
    [' ', 'file'],
    ['<img src=x onerror=alert(1)>', '<img src=x onerror=alert(1)>'],
  ]
  for (const [sent, kept] of names) {
    const address = `/_ninefold/files?name=${encodeURIComponent(sent.toWellFormed())}`
    const { body } = await ada.send(address, { method: 'POST', body: 'text' })
    expect(body.name).toBe(kept)
    const album = await ada.post('/api/albums', { owner: adaId, papers: [body.id] })
    const { headers, status } = await ada.get(album.body.papers[0].url)
    expect([status, headers.get('set-cookie')]).toEqual([200, null])
    expect(headers.get('content-disposition')).toMatch(/^attachment; filename=/)
  }
  expect((await upload(ada, 'x'.repeat(20_000), 'text')).status).toBeLessThan(500)
})

it('where there is no library for pictures they are sent as they are', async () => {
  const without = `import { registerHooks } from 'node:module'
    registerHooks({ resolve: (name, context, next) => {
      if (name === 'sharp') throw new Error('There is none.')
      return next(name, context)
    } })`
  const program = `import { smallerPicture } from ${JSON.stringify(new URL('../../store/files/pictures.ts', import.meta.url).href)}
    process.stdout.write(String(await smallerPicture(() => Promise.reject(new Error('Nobody asks.')), 'small')))`
  const { stdout } = await promisify(execFile)(process.execPath, [
    '--import',
    `data:text/javascript,${encodeURIComponent(without)}`,
    '--input-type=module',
    '--eval',
    program,
  ])
  expect(stdout).toBe('unable')
})

it('guests are counted by where they are', async () => {
  const from = (address: string) => ({ 'x-forwarded-for': address })
  await application.database.pool.query(
    `INSERT INTO ninefold.file (id, name, size, type, uploaded_from)
     SELECT gen_random_uuid(), 'x', 1, 'text/plain', $1 FROM generate_series(1, 100)`,
    [limitKey('uploads', '203.0.113.7')],
  )
  expect((await upload(application.guest, 'a', 'a', from('203.0.113.7'))).status).toBe(429)
  expect((await upload(application.guest, 'a', 'a', from('203.0.113.8'))).status).toBe(201)
  expect((await upload(ada, 'a', 'a', from('203.0.113.7'))).status).toBe(201)
})

it('while the bucket does not answer, uploads and downloads say that they can be tried again', async () => {
  const address = await shown(await red(10, 10).png().toBuffer())
  bucket.fail(503, 12)
  const answers = [await upload(ada, 'a', 'a'), await ada.get(address), await ada.get(`${address}/small`)]
  expect(answers.map(({ status }) => status)).toEqual([503, 503, 503])
  expect(answers[0]?.headers.get('retry-after')).toBe('1')
  expect((await ada.get(`${address}/small`)).status).toBe(200)
})
