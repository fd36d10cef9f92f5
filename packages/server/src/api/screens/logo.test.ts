// A picture beside the text, served under its real type, so that no script in it runs for anybody.

import { deflateSync, crc32 } from 'node:zlib'
import { expect, it } from 'vitest'
import { runApplication } from '../../testing/running-application.ts'
import { logoPicture } from './logo.ts'

const SVG = '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 8 8"><script>alert(1)</script><circle r="4"/></svg>'
const TEXT = `# Shown

**Ninefold:** 1

## 9. Business constants and limits

| Setting | Value |
| --- | --- |
| Brand colour | #0A7D5C |
| Logo | logo.svg, dark.png |
`

/** The smallest possible PNG: one black pixel. */
function png(): Buffer {
  const chunk = (type: string, data: Buffer): Buffer => {
    const named = Buffer.concat([Buffer.from(type, 'latin1'), data])
    const [length, sum] = [Buffer.alloc(4), Buffer.alloc(4)]
    length.writeUInt32BE(data.length)
    sum.writeUInt32BE(crc32(named))
    return Buffer.concat([length, named, sum])
  }
  const head = Buffer.from([0, 0, 0, 1, 0, 0, 0, 1, 8, 0, 0, 0, 0])
  const pixel = deflateSync(Buffer.from([0, 0]))
  return Buffer.concat([
    Buffer.from('\x89PNG\r\n\x1A\n', 'latin1'),
    chunk('IHDR', head),
    chunk('IDAT', pixel),
    chunk('IEND', Buffer.alloc(0)),
  ])
}

it('serves each picture to everybody, under the type that its content has, and lets nothing in it run', async () => {
  const [light, dark] = [await logoPicture(Buffer.from(SVG)), await logoPicture(png())]
  await using shown = await runApplication(TEXT, {
    double: (application) => ({ ...application, logo: { light: light!, dark: dark! } }),
  })
  const { brand } = (await shown.guest.get('/_ninefold/app')).body
  expect(brand.colour).toBe('#0a7d5c')
  const answer = await fetch(shown.address + brand.logo.light)
  expect(await answer.text()).toBe(SVG)
  expect(Object.fromEntries(answer.headers)).toMatchObject({
    'content-type': 'image/svg+xml',
    'x-content-type-options': 'nosniff',
    'cache-control': 'public, max-age=31536000, immutable',
    'cross-origin-resource-policy': 'same-origin',
  })
  const policy = answer.headers.get('content-security-policy') ?? ''
  expect(policy).toMatch(/default-src 'none'.*sandbox/)
  expect(policy).not.toContain('script')
  const other = await shown.guest.get(brand.logo.dark)
  expect([other.status, other.headers.get('content-type')]).toEqual([200, 'image/png'])

  const before = await shown.guest.get(brand.logo.light.replace(/version=.*/, 'version=before'))
  expect([before.status, before.headers.get('cache-control')]).toEqual([200, 'no-cache'])
  const again = await shown.guest.get(brand.logo.light, { 'if-none-match': answer.headers.get('etag') ?? '' })
  expect([again.status, again.body]).toEqual([304, null])
  for (const path of [
    '/_ninefold/logo',
    '/_ninefold/logo/blue',
    '/_ninefold/logo/..%2Flight',
    '/_ninefold/logo/__proto__',
  ])
    expect((await shown.guest.get(path)).status, path).toBe(404)
  expect((await shown.guest.post('/_ninefold/logo/light')).status).toBe(405)
})

it('has no picture where none is stated', async () => {
  await using plain = await runApplication('# Plain\n\n**Ninefold:** 1\n')
  expect((await plain.guest.get('/_ninefold/app')).body.brand).toEqual({ colour: null, logo: null })
  expect((await plain.guest.get('/_ninefold/logo/light')).status).toBe(404)
})

it('takes a picture by its content and by nothing else', async () => {
  const typeOf = async (content: Buffer | string): Promise<string | undefined> =>
    (await logoPicture(Buffer.from(content)))?.type
  expect(await typeOf(png())).toBe('image/png')
  expect(
    await typeOf(
      `\uFEFF<?xml version="1.0"?>\n<!-- drawn -->\n<!DOCTYPE svg PUBLIC "-//W3C//DTD SVG 1.1//EN" "x">\n${SVG}`,
    ),
  ).toBe('image/svg+xml')
  const none = [
    '<html><svg></svg></html>',
    '<svgx/>',
    'text <svg></svg>',
    '<!DOCTYPE html><svg></svg>',
    '<!DOCTYPE svg [<!ENTITY a "b">]><svg></svg>',
    'GIF89a\u0001\u0000\u0001\u0000',
    '%PDF-1.7',
    '',
    Buffer.concat([Buffer.from([0xff, 0xfe]), Buffer.from(SVG)]),
    `${SVG}${' '.repeat(300_000)}`,
  ]
  for (const content of none) expect(await typeOf(content), String(content).slice(0, 40)).toBeUndefined()
})
