import fc from 'fast-check'
import { expect, test } from 'vitest'
import { markedParts } from './marked-parts.ts'

const shown = (text: string, sought: string): string =>
  markedParts(text, sought)
    .map((part) => (part.isHit ? `[${part.text}]` : part.text))
    .join('')

test.each([
  ['Badge reader makes a loud noise', 'loud badge', '[Badge] reader makes a [loud] noise'],
  ['Zoë Müller', 'zoe mull', '[Zoë] [Müll]er'],
  ['İzmir 😀 office', 'izmir off', '[İzmir] 😀 [off]ice'],
  ['anna', 'an na', '[anna]'],
  ['Anna', '', 'Anna'],
])('%s, sought with %s', (text, sought, expected) => {
  expect(shown(text, sought)).toBe(expected)
})

test('nothing of a text is lost', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'grapheme' }), fc.string({ unit: 'grapheme', maxLength: 4 }), (text, sought) => {
      expect(
        markedParts(text, sought)
          .map((part) => part.text)
          .join(''),
      ).toBe(text)
    }),
  )
})
