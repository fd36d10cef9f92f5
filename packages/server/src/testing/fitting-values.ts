// An input → values that usually fit its kind, for generated requests.

import type { InputField } from '@ninefold/core/contract/wire/inputs.ts'
import fc from 'fast-check'

const DAYS = ['0001-01-01', '2026-01-31', '2026-02-30', '9999-12-31']

/** `texts`: texts from earlier answers, which may be sent again. */
export function fittingValueOfKind(input: InputField, texts: readonly string[]): fc.Arbitrary<unknown> {
  if (input.choices.length > 0) return fc.constantFrom(...input.choices.map(({ value }) => value))
  switch (input.kind) {
    case 'yes/no':
      return fc.boolean()
    case 'whole number':
    case 'duration':
      return fc.integer({ min: input.min ?? -10, max: input.max ?? 1000 })
    case 'decimal':
    case 'percent':
    case 'money':
      if (input.money !== undefined)
        return fc.record(
          {
            amount: fc.constantFrom('0', '1.25', 7, '99999999.99', '1.005', '-3.50', null, 'much'),
            currency: fc.constantFrom('EUR', 'JPY', 'BHD', 'XXX', null, 7),
          },
          { requiredKeys: ['amount'] },
        )
      return fc.constantFrom('0', '1.25', 7, '99999999.99', '1.005')
    case 'date':
      return fc.constantFrom('2026-01-31', '1999-12-31')
    case 'time':
      return fc.constantFrom('09:30', '23:59:59')
    case 'date and time':
      return fc.constantFrom('2026-01-31T12:30:00Z', '2026-06-30T23:59:59.999+02:00')
    case 'period': {
      const ends = input.periodOf === 'date' ? DAYS : DAYS.map((day) => `${day}T12:30:00.5+02:00`)
      return fc.record({ start: fc.constantFrom(...ends), end: fc.constantFrom(...ends, null, 7) })
    }
    case 'url':
      return fc.constantFrom('https://example.test/x?y=1', 'http://localhost')
    case 'phone':
      return fc.constant('+49 30 123456')
    case 'country':
      return fc.constantFrom('DE', 'FR')
    case 'language':
      return fc.constantFrom('en', 'de-AT')
    case 'time zone':
      return fc.constantFrom('Europe/Berlin', 'UTC')
    case 'colour':
      return fc.constant('#a0B1c2')
    case 'email':
      return fc.constantFrom(...texts.filter((text) => text.includes('@')), 'somebody@example.test')
    default:
      return fc
        .oneof(fc.constantFrom(...texts), fc.string({ unit: 'grapheme', maxLength: 20 }))
        .map((text) => text.padEnd(input.lengthMin ?? 0, '.').slice(0, input.lengthMax ?? 200))
  }
}
