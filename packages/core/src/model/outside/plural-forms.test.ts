// Plural forms, compared with the rules of languages that have few and many of them.

import { expect, it } from 'vitest'
import { categoriesOf, countedIn, formsProblem, inBraces, inPlural } from './plural-forms.ts'

const POLISH = [
  { category: 'one', words: '# plik' },
  { category: 'few', words: '# pliki' },
  { category: 'many', words: '# plików' },
  { category: 'other', words: '# pliku' },
]

it('are told from an expression, which may have a colon and quotes of its own', () => {
  expect(countedIn('size(lines): one "# line", other "# lines"')).toEqual({
    value: 'size(lines)',
    forms: [
      { category: 'one', words: '# line' },
      { category: 'other', words: '# lines' },
    ],
  })
  expect(countedIn('n: =0 "none", one "a, b: c", other "#"')?.forms.map(({ words }) => words)).toEqual([
    'none',
    'a, b: c',
    '#',
  ])
  for (const plain of [
    'order.number',
    'a ? "x" : "y"',
    'a ? b : c',
    'n: one',
    'n: one "x" other "y"',
    'n: several "x"',
  ])
    expect([plain, countedIn(plain)]).toEqual([plain, null])
  expect(inBraces('n', countedIn('n:one "a",other "b"')?.forms)).toBe('{n: one "a", other "b"}')
})

it('follow the rules of the language', () => {
  const polish = [0, 1, 2, 5, 12, 22, 25, 1.5].map((count) => inPlural('pl', POLISH, count, String(count)))
  expect(polish).toEqual([
    '0 plików',
    '1 plik',
    '2 pliki',
    '5 plików',
    '12 plików',
    '22 pliki',
    '25 plików',
    '1.5 pliku',
  ])
  const english = [
    { category: '=0', words: 'nothing' },
    { category: 'one', words: 'one thing' },
    { category: 'other', words: '# things' },
  ]
  expect(['0', 1, '1', 2, null, ''].map((count) => inPlural('en', english, count, String(count)))).toEqual([
    'nothing',
    'one thing',
    'one thing',
    '2 things',
    'null things',
    ' things',
  ])
})

it('are complete, and no others, for the numbers that the language has', () => {
  expect(['en', 'de', 'ja', 'pl', 'ar', 'fr'].map((language) => [language, categoriesOf(language).join(' ')])).toEqual([
    ['en', 'one other'],
    ['de', 'one other'],
    ['ja', 'other'],
    ['pl', 'one few many other'],
    ['ar', 'zero one two few many other'],
    ['fr', 'one other'],
  ])
  expect(formsProblem('pl', POLISH)).toBeNull()
  expect(formsProblem('de', POLISH)).toEqual({ kind: 'unknown', category: 'few' })
  expect(formsProblem('pl', POLISH.slice(1))).toEqual({ kind: 'missing', category: 'one' })
  expect(formsProblem('pl', [...POLISH, ...POLISH.slice(2, 3)])).toEqual({ kind: 'twice', category: 'many' })
  // French has a form only for large numbers, which may be left out.
  expect(formsProblem('fr', [...POLISH.slice(0, 1), ...POLISH.slice(2)])).toBeNull()
})
