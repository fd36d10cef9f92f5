import { expect, it } from 'vitest'
import { asSentence, linkedParts } from './linked-words.ts'

it('finds links to pages of the application and to other sites', () => {
  expect(linkedParts('I accept the [terms](/terms) and the [law](https://example.org/a_b?c=1#d).')).toEqual([
    { text: 'I accept the ', to: null },
    { text: 'terms', to: '/terms' },
    { text: ' and the ', to: null },
    { text: 'law', to: 'https://example.org/a_b?c=1#d' },
    { text: '.', to: null },
  ])
})

it.each(['[run](javascript:alert(1))', '[away](//example.org)', '[data](data:text/html,x)', '[ ]', 'one [or] (two)'])(
  'makes no link of %s',
  (text) => expect(linkedParts(text)).toEqual([{ text, to: null }]),
)

it('has no parts of nothing', () => {
  expect(linkedParts('')).toEqual([])
})

it('begins a meaning with a capital, and leaves a unit as it is', () => {
  expect(['other animals, children', 'kg', 'm²', 'kWh', 'days', ''].map(asSentence)).toEqual([
    'Other animals, children',
    'kg',
    'm²',
    'kWh',
    'Days',
    '',
  ])
})
