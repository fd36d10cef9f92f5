// The possible lengths of texts that match a pattern, compared with matching texts.

import fc from 'fast-check'
import { RE2JS } from 're2js'
import { expect, it } from 'vitest'
import { lengthsOf } from './pattern-lengths.ts'

/** A pattern with a matching text. */
interface Fitting {
  readonly pattern: string
  readonly text: string
}

const one: fc.Arbitrary<Fitting> = fc.constantFrom(
  { pattern: 'a', text: 'a' },
  { pattern: '[A-Z]', text: 'Q' },
  { pattern: '[^]x]', text: 'y' },
  { pattern: '[[:digit:]-]', text: '7' },
  { pattern: '\\d', text: '4' },
  { pattern: '\\p{Lu}', text: 'Ü' },
  { pattern: '\\x41', text: 'A' },
  { pattern: '\\.', text: '.' },
  { pattern: '.', text: '😀' },
  { pattern: '\\b', text: '' },
)

const fitting = fc.letrec<{ whole: Fitting }>((tie) => ({
  whole: fc.oneof(
    { maxDepth: 3 },
    one.filter(({ text }) => text !== ''),
    fc
      .tuple(tie('whole'), tie('whole'))
      .map(([a, b]) => ({ pattern: `(?:${a.pattern})${b.pattern}`, text: a.text + b.text })),
    fc.tuple(tie('whole'), tie('whole')).map(([a, b]) => ({ pattern: `(${a.pattern}|${b.pattern})`, text: b.text })),
    fc
      .tuple(tie('whole'), fc.constantFrom('{0,3}', '{2}', '{1,}', '{2,4}?', '*', '+', '??'), fc.nat(1))
      .map(([a, sign, more]) => {
        const least = sign.startsWith('{2') ? 2 : sign === '*' || sign === '??' || sign.startsWith('{0') ? 0 : 1
        const most = sign === '{2}' ? 2 : least + (sign === '??' ? 1 : more)
        return { pattern: `(?i:${a.pattern})${sign}`, text: a.text.repeat(Math.max(least, most)) }
      }),
  ),
})).whole

it('no text that fits is shorter or longer', () => {
  fc.assert(
    fc.property(fitting, ({ pattern, text }) => {
      expect(RE2JS.compile(pattern).matches(text), `${pattern} fits ${text}`).toBe(true)
      const lengths = lengthsOf(pattern)
      expect(lengths).not.toBe(null)
      const length = [...text].length
      expect(lengths?.least).toBeLessThanOrEqual(length)
      expect(lengths?.most).toBeGreaterThanOrEqual(length)
    }),
  )
})

it.each([
  ['[A-Z]{2}[0-9]{2}[A-Z0-9]{11,30}', 15, 34],
  ['^\\d{5}(-\\d{4})?$', 5, 10],
  ['(ab|cde)+', 2, Infinity],
  ['', 0, 0],
])('%s has from %d to %d characters', (pattern, least, most) => {
  expect(lengthsOf(pattern)).toEqual({ least, most })
})

it.each(['\\Qa.b\\E', '(?i)abc', '(a'])('%s is not looked into', (pattern) => {
  expect(lengthsOf(pattern)).toBe(null)
})
