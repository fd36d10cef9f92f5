// Names of the specification → words for people, on made-up names.

import fc from 'fast-check'
import { expect, it } from 'vitest'
import { humanised, inOneWord } from './words.ts'

const word = fc
  .stringMatching(/^[a-z]{2,8}$/)
  .filter((text) => !/^(?:bic|ean|gtin|iban|isbn|pdf|sku|url|vat)$/.test(text))
/** One letter, as in `timesADay`. Two of them would be an abbreviation. */
const letter = fc.stringMatching(/^[a-z]$/)

it('says each word of a name, and no capital within a word', () => {
  const names = fc.array(fc.tuple(word, fc.option(letter, { nil: undefined })), { minLength: 1, maxLength: 4 })
  fc.assert(
    fc.property(names, (parts) => {
      const words = parts.flatMap(([each, short]) => (short === undefined ? [each] : [each, short]))
      const said = words.join(' ')
      expect(humanised(inOneWord(words))).toBe(said.charAt(0).toUpperCase() + said.slice(1))
    }),
  )
})

it('keeps abbreviations', () => {
  expect(['amountEUR', 'ibanOfPayer', 'IBANOfPayer', 'SLOT_TAKEN', 'on hold', 'line2'].map(humanised)).toEqual([
    'Amount EUR',
    'IBAN of payer',
    'IBAN of payer',
    'SLOT TAKEN',
    'On hold',
    'Line2',
  ])
})
