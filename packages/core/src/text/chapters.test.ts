import fc from 'fast-check'
import { expect, it } from 'vitest'
import { bound, chaptersOf, excerptAt, isChapterPath, linesIn, markIn, placeAt, placesOf, unbound } from './chapters.ts'

const text = fc.string({
  unit: fc.constantFrom('a', '#', '\n', '\r', '<!-- chapter: x.md', ' -->', '\uFEFF'),
  maxLength: 30,
})
const path = fc.constantFrom('a.md', 'b/c.md', 'straße.md', 'b/c-d_e.f.md')
const file = fc.record({ path, text: text.filter((each) => markIn(each) === null) })

it('gives back each file of a bound text, byte for byte', () =>
  fc.assert(
    fc.property(file, fc.array(file, { maxLength: 3 }), ({ text: main }, chapters) => {
      expect(unbound(bound(main, chapters))).toEqual({ main, chapters })
    }),
  ))

it('finds the file, line and column of every character', () =>
  fc.assert(
    fc.property(file, fc.array(file, { maxLength: 3 }), ({ text: main }, chapters) => {
      const whole = bound(main, chapters)
      const places = placesOf({ file: 'shop/app.md', text: whole })
      for (const { path: of, span } of chaptersOf(whole)) {
        const alone = placesOf({
          file: of === null ? 'shop/app.md' : `shop/${of}`,
          text: whole.slice(span.start, span.end),
        })
        for (let offset = span.start; offset <= span.end; offset++)
          expect(placeAt(places, offset)).toEqual(placeAt(alone, offset - span.start))
      }
    }),
  ))

it('tells lines of the main file by number, and those of chapters with their path', () => {
  const whole = bound('one\ntwo\n', [{ path: 'b/c.md', text: 'three\nfour' }])
  const places = placesOf({ file: 'app.md', text: whole })
  const lineOf = linesIn(whole)
  const linesOfWords = ['two', 'four'].map((word) => lineOf({ span: { start: whole.indexOf(word) } }))
  expect(linesOfWords).toEqual([2, 'b/c.md:2'])
  expect(excerptAt(places, { start: whole.indexOf('four'), end: whole.length })).toEqual({
    line: 2,
    before: '',
    marked: 'four',
    after: '',
  })
})

it('takes only paths that stay in the folder', () => {
  for (const good of ['a.md', 'a/b.md', 'Größen.md', 'a.b-c_d.md', '1/2.md'])
    expect(isChapterPath(good), good).toBe(true)
  for (const bad of [
    '../a.md',
    'a/../b.md',
    './a.md',
    '/a.md',
    'a//b.md',
    'a\\b.md',
    'C:a.md',
    'http://x/a.md',
    'a b.md',
    'a%2F.md',
    '.a.md',
    'a/.b.md',
    'a.txt',
    '.md',
    'a.md\n',
    'a.md#b',
    `${'a'.repeat(200)}.md`,
  ])
    expect(isChapterPath(bad), bad).toBe(false)
})
