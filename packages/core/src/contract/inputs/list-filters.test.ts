import { expect, it } from 'vitest'
import { daysIn, rangeIn, valuesIn } from './list-filters.ts'

/** A Saturday. */
const TODAY = { date: '2026-02-28', firstWeekday: 1 }

it.each([
  ['2026-01-31', '2026-01-31', '2026-01-31'],
  ['2026-01-31..2026-02-02', '2026-01-31', '2026-02-02'],
  ['2026-01-31..', '2026-01-31', null],
  ['..today', null, '2026-02-28'],
  ['last-week..tomorrow', '2026-02-16', '2026-03-01'],
  ['today', '2026-02-28', '2026-02-28'],
  ['yesterday', '2026-02-27', '2026-02-27'],
  ['tomorrow', '2026-03-01', '2026-03-01'],
  ['this-week', '2026-02-23', '2026-03-01'],
  ['last-week', '2026-02-16', '2026-02-22'],
  ['next-week', '2026-03-02', '2026-03-08'],
  ['this-month', '2026-02-01', '2026-02-28'],
  ['last-month', '2026-01-01', '2026-01-31'],
  ['next-month', '2026-03-01', '2026-03-31'],
  ['this-year', '2026-01-01', '2026-12-31'],
  ['last-year', '2025-01-01', '2025-12-31'],
  ['next-year', '2027-01-01', '2027-12-31'],
  ['last-7-days', '2026-02-22', '2026-02-28'],
  ['next-30-days', '2026-02-28', '2026-03-29'],
])('reads %s as the days from %s to %s', (text, from, until) => {
  expect(daysIn(text, TODAY)).toEqual({ from, until })
})

it.each([
  '',
  '..',
  'someday',
  '2026-02-30',
  '2026-01-01..someday',
  'someday..',
  '1..2..3',
  'a..b',
  'today..today..tomorrow',
])('reads no days in "%s"', (text) => {
  expect(daysIn(text, TODAY)).toBeNull()
})

it('begins weeks where they begin', () => {
  expect(daysIn('this-week', { ...TODAY, firstWeekday: 7 })).toEqual({ from: '2026-02-22', until: '2026-02-28' })
  expect(daysIn('this-week', { ...TODAY, firstWeekday: 6 })).toEqual({ from: '2026-02-28', until: '2026-03-06' })
})

it('stays within the years that a field can hold', () => {
  expect(daysIn('next-year', { date: '9999-06-01', firstWeekday: 1 })).toEqual({
    from: '9999-12-31',
    until: '9999-12-31',
  })
  expect(daysIn('last-year', { date: '0001-06-01', firstWeekday: 1 })).toEqual({
    from: '0001-01-01',
    until: '0001-01-01',
  })
})

it('takes a range apart, and leaves a word with a comma whole', () => {
  expect(rangeIn('-5..-2.5')).toEqual({ from: '-5', until: '-2.5' })
  expect(rangeIn('12')).toBeNull()
  expect(valuesIn('open,waiting')).toEqual(['open', 'waiting'])
  expect(valuesIn('Smith, Ltd', ['Smith, Ltd'])).toEqual(['Smith, Ltd'])
})
