import { expect, test } from 'vitest'
import { typedDecimal, writtenDecimal } from './typed-decimal.ts'

test.each([
  ['1,234.50', 'en', 2, '1234.50'],
  ['1.234,50', 'en', 2, '1234.50'],
  ['1.234,50', 'de', 2, '1234.50'],
  ['1,234.50', 'de', 2, '1234.50'],
  ['1234.5', 'de', 2, '1234.5'],
  ['1234,5', 'en', 2, '1234.5'],
  ['1,234', 'en', 2, '1234'],
  ['1.234', 'de', 2, '1234'],
  // An amount in euros cannot have three decimal places.
  ['1,234', 'de', 2, '1234'],
  ['1,234', 'de', 4, '1.234'],
  ['1.234', 'en', 4, '1.234'],
  ['1,234,567', 'en', 2, '1234567'],
  ['12,34,567.8', 'en-IN', 2, '1234567.8'],
  ["1'234.50", 'de-CH', 2, '1234.50'],
  ['1 234,50 €', 'fr', 2, '1234.50'],
  ['€ 12', 'en', 2, '12'],
  ['-3,5', 'en', 2, '-3.5'],
  ['.5', 'en', 2, '0.5'],
  ['007', 'en', 2, '7'],
  ['12.', 'en', 2, '12'],
  ['١٢٣٫٥'.replace('٫', ','), 'ar-EG', 2, '123.5'],
])('%s in %s with %s places is %s', (text, language, places, expected) => {
  expect(typedDecimal(text, language, places)).toBe(expected)
})

test.each(['', '-', '1.2.3', '1,2,3', '1.234.5,6.7', '12,34.5.6', ',', '1-2'])('%j is no number', (text) => {
  expect(typedDecimal(text, 'en', 2)).toBeNull()
})

test('what is written is read as the same, in many languages', () => {
  for (const language of [
    'en',
    'en-GB',
    'de',
    'de-CH',
    'de-AT',
    'fr',
    'es',
    'sv',
    'pl',
    'en-IN',
    'pt-BR',
    'ja',
    'ar-EG',
  ])
    for (const value of [
      '0',
      '0.05',
      '12.5',
      '999.99',
      '1234.50',
      '1234567.01',
      '-1234.5',
      '12345678901234567890.12',
    ]) {
      const written = writtenDecimal(value, language, 2)
      expect([language, Number(typedDecimal(written, language, 2))]).toEqual([language, Number(value)])
    }
})
