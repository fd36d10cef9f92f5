// The body of a form → its values, or its error.

import fc from 'fast-check'
import { expect, it } from 'vitest'
import { objectOfForm } from './form-bodies.ts'

const encoded = (bytes: Uint8Array): string =>
  [...bytes].map((byte) => `%${byte.toString(16).padStart(2, '0')}`).join('')

/** As a JSON body is decoded. */
function textOf(bytes: Uint8Array): string | null {
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes)
  } catch {
    return null
  }
}

it('takes the text that was sent, or nothing at all', () => {
  const part = fc.oneof(
    fc.uint8Array({ maxLength: 6 }),
    fc.string({ unit: 'binary', maxLength: 4 }).map((text) => new TextEncoder().encode(text)),
    fc.constant(new TextEncoder().encode('\ufffd')),
  )
  fc.assert(
    fc.property(fc.array(part, { maxLength: 4 }), (parts) => {
      const bytes = Uint8Array.from(parts.flatMap((each) => [...each]))
      const text = textOf(bytes)
      expect(objectOfForm(`words=${encoded(bytes)}`)).toEqual(text === null ? null : { words: text })
    }),
    { numRuns: 100 },
  )
})

it('takes no form of more values than anybody fills in, whatever they are called', () => {
  const values = (count: number, name: (index: number) => string): string =>
    Array.from({ length: count }, (_, index) => `${name(index)}=1`).join('&')
  expect(Object.keys(objectOfForm(values(10_000, (index) => `k${index}`)) ?? {})).toHaveLength(10_000)
  for (const name of [(index: number) => `k${index}`, () => 'k[]', (index: number) => `k[${index}][a]`, () => ''])
    expect(objectOfForm(values(10_001, name))).toBeNull()
})

it('reads brackets and dots as structure', () => {
  const meant = { items: [{ sku: 'A1', tags: ['x', 'y'] }, { sku: 'B2' }], user: { name: 'Ann' } }
  expect(
    objectOfForm('items[0][sku]=A1&items[0][tags][]=x&items[0][tags][]=y&items[1][sku]=B2&user[name]=Ann'),
  ).toEqual(meant)
  expect(objectOfForm('items[0].sku=A1&items[0].tags[]=x&items[0].tags=y&items[1].sku=B2&user.name=Ann')).toEqual(meant)
  // In brackets a dot is itself, as in keys of a map; a dot at the begin or the end separates nothing.
  expect(objectOfForm('labels[a.b]=1&.c=2&d.=3')).toEqual({ labels: { 'a.b': '1' }, '.c': '2', 'd.': '3' })
  expect(objectOfForm('a=1&a.b=2')).toBeNull()
})

it('leads no name out of the object that it makes', () => {
  for (const name of [
    '__proto__',
    'constructor',
    'a[__proto__]',
    '__proto__[polluted]',
    'a.__proto__.polluted',
    'a[constructor][prototype]',
  ]) {
    objectOfForm(`${name}=1`)
    expect(({} as Record<string, unknown>)['polluted'] ?? ({} as Record<string, unknown>)['1']).toBeUndefined()
  }
  expect(Object.getPrototypeOf(objectOfForm('__proto__[a]=1'))).toBe(Object.prototype)
})
