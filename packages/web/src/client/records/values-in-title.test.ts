// A value that forms the record's title is not repeated; one that occurs in it by chance is.

import { expect, it } from 'vitest'
import { isSaidByTitle } from './values-in-title.ts'

it('leaves out a value of which the title is made', () => {
  expect(isSaidByTitle({ isInTitle: true }, 'Rockets for Acme', 'Rockets for Acme')).toBe(true)
  expect(isSaidByTitle({ isInTitle: true }, 1031, '#1031 Badge reader')).toBe(true)
})

it('keeps a value that is part of the title by chance', () => {
  expect(isSaidByTitle({}, 'Acme', 'Rockets for Acme')).toBe(false)
})

it('keeps what the title would have said and does not', () => {
  expect(isSaidByTitle({ isInTitle: true }, 'Badge reader', 'Printer')).toBe(false)
  expect(isSaidByTitle({ isInTitle: true }, '', 'Printer')).toBe(false)
  expect(isSaidByTitle({ isInTitle: true }, null, 'null and void')).toBe(false)
})
