import { data } from 'currency-codes'
import { expect, it } from 'vitest'
import { CURRENCIES, currencyPlaces, placesOf, unusualCurrencies } from './currencies.ts'

/** Metals, units of account and test codes, which are not used for payments. */
const NOT_PAID_WITH = 'XAG XAU XBA XBB XBC XBD XDR XPD XPT XSU XTS XUA XXX'.split(' ')

it('has every currency of ISO 4217, with the decimal places that the standard gives it', () => {
  const standard = data.filter(({ code }) => !NOT_PAID_WITH.includes(code))
  expect(standard.filter(({ code, digits }) => currencyPlaces(code) !== digits)).toEqual([])
  // Newer than the copy, or withdrawn before it.
  const known = new Set(standard.map(({ code }) => code))
  expect(CURRENCIES.filter((code) => !known.has(code))).toEqual(['HRK', 'XCG', 'ZWL'])
  expect(new Set(CURRENCIES).size).toBe(CURRENCIES.length)
  expect(unusualCurrencies().every(([places, codes]) => codes.every((code) => currencyPlaces(code) === places))).toBe(
    true,
  )
})

it('counts decimal places without zeros at the end', () => {
  expect(['5', '5.0', '5.10', '5.123', '0.001', '100', '-1.50'].map(placesOf)).toEqual([0, 0, 1, 3, 3, 0, 1])
})
