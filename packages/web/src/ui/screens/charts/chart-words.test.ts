import type { AppMeasure } from '@ninefold/core/contract/wire/display.ts'
import { expect, it } from 'vitest'
import { formatsOf } from '../../formats.ts'
import { shortAmount } from './chart-words.ts'

it('writes the amounts of an axis alike: whole ones and large ones without cents', () => {
  const formats = formatsOf('en', 'Europe/Vienna')
  const euros = { label: 'Amount', display: { kind: 'money', currency: 'EUR' } } as unknown as AppMeasure
  expect([0, 40, 80, 120, 160].map((amount) => shortAmount(amount, euros, formats))).toEqual([
    '€0',
    '€40',
    '€80',
    '€120',
    '€160',
  ])
  expect(shortAmount(12.5, euros, formats)).toBe('€12.50')
  expect(shortAmount(1234.5, euros, formats)).toBe('€1,235')
})
